"""What organisers do, and what everybody has to agree on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from engine.replay import verify
from sse.accounts.models import Player
from sse.matches import states
from sse.matches.errors import MatchRefused
from sse.matches.models import Match, Tenure
from sse.matches.play import (
    back_consent,
    back_propose,
    back_refuse,
    invitation_accept,
    match_abandon,
    match_pause,
    match_resume,
    seat_invite,
    seat_open,
    seat_take,
    time_give,
)
from sse.matches.selectors import log_file, log_of
from sse.outbox.models import Letter
from tests.support.tables import asked, beside, letters, log, running, write

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]

ACTIONS: list[tuple[str, Callable[[Match, Player], object]]] = [
    ("pause", lambda m, p: match_pause(match_id=m.pk, by=p)),
    ("resume", lambda m, p: match_resume(match_id=m.pk, by=p)),
    ("abandon", lambda m, p: match_abandon(match_id=m.pk, by=p)),
    ("open a seat", lambda m, p: seat_open(match_id=m.pk, by=p, seat=1)),
    ("invite", lambda m, p: seat_invite(match_id=m.pk, by=p, email="x@y.z", seat=1)),
    (
        "give time",
        lambda m, p: time_give(match_id=m.pk, by=p, seat=1, more=timedelta(1)),
    ),
]


@pytest.mark.parametrize(
    "act", [act for _, act in ACTIONS], ids=[name for name, _ in ACTIONS]
)
def test_only_the_organiser_organises(
    aki: Player, botan: Player, act: Callable[[Match, Player], object]
) -> None:
    match = running(aki, botan)
    with pytest.raises(MatchRefused) as refused:
        act(match, botan)
    assert refused.value.code == "not_yours"
    assert log(match)[1:] == []


@pytest.mark.parametrize(
    "act", [act for _, act in ACTIONS], ids=[name for name, _ in ACTIONS]
)
def test_nothing_is_organised_after_the_end(
    aki: Player, botan: Player, act: Callable[[Match, Player], object]
) -> None:
    match = running(aki, botan)
    match_abandon(match_id=match.pk, by=aki)
    before = log(match)
    with pytest.raises(MatchRefused):
        act(match, aki)
    assert log(match) == before


def test_an_abandoned_match_asks_nobody(aki: Player, botan: Player) -> None:
    match = running(aki, botan, clock={"each": 60})
    match_abandon(match_id=match.pk, by=aki)
    assert log(match)[-1] == "abandoned"
    assert asked(match) == []
    assert not match.seats.filter(due_at__isnull=False).exists()
    assert letters(match, botan)[-1] == "abandoned"


# ------------------------------------------------------------- changing hands


def test_an_invited_player_takes_over_a_seat(
    aki: Player, botan: Player, chie: Player
) -> None:
    match = running(aki, botan)
    write(match, botan, "pick 4; take rice")
    invitation = seat_invite(
        match_id=match.pk, by=aki, email="chie@example.org", seat=1
    )
    assert match.seats.get(number=1).player == botan  # until somebody comes
    invitation_accept(invitation_id=invitation.pk, player=chie)
    assert log(match)[1:] == ["seat 1 changes hands"]
    assert beside(match).plans.get(1, "") == ""  # the former player's own secret
    assert (1, "pick") in asked(match)
    assert letters(match, chie)[0] == "turn"
    assert letters(match, botan)[-1] == "seat_lost"
    names = [tenure.name for tenure in Tenure.objects.order_by("pk")]
    assert names == ["Aki", "Botan", "Chie"]
    assert log_of(match).names() == ["Aki", "Chie"]
    with pytest.raises(MatchRefused) as refused:
        write(match, botan, "pick 1")
    assert refused.value.code == "no_seat"


def test_a_stale_text_of_a_former_player_is_not_used(
    aki: Player, botan: Player, chie: Player
) -> None:
    from sse.matches.models import Submission
    from sse.matches.play import plan_submit, submissions_apply

    match = running(aki, botan)
    plan_submit(match_id=match.pk, player=botan, text="pick 4", source="web", key="k")
    seat_open(match_id=match.pk, by=aki, seat=1)
    seat_take(match_id=match.pk, player=chie, seat=1)
    submissions_apply(match_id=match.pk)
    assert Submission.objects.get().status == Submission.Status.STALE
    assert (1, "pick") in asked(match)


def test_an_open_seat_is_taken_once(
    aki: Player, botan: Player, chie: Player, doi: Player
) -> None:
    match = running(aki, botan)
    with pytest.raises(MatchRefused) as refused:
        seat_take(match_id=match.pk, player=chie, seat=1)
    assert refused.value.code == "not_open"
    seat_open(match_id=match.pk, by=aki, seat=1)
    with pytest.raises(MatchRefused) as refused:
        seat_take(match_id=match.pk, player=aki, seat=1)
    assert refused.value.code == "twice"
    seat_take(match_id=match.pk, player=chie, seat=1)
    with pytest.raises(MatchRefused) as refused:
        seat_take(match_id=match.pk, player=doi, seat=1)
    assert refused.value.code == "not_open"


@pytest.mark.parametrize("privacy", ["private", "listed when finished"])
def test_an_open_seat_of_a_private_match_is_for_invited_people(
    aki: Player, botan: Player, chie: Player, doi: Player, privacy: str
) -> None:
    match = running(aki, botan)
    Match.objects.update(privacy=privacy)
    seat_open(match_id=match.pk, by=aki, seat=1)
    seat_invite(match_id=match.pk, by=aki, email="chie@example.org", seat=1)
    before = log(match)
    with pytest.raises(MatchRefused) as refused:
        seat_take(match_id=match.pk, player=doi, seat=1)
    assert refused.value.code == "private"
    assert log(match) == before
    seat_take(match_id=match.pk, player=chie, seat=1)
    assert match.seats.get(number=1).player == chie


# ------------------------------------------------------------------- take back


def played(aki: Player, botan: Player) -> Match:
    match = running(aki, botan, choices={"rounds": "5"})
    write(match, aki, "pick 2")
    write(match, botan, "pick 3")
    return match


def test_a_match_is_taken_back_when_all_agree(aki: Player, botan: Player) -> None:
    match = played(aki, botan)
    head = match.head
    back_propose(match_id=match.pk, by=aki, entry=0)
    assert match.entries.count() == head  # Botan is asked first
    assert letters(match, botan)[-1] == "back_asked"
    back_consent(match_id=match.pk, player=botan)
    match.refresh_from_db()
    assert log(match)[-1] == "back to 0"
    assert asked(match) == [(0, "pick"), (1, "pick")]
    assert match.branch == 1
    assert states.state_at(match, 0) == states.state_now(match)
    write(match, aki, "pick 4")
    write(match, botan, "pick 5")
    assert verify(log_file(match)).endswith("still running.")


def test_what_was_used_before_a_take_back_is_not_told_as_unused(
    aki: Player, botan: Player
) -> None:
    match = running(aki, botan, game="age_of_war", choices={"first_player": "1"})
    write(match, botan, "pass")
    write(match, botan, "take dalian via 8")
    back_propose(match_id=match.pk, by=aki, entry=0)
    back_consent(match_id=match.pk, player=botan)
    letter = Letter.objects.filter(match=match, player=botan, kind="turn").latest("pk")
    assert letter.data["skipped"] == ["turn 3: take D1 via I8"]
    match = running(aki, botan, game="age_of_war", choices={"first_player": "1"})
    write(match, botan, "pass")
    back_propose(match_id=match.pk, by=aki, entry=0)
    back_consent(match_id=match.pk, player=botan)
    letter = Letter.objects.filter(match=match, player=botan, kind="turn").latest("pk")
    assert letter.data["skipped"] == []


def test_one_no_is_enough(aki: Player, botan: Player) -> None:
    match = played(aki, botan)
    before = log(match)
    back_propose(match_id=match.pk, by=aki, entry=0)
    back_refuse(match_id=match.pk, player=botan)
    with pytest.raises(MatchRefused) as refused:
        back_consent(match_id=match.pk, player=botan)
    assert refused.value.code == "no_proposal"
    assert log(match) == before


def test_programs_agree_to_everything(aki: Player) -> None:
    match = running(aki, bots=1, choices={"rounds": "5"})
    write(match, aki, "pick 2")
    from sse.matches.play import bots_play, submissions_apply

    bots_play(match_id=match.pk)
    submissions_apply(match_id=match.pk)
    back_propose(match_id=match.pk, by=aki, entry=0)
    assert log(match)[-1] == "back to 0"


@pytest.mark.parametrize("entry", [-1, 2, 3, 99])
def test_only_the_past_can_be_taken_up(aki: Player, botan: Player, entry: int) -> None:
    match = played(aki, botan)
    assert match.head == 3
    with pytest.raises(MatchRefused) as refused:
        back_propose(match_id=match.pk, by=aki, entry=entry)
    assert refused.value.code == "no_entry"


def test_a_stranger_proposes_nothing(aki: Player, botan: Player, doi: Player) -> None:
    match = played(aki, botan)
    with pytest.raises(MatchRefused):
        back_propose(match_id=match.pk, by=doi, entry=0)
    back_propose(match_id=match.pk, by=aki, entry=0)
    with pytest.raises(MatchRefused):
        back_consent(match_id=match.pk, player=doi)
