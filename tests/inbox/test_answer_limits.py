"""What changes something is answered always; limits are told of once."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from sse.accounts.models import Player
from sse.inbox.models import RawMail
from sse.matches.models import Match
from sse.matches.play import match_open
from sse.outbox.models import Letter
from sse.outbox.rendering import message_of
from tests.support.mails import address, answers, send
from tests.support.tables import beside, running

pytestmark = pytest.mark.django_db
PASS = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\r\n"


@pytest.fixture(autouse=True)
def here(settings: Settings) -> None:
    settings.MAIL_DOMAIN = "play.example.org"
    settings.MAIL_MAILBOX = "hikyaku"
    settings.MAIL_AUTHSERV_ID = "mx.example.org"
    settings.MAIL_RATE_SEAT = "1000/hour"


@pytest.fixture
def match(aki: Player, botan: Player) -> Match:
    return running(aki, botan)


def ask_a_lot(match: Match, player: Player) -> list[Letter]:
    """Until questions are answered no more."""
    for number in range(12):
        send(f"rules 5.{number}", player, address(match, player), PASS)
    found = answers()
    assert len(found) == 10
    return found


def body(letter: Letter) -> str:
    return " ".join(str(message_of(letter, "x@example.org").body).split())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("resign", "your seat is given up for good"),
        ("resign really", ""),
        ("withdraw", ""),
        ("away 2027-01-02 2027-01-05", "You are away from"),
        ("away soon", "Which days?"),
        ("back", "You have no holidays"),
        ("settings name Bo", "These are your settings"),
        ("settings shoe 12", "There is no setting"),
        ("say to all: hello", "sent to everyone"),
        ("note: a plan", "Added to your diary"),
        ("extend 2 days", "No clock is running for you"),
        ("create toy", "is open, number"),
        ("join {other}", "You have a seat"),
        ("accept", "Nothing is waiting for your answer"),
        ("new address", "You have new reply addresses"),
        ("away 2027-01-02 2027-01-05\npick 3", "in a separate email"),
    ],
)
def test_what_acts_is_answered_beyond_the_limit(
    match: Match, aki: Player, botan: Player, text: str, said: str
) -> None:
    other = match_open(organiser=aki, game="toy", seats=3)
    before = len(ask_a_lot(match, botan))
    send(text.format(other=other.pk), botan, address(match, botan), PASS)
    (letter,) = answers()[before:]
    assert letter.player == botan
    assert said in body(letter)


def test_an_old_turn_is_told_beyond_the_limit(match: Match, botan: Player) -> None:
    old = address(match, botan)
    send("pick 3\ntake gold", botan, old, PASS)
    aki = match.seats.get(number=0).player
    assert aki is not None
    send("pick 2\ntake gold", aki, address(match, aki), PASS)
    before = len(answers())
    for number in range(12):
        send(f"rules 5.{number}", botan, address(match, botan), PASS)
    assert len(answers()) == before + 10
    send("pick 4", botan, old, PASS)
    send("resign really", botan, old, PASS)
    assert [letter.kind for letter in answers()[before + 10 :]] == ["stale", "stale"]


def test_many_changes_are_each_answered(match: Match, botan: Player) -> None:
    to = address(match, botan)
    for number in range(45):
        send(f"settings name Botan {number}", botan, to, PASS)
    assert len(answers()) == 45


def test_the_limit_is_told_once(match: Match, botan: Player) -> None:
    found = ask_a_lot(match, botan)
    told = ["You have written a lot lately" in body(letter) for letter in found]
    assert told == [False] * 9 + [True]
    assert "anything that changes something are accepted" in body(found[-1])
    send("away 2027-01-02 2027-01-05", botan, address(match, botan), PASS)
    send("pick 3", botan, address(match, botan), PASS)
    away, receipt = answers()[10:]
    assert (away.kind, receipt.kind) == ("answer", "receipt")
    assert "written a lot" not in body(away) + body(receipt)


def test_the_limit_of_refusals_is_told_once(match: Match, botan: Player) -> None:
    for number in range(32):
        send(f"dance {number}", botan, address(match, botan), PASS)
    found = answers()
    assert [letter.kind for letter in found] == ["refusal"] * 30
    told = ["Many of your orders could not be accepted" in body(one) for one in found]
    assert told == [False] * 29 + [True]
    assert beside(match).plans.get(1) is None


def test_the_same_words_again_and_again_are_told_once(
    match: Match, botan: Player
) -> None:
    to = address(match, botan)
    for _ in range(7):
        send("status", botan, to, PASS)
    found = answers()
    told = ["exactly these words 5 times" in body(letter) for letter in found]
    assert told == [False] * 4 + [True]
    for _ in range(22):
        send("settings letters daily", botan, to, PASS)
    assert len(answers()) == 5 + 20
    assert "exactly these words 20 times" in body(answers()[-1])


def test_held_mails_beyond_the_limit_are_told_of_once(
    match: Match, botan: Player
) -> None:
    for number in range(13):
        mail = send(f"settings name Botan {number}", botan, address(match, botan))
        assert mail.status == RawMail.Status.HELD
    assert [letter.kind for letter in answers()] == ["held"] * 10 + ["answer"]
    assert "we do not ask you about each" in body(answers()[-1])
