"""When a letter may leave: digests and quiet hours of who reads it."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sse.accounts.calendar import Calendar
from sse.accounts.models import Player
from sse.matches.clock.arithmetic import MOMENT, runs_out
from sse.outbox.digests import gathers
from sse.outbox.kinds import kind_of
from sse.outbox.models import Letter

QUARTER = 15 * 60  # seconds
DAILY_AT = time(8)  # where the player lives


def leaves_at(letter: Letter, now: datetime) -> datetime:
    """`now`, or later: with the next digest, and not in the night."""
    player = letter.player
    if player is None or kind_of(letter.kind).is_urgent:
        return now
    at = max(now, digest_at(letter, player)) if waits(letter, player, now) else now
    return quiet_end(player, at)


def waits(letter: Letter, player: Player, now: datetime) -> bool:
    """A question does not wait until half of its time is gone."""
    if not gathers(letter):
        return False
    due = letter.data.get("due_at")
    if not due:
        return True
    return digest_at(letter, player) <= now + (datetime.fromisoformat(due) - now) / 2


def digest_at(letter: Letter, player: Player) -> datetime:
    """The first one after the letter was written."""
    if player.letters == Player.Letters.QUARTER:
        seconds = letter.created_at.timestamp() // QUARTER * QUARTER + QUARTER
        return datetime.fromtimestamp(seconds, UTC)
    zone = ZoneInfo(player.time_zone)
    local = letter.created_at.astimezone(zone)
    at = datetime.combine(local.date(), DAILY_AT, zone)
    if at <= local:
        at = datetime.combine(local.date() + timedelta(days=1), DAILY_AT, zone)
    return at.astimezone(UTC)


def quiet_end(player: Player, at: datetime) -> datetime:
    """The same instant, or the end of the quiet hours it falls into."""
    calendar = Calendar(player.time_zone, player.quiet_from, player.quiet_to)
    end = runs_out(at, MOMENT, calendar) - MOMENT
    return max(end, at)
