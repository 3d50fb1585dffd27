"""The clocks of the seats of a locked match, kept in their rows."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from sse.accounts.calendar import Calendar
from sse.accounts.models import Player
from sse.matches.clock.arithmetic import (
    bank_after,
    budget_of,
    calendar_in,
    counts_until,
    reminders_at,
    runs_out,
    time_run,
)
from sse.matches.models import Match, Seat

if TYPE_CHECKING:
    from sse.matches.play.locked_match import LockedMatch

NOTHING = timedelta()
WEEKEND = frozenset({5, 6})


def calendar_of(player: Player, holidays: bool = True) -> Calendar:
    """When a player rests."""
    away = player.absences.values_list("first_day", "last_day") if holidays else ()
    return Calendar(
        player.time_zone,
        player.quiet_from,
        player.quiet_to,
        WEEKEND if player.rests_at_weekends else frozenset(),
        tuple(away),
    )


def calendar_at(table: LockedMatch, seat: Seat) -> Calendar:
    """Return the part of the calendar that stops the clock of this match."""
    player, begun = seat.player, table.match.started_at or table.now
    if player is None or not table.clock.rest:
        return Calendar()
    first_day = begun.astimezone(ZoneInfo(player.time_zone)).date()
    calendar = calendar_of(player, holidays=table.clock.holidays > 0)
    return calendar_in(table.clock, calendar, first_day)


def start_clock(table: LockedMatch, seat: Seat) -> None:
    """A question is asked: from now on time runs, unless nobody has to hurry."""
    seat.asked_at = table.now
    release_clock(table, seat)


def run_clock(table: LockedMatch, seat: Seat) -> None:
    """When the seat's time runs out, and when it is reminded before."""
    assert seat.asked_at
    assert seat.budget is not None
    start, budget, used = seat.asked_at, seat.budget, seat.used
    calendar = calendar_at(table, seat)
    seat.due_at = runs_out(start, budget - used, calendar)
    seat.rings_at = counts_until(table.clock, seat.due_at)
    times = reminders_at(start, budget, calendar, table.clock.reminders, used)
    seat.reminders = [time.isoformat() for time in times if time > table.now]
    next_reminder(seat)


def has_to_hurry(table: LockedMatch, seat: Seat) -> bool:
    """Programs, open seats and paused matches have all the time of the world."""
    return (
        table.clock.has_deadline
        and table.match.status == Match.Status.RUNNING
        and seat.player is not None
        and not seat.stand_in
        and not seat.is_open
    )


def next_reminder(seat: Seat) -> None:
    times = seat.reminders
    seat.remind_at = datetime.fromisoformat(times[0]) if times else None


def stop_clock(table: LockedMatch, seat: Seat) -> None:
    """The question is answered: what was used beyond the time for each is gone."""
    if seat.budget is not None:
        used = budget_of(table.clock, seat.bank) - time_left(table, seat)
        seat.bank = bank_after(table.clock, seat.bank, max(used, NOTHING))
    seat.asked_at, seat.budget, seat.used = None, None, NOTHING
    stand_still(seat)


def stand_still(seat: Seat) -> None:
    seat.due_at, seat.rings_at, seat.reminders = None, None, []
    next_reminder(seat)


def time_left(table: LockedMatch, seat: Seat) -> timedelta:
    """Of the present question, when what is being done now was received."""
    assert seat.asked_at
    assert seat.budget is not None
    left = seat.budget - seat.used
    if seat.due_at is None:
        return left
    run = time_run(seat.asked_at, table.received_at, calendar_at(table, seat))
    return max(left - run, NOTHING)


def hold_clock(table: LockedMatch, seat: Seat) -> None:
    """Time stands still for the seat; what is left of it is kept."""
    if seat.due_at:
        assert seat.budget is not None
        seat.used = seat.budget - time_left(table, seat)
    stand_still(seat)


def release_clock(table: LockedMatch, seat: Seat) -> None:
    """Time runs from now on, if it stands: what was left of it, or all of it."""
    if (
        seat.due_at
        or not has_to_hurry(table, seat)
        or not table.table.asks(seat.number)
    ):
        return
    seat.asked_at = table.now
    if seat.budget is None:
        seat.budget = budget_of(table.clock, seat.bank)
    run_clock(table, seat)


def is_over(seat: Seat, by: datetime) -> bool:
    """Tell whether the time was up by then, and the grace too."""
    return seat.rings_at is not None and seat.rings_at <= by
