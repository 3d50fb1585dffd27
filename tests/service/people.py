"""People in tests."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.utils import timezone

from sse.accounts.models import Address, Player
from sse.accounts.proof import mark_fresh


def new_player(name: str, **fields: Any) -> Player:
    """A player with one confirmed address."""
    player = Player.objects.create(name=name, **fields)
    Address.objects.create(
        player=player,
        email=f"{name.lower()}@example.org",
        confirmed_at=timezone.now(),
        is_first=True,
    )
    return player


def log_in(client: Client, player: Player) -> Client:
    """Let the player be logged in, as if they had just proved who they are."""
    client.force_login(player)
    session = client.session
    mark_fresh(session)
    session.save()
    return client
