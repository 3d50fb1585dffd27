"""Clocks ring: never early, and what came in time counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time, timedelta

import pytest
import time_machine

from sse.accounts.models import Absence, Player
from sse.accounts.services import absence_add
from sse.matches.clock.deadlines import RECEIPT
from sse.matches.models import Match, Seat
from sse.matches.play import (
    clocks_ring,
    match_pause,
    match_resume,
    plan_submit,
    seat_take,
    time_give,
)
from sse.matches.table import table_of
from sse.outbox.models import Letter
from tests.support.tables import asked, letters, log, running, write

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]
Work = Callable[[], int]
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)  # a Monday
HOUR = timedelta(hours=1)
DAY = {"each": 24 * 3600}


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def seat(match: Match, number: int) -> Seat:
    return match.seats.get(number=number)


Clock = time_machine.Traveller


def test_a_question_has_a_deadline(aki: Player, botan: Player, clock: Clock) -> None:
    match = running(aki, botan, clock=DAY)
    assert seat(match, 0).due_at == NOON + 24 * HOUR
    letter = Letter.objects.get(kind="turn", seat=0)
    assert letter.data["due_at"] == (NOON + 24 * HOUR).isoformat()


def test_no_clock_no_deadline(aki: Player, botan: Player, clock: Clock) -> None:
    match = running(aki, botan)
    assert seat(match, 0).due_at is None
    clock.shift(timedelta(days=400))
    assert clocks_ring() == 0
    assert asked(match) == [(0, "pick"), (1, "pick")]


def test_it_rings_when_the_time_is_up_and_not_before(
    aki: Player, botan: Player, clock: Clock
) -> None:
    match = running(aki, botan, clock=DAY)
    write(match, aki, "pick 2")
    clock.shift(24 * HOUR - timedelta(microseconds=1))
    clocks_ring()
    assert log(match)[1:] == []
    clock.shift(timedelta(microseconds=1) + RECEIPT)
    clocks_ring()
    assert log(match)[1:4] == ["seat 1 out of time", "0 pick 2", "1 pick 1 (clock)"]
    assert "out_of_time" in letters(match, botan)
    assert "out_of_time" not in letters(match, aki)


def test_grace_is_given_on_top(aki: Player, botan: Player, clock: Clock) -> None:
    match = running(aki, botan, clock={**DAY, "grace": 3600})
    clock.shift(24 * HOUR + HOUR / 2)
    clocks_ring()
    assert write(match, aki, "pick 2").status == "applied"
    clock.shift(HOUR)
    clocks_ring()
    assert log(match)[1] == "seat 1 out of time"


def test_what_came_in_time_counts_though_it_waited(
    aki: Player, botan: Player, clock: Clock
) -> None:
    match = running(aki, botan, clock=DAY)
    write(match, aki, "pick 2")
    clock.shift(24 * HOUR - timedelta(seconds=1))
    plan_submit(match_id=match.pk, player=botan, text="pick 4", source="web", key="k")
    clock.shift(5 * HOUR)  # no worker looked
    clocks_ring()
    assert log(match)[1:3] == ["0 pick 2", "1 pick 4"]


def test_what_came_too_late_does_not_count_though_the_bell_was_late(
    aki: Player, botan: Player, clock: Clock
) -> None:
    match = running(aki, botan, clock=DAY)
    write(match, aki, "pick 2")
    clock.shift(24 * HOUR + timedelta(seconds=1))
    write(match, botan, "pick 4")  # no beat has rung yet
    assert log(match)[1:4] == ["seat 1 out of time", "0 pick 2", "1 pick 1 (clock)"]


def test_reminders_come_at_half_and_near_the_end(
    aki: Player, botan: Player, clock: Clock
) -> None:
    match = running(aki, botan, clock=DAY)
    for hours, reminders in ((11, 0), (1, 1), (9, 1), (0.6, 2), (1, 2)):
        clock.shift(hours * HOUR)
        clocks_ring()
        clocks_ring()
        assert letters(match, aki).count("reminder") == reminders
    assert (
        len({letter.key for letter in Letter.objects.all()}) == Letter.objects.count()
    )


def test_who_answered_is_not_reminded(aki: Player, botan: Player, clock: Clock) -> None:
    match = running(aki, botan, clock=DAY)
    write(match, aki, "pick 2")
    clock.shift(23 * HOUR)
    clocks_ring()
    assert "reminder" not in letters(match, aki)
    assert "reminder" in letters(match, botan)


def test_two_reminders_missed_are_one_letter(
    aki: Player, botan: Player, clock: Clock
) -> None:
    match = running(aki, botan, clock=DAY)
    clock.shift(23 * HOUR)
    clocks_ring()
    assert letters(match, aki).count("reminder") == 1


def test_a_bank_is_used_after_the_time_for_each(
    aki: Player, botan: Player, clock: Clock
) -> None:
    settings = {"each": 3600, "bank": 7200, "increment": 600}
    match = running(aki, botan, clock=settings)
    assert seat(match, 0).due_at == NOON + 3 * HOUR
    clock.shift(2 * HOUR)
    write(match, aki, "pick 2")
    write(match, botan, "pick 3")
    assert seat(match, 0).bank == HOUR + timedelta(minutes=10)
    assert seat(match, 0).due_at is None


def test_a_text_that_answers_nothing_does_not_start_the_clock_anew(
    aki: Player, botan: Player, clock: Clock
) -> None:
    match = running(aki, botan, clock=DAY)
    clock.shift(10 * HOUR)
    write(match, aki, "take gold")  # for later
    assert asked(match) == [(0, "pick"), (1, "pick")]
    assert seat(match, 0).due_at == NOON + 24 * HOUR
    assert letters(match, aki) == ["joined", "started", "turn"]


def test_quiet_hours_weekends_and_holidays_stop_the_clock(
    aki: Player, botan: Player, clock: Clock
) -> None:
    aki.time_zone, aki.quiet_from, aki.quiet_to = "Europe/Rome", time(22), time(7)
    aki.rests_at_weekends = True
    aki.save()
    Absence.objects.create(
        player=aki, first_day=date(2026, 3, 3), last_day=date(2026, 3, 3)
    )
    settings = {"each": 48 * 3600, "holidays": 10}
    match = running(aki, botan, clock=settings)
    # Monday 13 to 22, away on Tuesday, Wednesday to Friday 15 hours each: 54 > 48
    rome_friday = datetime(2026, 3, 6, 15 + 1, tzinfo=UTC) - HOUR
    assert seat(match, 0).due_at == rome_friday
    assert seat(match, 1).due_at == NOON + 48 * HOUR


def test_a_holiday_begun_later_moves_the_deadline(
    aki: Player, botan: Player, clock: Clock
) -> None:
    match = running(aki, botan, clock={**DAY, "holidays": 3})
    clock.shift(6 * HOUR)
    absence_add(player=aki, first_day=date(2026, 3, 3), last_day=date(2026, 3, 20))
    assert seat(match, 0).due_at == NOON + 24 * HOUR + timedelta(days=3)
    assert seat(match, 1).due_at == NOON + 24 * HOUR


# --------------------------------------------------------------- four ways to end


def test_a_stand_in_plays_until_the_player_writes(
    aki: Player, botan: Player, clock: Clock, work: Work
) -> None:
    settings = {**DAY, "at_end": "stand-in", "stand_in": "random"}
    match = running(aki, botan, clock=settings, choices={"rounds": "5"})
    write(match, aki, "pick 2")
    clock.shift(25 * HOUR)
    clocks_ring()
    assert seat(match, 1).stand_in == "random"
    work()
    assert any(line.endswith("(bot random)") for line in log(match))
    assert seat(match, 1).due_at is None
    write(match, botan, "hold")
    assert seat(match, 1).stand_in == ""


def test_an_open_seat_waits_for_anybody(
    aki: Player, botan: Player, doi: Player, clock: Clock
) -> None:
    match = running(aki, botan, clock={**DAY, "at_end": "open"})
    write(match, aki, "pick 2")
    clock.shift(25 * HOUR)
    clocks_ring()
    assert seat(match, 1).is_open
    assert asked(match) == [(1, "pick")]
    clock.shift(timedelta(days=9))
    clocks_ring()
    assert log(match)[1:] == ["seat 1 out of time", "seat 1 is open"]
    seat_take(match_id=match.pk, player=doi, seat=1)
    assert seat(match, 1).player == doi
    assert seat(match, 1).due_at is not None
    assert letters(match, doi)[0] == "turn"
    assert "seat_lost" in letters(match, botan)


def test_who_writes_in_time_keeps_an_open_seat(
    aki: Player, botan: Player, clock: Clock
) -> None:
    match = running(aki, botan, clock={**DAY, "at_end": "open"})
    clock.shift(25 * HOUR)
    clocks_ring()
    assert write(match, botan, "pick 4").status == "applied"
    assert not seat(match, 1).is_open


def test_a_match_may_pause_when_time_is_up(
    aki: Player, botan: Player, clock: Clock
) -> None:
    match = running(aki, botan, clock={**DAY, "at_end": "pause"})
    clock.shift(25 * HOUR)
    clocks_ring()
    match.refresh_from_db()
    assert match.status == Match.Status.PAUSED
    assert log(match)[1:] == ["seat 0 out of time", "paused", "seat 1 out of time"]
    assert "paused" in letters(match, aki)
    write(match, aki, "pick 2")  # somebody is there again
    assert match.status == Match.Status.RUNNING
    assert "resumed" in letters(match, botan)


def test_a_forsaken_match_is_paused(aki: Player, botan: Player, clock: Clock) -> None:
    match = running(aki, botan, clock=DAY, choices={"rounds": "5"})
    for _ in range(6):
        clock.shift(25 * HOUR)
        clocks_ring()
    match.refresh_from_db()
    assert match.status == Match.Status.PAUSED
    assert table_of(match.table).paused == "forsaken"
    assert letters(match, aki).count("paused") == 1
    missed = [line for line in log(match) if line.endswith("out of time")]
    clock.shift(timedelta(days=30))
    clocks_ring()
    assert [line for line in log(match) if line.endswith("out of time")] == missed


# ------------------------------------------------------------- pausing, extending


def test_a_pause_keeps_what_is_left_of_the_time(
    aki: Player, botan: Player, clock: Clock
) -> None:
    match = running(aki, botan, clock={**DAY, "bank": 3600})
    clock.shift(20 * HOUR)
    match_pause(match_id=match.pk, by=aki)
    clock.shift(timedelta(days=10))
    clocks_ring()
    assert log(match)[1:] == ["paused"]
    match_resume(match_id=match.pk, by=aki)
    assert seat(match, 0).due_at == NOON + timedelta(days=10) + 25 * HOUR
    clock.shift(4.5 * HOUR)  # 24.5 hours in all
    write(match, aki, "pick 1")
    write(match, botan, "pick 2")
    assert seat(match, 0).bank == HOUR / 2


def test_more_time_can_be_given(aki: Player, botan: Player, clock: Clock) -> None:
    match = running(aki, botan, clock=DAY)
    time_give(match_id=match.pk, by=aki, seat=1, more=48 * HOUR)
    assert seat(match, 1).due_at == NOON + 72 * HOUR
    assert log(match)[1:] == ["seat 1 gets more time"]
    assert letters(match, botan)[-1] == "more_time"


def test_orders_may_come_while_a_match_is_paused(
    aki: Player, botan: Player, clock: Clock
) -> None:
    match = running(aki, botan, clock=DAY)
    match_pause(match_id=match.pk, by=aki)
    assert write(match, aki, "pick 2").status == "applied"
    match.refresh_from_db()
    assert match.status == Match.Status.PAUSED
    assert seat(match, 1).due_at is None
