"""From the bytes of a mail to submissions and letters."""

from __future__ import annotations

import re
import textwrap
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings as conf
from django.core import mail as outbox
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from sse.accounts.models import Player
from sse.inbox import ingest
from sse.inbox.commands import dispatch
from sse.inbox.identity.trust import Action
from sse.inbox.ingest import MOST_ATTEMPTS, mail_process, mails_process
from sse.inbox.models import RawMail
from sse.inbox.services import mail_again, mail_claim, mail_keep
from sse.matches.models import Match, Submission, Talk
from sse.matches.play import clocks_ring, match_open, seat_join, submissions
from sse.outbox.context import facts_of
from sse.outbox.draft import Draft
from sse.outbox.models import Letter
from sse.outbox.rendering import message_of
from sse.outbox.reply_addresses import day_number, held_token, message_id
from sse.outbox.services import letters_send
from sse.platform.mail_addresses import address_make, addresses_in, office
from tests.support.mails import address, answers, keep, raw, send, work
from tests.support.tables import beside, log, running

pytestmark = [pytest.mark.django_db, pytest.mark.each_database, pytest.mark.heavy(4)]
Status = RawMail.Status
US = "hikyaku@play.example.org"
DMARC = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\r\n"
FAILED = (
    "Authentication-Results: mx.example.org; dmarc=fail header.from=example.org\r\n"
)


@pytest.fixture(autouse=True)
def here(settings: Settings) -> None:
    settings.MAIL_DOMAIN = "play.example.org"
    settings.MAIL_MAILBOX = "hikyaku"
    settings.MAIL_AUTHSERV_ID = "mx.example.org"
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**conf.STORAGES, "staticfiles": plain}


@pytest.fixture
def match(aki: Player, botan: Player) -> Match:
    return running(aki, botan)


def body(letter: Letter) -> str:
    return str(message_of(letter, "x@example.org").body)


# ------------------------------------------------------------------------- orders


def test_orders_are_taken_and_a_receipt_is_written(match: Match, botan: Player) -> None:
    mail = send("pick 3\ntake gold\n", botan, address(match, botan), DMARC)
    submission = Submission.objects.get(key=f"mail:{mail.pk}")
    assert (submission.status, submission.source) == ("applied", "mail")
    assert submission.received_at == mail.received_at
    assert (mail.status, mail.player, mail.match) == (Status.DONE, botan, match)
    (letter,) = answers()
    assert (letter.kind, letter.player, letter.seat) == ("receipt", botan, 1)
    said = body(letter)
    assert "  take gold\n" in said.partition("Queued for later:")[2]
    assert "We could not verify" not in said


def test_a_receipt_answers_the_mail(match: Match, botan: Player) -> None:
    to = address(match, botan)
    sender = "botan@example.org"
    octets = raw("pick 3", sender, to, message_id="<mine@mail.example.org>")
    work(keep(octets, to, sender))
    (letter,) = answers()
    headers = message_of(letter, sender).extra_headers
    assert headers["In-Reply-To"] == "<mine@mail.example.org>"
    assert headers["Auto-Submitted"] == "auto-replied"


def test_a_receipt_offers_what_completes_a_plan(aki: Player, botan: Player) -> None:
    """Somebody who sent only a bid can answer the receipt with one ready block."""
    match = running(aki, botan, bots=1, game="shogun", tempo="phase")
    send("bid 1", botan, address(match, botan), DMARC)
    (receipt,) = answers()
    assert "Still open: castle, " in body(receipt)
    ready = facts_of(Draft(receipt))["hints"][0].text
    assert "bid" not in ready, "it is laid already"
    first = ready.splitlines()[0]
    assert f"Possible now, for example:\n\n  {first}\n" in body(receipt)
    send(ready, botan, address(match, botan), DMARC)
    assert "Still open" not in body(answers()[-1])
    assert "Possible now" not in body(answers()[-1])


def test_a_receipt_tells_a_former_player_nothing_of_the_new_plan(
    aki: Player, botan: Player, chie: Player
) -> None:
    """It may leave late: what its seat has sealed since is another player's."""
    match = running(aki, botan, bots=1, game="shogun", tempo="phase")
    send("bid 1", botan, address(match, botan), DMARC)
    (receipt,) = answers()
    assert "hints" in facts_of(Draft(receipt))
    match.seats.filter(player=botan).update(player=chie)
    assert "hints" not in facts_of(Draft(receipt))


def test_one_bad_line_and_nothing_is_taken(match: Match, botan: Player) -> None:
    send("pick 3\ndance", botan, address(match, botan), DMARC)
    (letter,) = answers()
    assert letter.kind == "refusal"
    assert "Line 2: We did not understand “dance” here. [TOY-3]" in body(letter)
    assert "Possible now, for example:\n\n  pick" in body(letter)
    assert beside(match).plans.get(1) is None


def test_who_has_asked_a_lot_still_hears_that_orders_were_not_taken(
    match: Match, botan: Player
) -> None:
    for number in range(12):
        send(f"status\nrules 5.{number}", botan, address(match, botan))
    assert len(answers()) == 10
    send("fil D1 2", botan, address(match, botan))
    assert answers()[-1].kind == "refusal"
    for number in range(40):
        send(f"fil D1 {number}", botan, address(match, botan))
    assert sum(letter.kind == "refusal" for letter in answers()) == 30


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("preveiw\npick 3", "Line 1: This is not an order. Did you mean “preview”?"),
        ("stauts", "Did you mean “status”?"),
        ("say hi", "Did you mean “say to all: …”?"),
        ("Hi, when does the next era begin?", "There is no order in it. To talk to"),
    ],
)
def test_what_was_meant_is_told_and_nothing_is_played(
    match: Match, botan: Player, text: str, said: str
) -> None:
    send(text, botan, address(match, botan), DMARC)
    (letter,) = answers()
    assert letter.kind == "refusal"
    assert said in " ".join(body(letter).split())
    assert beside(match).plans.get(1) is None


def test_a_quoted_letter_is_not_orders(match: Match, botan: Player) -> None:
    theirs = Letter.objects.get(match=match, player=botan, kind="turn")
    quoted = "\n".join(f"> {line}" for line in body(theirs).splitlines())
    mail = send(
        f"pick 3\n\nOn Monday, we wrote:\n{quoted}", botan, address(match, botan)
    )
    assert Submission.objects.get(key=f"mail:{mail.pk}").text == "pick 3"


@pytest.mark.parametrize("width", [50, 72, 76])
@pytest.mark.parametrize("is_below", [False, True])
@pytest.mark.parametrize("game", ["age_of_war", "small_samurai_empires"])
def test_a_letter_that_was_quoted_in_broken_lines_is_not_orders(
    aki: Player, botan: Player, game: str, is_below: bool, width: int
) -> None:
    """The signs before a quoted line make it too long for some mail programs."""
    match = running(aki, botan, game=game)
    letters_send()
    (sent,) = [m for m in outbox.outbox if m.to == ["botan@example.org"]][-1:]
    lines = [f"> {line}" for line in str(sent.body).splitlines()]
    quoted = "\n".join(
        "\n".join(textwrap.wrap(line, width, break_on_hyphens=False) or [line])
        for line in lines
    )
    asked = match_asks(match, botan)
    text = f"On Monday, 16 Nov 2026, Hikyaku wrote:\n{quoted}"
    text = f"{text}\n\n{asked}" if is_below else f"{asked}\n\n{text}"
    reply = f"In-Reply-To: {sent.extra_headers['Message-ID']}\r\n"
    mail = send(text, botan, address(match, botan), DMARC + reply)
    assert Submission.objects.get(key=f"mail:{mail.pk}").text.strip() == asked


def match_asks(match: Match, player: Player) -> str:
    """An order of theirs, whoever's turn it is: a plan is as good."""
    return "pass" if match.game_name == "age_of_war" else "auto all"


def test_nobody_learns_by_guessing_what_another_letter_says(
    match: Match, botan: Player
) -> None:
    """What is ours is left out of a mail only if it was the sender's own letter."""
    letters_send()
    (sent,) = [m for m in outbox.outbox if m.to == ["aki@example.org"]][-1:]
    _marker, *lines = filter(None, str(sent.body).splitlines())
    guess = "\n".join(lines[:6])
    reply = f"In-Reply-To: {sent.extra_headers['Message-ID']}\r\n"
    plain = send(f"pick 3\n{guess}", botan, address(match, botan), DMARC)
    named = send(f"pick 3\n{guess}", botan, address(match, botan), DMARC + reply)
    assert (named.status, named.said) == (plain.status, plain.said)


def test_only_what_is_answered_with_orders_is_kept_as_it_left(
    match: Match, botan: Player
) -> None:
    send("pick 3", botan, address(match, botan), FAILED)
    letters_send()
    kept = {letter.kind: bool(letter.text) for letter in Letter.objects.all()}
    assert kept["turn"]
    assert not kept["held"]  # it holds a link that acts


def test_a_mail_without_a_name_is_no_copy(match: Match, botan: Player) -> None:
    """`pass` may be written in every turn, by a program that names no mail."""
    to, sender = address(match, botan), "botan@example.org"
    nameless = re.sub(rb"Message-ID:[^\n]*\n", b"", raw("status", sender, to, DMARC))
    other = address(match, botan, turn=int(match.head) + 1)
    fates = [work(keep(nameless, where, sender)) for where in (to, other)]
    assert {mail.status for mail in fates} == {Status.DONE}
    assert [mail.kind for mail in fates] == ["status", "status"]


def test_lines_may_be_copied_from_our_letter(match: Match, botan: Player) -> None:
    """Three of our lines in a row are our letter; not if they are orders it offers."""
    letters_send()
    (sent,) = [m for m in outbox.outbox if m.to == ["botan@example.org"]][-1:]
    lines = [line for line in str(sent.body).splitlines() if line.startswith("  pick")]
    Letter.objects.filter(text__gt="").update(text="  pick 1\n  pick 2\n  pick 3\n")
    assert lines
    reply = f"In-Reply-To: {sent.extra_headers['Message-ID']}\r\n"
    text = "pick 1\npick 2\npick 3"
    mail = send(text, botan, address(match, botan), DMARC + reply)
    assert mail.said == text


def test_the_same_message_acts_once(match: Match, botan: Player) -> None:
    to, sender = address(match, botan), "botan@example.org"
    octets = raw("pick 3", sender, to)
    for door in ("smtp", "imap", "smtp"):
        work(keep(b"Received: from x\r\n" * 2 + octets, to, sender, door))
    assert Submission.objects.filter(source="mail").count() == 1
    assert len(answers()) == 1


def test_what_is_run_again_does_nothing_more(match: Match, botan: Player) -> None:
    mail = send("pick 3", botan, address(match, botan))
    mail_again(mail_id=mail.pk)
    work(mail)
    assert mail.status == Status.DONE
    assert Submission.objects.filter(source="mail").count() == 1
    assert len(answers()) == 1


@pytest.mark.parametrize(
    ("text", "is_done"),
    [("create toy, a bot", "matches"), ("extend 2 days", "time"), ("say: hi", "talk")],
)
def test_commands_that_are_run_again_do_nothing_more(
    text: str, is_done: str, aki: Player, botan: Player
) -> None:
    match = running(aki, botan, clock={"each": 86400})

    def counts() -> dict[str, object]:
        due = match.seats.get(number=1).due_at
        said = Talk.objects.count()
        return {"matches": Match.objects.count(), "time": due, "talk": said}

    before = counts()
    mail = send(text, aki, address(match, aki), DMARC)
    once, written = counts(), Letter.objects.count()
    assert once[is_done] != before[is_done]
    for status in ("by hand", Status.NEW):
        if status == Status.NEW:
            RawMail.objects.filter(pk=mail.pk).update(status=status)
        else:
            mail_again(mail_id=mail.pk)
        work(mail)
        assert (counts(), Letter.objects.count()) == (once, written)
        assert (mail.status, mail.player, mail.match) == (Status.DONE, aki, match)
        assert mail.why == "had acted already"


def test_what_was_only_refused_can_be_run_again(match: Match, aki: Player) -> None:
    mail = send("start", aki, address(match, aki), DMARC)
    assert (mail.status, mail.acted_at) == (Status.DONE, None)
    mail_again(mail_id=mail.pk)
    assert work(mail).why == "proved"


def test_what_broke_after_it_was_done_was_not_done(
    match: Match, aki: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fall(**_: Any) -> None:
        raise RuntimeError

    with monkeypatch.context() as broken:
        broken.setattr(ingest, "mail_settle", fall)
        mail = send("create toy, a bot", aki, address(match, aki), DMARC)
    assert (mail.status, Match.objects.count()) == (Status.BROKEN, 1)
    mail_again(mail_id=mail.pk)
    assert (work(mail).status, Match.objects.count()) == (Status.DONE, 2)


def test_who_was_too_slow_does_nothing(match: Match, aki: Player) -> None:
    to, sender = address(match, aki), "aki@example.org"
    keep(raw("create toy, a bot", sender, to, DMARC), to, sender)
    slow = mail_claim()
    assert slow
    with time_machine.travel(timezone.now() + timedelta(hours=1)):
        fast = mail_claim()
        mail_process(slow)
        assert Match.objects.count() == 1
        assert fast
        mail_process(fast)
    assert Match.objects.count() == 2


def test_what_is_not_proved_is_marked(match: Match, botan: Player) -> None:
    send("pick 3", botan, address(match, botan))
    assert "We could not verify" in body(answers()[0])


def test_a_match_that_is_over_is_told(match: Match, botan: Player) -> None:
    to = address(match, botan)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.ABANDONED)
    mail = send("pick 3", botan, to)
    assert mail.status == Status.DONE
    (letter,) = answers()
    assert "The match is over." in body(letter)


def test_who_shows_the_address_to_others_gets_a_new_one(
    match: Match, botan: Player
) -> None:
    to = address(match, botan)
    send("pick 3", botan, to, "Cc: doi@example.org\r\n" + DMARC)
    assert match.seats.get(number=1).token_epoch == 1
    assert "the old one no longer works" in " ".join(body(answers()[0]).split())
    assert send("pick 2", botan, to, DMARC).kind != "orders"


@pytest.fixture
def void(match: Match, botan: Player) -> str:
    """A reply address of Botan's that others have seen."""
    to = address(match, botan)
    send("status", botan, to, "Cc: doi@example.org\r\n" + DMARC)
    return to


@pytest.mark.parametrize("headers", [DMARC, ""])
def test_a_void_address_is_answered_with_a_good_one(
    headers: str, void: str, match: Match, botan: Player
) -> None:
    for _ in range(2):  # and not once a day: it may have been an order
        mail = send("pick 3", botan, void, headers)
        assert (mail.status, mail.why) == (Status.DONE, "a void address")
        letter = answers()[-1]
        assert (letter.kind, letter.player, letter.seat) == ("stale", botan, 1)
    said = " ".join(body(letter).split())
    assert "no longer works" in said
    assert "Possible now, for example: pick" in said
    assert "which match" not in said.lower()
    assert "earlier turn" not in said
    assert not Submission.objects.filter(source="mail").exists()
    (to,) = addresses_in(message_of(letter, "x@example.org").reply_to)
    assert to != void
    mail = send("pick 3", botan, to, DMARC)
    assert Submission.objects.get(key=f"mail:{mail.pk}").status == "applied"


def test_a_void_address_helps_nobody_else(
    void: str, match: Match, botan: Player, doi: Player
) -> None:
    before = len(answers())
    assert send("pick 3", doi, void).kind == "no seat"
    assert send("pick 3", botan, void, FAILED).status == Status.IGNORED
    assert {one.player for one in answers()[before:]} == {doi}
    assert send("say: hi", botan, void).status == Status.HELD
    assert not Talk.objects.exists()
    assert send("say: hi", botan, void, DMARC).kind == "say"
    assert Talk.objects.exists()


def test_a_proved_answer_to_our_letter_counts_at_a_void_address(
    void: str, match: Match, botan: Player
) -> None:
    theirs = Letter.objects.get(match=match, player=botan, kind="turn")
    name = f"In-Reply-To: {message_id(theirs)}\r\n"
    assert send("pick 3", botan, void, name).why == "a void address"
    mail = send("pick 3", botan, void, DMARC + name)
    assert Submission.objects.get(key=f"mail:{mail.pk}").status == "applied"


def test_a_void_address_before_the_start(aki: Player, botan: Player) -> None:
    match = match_open(organiser=aki, game="toy", seats=3)
    seat_join(match_id=match.pk, player=botan)
    void = address(match, botan, 0)
    match.seats.filter(player=botan).update(token_epoch=1)
    send("pick 3", botan, void, DMARC)
    (letter,) = answers()
    assert "no longer valid" in " ".join(body(letter).split())


# ------------------------------------------------------- to several of our addresses


def send_copies(
    text: str, player: Player, *to: str, door: str = "smtp"
) -> list[RawMail]:
    """One message; a copy for each address, one after the other."""
    sender = f"{player.name.lower()}@example.org"
    octets = raw(text, sender, ", ".join(to), DMARC)
    return [work(keep(octets, one, sender, door)) for one in to]


@pytest.mark.parametrize("is_seat_first", [True, False])
@pytest.mark.parametrize("text", ["pick 3", "create toy, a bot", "say: hi", "status"])
def test_a_mail_to_a_seat_and_to_us_acts_and_is_answered_once(
    is_seat_first: bool, text: str, match: Match, botan: Player
) -> None:
    to = [address(match, botan), US]
    first, second = send_copies(text, botan, *to[:: 1 if is_seat_first else -1])
    assert (first.status, first.seat) == (Status.DONE, match.seats.get(number=1))
    assert (second.status, second.why) == (Status.IGNORED, f"a copy of mail {first.pk}")
    assert Submission.objects.filter(source="mail").count() == (text == "pick 3")
    assert Talk.objects.count() == (text == "say: hi")
    assert Match.objects.count() == 1 + ("create" in text)
    assert len(answers()) == 1


def test_two_recipients_of_one_delivery_are_one_mail(
    match: Match, botan: Player
) -> None:
    to, sender = [US, address(match, botan)], "botan@example.org"
    octets = raw("create toy, a bot", sender, ", ".join(to), DMARC)
    mail_keep(raw=octets, envelope_from=sender, recipients=to, door="imap")
    mails_process()
    assert (Match.objects.count(), len(answers())) == (2, 1)


def test_the_same_words_in_another_mail_count_again(
    match: Match, botan: Player
) -> None:
    for number in range(3):
        send_copies("say: hi", botan, address(match, botan), US)
        assert Talk.objects.count() == number + 1


def test_a_mail_to_two_seats_counts_for_the_senders(
    match: Match, aki: Player, botan: Player
) -> None:
    first, second = send_copies(
        "pick 3", botan, address(match, aki), address(match, botan)
    )
    assert Submission.objects.get(source="mail").player == botan
    assert (first.status, second.status) == (Status.DONE, Status.IGNORED)
    assert [(one.kind, one.player) for one in answers()] == [("receipt", botan)]


def test_a_mail_to_two_seats_of_one_person_counts_for_one_and_says_so(
    match: Match, aki: Player, botan: Player
) -> None:
    other = running(aki, botan, title="Spring")
    send_copies("pick 3", botan, address(match, botan), address(other, botan))
    assert Submission.objects.get(source="mail").match == match
    receipt, told = answers()
    assert (receipt.match, told.match) == (match, other)
    assert f"counted for {match} only" in " ".join(body(told).split())


def test_of_two_turns_of_a_seat_the_present_one_counts(
    match: Match, aki: Player, botan: Player
) -> None:
    old = address(match, botan)
    send("pick 1", aki, address(match, aki))
    send("pick 2", botan, old)
    before = len(answers())
    send_copies("take gold", botan, old, address(match, botan))
    assert [one.kind for one in answers()[before:]] == ["receipt"]


def test_a_copy_that_could_not_act_does_not_stop_the_other(
    match: Match, botan: Player
) -> None:
    """Nothing in the first tells of the seat: as if by Bcc."""
    to, sender = address(match, botan), "botan@example.org"
    octets = raw("pick 3", sender, US, DMARC)
    for one in (US, to):
        work(keep(octets, one, sender))
    assert Submission.objects.get(source="mail").status == "applied"


def test_nobody_stops_a_mail_by_sending_a_copy_before(
    match: Match, botan: Player, doi: Player
) -> None:
    to, name = address(match, botan), "<guessed@example.org>"
    octets = raw("pick 3", "doi@example.org", US, DMARC, name)
    work(keep(octets, US, "doi@example.org"))
    octets = raw("pick 3", "botan@example.org", to, DMARC, name)
    work(keep(octets, to, "botan@example.org"))
    assert Submission.objects.get(source="mail").status == "applied"


# --------------------------------------------------------------------------- who


def test_another_address_is_held_and_the_owner_asked(
    match: Match, botan: Player, doi: Player
) -> None:
    mail = send("pick 3", doi, address(match, botan), DMARC)
    assert mail.status == Status.HELD
    assert not Submission.objects.filter(source="mail").exists()
    (letter,) = answers()
    assert (letter.kind, letter.player) == ("held", botan)
    assert "doi@example.org" in body(letter)
    assert f"/mails/{held_token(mail.pk)}/" in body(letter)


def test_the_link_acts_when_its_button_is_pressed(
    match: Match, botan: Player, doi: Player
) -> None:
    mail = send("pick 3", doi, address(match, botan), DMARC)
    browser, page = Client(), f"/mails/{held_token(mail.pk)}/"
    assert b"pick 3" in browser.get(page).content
    assert work(mail).status == Status.HELD
    assert browser.post(page).status_code == 200
    assert work(mail).status == Status.DONE
    assert Submission.objects.get(key=f"mail:{mail.pk}").status == "applied"
    assert [letter.kind for letter in answers()] == ["held", "receipt"]
    assert browser.post(page).status_code == 410
    assert Client().get("/mails/1:forged/").status_code == 410


def test_a_confirmed_mail_does_not_act_for_the_next_owner(
    match: Match, botan: Player, chie: Player, doi: Player
) -> None:
    mail = send("pick 3", doi, address(match, botan), DMARC)
    match.seats.filter(number=1).update(player=chie)
    Client().post(f"/mails/{held_token(mail.pk)}/")
    assert work(mail).status == Status.IGNORED
    assert not Submission.objects.filter(source="mail").exists()


def test_a_seat_without_owner_takes_no_orders(
    match: Match, botan: Player, doi: Player
) -> None:
    to = address(match, botan)
    match.seats.filter(number=1).update(player=None)
    assert send("pick 3", botan, to, DMARC).status == Status.IGNORED
    assert send("status", doi, to, DMARC).status == Status.IGNORED
    assert answers() == []


def test_odd_bytes_in_headers_are_no_trouble(match: Match, botan: Player) -> None:
    to, sender = address(match, botan), "botan@example.org"
    odd = raw("pick 3", sender, to, message_id="<ODD@x>").replace(b"ODD", b"\xff\0\xfe")
    mail = work(keep(odd, to, sender))
    assert Submission.objects.get(key=f"mail:{mail.pk}").status == "applied"
    assert message_of(answers()[0], sender).message().as_bytes()


def test_a_failed_proof_is_held(match: Match, botan: Player) -> None:
    assert send("pick 3", botan, address(match, botan), FAILED).status == Status.HELD


def test_the_owner_is_asked_about_each_mail_that_is_held(
    match: Match, botan: Player
) -> None:
    mails = [
        send(text, botan, address(match, botan), FAILED) for text in ("pick 3", "hello")
    ]
    assert [letter.kind for letter in answers()] == ["held", "held"]
    for mail, letter in zip(mails, answers(), strict=True):
        assert f"/mails/{held_token(mail.pk)}/" in body(letter)
        Client().post(f"/mails/{held_token(mail.pk)}/")
        assert work(mail).status == Status.DONE


def test_who_wants_no_answers_is_asked_all_the_same(
    match: Match, botan: Player
) -> None:
    """The letter is no answer to the mail: it goes to whom the seat belongs to."""
    quiet = f"{FAILED}X-Auto-Response-Suppress: All\r\nList-Id: <x.example.org>\r\n"
    to, sender = address(match, botan), "botan@example.org"
    octets = raw("pick 3", sender, to, quiet, "<mine@mail.example.org>")
    assert work(keep(octets, to, sender)).status == Status.HELD
    (letter,) = answers()
    assert (letter.kind, letter.player) == ("held", botan)
    assert "<mine@" not in str(message_of(letter, sender).extra_headers)


def test_who_floods_a_seat_is_told_of_in_one_letter_more(
    match: Match, botan: Player, doi: Player
) -> None:
    for number in range(14):
        sender = f"doi{number % 3}@example.org"
        mail = send(f"pick {number}", doi, address(match, botan), DMARC, sender)
        assert mail.status == Status.HELD
    assert [letter.kind for letter in answers()] == ["held"] * 10 + ["answer"]
    assert {letter.player for letter in answers()} == {botan}
    assert "/letters/" in body(answers()[-1]).partition("-- ")[0]
    send("status", botan, address(match, botan), DMARC)
    assert answers()[-1].data["about"].endswith("status")


def test_who_has_no_token_makes_few_letters(botan: Player) -> None:
    for number in range(6):
        send(f"create toy, title Match {number}", botan, US)
    assert [letter.kind for letter in answers()] == ["held"] * 3 + ["answer"]


def test_a_machine_whose_mails_are_held_falls_silent(
    match: Match, botan: Player
) -> None:
    """It answers every letter that it gets, and nothing proves it."""
    send("I am away.", botan, address(match, botan), FAILED)
    done = 0
    while len(answers()) > done:
        letter = answers()[done]
        done += 1
        (to,) = addresses_in(message_of(letter, "x@example.org").reply_to)
        send("I am away.", botan, to, FAILED)
    assert done <= 7


def test_mails_that_wait_stand_on_their_owners_page(
    match: Match, aki: Player, botan: Player, doi: Player
) -> None:
    mail = send("pick 3", doi, address(match, botan), DMARC)
    link = f"/mails/{held_token(mail.pk)}/".encode()
    browser = Client()
    for player, is_shown in ((botan, True), (aki, False)):
        browser.force_login(player)
        assert (link in browser.get("/letters/").content) == is_shown
    browser.force_login(botan)
    browser.post(link.decode())
    assert link not in browser.get("/letters/").content


def test_a_stranger_without_token_gets_nothing(match: Match, doi: Player) -> None:
    mail = send("pick 3", doi, US, DMARC, sender="nobody@example.net")
    assert mail.status == Status.IGNORED
    assert answers() == []


def test_an_answer_without_token_to_our_letter_counts_if_proved(
    match: Match, botan: Player
) -> None:
    theirs = Letter.objects.get(match=match, player=botan, kind="turn")
    name = message_of(theirs, "x@example.org").extra_headers["Message-ID"]
    mail = send("pick 3", botan, US, f"{DMARC}In-Reply-To: {name}\r\n")
    assert Submission.objects.get(key=f"mail:{mail.pk}").status == "applied"
    mail = send("pick 4", botan, US, f"In-Reply-To: {name}\r\n")
    assert not Submission.objects.filter(key=f"mail:{mail.pk}").exists()


def test_an_answer_to_a_letter_of_before_finds_its_seat(
    match: Match, botan: Player
) -> None:
    """Their names had no code, and nobody needs one who is proved to be the reader."""
    theirs = Letter.objects.get(match=match, player=botan, kind="turn")
    host = message_id(theirs).rpartition("@")[2]
    name = f"<letter-{theirs.pk}.{theirs.created_at:%Y%m%d%H%M%S}@{host}"
    mail = send("pick 3", botan, US, f"{DMARC}In-Reply-To: {name}\r\n")
    assert Submission.objects.get(key=f"mail:{mail.pk}").status == "applied"


def test_orders_to_no_match_are_answered_with_what_is_asked(
    match: Match, aki: Player, botan: Player
) -> None:
    """As to a digest, which cannot be answered as a whole."""
    other = running(aki, botan, title="Spring", clock={"each": 86400})
    idle = match_open(organiser=botan, game="toy", seats=2)
    to = address_make(office(), "p", botan.pk, day_number(timezone.now()))
    for one, headers in ((to, ""), (to, DMARC), (US, DMARC)):
        mail = send("pick 3", botan, one, headers)
        assert (mail.status, mail.kind) == (Status.DONE, "no seat")
    assert not Submission.objects.filter(source="mail").exists()
    assert [letter.player for letter in answers()] == [botan] * 3
    said = body(answers()[0])
    for asked in (match, other):
        assert f"  {asked}: it is your turn" in said
        assert f"  {address(asked, botan)}\n" in said
    assert str(idle) not in said
    assert "Commands" not in said
    assert "Which match" not in said
    (there,) = [
        line.strip() for line in said.splitlines() if address(match, botan) in line
    ]
    mail = send("pick 3", botan, there, DMARC)
    assert Submission.objects.get(key=f"mail:{mail.pk}").status == "applied"


def test_withdrawing_at_no_match_is_answered_the_same_way(
    match: Match, botan: Player
) -> None:
    send("withdraw", botan, US, DMARC)
    assert address(match, botan) in body(answers()[0])


def test_who_is_asked_nothing_gets_help(botan: Player) -> None:
    send("pick 3", botan, US, DMARC)
    assert "Which match do you mean?" in body(answers()[0])
    send("pick 4", botan, US, DMARC)
    assert len(answers()) == 1


def test_somebody_elses_letter_gives_no_seat(
    match: Match, botan: Player, aki: Player
) -> None:
    theirs = Letter.objects.get(match=match, player=botan, kind="turn")
    name = message_of(theirs, "x@example.org").extra_headers["Message-ID"]
    send("pick 3", aki, US, f"{DMARC}In-Reply-To: {name}\r\n")
    assert not Submission.objects.filter(source="mail").exists()


# -------------------------------------------------------------------------- stale


def test_an_old_turn_is_answered_with_the_present(
    match: Match, aki: Player, botan: Player
) -> None:
    old = address(match, botan)
    send("pick 1", aki, address(match, aki))
    send("pick 2", botan, old)
    send("take gold", botan, address(match, botan))
    Letter.objects.filter(kind="receipt").delete()
    mail = send("pick 5", botan, old)
    assert (mail.status, mail.why) == (Status.DONE, "an old turn")
    assert not Submission.objects.filter(key=f"mail:{mail.pk}").exists()
    assert [letter.kind for letter in answers()] == ["stale"]
    assert "about the current turn" in body(answers()[0])
    assert "If it still fits, send it again:\n\n  pick 5\n" in body(answers()[0])
    assert send("status", botan, old).kind == "status"


def test_orders_sent_twice_are_no_plan_for_the_next_turn(
    match: Match, aki: Player, botan: Player
) -> None:
    there = address(match, aki)
    send("pick 1", aki, there)
    send("pick 2", aki, there)  # another choice, while nobody knows of it
    send("pick 3", botan, address(match, botan))
    assert beside(match).asks(0) is None  # so no letter has told her of more
    mail = send("pick 2", aki, there)
    assert (mail.status, mail.why) == (Status.DONE, "an old turn")
    assert not beside(match).plans.get(0)
    assert answers()[-1].kind == "stale"


def test_what_waited_while_the_match_went_on_is_stale(
    match: Match, botan: Player
) -> None:
    to = address(match, botan)
    mail = keep(raw("pick 3", "botan@example.org", to), to, "botan@example.org")
    mails_process()
    table = beside(match)
    table.told[1] = 40
    Match.objects.filter(pk=match.pk).update(table=table.data)
    work(mail)
    assert Submission.objects.get(key=f"mail:{mail.pk}").status == "stale"
    assert [letter.kind for letter in answers()] == ["stale"]
    assert "If it still fits, send it again:\n\n  pick 3\n" in body(answers()[0])


@pytest.mark.parametrize("words", ["Thanks!", "Danke\n\nBotan", "Спасибо, до завтра"])
def test_thanks_are_no_orders(match: Match, botan: Player, words: str) -> None:
    mail = send(words, botan, address(match, botan), DMARC)
    assert (mail.status, mail.kind) == (Status.DONE, "thanks")
    assert not Submission.objects.filter(source="mail").exists()
    (letter,) = answers()
    assert "begin the line with “say”" in " ".join(body(letter).split())
    send(words, botan, address(match, botan), DMARC)
    assert len(answers()) == 1  # once a day is enough


# ------------------------------------------------------------------ not for reading


@pytest.mark.parametrize(
    "headers",
    [
        "Auto-Submitted: auto-replied\r\n",
        "Precedence: bulk\r\n",
        "X-Hikyaku-Loop: other.example.org\r\n",
        "X-Failed-Recipients: botan@example.org\r\n",
    ],
)
def test_robots_are_kept_and_not_answered(
    match: Match, botan: Player, headers: str
) -> None:
    mail = send("pick 3", botan, address(match, botan), headers)
    assert mail.status == Status.IGNORED
    assert answers() == []
    assert not Submission.objects.filter(source="mail").exists()


def test_no_envelope_sender_is_a_bounce(match: Match, botan: Player) -> None:
    to = address(match, botan)
    mail = work(keep(raw("pick 3", "botan@example.org", to), to, "<>"))
    assert (mail.status, mail.kind) == (Status.IGNORED, "bounce")


def test_an_empty_mail_is_answered_once_a_day(match: Match, botan: Player) -> None:
    send("", botan, address(match, botan))
    send("", botan, address(match, botan))
    (letter,) = answers()
    assert "Subjects are not read" in body(letter)
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        send("", botan, address(match, botan))
    assert len(answers()) == 2


def test_who_wants_no_answer_gets_none(match: Match, botan: Player) -> None:
    mail = send(
        "pick 3", botan, address(match, botan), "X-Auto-Response-Suppress: All\r\n"
    )
    assert Submission.objects.get(key=f"mail:{mail.pk}").status == "applied"
    assert answers() == []


@pytest.mark.parametrize(
    "headers", ["Precedence: list\r\n", "List-Id: <x.example.org>\r\n"]
)
def test_a_list_is_believed_only_if_it_is_proved_who_wrote(
    headers: str, match: Match, botan: Player
) -> None:
    mail = send("pick 3", botan, address(match, botan), headers)
    assert (mail.status, mail.why) == (Status.HELD, "not proved, and over a list")
    assert not Submission.objects.filter(source="mail").exists()
    before = len(answers())
    mail = send("pick 3", botan, address(match, botan), DMARC + headers)
    assert Submission.objects.get(key=f"mail:{mail.pk}").status == "applied"
    assert len(answers()) == before


def test_the_language_of_the_player(aki: Player, botan: Player) -> None:
    Player.objects.filter(pk=botan.pk).update(language="de")
    botan.refresh_from_db()
    match = running(aki, botan, game="small_samurai_empires")
    send("tanze", botan, address(match, botan))
    (letter,) = answers()
    assert "Zeile 1" in body(letter)


# ---------------------------------------------------------------------- whole ways


def test_what_came_in_time_counts_however_late_it_is_read(
    aki: Player, botan: Player
) -> None:
    match = running(aki, botan, clock={"each": 3600})
    to, due = address(match, botan), match.seats.get(number=1).due_at
    assert due
    with time_machine.travel(due - timedelta(seconds=1), tick=False):
        mail = keep(raw("pick 3", "botan@example.org", to), to, "botan@example.org")
    with time_machine.travel(due + timedelta(minutes=3), tick=False):
        clocks_ring()
        assert not any("out of time" in line for line in log(match))
        work(mail)
        clocks_ring()
    assert Submission.objects.get(key=f"mail:{mail.pk}").status == "applied"
    assert "seat 0 out of time" in log(match)
    assert "seat 1 out of time" not in log(match)


def test_a_mail_that_nobody_reads_stops_no_clock_for_long(
    aki: Player, botan: Player
) -> None:
    match = running(aki, botan, clock={"each": 3600})
    to, due = address(match, botan), match.seats.get(number=1).due_at
    assert due
    with time_machine.travel(due - timedelta(seconds=1), tick=False):
        keep(raw("pick 3", "botan@example.org", to), to, "botan@example.org")
    with time_machine.travel(due + timedelta(minutes=11), tick=False):
        clocks_ring()
    assert "seat 1 out of time" in log(match)


def test_what_breaks_on_our_side_is_told(
    match: Match, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fall(*arguments: Any) -> None:
        raise RuntimeError

    monkeypatch.setitem(submissions.TAKE, "orders", fall)
    mail = send("pick 3", botan, address(match, botan))
    assert Submission.objects.get(key=f"mail:{mail.pk}").status == "broken"
    assert "Your email is safe" in body(answers()[0])


def test_a_mail_that_breaks_us_is_told_to_be_safe(
    match: Match, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fall(*arguments: Any) -> None:
        raise RuntimeError

    monkeypatch.setitem(dispatch.ACTIONS, Action.APPLY, fall)
    mail = send("pick 3", botan, address(match, botan))
    for _ in range(MOST_ATTEMPTS):
        RawMail.objects.update(not_before=timezone.now())
        work(mail)
    assert mail.status == Status.DEAD
    (letter,) = answers()
    assert "arrived and is safe" in body(letter)
    assert letter.player == botan


@pytest.mark.parametrize("tempo", Match.Tempo.values)
def test_a_match_is_played_by_answering_letters(
    tempo: str, aki: Player, botan: Player
) -> None:
    """Every letter is quoted in its answer, and no other address is used."""
    match, read = running(aki, botan, tempo=tempo), 0
    for _ in range(100):
        letters_send()
        new, read = outbox.outbox[read:], len(outbox.outbox)
        for message in new:
            if found := re.search(r"for example:\n\n +(.+)", str(message.body)):
                answer_letter(message, found[1])
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    kinds = {letter.kind for letter in answers()}
    assert "receipt" in kinds
    assert "refusal" not in kinds


def answer_letter(message: Any, order: str) -> None:
    (to,) = addresses_in(message.reply_to)
    quoted = "\n".join(f"> {line}" for line in str(message.body).splitlines())
    text = f"{order}\n\nOn Mon, 2 Nov 2026, Hikyaku <{to}> wrote:\n{quoted}"
    (sender,) = message.to
    work(keep(raw(text, sender, to, DMARC), to, sender))
