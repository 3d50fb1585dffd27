"""Where answers to letters go, and how mail programs put letters together."""

from __future__ import annotations

from email import message_from_bytes
from email.policy import compat32, default
from typing import Any

import pytest
from django.conf import settings as conf

from sse.accounts.models import Player
from sse.inbox.identity.cases import epoch_of
from sse.inbox.reading.mail import read_mail
from sse.inbox.reading.types import Kind, Us
from sse.matches.models import Match
from sse.outbox.letters import letter_to, letter_to_seat
from sse.outbox.models import Letter
from sse.outbox.rendering import message_of
from sse.platform.mail_addresses import address_read, addresses_in, office
from tests.support.tables import running

pytestmark = pytest.mark.django_db


def turn_letter(match: Match, player: Player) -> Letter:
    return Letter.objects.get(match=match, player=player, kind="turn")


def test_a_letter_is_answered_to_the_seat_and_turn(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    letter = turn_letter(match, botan)
    message = message_of(letter, "botan@example.org")
    (address,) = addresses_in(message.reply_to)
    token = address_read(office(), address, epoch_of)
    assert token
    assert (token.number, token.turn) == (match.seats.get(number=1).pk, letter.entry)
    assert message.message()["From"] == conf.DEFAULT_FROM_EMAIL


def test_who_lost_the_seat_gets_no_address_of_it(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    letter = turn_letter(match, botan)
    match.seats.filter(number=1).update(player=None)
    (address,) = addresses_in(message_of(letter, "botan@example.org").reply_to)
    token = address_read(office(), address, epoch_of)
    assert token
    assert (token.kind, token.number) == ("p", botan.pk)


def test_strangers_have_nothing_to_answer() -> None:
    letter = letter_to(player=None, kind="resumed", key="x", email="doi@example.org")
    message = message_of(letter, letter.email)
    assert message.reply_to == []
    assert "=====[" not in str(message.body)


def test_letters_of_a_seat_are_one_thread(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    first, second = Letter.objects.filter(match=match, player=botan).order_by("pk")
    start, turn = (message_of(one, "botan@example.org") for one in (first, second))
    root = f"<match-{match.pk}.seat-1@{office().domain}>"
    assert start.extra_headers["References"] == root
    assert turn.extra_headers["In-Reply-To"] == start.extra_headers["Message-ID"]
    assert turn.extra_headers["References"].startswith(root)
    again = message_of(second, "botan@example.org")
    assert again.extra_headers == turn.extra_headers


def test_a_mail_of_ours_that_comes_back_is_a_loop(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    raw = message_of(turn_letter(match, botan), "b@example.org").message().as_bytes()
    us = Us(domains=("elsewhere.example",))
    assert read_mail(raw, us).kind is Kind.LOOP


def test_an_answer_without_quote_signs_is_cut_at_our_first_line(
    aki: Player, botan: Player
) -> None:
    letter = str(message_of(turn_letter(running(aki, botan), botan), "b@x.org").body)
    raw = f"From: botan@example.org\nSubject: Re: x\n\npick 3\n\n{letter}".encode()
    assert read_mail(raw, Us(domains=("play.example.org",))).text == "pick 3"


def test_a_message_id_that_is_none_is_not_repeated(aki: Player, botan: Player) -> None:
    letter = turn_letter(running(aki, botan), botan)
    letter.data["in_reply_to"] = "<a@b>\nBcc: doi@example.org"
    message = message_of(letter, "botan@example.org")
    assert "Bcc" not in message.message().as_string()


# ------------------------------------------------------------------------- all of them


def raw_headers(letter: Letter) -> Any:
    """As a program that knows no encodings reads them."""
    raw = message_of(letter, "botan@example.org").message().as_bytes(linesep="\r\n")
    return message_from_bytes(raw, policy=compat32)


def unfolded(value: str) -> str:
    return " ".join(value.split())


def test_a_turn_letter_says_everything_that_machines_ask(
    aki: Player, botan: Player
) -> None:
    match = running(aki, botan)
    letter = turn_letter(match, botan)
    got, domain = raw_headers(letter), office().domain
    assert got["Auto-Submitted"] == "auto-generated"
    assert got["X-Auto-Response-Suppress"] == "DR, RN, NRN, OOF, AutoReply"
    assert got["X-Hikyaku-Loop"] == domain
    assert got["List-Id"] == f"Match {match.pk} <match-{match.pk}.{domain}>"
    assert got["Feedback-ID"] == f"match-{match.pk}:turn:letter:{domain}"
    assert got["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link, by_mail = unfolded(got["List-Unsubscribe"]).split(", ")
    assert link.startswith(f"<{conf.SITE}/letters/off/")
    token = address_read(office(), by_mail[8:].partition("?")[0], epoch_of)
    assert token
    assert (token.kind, token.number) == ("l", letter.pk)
    assert "Precedence" not in got
    assert got["MIME-Version"] == "1.0"
    assert len(got.get_all("Date")) == 1


def test_answers_are_of_no_list(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    seat = match.seats.get(player=botan)
    letter = letter_to_seat(seat=seat, kind="answer", key="a", about="x", text="y")
    got = raw_headers(letter)
    assert got["Auto-Submitted"] == "auto-replied"
    assert "List-Unsubscribe" not in got
    assert "List-Unsubscribe-Post" not in got
    assert "Match" in got["List-Id"]


def test_log_in_letters_cannot_be_stopped(aki: Player) -> None:
    letter = letter_to(player=aki, kind="test", key="t")
    got = raw_headers(letter)
    assert "List-Unsubscribe" not in got
    assert "List-Id" not in got


@pytest.mark.parametrize("length", [10, 70, 200, 240])
def test_long_names_are_folded_and_never_encoded(
    length: int, aki: Player, botan: Player, settings: Any
) -> None:
    settings.SITE = "https://a-rather-long-name-of-a-house.games.example.org"
    letter = turn_letter(running(aki, botan), botan)
    theirs = f"<{'x' * (length - 2)}>"
    letter.data["in_reply_to"] = theirs
    raw = message_of(letter, "b@x.org").message().as_bytes(linesep="\r\n")
    head = raw.partition(b"\r\n\r\n")[0]
    assert b"=?" not in head.partition(b"List-Unsubscribe:")[2].partition(b"\r\nL")[0]
    got = raw_headers(letter)
    assert got["In-Reply-To"].strip() == theirs
    assert unfolded(got["References"]).split()[-1] == theirs
    assert "=?" not in got["List-Unsubscribe"]
    assert max(map(len, head.split(b"\r\n"))) <= 260


def test_subjects_of_any_language_are_encoded_by_the_book(
    aki: Player, botan: Player
) -> None:
    botan.language = "ru"
    botan.save()
    match = running(aki, botan, title="Осень в провинции Овари")
    letter = turn_letter(match, botan)
    raw = message_of(letter, "b@x.org").message().as_bytes(linesep="\r\n")
    head = raw.partition(b"\r\n\r\n")[0]
    assert head.isascii()
    for line in head.split(b"\r\n"):
        assert len(line) <= 78 or b"=?" not in line
    got = message_from_bytes(raw, policy=default)
    assert got["Subject"] == f"[Hikyaku {match.pk}] Lanterns: Осень в провинции Овари"


def test_no_header_can_be_smuggled_in(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    Match.objects.filter(pk=match.pk).update(title="x\r\nBcc: doi@example.org\r\n\r\ny")
    letter = turn_letter(match, botan)
    got = raw_headers(letter)
    assert "Bcc" not in got
    assert "Bcc: doi" in got["Subject"]
