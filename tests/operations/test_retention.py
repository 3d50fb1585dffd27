"""Every table that can hold an address says how long it does, and keeps to it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings as conf
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.db.models import QuerySet
from django.utils import timezone

from sse.accounts.models import Address, Player, Session, Ticket
from sse.accounts.sessions import SessionStore
from sse.api.models import KeptAnswer
from sse.hooks.models import Delivery, Hook
from sse.inbox.models import Answer, RawMail
from sse.matches.models import Invitation, Match
from sse.matches.play import match_open
from sse.operations import retention
from sse.operations.retention import (
    NO_ADDRESS,
    RULES,
    WITH_THE_MATCH,
    WITH_THE_PLAYER,
    purge_all,
)
from sse.operations.tasks import purge_old
from sse.outbox.models import Bounce, Letter
from sse.platform.models import Tries

pytestmark = pytest.mark.each_database

MANUAL = Path(__file__).parent.parent.parent / "docs" / "operating.md"
TEXT = (models.CharField, models.TextField, models.JSONField, models.BinaryField)
WHERE = (*TEXT, models.GenericIPAddressField, models.FileField)
SPY = "spy@secret.example"
RULED = {field for rule in RULES for field in rule.fields}


def fields_that_hold_text() -> set[str]:
    """`app.Model.field`, of all models; a field with choices holds one of them."""
    return {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.get_fields()
        if isinstance(field, WHERE) and not field.choices
    }


def test_every_field_that_holds_text_says_how_long() -> None:
    groups = (RULED, WITH_THE_MATCH, WITH_THE_PLAYER, NO_ADDRESS)
    named = [field for group in groups for field in group]
    assert len(named) == len(set(named)), "in one group only"
    assert fields_that_hold_text() == set(named)


def test_no_field_for_addresses_is_said_to_hold_none() -> None:
    for model in apps.get_models():
        for field in model._meta.get_fields():
            if isinstance(field, models.EmailField):
                assert f"{model._meta.label}.{field.name}" in RULED


def test_the_manual_names_every_field_that_can_hold_an_address() -> None:
    lines = MANUAL.read_text(encoding="utf-8").splitlines()
    told = [line for line in lines if line.startswith("| `")]
    for field in RULED | WITH_THE_MATCH | WITH_THE_PLAYER:
        model, _, name = field.rpartition(".")
        rows = [line for line in told if line.startswith(f"| `{model}` |")]
        assert any(f"`{name}`" in line for line in rows), field


# ------------------------------------------------------------------ what is kept to


def ticket(aki: Player, at: Any) -> Any:
    return Ticket.objects.create(
        email=SPY, purpose="log in", created_at=at, expires_at=at
    )


def address(aki: Player, at: Any) -> Any:
    return Address.objects.create(player=aki, email=SPY, created_at=at)


def session(aki: Player, at: Any) -> Any:
    said = SessionStore().encode({"log_in": {"email": SPY}})
    return Session.objects.create(session_key="x", session_data=said, expire_date=at)


def letter(aki: Player, at: Any) -> Any:
    return Letter.objects.create(
        kind="account",
        key="x",
        email=SPY,
        data={"address": SPY},
        text=SPY,
        trouble=SPY,
        status=Letter.Status.SENT,
        created_at=at,
        sent_at=at,
    )


def bounce(aki: Player, at: Any) -> Any:
    return Bounce.objects.create(email=SPY, kind="hard", why=SPY, key="x", at=at)


def invitation(aki: Player, at: Any) -> Any:
    match = match_open(organiser=aki, game="toy", seats=2)
    return Invitation.objects.create(
        match=match, email=SPY, invited_by=aki, created_at=at, answer="declined"
    )


def mail(aki: Player, at: Any) -> Any:
    fields = ("envelope_from", "message_id", "said", "why")
    return RawMail.objects.create(
        raw=SPY.encode(),
        size=1,
        door="smtp",
        recipient="x",
        received_at=at,
        key="x",
        body_hash="x",
        line="x",
        status="done",
        **dict.fromkeys(fields, SPY),
    )


def answer(aki: Player, at: Any) -> Any:
    return Answer.objects.create(who=SPY, reason="x", at=at)


def kept_answer(aki: Player, at: Any) -> Any:
    return KeptAnswer.objects.create(
        player=aki, key=SPY, request="x", headers={"x": SPY}, body=SPY, at=at
    )


def delivery(aki: Player, at: Any) -> Any:
    hook = Hook.objects.create(player=aki, url="https://a.example/", secret="x")
    return Delivery.objects.create(
        hook=hook, event="x", key="x", data={"x": SPY}, trouble=SPY, created_at=at
    )


def operator_log(aki: Player, at: Any) -> Any:
    kind = ContentType.objects.get_for_model(Player)
    row = LogEntry.objects.create(
        user=aki,
        content_type=kind,
        object_id=SPY,
        object_repr=SPY,
        action_flag=CHANGE,
        change_message=SPY,
    )
    LogEntry.objects.filter(pk=row.pk).update(action_time=at)
    return row


def tries(aki: Player, at: Any) -> Any:
    return Tries.objects.create(key=SPY, times=[1], expires_at=at)


ROWS: list[tuple[Callable[[Player, Any], Any], int]] = [
    (ticket, conf.TICKET_DAYS),
    (address, conf.UNCONFIRMED_DAYS),
    (session, 0),
    (letter, conf.LETTER_DAYS),
    (bounce, conf.BOUNCE_DAYS),
    (invitation, conf.INVITATION_DAYS),
    (mail, conf.MAIL_DAYS),
    (answer, 2),
    (kept_answer, 2),
    (delivery, 14),
    (operator_log, conf.OPERATOR_LOG_DAYS),
    (tries, 0),
]


def everything(row: Any) -> str:
    """All that the database has of a row."""
    found = list(type(row)._default_manager.filter(pk=row.pk).values())
    if found and "session_data" in found[0]:
        found[0] |= SessionStore().decode(found[0]["session_data"])
    return str(found).replace("memory at", "") + str(
        [bytes(value) for one in found for value in one.values() if is_bytes(value)]
    )


def is_bytes(value: object) -> bool:
    return isinstance(value, bytes | memoryview)


@pytest.mark.django_db
@pytest.mark.parametrize(("make", "days"), ROWS)
def test_an_address_goes_in_time_and_not_before(
    make: Callable[[Player, Any], Any], days: int, aki: Player
) -> None:
    now = timezone.now()
    row = make(aki, now - timedelta(days=days) + timedelta(hours=1))
    purge_all(now=now)
    assert SPY in everything(row)
    purge_all(now=now + timedelta(hours=2))
    assert SPY not in everything(row)


def test_every_rule_is_tried() -> None:
    tried = {f"{model}" for model, _ in map(label_of, ROWS)}
    old = {"sessions.Session"}  # empty since sessions are ours
    assert {field.rpartition(".")[0] for field in RULED} - old == tried


def label_of(row: tuple[Callable[..., Any], int]) -> tuple[str, int]:
    labels = {
        ticket: Ticket,
        address: Address,
        session: Session,
        letter: Letter,
        bounce: Bounce,
        invitation: Invitation,
        mail: RawMail,
        answer: Answer,
        kept_answer: KeptAnswer,
        delivery: Delivery,
        operator_log: LogEntry,
        tries: Tries,
    }
    return labels[row[0]]._meta.label, row[1]


@pytest.mark.django_db
def test_what_is_still_needed_stays(aki: Player) -> None:
    long_ago = timezone.now() - timedelta(days=2000)
    waiting = letter(aki, long_ago)
    Letter.objects.filter(pk=waiting.pk).update(status=Letter.Status.QUEUED)
    complaint = bounce(aki, long_ago)
    Bounce.objects.filter(pk=complaint.pk).update(kind=Bounce.Kind.COMPLAINT)
    asked = invitation(aki, long_ago)
    Invitation.objects.filter(pk=asked.pk).update(answer="")
    purge_old()
    for row in (waiting, complaint, asked):
        assert SPY in everything(row)
    assert aki.addresses.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("status", "answer"),
    [
        ("running", ""),
        ("paused", ""),
        ("finished", "revoked"),
        ("abandoned", "revoked"),
    ],
)
def test_an_invitation_lives_as_long_as_its_match(
    status: str, answer: str, aki: Player
) -> None:
    asked = invitation(aki, timezone.now() - timedelta(days=2000))
    Invitation.objects.filter(pk=asked.pk).update(answer="")
    Match.objects.filter(pk=asked.match_id).update(status=status)
    purge_old()
    asked.refresh_from_db()
    assert asked.answer == answer
    assert (asked.email == SPY) == (answer == "")


@pytest.mark.django_db
def test_an_answer_that_comes_meanwhile_is_kept(
    aki: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = invitation(aki, timezone.now() - timedelta(days=2000))
    Invitation.objects.filter(pk=asked.pk).update(answer="")
    Match.objects.filter(pk=asked.match_id).update(status="finished")
    real = QuerySet.__getitem__

    def slow(rows: Any, place: Any) -> Any:
        found = list(real(rows, place))
        if rows.model is Invitation:
            Invitation.objects.filter(pk=asked.pk).update(answer="accepted")
        return found

    monkeypatch.setattr(QuerySet, "__getitem__", slow)
    retention.invitations_forget(timezone.now())
    monkeypatch.undo()
    asked.refresh_from_db()
    assert asked.answer == "accepted"
    assert asked.email != SPY


@pytest.mark.django_db
def test_many_rows_go_in_batches(aki: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "BATCH_ROWS", 3)
    long_ago = timezone.now() - timedelta(days=2000)
    for _ in range(10):
        ticket(aki, long_ago)
    assert retention.tickets_forget(timezone.now()) == 3
    purge_all()
    assert not Ticket.objects.exists()


@pytest.mark.django_db
def test_a_rule_that_breaks_does_not_keep_the_others_from_it(
    aki: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(now: Any) -> int:
        raise RuntimeError

    row = ticket(aki, timezone.now() - timedelta(days=2000))
    rules = [retention.Rule((), broken), *RULES]
    monkeypatch.setattr(retention, "RULES", rules)
    purge_all()
    assert SPY not in everything(row)
