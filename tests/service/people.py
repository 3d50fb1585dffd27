"""People in tests."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from sse.accounts.models import Address, Player


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
