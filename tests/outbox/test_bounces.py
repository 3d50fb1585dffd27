"""Letters that come back: whose address is suspended, and who is told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.utils import timezone
from pytest_django import Settings

from sse.accounts import services as accounts
from sse.accounts.models import Address, Player, Ticket
from sse.accounts.tickets import code_of
from sse.inbox.doors.providers import take_event
from sse.inbox.models import RawMail
from sse.matches.models import Seat
from sse.matches.play import match_open, seat_invite
from sse.outbox.letters import letter_to
from sse.outbox.mime import envelope_sender
from sse.outbox.models import Bounce, Letter, Silence
from sse.outbox.reply_addresses import message_id
from sse.outbox.services import letters_send
from sse.platform.mail_addresses import office
from tests.support.mails import keep, work
from tests.support.tables import running

pytestmark = pytest.mark.django_db
DEAD = "5.1.1"
FULL = "5.2.2"


def sent(player: Player, key: str = "1") -> Letter:
    letter = letter_to(player=player, kind="test", key=key)
    letters_send()
    letter.refresh_from_db()
    assert letter.status == Letter.Status.SENT
    return letter


def report(
    letter: Letter, status: str = DEAD, email: str = "aki@example.org", note: str = ""
) -> bytes:
    """What another mail server sends back (RFC 3464)."""
    action = "failed" if status.startswith("5") else "delayed"
    return f"""From: Mail Delivery System <MAILER-DAEMON@mx.example.org>
To: {office().mailbox}@{office().domain}
Subject: Undelivered Mail Returned to Sender
Message-ID: <{note}{status}.{letter.pk}@mx.example.org>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="x"

--x
Content-Type: text/plain

I am sorry.

--x
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org

Final-Recipient: rfc822; {email}
Action: {action}
Status: {status}
Diagnostic-Code: smtp; 550 {status} <{email}>: no such user here

--x
Content-Type: text/rfc822-headers

From: Hikyaku <{office().mailbox}@{office().domain}>
To: {email}
Message-ID: {message_id(letter)}

--x--
""".replace("\n", "\r\n").encode()


def complaint(letter: Letter) -> bytes:
    """What a provider sends whose user pressed “spam” (RFC 5965); no address in it."""
    return f"""From: feedback@provider.example
To: abuse@{office().domain}
Subject: complaint
Message-ID: <complaint.{letter.pk}@provider.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="x"

--x
Content-Type: text/plain

An abuse report.

--x
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: Provider/1.0
Version: 1

--x
Content-Type: message/rfc822

Message-ID: {message_id(letter)}
Subject: whatever

text
--x--
""".replace("\n", "\r\n").encode()


def comes_back(letter: Letter, raw: bytes, to: str = "") -> RawMail:
    player = letter.player
    address = player.addresses.order_by("-is_first").first() if player else None
    return work(keep(raw, to or envelope_sender(letter, address), ""))


def is_suspended(player: Player) -> bool:
    return player.addresses.filter(suspended_at__isnull=False).exists()


# --------------------------------------------------------------------------- scoring


def test_one_sure_sign_suspends_an_address(aki: Player) -> None:
    letter = sent(aki)
    came = comes_back(letter, report(letter))
    assert came.status == RawMail.Status.IGNORED
    assert is_suspended(aki)
    letter.refresh_from_db()
    assert letter.status == Letter.Status.BOUNCED
    assert "no such user" in letter.trouble
    assert "aki@" not in letter.trouble


def test_without_our_envelope_it_takes_two(aki: Player) -> None:
    first, second = sent(aki, "1"), sent(aki, "2")
    to = f"{office().mailbox}@{office().domain}"
    comes_back(first, report(first), to)
    assert not is_suspended(aki)
    comes_back(second, report(second), to)
    assert is_suspended(aki)


@pytest.mark.parametrize("status", [FULL, "4.2.2", "5.7.1"])
def test_what_may_pass_counts_little(status: str, aki: Player) -> None:
    for number in range(4):
        assert not is_suspended(aki)
        letter = sent(aki, str(number))
        comes_back(letter, report(letter, status))
    assert is_suspended(aki)


def in_words(letter: Letter, words: str, note: str = "") -> bytes:
    """What Exim sends back: a header with the address, and sentences."""
    return f"""From: Mail Delivery System <MAILER-DAEMON@mx.example.org>
To: {office().mailbox}@{office().domain}
Subject: Mail delivery failed: returning message to sender
Message-ID: <{note}words.{letter.pk}@mx.example.org>
References: {message_id(letter)}
X-Failed-Recipients: aki@example.org
Auto-Submitted: auto-replied
Content-Type: text/plain; charset=utf-8

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to all of its recipients:

  aki@example.org
    {words}

------ This is a copy of the message, including all the headers. ------

From: Hikyaku <{office().mailbox}@{office().domain}>
Message-ID: {message_id(letter)}

The mailbox is full, says Botan.
""".replace("\n", "\r\n").encode()


@pytest.mark.parametrize(
    "words",
    [
        "mailbox is full: retry timeout exceeded",
        "552 5.2.2 The email account that you tried to reach is over quota",
        "LMTP error after end of data: 552 Quota exceeded (mailbox for user is full)",
        "user has exceeded their storage quota",
        "550 Mailbox full",
        "Das Postfach ist voll.",
        "SMTP error from remote mail server: 550 5.7.1 blocked by policy",
        "Почтовый ящик получателя переполнен",
    ],
)
def test_a_full_mailbox_in_words_is_a_soft_bounce(words: str, aki: Player) -> None:
    letter = sent(aki)
    comes_back(letter, in_words(letter, words))
    assert Bounce.objects.get().kind == Bounce.Kind.SOFT
    assert not is_suspended(aki)


@pytest.mark.parametrize(
    "words",
    [
        "Unrouteable address",
        "550 no such user here",
        "550 5.1.1 User unknown",
        "host [5.1.1.4]: 550 unknown user",
    ],
)
def test_words_alone_never_silence_anybody_at_once(words: str, aki: Player) -> None:
    letter = sent(aki)
    comes_back(letter, in_words(letter, words))
    comes_back(letter, in_words(letter, words, note="again"))  # by two machines
    assert {bounce.kind for bounce in Bounce.objects.all()} == {Bounce.Kind.HARD}
    assert not is_suspended(aki)
    second = sent(aki, "2")
    comes_back(second, in_words(second, words))
    assert is_suspended(aki)


def test_a_number_that_says_nothing_is_as_words_alone(aki: Player) -> None:
    for number in range(2):
        assert not is_suspended(aki)
        letter = sent(aki, str(number))
        comes_back(letter, report(letter, "5.0.0"))
    assert is_suspended(aki)


def test_what_was_long_ago_does_not_count(aki: Player) -> None:
    for number in range(3):
        letter = sent(aki, str(number))
        comes_back(letter, report(letter, FULL))
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        letter = sent(aki, "last")
        comes_back(letter, report(letter, FULL))
    assert not is_suspended(aki)


def test_a_complaint_is_enough(aki: Player) -> None:
    letter = sent(aki)
    comes_back(letter, complaint(letter), f"abuse@{office().domain}")
    assert is_suspended(aki)


def test_the_same_report_counts_once(aki: Player) -> None:
    letter = sent(aki)
    raw = report(letter, FULL)
    came = comes_back(letter, raw)
    comes_back(letter, raw)
    RawMail.objects.filter(pk=came.pk).update(status=RawMail.Status.NEW)
    work(came)
    assert Bounce.objects.count() == 1


def test_nobody_else_can_say_that_an_address_is_dead(
    aki: Player, botan: Player
) -> None:
    letter = sent(aki)
    theirs = sent(botan, "2")
    to = f"{office().mailbox}@{office().domain}"
    forged = report(letter).replace(message_id(letter).encode(), b"<made@up.example>")
    guessed = report(letter, email="botan@example.org", note="other")
    for number in range(3):
        comes_back(letter, forged + b"%d" % number, to)
        comes_back(theirs, guessed + b"%d" % number, to)
    assert not is_suspended(aki)
    assert not is_suspended(botan)


def old_name(letter: Letter) -> bytes:
    """As letters were called when anybody could guess it from another letter's."""
    host = message_id(letter).rpartition("@")[2]
    return f"<letter-{letter.pk}.{letter.created_at:%Y%m%d%H%M%S}@{host}".encode()


@pytest.mark.parametrize("write", [complaint, report])
def test_who_guesses_the_name_of_a_letter_silences_nobody(
    aki: Player, write: Callable[[Letter], bytes]
) -> None:
    for number in range(3):
        letter = sent(aki, str(number))
        name = message_id(letter).encode()
        code = name.partition(b"@")[0].rpartition(b".")[2]
        other, odd = name.replace(code, b"a" * len(code)), name.replace(b"@", b"@\xff")
        for guess in (old_name(letter), other, odd.replace(code, b"b" * len(code))):
            assert guess != name
            forged = write(letter).replace(name, guess)
            came = comes_back(letter, forged, f"postmaster@{office().domain}")
            assert (came.status, came.why) == ("ignored", "about no letter of ours")
    assert not Bounce.objects.exists()
    assert not is_suspended(aki)


def test_the_name_of_a_letter_outlives_its_key(aki: Player, settings: Settings) -> None:
    letter = sent(aki)
    raw = complaint(letter)
    settings.MAIL_KEYS = {5: b"new" * 10, **settings.MAIL_KEYS}
    comes_back(letter, raw, f"abuse@{office().domain}")
    assert is_suspended(aki)


def test_a_letter_of_before_that_comes_back_to_its_envelope_counts(aki: Player) -> None:
    letter = sent(aki)
    raw = complaint(letter).replace(message_id(letter).encode(), old_name(letter))
    comes_back(letter, raw)
    assert is_suspended(aki)


def test_a_vacation_note_to_our_envelope_is_no_bounce(aki: Player) -> None:
    letter = sent(aki)
    raw = (
        b"From: aki@example.org\r\nSubject: Out of office\r\n"
        b"Auto-Submitted: auto-replied\r\nMessage-ID: <v@example.org>\r\n\r\nAway.\r\n"
    )
    comes_back(letter, raw)
    assert not Bounce.objects.exists()


def test_of_two_addresses_the_right_one_is_suspended(aki: Player) -> None:
    second = Address.objects.create(
        player=aki, email="aki@second.example", confirmed_at=timezone.now()
    )
    letter = sent(aki)
    comes_back(letter, report(letter))
    second.refresh_from_db()
    assert second.suspended_at is None
    assert aki.addresses.get(is_first=True).suspended_at


# --------------------------------------------------------------------------- telling


def test_the_player_is_told_at_another_address(aki: Player, botan: Player) -> None:
    running(aki, botan)
    Address.objects.create(
        player=botan, email="botan@second.example", confirmed_at=timezone.now()
    )
    letter = sent(botan)
    comes_back(letter, report(letter, email="botan@example.org"))
    mail.outbox.clear()
    letters_send()
    (message,) = [one for one in mail.outbox if "bounced" in str(one.body)]
    assert message.to == ["botan@second.example"]
    assert "Emails to botan@example.org bounced" in str(message.body)
    assert not Letter.objects.filter(kind="bounced", player=aki).exists()


def test_the_organiser_is_told_of_who_cannot_be_reached(
    aki: Player, botan: Player
) -> None:
    match = running(aki, botan, clock={"each": 86400})
    due = Seat.objects.get(match=match, player=botan).due_at
    letter = sent(botan)
    comes_back(letter, report(letter, email="botan@example.org"))
    mail.outbox.clear()
    letters_send()
    (message,) = [one for one in mail.outbox if "bouncing" in str(one.body)]
    assert message.to == ["aki@example.org"]
    assert "Emails to Botan" in str(message.body)
    assert "botan@example.org" not in message.message().as_string()
    assert Seat.objects.get(match=match, player=botan).due_at == due


def test_who_invited_a_wrong_address_is_told(aki: Player) -> None:
    match = match_open(organiser=aki, game="toy", seats=2)
    seat_invite(match_id=match.pk, by=aki, email="botam@example.org")
    letters_send()
    letter = Letter.objects.get(kind="invitation")
    comes_back(letter, report(letter, email="botam@example.org"))
    mail.outbox.clear()
    letters_send()
    (message,) = mail.outbox
    assert message.to == ["aki@example.org"]
    assert "The invitation for botam@example.org" in str(message.body)


def test_a_dead_address_is_not_invited_again(aki: Player, doi: Player) -> None:
    match = match_open(organiser=aki, game="toy", seats=2)
    seat_invite(match_id=match.pk, by=aki, email="botam@example.org")
    letters_send()
    letter = Letter.objects.get(kind="invitation")
    comes_back(letter, report(letter, email="botam@example.org"))
    other = match_open(organiser=doi, game="toy", seats=2)
    seat_invite(match_id=other.pk, by=doi, email="botam@example.org")
    letters_send()
    again = Letter.objects.filter(kind="invitation").latest("pk")
    assert (again.status, again.trouble) == (Letter.Status.SUPPRESSED, "came back")


def test_words_alone_do_not_stop_invitations_to_a_player(
    aki: Player, botan: Player
) -> None:
    letter = sent(aki)
    comes_back(letter, in_words(letter, "550 no such user here"))
    match = match_open(organiser=botan, game="toy", seats=2)
    seat_invite(match_id=match.pk, by=botan, email="aki@example.org")
    letters_send()
    assert Letter.objects.get(kind="invitation").status == Letter.Status.SENT


# ------------------------------------------------------------------------- trying again


def suspended(player: Player) -> Address:
    letter = sent(player)
    comes_back(letter, report(letter))
    return player.addresses.get()


def test_an_address_that_is_confirmed_again_takes_letters(aki: Player) -> None:
    address = suspended(aki)
    accounts.address_try(player=aki, address_id=address.pk)
    mail.outbox.clear()
    letters_send()
    (message,) = mail.outbox
    assert message.to == ["aki@example.org"]
    ticket = Ticket.objects.latest("pk")
    accounts.address_confirm(player=aki, email=address.email, code=code_of(ticket))
    address.refresh_from_db()
    assert address.suspended_at is None
    assert address.is_first
    assert not Bounce.objects.exists()
    sent(aki, "again")


def test_who_logs_in_by_a_letter_reads_letters(aki: Player) -> None:
    suspended(aki)
    accounts.ticket_send(email="aki@example.org")
    letters_send()
    assert mail.outbox[-1].to == ["aki@example.org"]
    ticket = Ticket.objects.latest("pk")
    accounts.ticket_use(email="aki@example.org", code=code_of(ticket))
    assert not is_suspended(aki)


def test_erasing_forgets_what_came_back(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    Silence.objects.create(player=aki, match=match)
    suspended(aki)
    accounts.player_erase(player=aki)
    assert not Bounce.objects.exists()
    assert not Silence.objects.exists()


# ----------------------------------------------------------------------- by providers


def event(letter: Letter, kind: str, reason: str | None = None, **more: Any) -> Any:
    facts = {
        "event_type": kind,
        "reject_reason": reason,
        "recipient": "Aki@example.org",
        "metadata": {"letter": str(letter.pk)},
        "mta_response": "550 no",
        "description": "",
        "event_id": "e1",
        "timestamp": None,
    }
    return SimpleNamespace(**{**facts, **more})


@pytest.mark.parametrize(
    ("kind", "reason", "is_off"),
    [
        ("bounced", "bounced", True),
        ("bounced", "invalid", True),
        ("complained", None, True),
        ("bounced", "spam", False),
        ("deferred", None, False),
        ("delivered", None, False),
        ("opened", None, False),
    ],
)
def test_what_a_provider_tells(
    kind: str, reason: str | None, is_off: bool, aki: Player
) -> None:
    letter = sent(aki)
    take_event(event(letter, kind, reason))
    take_event(event(letter, kind, reason))
    assert is_suspended(aki) == is_off
    assert Bounce.objects.count() <= 1


def test_a_full_mailbox_that_a_provider_calls_dead_is_none(aki: Player) -> None:
    letter = sent(aki)
    said = "552 5.2.2 the mailbox is over quota"
    take_event(event(letter, "bounced", "bounced", mta_response=said))
    assert Bounce.objects.get().kind == Bounce.Kind.SOFT
    assert not is_suspended(aki)


def test_a_provider_tells_nothing_of_others(aki: Player) -> None:
    letter = sent(aki)
    for metadata in ({}, {"letter": "x"}, {"letter": "99999999"}):
        take_event(event(letter, "bounced", "bounced", metadata=metadata))
    assert not Bounce.objects.exists()


# ---------------------------------------------------------------------- no more letters


def test_a_mail_to_the_address_for_it_stops_the_letters_of_a_match(
    aki: Player, botan: Player
) -> None:
    match = running(aki, botan)
    letters_send()
    (message,) = [
        one
        for one in mail.outbox
        if one.to == ["botan@example.org"] and "It is your turn" in str(one.body)
    ]
    header = message.extra_headers["List-Unsubscribe"]
    address = header.partition("mailto:")[2].partition("?")[0]
    raw = (
        b"From: botan@example.org\r\nSubject: unsubscribe\r\nMessage-ID: <u@x>\r\n\r\n"
    )
    came = work(keep(raw, address, "botan@example.org"))
    assert came.status == RawMail.Status.DONE
    assert Silence.objects.get().player == botan
    assert Silence.objects.get().match == match
    assert Seat.objects.get(match=match, player=botan)  # nobody resigns by it
