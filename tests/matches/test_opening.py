"""Opening, inviting, joining, starting; and the seed's ceremony."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from engine.chance import commitment
from engine.replay import verify
from sse.accounts.models import Player
from sse.accounts.services import player_erase
from sse.matches.errors import MatchRefused
from sse.matches.models import Entry, Invitation, Match, Seat
from sse.matches.play import (
    invitation_accept,
    invitation_decline,
    invitation_revoke,
    match_abandon,
    match_open,
    match_start,
    seat_fill,
    seat_invite,
    seat_join,
    seat_leave,
    seat_word,
)
from sse.matches.selectors import log_file, log_of
from sse.outbox.models import Letter
from sse.outbox.rendering import message_of
from tests.support.tables import letters, log, running

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]


def refused(code: str) -> Any:
    return pytest.raises(MatchRefused, check=lambda error: error.code == code)


def test_a_match_that_could_not_begin_is_not_opened(aki: Player) -> None:
    """Two people cannot leave the first turn to the fifth."""
    wanted: Any = {"game": "age_of_war", "choices": {"first_player": "4"}}
    with translation.override("de"), refused("choice") as fault:
        match_open(organiser=aki, seats=2, **wanted)
    assert str(fault.value) == (
        "So lässt sich Zeitalter des Krieges nicht aufbauen."
        " (Plätze: 2; Wer beginnt: Platz 5)"
    )
    assert match_open(organiser=aki, seats=5, **wanted).pk


def test_a_match_is_opened_joined_and_started(aki: Player, botan: Player) -> None:
    match = match_open(organiser=aki, game="toy", seats=2, title="  Two \n lanterns ")
    assert str(match) == "Two lanterns"
    assert match.status == Match.Status.OPEN
    seat_join(match_id=match.pk, player=botan)
    match = match_start(match_id=match.pk, by=aki)
    assert match.status == Match.Status.RUNNING
    assert log(match)[0].startswith("setup | prizes: ")
    assert letters(match, aki) == ["joined", "started", "turn"]
    assert letters(match, botan) == ["started", "turn"]


@pytest.mark.parametrize(
    ("fields", "code", "said"),
    [
        ({"game": "go"}, "no_game", "There is no game “go”; there are age_of_war, "),
        ({"seats": 5}, "choice", "Lanterns is for 2 to 4 players, not 5."),
        ({"choices": {"rounds": "9"}}, "choice", "“rounds” is a number from 1 to 5"),
        ({"choices": {"moon": "1"}}, "choice", "Lanterns has no choice “moon”"),
        ({"tempo": "hasty"}, "tempo", "“hasty” cannot be chosen there"),
        ({"privacy": "secret"}, "privacy", "“secret” cannot be chosen there"),
        ({"clock": {"each": -1}}, "clock", "each must be a whole number"),
        ({"clock": {"at_end": "stand-in", "stand_in": "x"}}, "no_bot", "no bot “x”"),
        ({"bot_seats": ["daimyo"]}, "no_bot", "Lanterns has no bot “daimyo”"),
        ({"bot_seats": ["random"] * 2}, "too_many", "only 2 seats"),
    ],
)
def test_what_cannot_be_opened_is_told_and_leaves_nothing(
    aki: Player, fields: dict[str, Any], code: str, said: str
) -> None:
    with refused(code) as error:
        match_open(**{"organiser": aki, "game": "toy", "seats": 2, **fields})
    assert said in str(error.value)
    assert not Match.objects.exists()
    assert not Seat.objects.exists()


def test_nobody_sits_twice_or_too_late(
    aki: Player, botan: Player, chie: Player
) -> None:
    match = match_open(organiser=aki, game="toy", seats=2)
    with refused("twice"):
        seat_join(match_id=match.pk, player=aki)
    seat_join(match_id=match.pk, player=botan)
    with refused("full"):
        seat_join(match_id=match.pk, player=chie)
    match_start(match_id=match.pk, by=aki)
    with refused("begun"):
        seat_join(match_id=match.pk, player=chie)
    with refused("begun"):
        match_start(match_id=match.pk, by=aki)
    assert Entry.objects.count() == 1


def test_only_the_organiser_starts_and_only_when_full(
    aki: Player, botan: Player
) -> None:
    match = match_open(organiser=aki, game="toy", seats=2)
    with refused("not_full"):
        match_start(match_id=match.pk, by=aki)
    seat_join(match_id=match.pk, player=botan)
    with refused("not_yours"):
        match_start(match_id=match.pk, by=botan)
    seat_leave(match_id=match.pk, player=botan)
    with refused("no_seat"):
        seat_leave(match_id=match.pk, player=botan)
    with refused("not_yours"):
        seat_fill(match_id=match.pk, by=botan, bot="random")
    seat_fill(match_id=match.pk, by=aki, bot="random")
    match_start(match_id=match.pk, by=aki)


def test_a_private_match_is_for_invited_people(aki: Player, botan: Player) -> None:
    match = match_open(organiser=aki, game="toy", seats=2, privacy="private")
    with refused("private"):
        seat_join(match_id=match.pk, player=botan)
    invitation = seat_invite(match_id=match.pk, by=aki, email="Botan@example.org ")
    seat = invitation_accept(invitation_id=invitation.pk, player=botan)
    assert seat.number == 1


def test_an_address_is_invited_once(aki: Player) -> None:
    match = match_open(organiser=aki, game="toy", seats=2)
    for _ in range(3):
        seat_invite(match_id=match.pk, by=aki, email="new@example.org")
    assert Invitation.objects.count() == 1
    letter = Letter.objects.get(kind="invitation")
    assert letter.email == "new@example.org"


def test_a_promised_seat_is_kept(aki: Player, botan: Player, doi: Player) -> None:
    match = match_open(organiser=aki, game="toy", seats=2)
    invitation = seat_invite(match_id=match.pk, by=aki, email="botan@example.org")
    with refused("full"):
        seat_join(match_id=match.pk, player=doi)
    with refused("not_invited"):
        invitation_accept(invitation_id=invitation.pk, player=doi)
    with refused("not_invited"):
        invitation_accept(invitation_id=10**9, player=doi)
    invitation_decline(invitation_id=invitation.pk, player=botan)
    with refused("answered"):
        invitation_accept(invitation_id=invitation.pk, player=botan)
    seat_join(match_id=match.pk, player=doi)


def test_an_invited_player_may_also_just_sit_down(
    aki: Player, botan: Player, doi: Player
) -> None:
    """The last free seat is promised: to them."""
    match = match_open(organiser=aki, game="toy", seats=2, privacy="private")
    invitation = seat_invite(match_id=match.pk, by=aki, email="botan@example.org")
    assert seat_join(match_id=match.pk, player=botan).number == 1
    invitation.refresh_from_db()
    assert invitation.answer == "accepted"


def test_an_organiser_need_not_wait_for_ever(
    aki: Player, botan: Player, doi: Player
) -> None:
    match = match_open(organiser=aki, game="toy", seats=2)
    invitation = seat_invite(match_id=match.pk, by=aki, email="botan@example.org")
    which = {"match_id": match.pk, "invitation_id": invitation.pk}
    with refused("not_yours"):
        invitation_revoke(by=doi, **which)
    invitation_revoke(by=aki, **which)
    with refused("answered"):
        invitation_revoke(by=aki, **which)
    with refused("answered"):
        invitation_accept(invitation_id=invitation.pk, player=botan)
    seat_join(match_id=match.pk, player=doi)


def test_no_invitation_outlives_the_start(aki: Player, botan: Player) -> None:
    match = match_open(organiser=aki, game="toy", seats=2)
    invitation = seat_invite(match_id=match.pk, by=aki, email="botan@example.org")
    seat_fill(match_id=match.pk, by=aki, bot="random")
    match_start(match_id=match.pk, by=aki)
    with refused("answered"):
        invitation_accept(invitation_id=invitation.pk, player=botan)


@pytest.mark.parametrize("email", ["", "botan", "a@b@c", "x@", "botan@example"])
def test_only_an_address_is_invited(aki: Player, email: str) -> None:
    match = match_open(organiser=aki, game="toy", seats=2)
    with refused("address"):
        seat_invite(match_id=match.pk, by=aki, email=email)
    assert not Invitation.objects.exists()


# ------------------------------------------------------------ what the organiser reads


def news(match: Match) -> list[str]:
    """What the letters to the organiser are about, and what they say first."""
    found = Letter.objects.filter(match=match, player=match.organiser).order_by("pk")
    Player.objects.update(subjects_tell=True)
    messages = [message_of(letter, "aki@example.org") for letter in found]
    parts = [str(message.body).split("\n\n") for message in messages]
    return [
        f"{message.subject.partition('] ')[2]} | {first_after_dear(said)}"
        for message, said in zip(messages, parts, strict=True)
    ]


def first_after_dear(parts: list[str]) -> str:
    greeting = next(n for n, part in enumerate(parts) if "Dear Aki," in part)
    return " ".join(parts[greeting + 1].split())


def test_the_organiser_is_told_who_comes_and_goes(
    aki: Player, botan: Player, chie: Player, doi: Player
) -> None:
    match = match_open(organiser=aki, game="toy", seats=3, title="Moon")
    seat_join(match_id=match.pk, player=botan)
    seat_leave(match_id=match.pk, player=botan)
    seat_join(match_id=match.pk, player=botan)
    yes = seat_invite(match_id=match.pk, by=aki, email="chie@example.org")
    no = seat_invite(match_id=match.pk, by=aki, email="doi@example.org")
    invitation_decline(invitation_id=no.pk, player=doi)
    invitation_accept(invitation_id=yes.pk, player=chie)
    assert news(match) == [
        "Botan has joined | Botan has taken a seat in Moon.",
        "Botan has left | Botan left Moon before the match began."
        " The seat is free again.",
        "Botan has joined | Botan has taken a seat in Moon.",
        "doi@example.org has declined | doi@example.org has declined the invitation to"
        " Moon. You can invite somebody else.",
        "Chie has joined | Chie has taken a seat in Moon.",
    ]
    last = message_of(Letter.objects.latest("pk"), "aki@example.org")
    assert "All seats are taken: reply “start” to begin." in str(last.body)


def test_nobody_is_told_what_they_did_themselves(aki: Player) -> None:
    match = match_open(organiser=aki, game="toy", seats=2)
    seat_leave(match_id=match.pk, player=aki)
    seat_join(match_id=match.pk, player=aki)
    assert news(match) == []


def test_of_who_is_gone_no_name_is_told(aki: Player, botan: Player) -> None:
    match = match_open(organiser=aki, game="toy", seats=2, title="Moon")
    seat_join(match_id=match.pk, player=botan)
    player_erase(player=botan)
    assert [line.partition(" has ")[0] for line in news(match)] == [
        f"Wanderer {botan.pk}"
    ] * 2


def test_who_abandons_before_the_start_leaves_no_log(aki: Player) -> None:
    match = match_open(organiser=aki, game="toy", seats=2)
    match_abandon(match_id=match.pk, by=aki)
    match.refresh_from_db()
    assert match.status == Match.Status.ABANDONED
    assert not Entry.objects.exists()


# ------------------------------------------------------------------- the seed


def test_the_commitment_is_there_before_any_word(aki: Player, botan: Player) -> None:
    match = match_open(organiser=aki, game="toy", seats=2)
    promised = match.commitment
    assert promised == commitment(match.seed)
    seat_join(match_id=match.pk, player=botan, word="autumn \t moon")
    seat_word(match_id=match.pk, player=aki, word="cherry")
    match = match_start(match_id=match.pk, by=aki)
    assert match.commitment == promised
    assert match.words == ["cherry", "autumn moon"]
    with refused("begun"):
        seat_word(match_id=match.pk, player=aki, word="too late")


def test_a_word_changes_the_dice(aki: Player, botan: Player) -> None:
    def first_entry(word: str) -> str:
        match = match_open(organiser=aki, game="toy", seats=2, seed="ab" * 32)
        seat_join(match_id=match.pk, player=botan, word=word)
        return log(match_start(match_id=match.pk, by=aki))[0]

    assert len({first_entry(word) for word in ("", "a", "b", "c", "d")}) > 1
    assert first_entry("a") == first_entry("a")


def test_the_seed_is_told_only_at_the_end(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    assert log_of(match).seed == ""
    assert match.seed not in log_file(match)
    match_abandon(match_id=match.pk, by=aki)
    match.refresh_from_db()
    assert log_of(match).seed == match.seed
    assert verify(log_file(match)).endswith("and the match is abandoned.")
