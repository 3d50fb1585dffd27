"""What is used of a time stays used, and nobody gains any by a trick."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
import time_machine

from sse.accounts.errors import AccountRefused
from sse.accounts.models import Player
from sse.accounts.services import absence_add, absence_remove, player_settings
from sse.matches.clock.deadlines import RECEIPT
from sse.matches.errors import MatchRefused
from sse.matches.models import Match, Seat
from sse.matches.play import clocks_ring, match_pause, match_resume, time_give
from sse.outbox.models import Letter
from sse.outbox.rendering import message_of
from tests.support.tables import asked, letters, log, running, write

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)  # a Monday
HOUR = timedelta(hours=1)
DAY = {"each": 24 * 3600}
Clock = time_machine.Traveller


@pytest.fixture
def clock() -> Iterator[Clock]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def seat(match: Match, number: int) -> Seat:
    return match.seats.get(number=number)


def change(player: Player, **new: Any) -> None:
    """Some of the player's settings."""
    names = ("language", "time_zone", "quiet_from", "quiet_to", "letters")
    old = {name: getattr(player, name) for name in (*names, "rests_at_weekends")}
    player_settings(player=player, **{**old, **new})


# ------------------------------------------------------------------- calendars


def test_new_quiet_hours_count_from_now_on(
    aki: Player, botan: Player, clock: Clock
) -> None:
    match = running(aki, botan, clock=DAY)
    clock.shift(20 * HOUR)  # the night was no rest: 8 o'clock, 4 hours are left
    change(aki, quiet_from=time(22), quiet_to=time(7))
    assert seat(match, 0).due_at == NOON + 24 * HOUR
    clock.move_to(NOON + 23 * HOUR)
    change(aki, quiet_from=time(11), quiet_to=time(15))  # from now for four hours
    assert seat(match, 0).due_at == NOON + 28 * HOUR


def test_old_quiet_hours_stay_a_rest(aki: Player, botan: Player, clock: Clock) -> None:
    change(aki, quiet_from=time(22), quiet_to=time(8))
    match = running(aki, botan, clock=DAY)
    clock.shift(20 * HOUR)  # 10 hours were used
    change(aki, quiet_from=None, quiet_to=None)
    assert seat(match, 0).due_at == NOON + 34 * HOUR


def test_a_new_weekend_or_zone_undoes_nothing(
    aki: Player, botan: Player, clock: Clock
) -> None:
    clock.move_to(NOON + timedelta(days=5))  # Saturday
    match = running(aki, botan, clock=DAY)
    clock.shift(10 * HOUR)
    change(aki, rests_at_weekends=True)
    monday = datetime(2026, 3, 9, tzinfo=UTC)
    assert seat(match, 0).due_at == monday + 14 * HOUR
    change(aki, time_zone="Asia/Tokyo")  # where Monday comes nine hours earlier
    assert seat(match, 0).due_at == monday - 9 * HOUR + 14 * HOUR


def test_who_has_no_time_left_gains_none_by_a_new_calendar(
    aki: Player, botan: Player, clock: Clock
) -> None:
    match = running(aki, botan, clock={**DAY, "grace": 3600, "holidays": 9})
    clock.shift(24 * HOUR + HOUR / 2)  # in the grace
    before = seat(match, 0)
    change(aki, quiet_from=time(12), quiet_to=time(20))
    absence_add(player=aki, first_day=date(2026, 3, 3), last_day=date(2026, 3, 9))
    assert seat(match, 0).due_at == before.due_at
    assert seat(match, 0).rings_at == before.rings_at


def test_a_change_of_the_calendar_reminds_nobody_twice(
    aki: Player, botan: Player, clock: Clock
) -> None:
    match = running(aki, botan, clock=DAY)
    clock.shift(13 * HOUR)  # one reminder has come
    clocks_ring()
    change(aki, quiet_from=time(2), quiet_to=time(3))
    clock.shift(9 * HOUR)  # 21 hours have run: the other comes at 21.6
    clocks_ring()
    assert letters(match, aki).count("reminder") == 1
    clock.shift(HOUR)
    clocks_ring()
    assert letters(match, aki).count("reminder") == 2


def test_a_pause_reminds_nobody_twice(aki: Player, botan: Player, clock: Clock) -> None:
    match = running(aki, botan, clock=DAY)
    clock.shift(20 * HOUR)
    clocks_ring()
    match_pause(match_id=match.pk, by=aki)
    match_resume(match_id=match.pk, by=aki)
    assert [time[:16] for time in seat(match, 0).reminders] == ["2026-03-03T09:36"]


# -------------------------------------------------------------------- holidays


def test_a_holiday_that_has_begun_is_not_given_back(
    aki: Player, botan: Player, clock: Clock
) -> None:
    """Else the same ten days could be taken again and again."""
    match = running(aki, botan, clock={**DAY, "holidays": 10})
    first, last = date(2026, 3, 3), date(2026, 3, 20)
    absence = absence_add(player=aki, first_day=first, last_day=last)
    clock.move_to(datetime(2026, 3, 11, 20, tzinfo=UTC))  # nine days are taken
    absence_remove(player=aki, absence_id=absence.pk)
    assert seat(match, 0).due_at == datetime(2026, 3, 12, 12, tzinfo=UTC)
    absence_add(player=aki, first_day=date(2026, 3, 12), last_day=last)
    assert seat(match, 0).due_at == datetime(2026, 3, 13, 12, tzinfo=UTC)


def test_a_holiday_begins_today_at_the_earliest(aki: Player, clock: Clock) -> None:
    absence = absence_add(
        player=aki, first_day=date(2026, 2, 1), last_day=date(2026, 3, 5)
    )
    assert absence.first_day == date(2026, 3, 2)
    with pytest.raises(AccountRefused) as refused:
        absence_add(player=aki, first_day=date(2026, 2, 1), last_day=date(2026, 3, 1))
    assert refused.value.code == "over"


def test_the_same_holiday_is_one(aki: Player, clock: Clock) -> None:
    days = {"first_day": date(2026, 3, 2), "last_day": date(2026, 3, 5)}
    assert absence_add(player=aki, **days) == absence_add(player=aki, **days)


# --------------------------------------------------------- a sealed round in steps


WISHES = {"wishes": "yes"}


def test_the_rest_of_an_answer_has_what_is_left_of_the_time(
    aki: Player, botan: Player, clock: Clock
) -> None:
    match = running(aki, botan, clock={**DAY, "bank": 3600}, choices=WISHES)
    assert asked(match) == [(0, "wish"), (1, "wish")]
    clock.shift(20 * HOUR)
    write(match, aki, "wish odd")
    assert asked(match) == [(0, "pick"), (1, "wish")]
    assert seat(match, 0).due_at == NOON + 25 * HOUR
    assert seat(match, 0).bank == HOUR
    assert letters(match, aki).count("turn") == 2  # who writes by mail is asked on


def test_to_withdraw_a_part_gains_no_time(
    aki: Player, botan: Player, clock: Clock
) -> None:
    match = running(aki, botan, clock=DAY, choices=WISHES)
    clock.shift(10 * HOUR)
    write(match, aki, "wish odd")
    clock.shift(10 * HOUR)
    write(match, aki, "", kind="withdraw")
    assert asked(match) == [(0, "wish"), (1, "wish")]
    assert seat(match, 0).due_at == NOON + 24 * HOUR
    write(match, aki, "wish odd; pick 2")
    assert asked(match) == [(1, "wish")]
    clock.shift(2 * HOUR)
    write(match, aki, "", kind="withdraw")
    assert seat(match, 0).due_at == NOON + 26 * HOUR


def test_the_next_round_has_a_time_of_its_own(
    aki: Player, botan: Player, clock: Clock
) -> None:
    match = running(aki, botan, clock=DAY, choices=WISHES)
    clock.shift(20 * HOUR)
    write(match, aki, "wish odd; pick 2; take gold")
    write(match, botan, "wish odd; pick 3; take gold")
    assert asked(match) == [(0, "wish"), (1, "wish")]
    assert seat(match, 0).due_at == NOON + 44 * HOUR


# ----------------------------------------------------------------------- grace


def test_letters_tell_of_the_grace(aki: Player, botan: Player, clock: Clock) -> None:
    match = running(aki, botan, clock={**DAY, "grace": 5400})
    clock.shift(23 * HOUR)
    clocks_ring()
    time_give(match_id=match.pk, by=aki, seat=1, more=HOUR)
    for kind, by, until in (
        ("turn", "13:00", "14:30"),  # those who are still asked read what is true now
        ("reminder", "13:00", "14:30"),
        ("more_time", "13:00", "14:30"),
    ):
        letter = Letter.objects.get(kind=kind, player=botan)
        body = " ".join(str(message_of(letter, "botan@example.org").body).split())
        day = "Tuesday, 3 March 2026"
        assert f"Please decide by {day}, {by} UTC." in body
        assert f"Orders that arrive by {day}, {until} UTC still count." in body


def test_without_grace_letters_tell_of_none(aki: Player, botan: Player) -> None:
    running(aki, botan, clock=DAY)
    letter = Letter.objects.get(kind="turn", player=botan)
    assert "still count" not in message_of(letter, "botan@example.org").body


def test_nobody_looks_before_the_bell_is_due(
    aki: Player, botan: Player, clock: Clock
) -> None:
    """Neither the clock nor the operator: the grace is part of the agreement."""
    match = running(aki, botan, clock={**DAY, "grace": 3600, "reminders": []})
    clock.shift(24 * HOUR + HOUR / 2)
    assert clocks_ring() == 0
    clock.shift(HOUR / 2 + RECEIPT)
    assert clocks_ring() == 1
    assert log(match)[1:3] == ["seat 0 out of time", "seat 1 out of time"]


# ------------------------------------------------------------------- more time


def test_more_time_has_its_limits(aki: Player, botan: Player, clock: Clock) -> None:
    match = running(aki, botan, clock=DAY)
    for days in (20, 10):
        time_give(match_id=match.pk, by=aki, seat=1, more=timedelta(days=days))
    before = log(match)
    with pytest.raises(MatchRefused) as refused:
        time_give(match_id=match.pk, by=aki, seat=1, more=HOUR)
    assert refused.value.code == "time"
    assert "up to 30 more days" in str(refused.value)
    assert "can still be given: 0." in str(refused.value)
    assert log(match) == before
    assert seat(match, 1).due_at == NOON + timedelta(days=31)


def test_and_in_the_whole_match(aki: Player, botan: Player, clock: Clock) -> None:
    match = running(aki, botan, clock=DAY, choices={"rounds": "5"})
    month = timedelta(days=30)
    for _ in range(3):
        time_give(match_id=match.pk, by=aki, seat=1, more=month)
        write(match, aki, "pick 5 or 4 or 3 or 2; take gold")
        write(match, botan, "pick 1 or 2 or 3 or 4; take gold")
    with pytest.raises(MatchRefused) as refused:
        time_give(match_id=match.pk, by=aki, seat=1, more=HOUR)
    assert "90 days in a match" in str(refused.value)
    time_give(match_id=match.pk, by=aki, seat=0, more=month)


def test_the_limit_tells_nobody_who_has_decided(
    aki: Player, botan: Player, chie: Player, clock: Clock
) -> None:
    match = running(aki, botan, chie, clock=DAY)
    write(match, botan, "pick 2")
    for number in (1, 2):
        time_give(match_id=match.pk, by=aki, seat=number, more=timedelta(days=30))
        with pytest.raises(MatchRefused):
            time_give(match_id=match.pk, by=aki, seat=number, more=HOUR)


@pytest.mark.parametrize("more", [timedelta(), -HOUR, timedelta(days=31)])
def test_times_that_cannot_be_given(
    aki: Player, botan: Player, clock: Clock, more: timedelta
) -> None:
    match = running(aki, botan, clock=DAY)
    with pytest.raises(MatchRefused) as refused:
        time_give(match_id=match.pk, by=aki, seat=1, more=more)
    assert refused.value.code == "time"
    assert log(match)[1:] == []
