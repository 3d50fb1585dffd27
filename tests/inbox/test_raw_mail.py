"""Mail in the tables: stored once, worked on in order, given up, forgotten; counted."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import OperationalError
from django.test import Client
from django.urls import path
from django.utils import timezone
from pytest_django import Settings

from sse.accounts.models import Player
from sse.inbox import ingest, limits
from sse.inbox.doors import providers
from sse.inbox.doors.incoming import IncomingMail
from sse.inbox.errors import Later, MailRefused
from sse.inbox.identity.cases import epoch_of
from sse.inbox.ingest import mails_process
from sse.inbox.models import Answer, RawMail
from sse.inbox.services import (
    Fate,
    mail_again,
    mail_claim,
    mail_keep,
    mail_settle,
    mails_erase,
    mails_forget,
    mails_keep,
)
from sse.inbox.tasks import process_mails
from sse.operations.retention import purge_all
from sse.platform import leases
from sse.platform.mail_addresses import address_make, address_read, office
from tests.support.fixtures import Rings
from tests.support.tables import running

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]
NOW = timezone.now()
Status = RawMail.Status


@pytest.fixture(autouse=True)
def here(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.MAIL_DOMAIN = "play.example.org"
    monkeypatch.setattr(ingest, "mail_ingest", process)


@pytest.fixture
def clock() -> Iterator[Any]:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


DONE: list[str] = []
FATES: dict[str, Any] = {}


@pytest.fixture(autouse=True)
def nothing_done() -> None:
    DONE.clear()
    FATES.clear()


def process(mail: RawMail) -> Fate | None:
    """The processor of these tests: does what FATES says about the text."""
    text = bytes(mail.raw).rpartition(b"\n")[2].decode()
    DONE.append(text)
    fate = FATES.get(text, Fate(kind="order"))
    if isinstance(fate, Exception):
        raise fate
    said: Fate | None = fate(mail) if callable(fate) else fate
    return said


def seat(number: int = 1, turn: int = 1, kind: str = "o") -> str:
    return address_make(office(), kind, number, turn)


def keep(text: str, *to: str, **more: Any) -> int:
    raw = f"Message-ID: <{text}@x>\nFrom: aki@example.org\n\n{text}".encode()
    more = {"envelope_from": "aki@example.org", "door": "test"} | more
    return mail_keep(raw=raw, recipients=to or [seat()], **more)[0]


def status(number: int) -> str:
    return RawMail.objects.get(pk=number).status


# -------------------------------------------------------------------------- keep


def test_each_recipient_of_ours_has_a_row(rings: Rings) -> None:
    to = [seat(1), "mara@example.net", seat(2), seat(1).upper(), seat(1)]
    raw = b"\xff\0 no mail at all"
    numbers = mail_keep(raw=raw, envelope_from="<>", recipients=to, door="test")
    rows = RawMail.objects.order_by("pk")
    assert sorted(set(numbers)) == [row.pk for row in rows]
    assert sorted(row.line for row in rows) == ["o 1", "o 2"]
    assert [(bytes(row.raw), row.size, row.envelope_from) for row in rows] == [
        (raw, len(raw), "")
    ] * 2
    assert rings == [(process_mails, ())]


def test_what_is_there_is_answered_as_if_it_were_new() -> None:
    first = keep("one")
    RawMail.objects.update(status=Status.DONE)
    assert keep("one") == first
    parcels = [
        IncomingMail(
            b"Message-ID: <a@b>\r\nReceived: 1\r\n\r\nx \r\n\r\n", "", [seat()], "a"
        ),
        IncomingMail(
            b"Received: 2\nmessage-id:\n <a@b>\n\nx", "", [seat().upper()], "b"
        ),
        IncomingMail(b"Message-ID: <a@b>\n\ny", "", [seat()], "a"),
    ]
    one, two, other = mails_keep(mails=parcels)
    assert one == two != other
    assert status(first) == Status.DONE


def test_nothing_is_kept_that_is_too_big_or_not_ours(settings: Settings) -> None:
    settings.MAIL_MOST_BYTES = 100
    with pytest.raises(MailRefused) as refused:
        keep("x" * 100)
    assert refused.value.code == "too_big"
    with pytest.raises(MailRefused) as refused:
        keep("one", "aki@example.org")
    assert refused.value.code == "not_ours"
    assert not RawMail.objects.exists()


def test_a_token_of_the_wrong_epoch_is_void(aki: Player, botan: Player) -> None:
    place = running(aki, botan).seats.get(number=0)
    address = seat(place.pk)
    assert address_read(office(), address, epoch_of) is not None
    place.token_epoch += 1
    place.save()
    assert address_read(office(), address, epoch_of) is None
    assert address_read(office(), seat(10**9), epoch_of) is None
    assert address_read(office(), seat(10**9, kind="b"), epoch_of) is not None


# ----------------------------------------------------------------------- process


def test_mails_are_worked_on_once_and_in_order(aki: Player) -> None:
    numbers = [keep(text) for text in ("one", "two", "three")]
    FATES["two"] = Fate(Status.HELD, "another address", "order", player_id=aki.pk)
    FATES["three"] = lambda mail: mail_settle(mail=mail, fate=Fate(Status.IGNORED))
    assert mails_process() == 3
    assert mails_process() == 0
    assert DONE == ["one", "two", "three"]
    assert list(map(status, numbers)) == ["done", "held", "ignored"]
    held = RawMail.objects.get(pk=numbers[1])
    assert (held.why, held.kind, held.player) == ("another address", "order", aki)
    assert (held.lease_until, held.attempts) == (None, 1)
    assert held.done_at is not None


def test_a_mail_waits_for_the_one_before_it_of_the_same_seat() -> None:
    first, second, other = keep("1"), keep("2", seat(1, turn=9)), keep("3", seat(2))
    claims = [mail_claim(), mail_claim(), mail_claim()]
    assert [claim and claim.pk for claim in claims] == [first, other, None]
    assert status(second) == Status.NEW


def test_what_a_dead_worker_left_is_taken_up(clock: Any) -> None:
    number = keep("one")
    slow = mail_claim()
    assert slow is not None
    assert mail_claim() is None
    clock.shift(leases.LEASE)
    assert mails_process() == 1
    RawMail.objects.filter(pk=number).update(why="as it is")
    mail_settle(mail=slow, fate=Fate(Status.DEAD))  # it comes back, too late
    assert (status(number), RawMail.objects.get().why) == ("done", "as it is")


def test_a_mail_that_kills_workers_is_given_up(clock: Any) -> None:
    number = keep("one")
    for _ in range(ingest.MOST_ATTEMPTS):
        assert mail_claim() is not None
        clock.shift(leases.LEASE)
    mails_process()
    assert (status(number), DONE) == ("dead", [])


@pytest.mark.parametrize("error", [Later("soon"), OperationalError("away")])
def test_a_passing_fault_holds_up_its_seat_until_it_has_passed(
    clock: Any, error: Exception
) -> None:
    first, _, other = keep("1"), keep("2"), keep("3", seat(2))
    FATES["1"] = error
    mails_process()
    assert DONE == ["1", "3"]
    assert (status(first), status(other)) == ("new", "done")
    del FATES["1"]
    clock.shift(timedelta(seconds=59))
    assert mails_process() == 0
    clock.shift(timedelta(seconds=2))
    mails_process()
    assert DONE == ["1", "3", "1", "2"]


def test_a_fault_of_ours_holds_up_nobody_and_is_not_applied_late(clock: Any) -> None:
    first, second = keep("1"), keep("2")
    FATES["1"] = RuntimeError("secret words of a player")
    mails_process()
    assert (status(first), status(second)) == ("broken", "done")
    assert RawMail.objects.get(pk=first).why == "builtins.RuntimeError"
    del FATES["1"]
    clock.shift(timedelta(hours=1))
    mails_process()
    assert (status(first), DONE) == ("dead", ["1", "2"])
    mail_again(mail_id=first)
    mails_process()
    assert (status(first), DONE) == ("done", ["1", "2", "1"])


def test_a_fault_of_ours_is_given_up_after_some_tries(clock: Any) -> None:
    number = keep("1")
    FATES["1"] = RuntimeError()
    for _ in range(10):
        mails_process()
        clock.shift(timedelta(days=1))
    assert (status(number), len(DONE)) == ("dead", ingest.MOST_ATTEMPTS)


def test_one_run_has_an_end_and_rings_for_the_rest(rings: Rings) -> None:
    for number in range(5):
        keep(str(number), seat(number))
    rings.clear()
    assert mails_process(limit=3) == 3
    assert rings == [(process_mails, ())]


def test_what_waits_or_is_forgotten_is_not_run_again(clock: Any) -> None:
    number = keep("1")
    with pytest.raises(MailRefused, match="This mail is new"):
        mail_again(mail_id=number)
    mails_process()
    mails_forget(now=NOW + timedelta(days=91))
    with pytest.raises(MailRefused, match="forgotten"):
        mail_again(mail_id=number)


# --------------------------------------------------------------------- retention


def test_bytes_are_forgotten_after_some_months_and_that_they_came_is_not(
    clock: Any,
) -> None:
    old, waiting = keep("old"), keep("waiting", seat(2))
    RawMail.objects.filter(pk=old).update(status=Status.DEAD)
    clock.shift(timedelta(days=89))
    young = keep("young", seat(3))
    purge_all()
    assert bytes(RawMail.objects.get(pk=old).raw)
    clock.shift(timedelta(days=1))
    purge_all()
    gone = RawMail.objects.get(pk=old)
    assert (bytes(gone.raw), gone.envelope_from, gone.size > 0) == (b"", "", True)
    assert all(bytes(RawMail.objects.get(pk=pk).raw) for pk in (waiting, young))
    assert keep("old") == old


def test_a_player_who_goes_takes_their_mails_along(aki: Player) -> None:
    theirs, by_address, others = (keep(str(n), seat(n)) for n in range(3))
    RawMail.objects.update(status=Status.DONE, envelope_from="doi@example.org")
    RawMail.objects.filter(pk=theirs).update(player=aki)
    new = RawMail.objects.filter(pk=by_address)
    new.update(envelope_from="aki@example.org", status=Status.NEW)
    assert mails_erase(player_id=aki.pk, emails=["aki@example.org"]) == 2
    assert bytes(RawMail.objects.get(pk=others).raw)
    assert status(by_address) == Status.IGNORED
    assert mails_process() == 0


# ------------------------------------------------------------------------- limits


def parcel(to: str, sender: str = "aki@example.org") -> IncomingMail:
    return IncomingMail(b"", sender, [to], "test")


def test_seats_and_senders_are_counted(settings: Settings, clock: Any) -> None:
    settings.MAIL_RATE_SEAT, settings.MAIL_RATE_SENDER = "3/hour", "2/day"
    for number in range(2):
        keep(f"seat {number}")
        keep(f"plain {number}", "hikyaku@play.example.org")
    plain = parcel("hikyaku@play.example.org")
    batch = [parcel(seat()), parcel(seat(turn=2)), parcel(seat(2)), plain]
    assert limits.over_limit(batch) == [False, True, False, True]
    doi = plain._replace(envelope_from="doi@example.org")
    assert limits.over_limit([doi]) == [False]
    clock.shift(timedelta(hours=1))
    assert limits.over_limit(batch) == [False, False, False, True]


def test_nobody_keeps_a_player_out_by_writing_in_their_name(
    settings: Settings,
) -> None:
    settings.MAIL_RATE_SENDER = "2/day"
    for number in range(5):
        keep(f"forged {number}", "hikyaku@play.example.org")
        keep(f"guessed {number}", f"o-{'a' * 32}@play.example.org")
    assert limits.over_limit([parcel(seat())]) == [False]


def allow(mail_id: int | None, reason: str = "unreadable", **more: Any) -> bool:
    mail = RawMail.objects.get(pk=mail_id) if mail_id else None
    more = {"address": "Aki@example.org"} | more
    return limits.answer_allow(mail=mail, reason=reason, **more)


def test_a_mail_has_one_answer_and_a_reason_one_a_day(clock: Any) -> None:
    first, second = keep("1"), keep("2")
    assert allow(first)
    assert not allow(first, "stale")
    assert not allow(second)
    assert allow(second, "stale", address="aki@EXAMPLE.org")
    assert allow(keep("3"), address="botan@example.org")
    clock.shift(timedelta(days=1))
    assert allow(keep("4"))
    assert not Answer.objects.filter(who__contains="@").exists()


def test_confirmations_are_many_but_not_endless(clock: Any) -> None:
    sent = [allow(None, "applied", is_refusal=False) for _ in range(12)]
    assert sent == [True] * 10 + [False] * 2
    days = 0
    for _ in range(5):
        clock.shift(timedelta(hours=1))
        sent = [allow(None, "applied", is_refusal=False) for _ in range(10)]
        days += sum(sent)
    assert days == 30
    clock.shift(timedelta(days=2))
    purge_all()
    assert not Answer.objects.exists()


def test_the_same_text_again_and_again_is_a_machine() -> None:
    fields = {"is_refusal": False, "text": "I am away."}
    sent = [allow(None, "help", **fields) for _ in range(7)]
    assert sent == [True] * 5 + [False] * 2
    assert allow(None, "help", is_refusal=False, text="fill D1 2")


def test_too_many_answers_to_everybody_stop_all(settings: Settings, clock: Any) -> None:
    settings.MAIL_MOST_ANSWERS = 3
    sent = [allow(None, address=f"{number}@example.org") for number in range(5)]
    assert sent == [True] * 3 + [False] * 2
    clock.shift(timedelta(minutes=10))
    assert allow(None)


# -------------------------------------------------------------------------- hooks

SECRET = "post:only-for-tests"
KEY = {"Authorization": f"Basic {base64.b64encode(SECRET.encode()).decode()}"}


@pytest.fixture
def provider(settings: Settings, client: Client) -> Client:
    settings.ANYMAIL = {
        "WEBHOOK_SECRET": SECRET,
        "MAILGUN_WEBHOOK_SIGNING_KEY": "signing-key",
    }
    names = ("postmark", "mailgun")
    settings.ROOT_URLCONF = tuple(
        path(f"{name}/", providers.inbound_view(name)) for name in names
    )
    return client


def postmark(raw: str, to: str = "") -> dict[str, Any]:
    return {
        "data": json.dumps({"RawEmail": raw, "OriginalRecipient": to}),
        "content_type": "application/json",
    }


RAW = "From: Аки <aki@example.org>\r\nMessage-ID: <1@x>\r\n\r\nзаповнити D1 2\r\n"


def test_a_provider_hands_over_a_mail(provider: Client) -> None:
    for _ in range(3):
        answer = provider.post("/postmark/", **postmark(RAW, seat()), headers=KEY)
        assert answer.status_code == 200
    row = RawMail.objects.get()
    assert (bytes(row.raw).decode(), row.door) == (RAW, "hook postmark")


def test_nobody_else_hands_over_a_mail(provider: Client) -> None:
    wrong = base64.b64encode(b"post:wrong").decode()
    for key in ({}, {"Authorization": f"Basic {wrong}"}):
        answer = provider.post("/postmark/", **postmark(RAW, seat()), headers=key)
        assert answer.status_code == 400
    assert not RawMail.objects.exists()


def test_a_providers_signature_is_checked(provider: Client) -> None:
    said = {"timestamp": "1600000000", "token": "t", "recipient": seat()}
    said |= {"body-mime": RAW, "sender": "aki@example.org"}
    key, words = b"signing-key", b"1600000000t"
    said["signature"] = hmac.new(key, words, hashlib.sha256).hexdigest()
    forged = {**said, "signature": "0" * 64}
    assert provider.post("/mailgun/", forged, headers=KEY).status_code == 400
    assert provider.post("/mailgun/", said, headers=KEY).status_code == 200
    assert RawMail.objects.get().envelope_from == "aki@example.org"


def test_what_is_not_ours_is_not_sent_again(provider: Client) -> None:
    answer = provider.post(
        "/postmark/", **postmark(RAW, "doi@example.org"), headers=KEY
    )
    assert (answer.status_code, RawMail.objects.count()) == (200, 0)


def test_a_provider_tries_again_when_we_could_not_store(
    provider: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(**_: Any) -> None:
        raise OperationalError("away")

    monkeypatch.setattr(providers, "mail_keep", away)
    provider.raise_request_exception = False
    answer = provider.post("/postmark/", **postmark(RAW, seat()), headers=KEY)
    assert answer.status_code == 500
