"""Who has gone, who is late, and who is asked twice."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from sse.accounts.models import Player
from sse.accounts.services import player_erase
from sse.matches.errors import MatchRefused
from sse.matches.models import Match, Submission
from sse.matches.play import (
    back_consent,
    back_propose,
    back_refuse,
    clocks_ring,
    invitation_accept,
    match_open,
    seat_invite,
    seat_join,
    seat_open,
    seat_take,
)
from sse.matches.selectors import resigned
from tests.support.tables import asked, beside, letters, log, running, write

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAY = {"each": 24 * 3600}
Clock = time_machine.Traveller


@pytest.fixture
def clock() -> Iterator[Clock]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def resign(match: Match, player: Player) -> Submission:
    return write(match, player, "", kind=Submission.Kind.RESIGN)


def refused(code: str) -> Any:
    return pytest.raises(MatchRefused, check=lambda error: error.code == code)


# ---------------------------------------------------------------- who has resigned


def test_to_resign_twice_is_to_resign(aki: Player, botan: Player, chie: Player) -> None:
    match = running(aki, botan, chie)
    for _ in range(2):
        assert resign(match, botan).status == "applied"
    assert log(match)[1:] == ["seat 1 resigns"]


def test_who_resigned_keeps_no_match_from_being_paused(
    aki: Player, botan: Player, chie: Player, clock: Clock
) -> None:
    """Nobody asks them any more: they never let a deadline pass."""
    match = running(aki, botan, chie, clock=DAY, choices={"rounds": "5"})
    resign(match, botan)
    for _ in range(6):
        clock.shift(timedelta(hours=25))
        clocks_ring()
    assert beside(match).paused == "forsaken"
    assert letters(match, aki).count("paused") == 1


def test_who_resigns_while_a_program_stands_in_is_gone_with_it(
    aki: Player, botan: Player, chie: Player, clock: Clock
) -> None:
    settings = {**DAY, "at_end": "stand-in", "stand_in": "random"}
    match = running(aki, botan, chie, clock=settings)
    write(match, aki, "pick 1")
    write(match, chie, "pick 2")
    clock.shift(timedelta(hours=25))
    clocks_ring()
    resign(match, botan)
    assert match.seats.get(number=1).stand_in == ""
    entries = [line for line in log(match) if line.startswith("seat 1")]
    assert entries[1:] == ["seat 1 has a stand-in", "seat 1 is back", "seat 1 resigns"]


def test_a_seat_given_up_for_good_is_nobodys(
    aki: Player, botan: Player, chie: Player, doi: Player
) -> None:
    match = running(aki, botan, chie)
    resign(match, botan)
    with refused("resigned"):
        seat_open(match_id=match.pk, by=aki, seat=1)
    email = "doi@example.org"
    invitation = seat_invite(match_id=match.pk, by=aki, email=email, seat=1)
    with refused("resigned"):
        invitation_accept(invitation_id=invitation.pk, player=doi)


def test_what_is_taken_back_was_not_given_up(
    aki: Player, botan: Player, chie: Player
) -> None:
    match = running(aki, botan, chie)
    resign(match, botan)
    assert resigned(match) == {1}
    back_propose(match_id=match.pk, by=aki, entry=0)
    for player in (botan, chie):
        back_consent(match_id=match.pk, player=player)
    assert log(match)[-1] == "back to 0"
    assert resigned(match) == set()
    assert (1, "pick") in asked(match)


# ------------------------------------------------------------------- who is asked


def test_every_proposal_is_told_of(aki: Player, botan: Player, clock: Clock) -> None:
    match = running(aki, botan, choices={"rounds": "5"})
    write(match, aki, "pick 2; take gold")
    write(match, botan, "pick 3; take gold")
    for number, entry in enumerate((0, 1), start=1):
        back_propose(match_id=match.pk, by=aki, entry=entry)
        assert letters(match, botan).count("back_asked") == number
        clock.shift(timedelta(minutes=1))
        back_refuse(match_id=match.pk, player=botan)
        assert letters(match, aki).count("back_refused") == number


def test_a_no_stands_until_the_match_has_gone_on(
    aki: Player, botan: Player, clock: Clock
) -> None:
    match = running(aki, botan, choices={"rounds": "5"})
    write(match, aki, "pick 2; take gold")
    write(match, botan, "pick 3; take gold")
    back_propose(match_id=match.pk, by=aki, entry=0)
    back_refuse(match_id=match.pk, player=botan)
    with refused("said_no"):
        back_propose(match_id=match.pk, by=aki, entry=0)
    write(match, aki, "pick 4; take gold")
    write(match, botan, "pick 5; take gold")
    back_propose(match_id=match.pk, by=aki, entry=0)


def test_to_propose_the_same_is_to_agree(
    aki: Player, botan: Player, chie: Player
) -> None:
    match = running(aki, botan, chie)
    for player in (aki, botan, chie):
        write(match, player, "pick 2")
    back_propose(match_id=match.pk, by=aki, entry=0)
    back_propose(match_id=match.pk, by=botan, entry=0)
    assert beside(match).consents == {0, 1}
    assert letters(match, chie).count("back_asked") == 1
    back_consent(match_id=match.pk, player=chie)
    assert log(match)[-1] == "back to 0"


def test_of_who_is_erased_no_consent_is_wanted(
    aki: Player, botan: Player, chie: Player
) -> None:
    match = running(aki, botan, chie)
    for player in (aki, botan, chie):
        write(match, player, "pick 2")
    player_erase(player=chie)
    back_propose(match_id=match.pk, by=aki, entry=0)
    back_consent(match_id=match.pk, player=botan)
    assert log(match)[-1] == "back to 0"


# ------------------------------------------------------------------- who is invited


def test_who_is_late_displaces_nobody(
    aki: Player, botan: Player, chie: Player, doi: Player
) -> None:
    match = running(aki, botan)
    late, first = (
        seat_invite(match_id=match.pk, by=aki, email=email, seat=1)
        for email in ("doi@example.org", "chie@example.org")
    )
    invitation_accept(invitation_id=first.pk, player=chie)
    with refused("answered"):
        invitation_accept(invitation_id=late.pk, player=doi)
    assert match.seats.get(number=1).player == chie
    first.refresh_from_db()
    assert first.answer == "accepted"


def test_nor_who_took_an_open_seat(
    aki: Player, botan: Player, chie: Player, doi: Player
) -> None:
    match = running(aki, botan)
    seat_open(match_id=match.pk, by=aki, seat=1)
    late = seat_invite(match_id=match.pk, by=aki, email="doi@example.org", seat=1)
    seat_take(match_id=match.pk, player=chie, seat=1)
    with refused("answered"):
        invitation_accept(invitation_id=late.pk, player=doi)


# ------------------------------------------------------------------ come and gone


@pytest.mark.parametrize("privacy", ["private", "listed when finished"])
def test_strangers_sit_down_only_where_everybody_may_look(
    aki: Player, botan: Player, doi: Player, privacy: str
) -> None:
    match = match_open(organiser=aki, game="toy", seats=2, privacy=privacy)
    with pytest.raises(MatchRefused) as refused:
        seat_join(match_id=match.pk, player=doi)
    assert refused.value.code == "private"
    Match.objects.filter(pk=match.pk).update(privacy="listed")
    seat_join(match_id=match.pk, player=botan)


def test_who_comes_and_goes_stands_in_the_log(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    seat_open(match_id=match.pk, by=aki, seat=1)
    write(match, botan, "pick 4")
    assert log(match)[1:] == ["seat 1 is open", "seat 1 is back"]
