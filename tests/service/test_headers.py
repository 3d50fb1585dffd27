"""Where answers to letters go, and how mail programs put letters together."""

from __future__ import annotations

import pytest
from django.conf import settings as conf

from sse.accounts.models import Player
from sse.inbox.addresses import address_read, addresses_in
from sse.inbox.reading import Kind, Us, read_mail
from sse.inbox.selectors import epoch_of, office
from sse.matches.models import Match
from sse.outbox.letters import letter_to
from sse.outbox.models import Letter
from sse.outbox.writing import message_of
from tests.service.tables import running

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
    assert message.from_email == conf.DEFAULT_FROM_EMAIL


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
