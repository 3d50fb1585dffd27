"""Reading people."""

from __future__ import annotations

from datetime import date
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.utils import timezone

from sse.accounts.models import Absence, Address, Player


def player_at(email: str) -> Player | None:
    """Who reads mail there."""
    address = (
        Address.objects.filter(email=email.strip().lower(), confirmed_at__isnull=False)
        .select_related("player")
        .first()
    )
    return address.player if address and address.player.is_active else None


def is_theirs(player: Player, email: str) -> bool:
    """Whether a confirmed address belongs to the player."""
    return player.addresses.filter(
        email=email.strip().lower(), confirmed_at__isnull=False
    ).exists()


def address_for(player: Player) -> Address | None:
    """Where the player's letters go."""
    good = player.addresses.filter(confirmed_at__isnull=False, suspended_at=None)
    return good.order_by("-is_first", "pk").first()


def today_of(player: Player) -> date:
    """The day it is where the player lives."""
    return timezone.now().astimezone(ZoneInfo(player.time_zone)).date()


def absences_of(player: Player) -> QuerySet[Absence]:
    """Holidays that are not over."""
    to_come = player.absences.filter(last_day__gte=today_of(player))
    return to_come.order_by("first_day", "last_day")
