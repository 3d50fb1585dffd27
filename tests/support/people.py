"""People in tests."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.utils import timezone
from django_otp import DEVICE_ID_SESSION_KEY
from django_otp.plugins.otp_totp.models import TOTPDevice

from sse.accounts.models import Address, Player
from sse.accounts.reauthentication import mark_fresh


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


def verified(player: Player) -> Player:
    """Return the operator as pages see them once the second factor was given."""
    vars(player)["is_verified"] = lambda: True
    return player


def operator_in(client: Client, player: Player) -> Client:
    """Let the operator be logged in, with a second factor that was just given."""
    log_in(client, player)
    device = TOTPDevice.objects.create(user=player)
    session = client.session
    session[DEVICE_ID_SESSION_KEY] = device.persistent_id
    session.save()
    return client
