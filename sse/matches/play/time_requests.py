"""More time: a player asks the organiser, who gives it or does not."""

from __future__ import annotations

from datetime import timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from sse.accounts.models import Player
from sse.matches.errors import MatchRefused
from sse.matches.models import Seat
from sse.matches.play.locked_match import LockedMatch, locked_match
from sse.matches.play.notices import organiser_notices
from sse.matches.play.organiser import DAY, HOUR, MOST_HERE
from sse.matches.play.seat_holders import (
    check_goes_on,
    check_organiser,
    own_seat,
    seat_at,
)
from sse.matches.selectors import standing_wish
from sse.matches.table import TimeWish
from sse.matches.text.command_words import shown
from sse.platform.notices import notify
from sse.platform.times import day_name


def time_ask(*, match_id: int, player: Player, more: timedelta, key: str) -> None:
    """Ask the organiser for more time; the same wish is told once. [MatchRefused]"""
    seconds = int(more.total_seconds())
    if not HOUR <= seconds <= MOST_HERE:
        sentence = _("Ask for at least an hour and at most {days} days.")
        raise MatchRefused("time", sentence, days=MOST_HERE // DAY)
    with locked_match(match_id) as table:
        check_goes_on(table.match)
        place = asking_seat(table, player)
        asked = table.table.asks(place.number)
        assert asked is not None
        wish = TimeWish(asked.span, table.match.head, seconds)
        before = standing_wish(table.match, table.state, table.table, place.number)
        table.table.time_wishes[place.number] = wish
        if before is None or before.seconds != seconds:
            about = f"time_asked:{match_id}:{place.number}:{asked.key}"
            tell_of_wish(table, place, more, f"{about}:{key}")


def asking_seat(table: LockedMatch, player: Player) -> Seat:
    """Return the player's seat, if there is a deadline to put off. [MatchRefused]"""
    mine = own_seat(table, player)
    if mine.due_at is None or table.table.asks(mine.number) is None:
        raise MatchRefused("no_deadline", _("No clock is running for you."))
    if table.match.organiser is None:
        sentence = _("This match has no organiser who could give more time.")
        raise MatchRefused("no_host", sentence)
    return mine


def tell_of_wish(table: LockedMatch, seat: Seat, more: timedelta, key: str) -> None:
    match, name = table.match, table.names[seat.number]
    host, due_at = match.organiser, seat.due_at
    assert host is not None
    assert due_at is not None
    with translation.override(host.language):
        local = timezone.localtime(due_at, ZoneInfo(host.time_zone))
        extend = shown("commands", "extend", host.language)
        data = {
            "by": name,
            "more": duration_text(more),
            "due": f"{day_name(local)}, {local:%H:%M} {local:%Z}",
            "grant": f"{extend} {duration_text(more)}: {name}",
        }
    notify(organiser_notices(match=match, kind="time_asked", key=key, **data))


def time_decline(*, match_id: int, by: Player, seat: int) -> None:
    """Say no to a wish for more time; the player who asked is told. [MatchRefused]"""
    with locked_match(match_id) as table:
        check_organiser(table.match, by)
        check_goes_on(table.match)
        place = seat_at(table, seat)
        wish = standing_wish(table.match, table.state, table.table, seat)
        if wish is None:
            sentence = _("This player is not asking for more time now.")
            raise MatchRefused("no_wish", sentence)
        del table.table.time_wishes[seat]
        more = timedelta(seconds=wish.seconds)
        with translation.override(place.player.language if place.player else None):
            said = {"by": by.name, "more": duration_text(more)}
        key = f"{wish.entry}:{table.now:%Y%m%d%H%M%S%f}"
        table.notices.to_seat(place, "time_declined", key, **said)


def duration_text(more: timedelta) -> str:
    """Say a duration as people do, and as it is read again."""
    hours = int(more.total_seconds()) // HOUR
    if hours % 24:
        return ngettext("{count} hour", "{count} hours", hours).format(count=hours)
    days = hours // 24
    return ngettext("{count} day", "{count} days", days).format(count=days)
