"""What a clock would mean for one player, if it began to run now."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from sse.accounts.calendar import Calendar
from sse.accounts.models import Player
from sse.matches.clock.arithmetic import (
    Clock,
    budget_of,
    calendar_in,
    counts_until,
    reminders_at,
    runs_out,
)
from sse.matches.clock.seat_clock import calendar_of


class Deadline(NamedTuple):
    """The times of one decision, in the calendar of the player."""

    asked_at: datetime
    due_at: datetime
    bank_from: datetime | None  # from then on the bank is used
    until: datetime  # the end of the grace
    reminders: list[datetime]
    rests: bool  # whether something of the player's stops this clock


def deadline_of(player: Player, clock: Clock, now: datetime) -> Deadline | None:
    """Return the deadline if the turn began now; none without a time limit."""
    if not clock.has_deadline:
        return None
    today = now.astimezone(ZoneInfo(player.time_zone)).date()
    calendar = calendar_in(clock, calendar_of(player), today)
    each, bank = timedelta(seconds=clock.each), timedelta(seconds=clock.bank)
    budget = budget_of(clock, bank)
    due_at = runs_out(now, budget, calendar)
    return Deadline(
        asked_at=now,
        due_at=due_at,
        bank_from=runs_out(now, each, calendar) if bank and each else None,
        until=counts_until(clock, due_at),
        reminders=reminders_at(now, budget, calendar, clock.reminders),
        rests=calendar != Calendar(calendar.zone),
    )
