"""The clocks of running matches. Never early; what came in time counts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from sse.accounts.models import Player
from sse.matches.clock.seat_clock import (
    hold_clock,
    is_over,
    next_reminder,
    release_clock,
    stop_clock,
)
from sse.matches.happened import unread_texts
from sse.matches.models import Match, Seat, of_current_rules
from sse.matches.play.locked_match import LockedMatch, locked_match

log = structlog.get_logger()
RECEIPT = timedelta(seconds=5)  # until what was received in time can be seen
MOST_MISSED = 3  # deadlines that everybody lets pass in a row


def clocks_ring(*, now: datetime | None = None) -> int:
    """Every match in which a clock has rung or somebody is to be reminded."""
    by = now or timezone.now()
    due = Seat.objects.filter(Q(rings_at__lte=by) | Q(remind_at__lte=by))
    due = due.filter(of_current_rules("match__"))  # who waits for rules is not pressed
    matches = set(due.values_list("match_id", flat=True))
    matches -= set().union(*unread_texts(matches, by))  # they ring when it is read
    for match_id in sorted(matches):
        try:
            ring_at(match_id, now)
        except Exception:  # our fault: told to the operator; the others ring
            log.exception("clock broken", match_id=match_id)
    return len(matches)


def ring_at(match_id: int, now: datetime | None) -> None:
    from sse.matches.play.submissions import submissions_apply

    submissions_apply(match_id=match_id)  # what came before the bell counts
    with locked_match(match_id, now) as table:
        ring_due(table, by=table.now - RECEIPT)
        remind(table)
        table.is_idle = not (table.lines or table.notices.collected)


def ring_due(table: LockedMatch, by: datetime) -> None:
    """Let the time of seats run out that was up by then; call it at any time."""
    late = [seat for seat in table.seats if is_over(seat, by)]
    for seat in late:
        stop_clock(table, seat)
    for seat in late:
        run_out(table, seat)
    if not late:
        return
    if is_forsaken(table):
        pause(table, "forsaken")
    if table.clock.at_end == "default":
        table.play_on()


def run_out(table: LockedMatch, seat: Seat) -> None:
    """Time is up: what then happens was agreed on when the match was opened."""
    asked = table.table.asks(seat.number)
    assert asked is not None
    seat.missed += 1
    table.happen("out of time", seat.number)
    table.notices.to_seat(seat, "out_of_time", at_end=table.clock.at_end)
    match table.clock.at_end:
        case "default":
            table.table.late.add((seat.number, asked.span))
        case "stand-in":  # a bot plays until the player writes again
            seat.stand_in = table.clock.stand_in
            table.happen("has a stand-in", seat.number)
            table.match.bots_due = True
        case "open":  # anybody may take the seat; its player too, by writing
            open_to_all(table, seat)
        case "pause" if table.match.status == Match.Status.RUNNING:
            pause(table, "out_of_time")


def open_to_all(table: LockedMatch, seat: Seat) -> None:
    """Let anybody take the seat, and tell the organiser."""
    seat.is_open = True
    table.happen("is open", seat.number)
    table.notices.to_organiser("seat_open", f"{table.match.head}:{seat.number}")


def pause(table: LockedMatch, reason: str) -> None:
    """Stop all clocks. Players may go on playing."""
    for seat in table.seats:
        hold_clock(table, seat)
    table.match.status, table.table.paused = Match.Status.PAUSED, reason
    table.happen("paused")
    table.notices.to_all("paused", reason=reason)


def resume(table: LockedMatch) -> None:
    """Clocks run again, with what was left on them."""
    table.match.status, table.table.paused = Match.Status.RUNNING, ""
    table.happen("goes on")
    for seat in table.seats:
        seat.missed = 0
        release_clock(table, seat)
    table.notices.to_all("resumed")


def is_forsaken(table: LockedMatch) -> bool:
    """Every player has let several deadlines in a row pass.

    Players who have resigned, or whose seats are open, do not count.
    """
    there = [s for s in table.seats if not (s.is_open or s.has_resigned)]
    patient = [s for s in there if s.player and s.missed < MOST_MISSED]
    return table.match.status == Match.Status.RUNNING and not patient


def remind(table: LockedMatch) -> None:
    for seat in table.seats:
        passed = [t for t in seat.reminders if datetime.fromisoformat(t) <= table.now]
        asked = table.table.asks(seat.number)
        if not passed or asked is None or seat.due_at is None:
            continue
        seat.reminders = seat.reminders[len(passed) :]
        next_reminder(seat)
        key = f"{asked.key}:{seat.due_at:%Y%m%d%H%M%S}:{len(seat.reminders)}"
        due = table.notices.deadline(seat)
        table.notices.to_seat(seat, "reminder", key, span=asked.span, **due)


@contextmanager
def calendar_changes(player: Player) -> Iterator[None]:
    """New quiet hours or holidays: they count from now on, for open questions too.

    What ran by the old calendar has run. Whose time is up already gains nothing.
    """
    now = timezone.now()
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        running = Seat.objects.filter(player=player, due_at__gt=now)
        matches = sorted(running.values_list("match_id", flat=True))
        for match_id in matches:
            with locked_match(match_id, now) as table:
                for seat in seats_of(table, player):
                    hold_clock(table, seat)
        yield
        for match_id in matches:
            with locked_match(match_id, now) as table:
                for seat in seats_of(table, player):
                    release_clock(table, seat)


def seats_of(table: LockedMatch, player: Player) -> list[Seat]:
    """One; or none any more."""
    return [seat for seat in table.seats if seat.player_id == player.pk]
