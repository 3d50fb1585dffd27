"""Clocks and seats where something unusual has happened before."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from sse.accounts.models import Player
from sse.matches.clock import deadlines
from sse.matches.errors import MatchRefused
from sse.matches.models import Match, Seat
from sse.matches.play import (
    back_consent,
    back_propose,
    clocks_ring,
    invitation_accept,
    match_pause,
    match_resume,
    seat_invite,
    seat_open,
    time_give,
)
from sse.matches.play.locked_match import LockedMatch
from sse.outbox.models import Letter
from tests.support.tables import asked, beside, letters, log, running, write

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


# ------------------------------------------------------------------ many matches


def test_a_broken_match_keeps_no_other_clock_from_ringing(
    aki: Player, botan: Player, clock: Clock
) -> None:
    broken, whole = running(aki, botan, clock=DAY), running(aki, botan, clock=DAY)
    Match.objects.filter(pk=broken.pk).update(clock={"each": "much"})
    clock.shift(25 * HOUR)
    clocks_ring()
    assert "seat 0 out of time" in log(whole)
    assert "seat 0 out of time" not in log(broken)


def test_time_runs_from_when_the_question_is_asked_not_from_when_beat_rang(
    aki: Player, botan: Player, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many clocks ring at once: the last of them minutes after the first."""
    first, last = running(aki, botan, clock=DAY), running(aki, botan, clock=DAY)
    ring_due = deadlines.ring_due

    def slowly(table: LockedMatch, by: datetime) -> None:
        ring_due(table, by)
        clock.shift(timedelta(minutes=5))

    monkeypatch.setattr(deadlines, "ring_due", slowly)
    clock.shift(25 * HOUR)
    clocks_ring()
    due = [seat(match, 0).due_at or seat(match, 1).due_at for match in (first, last)]
    assert due == [NOON + 49 * HOUR, NOON + 49 * HOUR + timedelta(minutes=5)]


def test_in_the_grace_nothing_is_written(
    aki: Player, botan: Player, clock: Clock
) -> None:
    match = running(aki, botan, clock={**DAY, "grace": 3600, "reminders": []})
    changed_at = match.changed_at
    clock.shift(24 * HOUR + HOUR / 2)
    clocks_ring()
    match.refresh_from_db()
    assert match.changed_at == changed_at


# --------------------------------------------------------------- after a time-out


def test_who_ran_out_of_time_has_some_again_when_the_match_goes_on(
    aki: Player, botan: Player, clock: Clock
) -> None:
    match = running(aki, botan, clock={**DAY, "bank": 3600, "at_end": "pause"})
    clock.shift(26 * HOUR)
    clocks_ring()
    match_resume(match_id=match.pk, by=aki)
    for number in (0, 1):
        assert seat(match, number).due_at == NOON + 50 * HOUR
        assert seat(match, number).bank == timedelta()
    clock.shift(HOUR)
    clocks_ring()
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


@pytest.mark.parametrize(
    "at_end", [{"at_end": "open"}, {"at_end": "stand-in", "stand_in": "random"}]
)
def test_who_comes_back_without_an_answer_has_a_clock_again(
    aki: Player, botan: Player, clock: Clock, at_end: dict[str, Any]
) -> None:
    match = running(aki, botan, clock={**DAY, **at_end})
    write(match, aki, "pick 2")
    clock.shift(25 * HOUR)
    clocks_ring()
    assert seat(match, 1).due_at is None
    write(match, botan, "take gold")  # which is for later
    assert (1, "pick") in asked(match)
    assert seat(match, 1).due_at == NOON + 49 * HOUR


def test_an_organiser_may_open_a_seat_and_its_player_come_back(
    aki: Player, botan: Player, clock: Clock
) -> None:
    match = running(aki, botan, clock=DAY)
    seat_open(match_id=match.pk, by=aki, seat=1)
    write(match, botan, "take gold")
    assert seat(match, 1).due_at == NOON + 24 * HOUR


# -------------------------------------------------------------------- more time


def test_who_gets_more_time_is_reminded_again(
    aki: Player, botan: Player, clock: Clock
) -> None:
    match = running(aki, botan, clock=DAY)
    clock.shift(23 * HOUR)  # both reminders are due
    clocks_ring()
    time_give(match_id=match.pk, by=aki, seat=1, more=240 * HOUR)
    clock.shift(220 * HOUR)
    clocks_ring()
    assert letters(match, botan).count("reminder") == 2
    assert letters(match, aki).count("reminder") == 1


def test_more_time_tells_nobody_who_has_decided(
    aki: Player, botan: Player, clock: Clock
) -> None:
    """An organiser who plays could ask seat by seat."""
    match = running(aki, botan, clock=DAY)
    write(match, botan, "pick 2")
    time_give(match_id=match.pk, by=aki, seat=1, more=HOUR)
    assert log(match)[1:] == ["seat 1 gets more time"]
    assert seat(match, 1).due_at is None
    assert "more_time" not in letters(match, botan)


def test_more_time_needs_a_clock(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    with pytest.raises(MatchRefused) as refused:
        time_give(match_id=match.pk, by=aki, seat=1, more=HOUR)
    assert refused.value.code == "no_deadline"


# -------------------------------------------------------------- another player


def hand_over(match: Match, by: Player, number: int, to: Player) -> None:
    email = f"{to.name.lower()}@example.org"
    invitation = seat_invite(match_id=match.pk, by=by, email=email, seat=number)
    invitation_accept(invitation_id=invitation.pk, player=to)


def test_a_new_player_has_not_agreed_to_what_the_former_did(
    aki: Player, botan: Player, chie: Player, doi: Player
) -> None:
    match = running(aki, botan, chie)
    for player in (aki, botan, chie):
        write(match, player, "pick 2")
    back_propose(match_id=match.pk, by=aki, entry=0)
    back_consent(match_id=match.pk, player=botan)
    hand_over(match, aki, 1, doi)
    back_consent(match_id=match.pk, player=chie)
    assert not any(line.startswith("back") for line in log(match))
    back_consent(match_id=match.pk, player=doi)
    assert log(match)[-1] == "back to 0"


def test_what_was_proposed_goes_with_the_seat_that_proposed_it(
    aki: Player, botan: Player, doi: Player
) -> None:
    match = running(aki, botan)
    write(match, aki, "pick 2")
    write(match, botan, "pick 3")
    back_propose(match_id=match.pk, by=botan, entry=0)
    hand_over(match, aki, 1, doi)
    with pytest.raises(MatchRefused, check=lambda e: e.code == "no_proposal"):
        back_consent(match_id=match.pk, player=aki)


def test_a_new_player_is_asked_though_the_former_was_late(
    aki: Player, botan: Player, chie: Player, doi: Player, clock: Clock
) -> None:
    match = running(aki, botan, chie, clock=DAY)
    time_give(match_id=match.pk, by=aki, seat=0, more=HOUR)
    time_give(match_id=match.pk, by=aki, seat=2, more=HOUR)
    clock.shift(24 * HOUR + HOUR / 2)
    clocks_ring()
    assert beside(match).late == {(1, "round 1")}
    hand_over(match, aki, 1, doi)
    assert (1, "pick") in asked(match)
    assert seat(match, 1).due_at == NOON + 48.5 * HOUR


# ------------------------------------------------------------------ what is told


def test_lines_that_could_not_be_used_are_told_with_the_next_letter(
    aki: Player, botan: Player
) -> None:
    match = running(aki, botan, choices={"deal": "short"})
    write(match, aki, "pick 5\npick 1")  # there is no 5 in the hand
    write(match, botan, "pick 4")
    assert asked(match) == [(1, "take")]
    write(match, botan, "take gold")
    last = Letter.objects.filter(match=match, player=aki, kind="turn").latest("pk")
    assert last.data["skipped"] == ["pick 5"]
    assert beside(match).lapsed == {}


def test_they_are_not_told_to_another_player(
    aki: Player, botan: Player, doi: Player
) -> None:
    match = running(aki, botan, choices={"deal": "short"})
    write(match, aki, "pick 5\npick 1")
    write(match, botan, "pick 4")
    hand_over(match, aki, 0, doi)
    write(match, botan, "take gold")
    for letter in Letter.objects.filter(match=match, player=doi):
        assert not letter.data.get("skipped")


# ---------------------------------------------------------------------- taken back


def test_a_match_taken_back_has_no_clock_for_who_is_not_asked_any_more(
    aki: Player, botan: Player, clock: Clock
) -> None:
    match = running(aki, botan, clock=DAY)
    write(match, aki, "pick 1")
    write(match, botan, "pick 2")
    assert asked(match) == [(1, "take")]
    write(match, botan, "take gold")
    assert asked(match) == [(0, "pick"), (1, "pick")]
    back_propose(match_id=match.pk, by=aki, entry=2)
    back_consent(match_id=match.pk, player=botan)
    assert asked(match) == [(1, "take")]
    assert seat(match, 0).due_at is None
    clock.shift(25 * HOUR)
    clocks_ring()
    assert "seat 1 out of time" in log(match)
    assert "seat 0 out of time" not in log(match)


# ----------------------------------------------------------------------- withdrawn


def test_to_write_and_withdraw_gains_no_time(
    aki: Player, botan: Player, clock: Clock
) -> None:
    match = running(aki, botan, clock={**DAY, "bank": 3600, "increment": 600})
    clock.shift(23 * HOUR)
    write(match, botan, "pick 2")
    assert seat(match, 1).due_at is None
    clock.shift(HOUR)  # which others take
    write(match, botan, "", kind="withdraw")
    assert seat(match, 1).due_at == NOON + 26 * HOUR
    assert seat(match, 1).bank == HOUR
    assert letters(match, botan).count("turn") == 1
    clock.shift(HOUR * 1.5)
    write(match, botan, "pick 3")
    write(match, aki, "pick 1", received_at=NOON)
    assert seat(match, 1).bank == HOUR / 2 + timedelta(seconds=600)


def test_at_tempo_phase_too(aki: Player, botan: Player, clock: Clock) -> None:
    match = running(aki, botan, clock=DAY, tempo="phase")
    clock.shift(23 * HOUR)
    write(match, botan, "pick 2")
    write(match, botan, "", kind="withdraw")
    assert seat(match, 1).due_at == NOON + 24 * HOUR


def test_what_was_used_before_a_pause_is_gone_from_the_bank(
    aki: Player, botan: Player, clock: Clock
) -> None:
    match = running(aki, botan, clock={**DAY, "bank": 7200})
    clock.shift(25 * HOUR)
    match_pause(match_id=match.pk, by=aki)
    clock.shift(timedelta(days=3))
    write(match, aki, "pick 1")
    write(match, botan, "pick 2")
    assert [seat(match, number).bank for number in (0, 1)] == [HOUR, HOUR]
