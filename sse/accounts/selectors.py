"""Reading people."""

from __future__ import annotations

from datetime import date
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.utils import timezone

from sse.accounts.models import Absence, Address, Player
from sse.platform import rows

AT = rows.Select(
    lambda email: (
        Address.objects.filter(email=email, confirmed_at__isnull=False)
        .select_related("player")
        .order_by("pk")[:1]
    ),
    str,
)
OWN = rows.Select(
    lambda player: Address.objects.filter(
        player=player, confirmed_at__isnull=False
    ).order_by("-is_first", "pk"),
    int,
)


def player_at(email: str) -> Player | None:
    """Who reads mail there."""
    address = next(iter(AT(email.strip().lower())), None)
    return address.player if address and address.player.is_active else None


def is_theirs(player: Player, email: str) -> bool:
    """Whether a confirmed address belongs to the player."""
    return player.addresses.filter(
        email=email.strip().lower(), confirmed_at__isnull=False
    ).exists()


def address_for(player: Player) -> Address | None:
    """Where the player's letters go."""
    good = (one for one in OWN(player.pk) if one.suspended_at is None)
    return next(good, None)


def emails_of(player: Player) -> list[str]:
    """From which the player may write: all that were confirmed."""
    return [address.email for address in OWN(player.pk)]


def today_of(player: Player) -> date:
    """The day it is where the player lives."""
    return timezone.now().astimezone(ZoneInfo(player.time_zone)).date()


def absences_of(player: Player) -> QuerySet[Absence]:
    """Holidays that are not over."""
    to_come = player.absences.filter(last_day__gte=today_of(player))
    return to_come.order_by("first_day", "last_day")
