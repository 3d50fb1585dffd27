"""A mail that was kept, read and acted upon: the processor of `mails_process`.

It may run twice for a mail and acts once: what it does has the mail's key, and is
written in the transaction that settles the mail.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.db.models import F

from sse.accounts.errors import AccountRefused
from sse.accounts.selectors import address_for
from sse.inbox.addresses import address_read
from sse.inbox.cases import READABLE, Case, case_of, reading_of
from sse.inbox.commands import Command, read_command
from sse.inbox.doing import ACTING, SUBMITTED, about, help_text, reply_to
from sse.inbox.errors import Later
from sse.inbox.limits import answer_allow, hash_of
from sse.inbox.models import RawMail
from sse.inbox.parcels import plain
from sse.inbox.reading import Kind, Reading
from sse.inbox.selectors import office
from sse.inbox.services import Fate, mail_settle
from sse.inbox.who import Action
from sse.matches.errors import MatchRefused
from sse.matches.models import Seat, Submission
from sse.matches.services import plan_submit
from sse.outbox.bounces import report_take
from sse.outbox.leaving import leave_by_letter, letters_off
from sse.outbox.letters import letter_about, letter_to

Status = RawMail.Status
UNREADABLE = {
    Kind.EMPTY: "Your mail said nothing that we could read: without quotations and"
    " signatures nothing was left. Subjects are not read. Write your orders, or"
    " “help”, above everything else.",
    Kind.WINMAIL: "Your mail came as a file winmail.dat, which only Outlook opens."
    " Please write plain text.",
    Kind.ENCRYPTED: "Your mail is encrypted, and we have no key. Please write plain"
    " text.",
    Kind.OVERSIZED: "Your mail is longer than any orders, so it was not read. Please"
    " write your orders only.",
    Kind.MALFORMED: "Your mail could not be read: its parts cannot be told apart."
    " Please write plain text.",
}
ANSWER_A_LETTER = (
    "Which match do you mean? Answer a letter of that match: its reply address says"
    " which seat is yours."
)


def mail_ingest(mail: RawMail) -> Fate | None:
    """What a mail is, whose it is, and what it does. [Later]"""
    reading = reading_of(mail)
    token = address_read(office(), mail.recipient)
    if reading.kind in (Kind.BOUNCE, Kind.COMPLAINT):
        reported(mail, reading)
        return None
    if token and token.kind == "l" and reading.kind in READABLE:
        return left(mail, token.number)
    if token and token.kind != "o":
        return Fate(Status.IGNORED, f"for {token.kind}: {reading.why}", reading.kind)
    if reading.kind not in READABLE:
        return Fate(Status.IGNORED, reading.why, reading.kind)
    case = case_of(mail, reading)
    if case.judgement.action == Action.LATER:
        raise Later(case.judgement.why)
    with transaction.atomic():
        mail_settle(mail=mail, fate=ACT[case.judgement.action](case))
    return None


def reported(mail: RawMail, reading: Reading) -> None:
    """A letter came back, or its reader complains."""
    with transaction.atomic():
        why = report_take(mail=mail, reading=reading)
        mail_settle(mail=mail, fate=Fate(Status.IGNORED, why, reading.kind))


def left(mail: RawMail, letter_id: int) -> Fate:
    """By the address that mail programs use for it: no more letters of that match."""
    try:
        letters_off(leave=leave_by_letter(letter_id))
    except MatchRefused as error:
        return Fate(Status.IGNORED, str(error), "leave")
    return Fate(Status.DONE, "no more letters of this match", "leave")


def fate(case: Case, status: str, why: str = "", kind: str = "") -> Fate:
    return Fate(
        status,
        why or case.judgement.why,
        kind or case.reading.kind,
        match_id=case.seat.match_id if case.seat else None,
        seat_id=case.seat.pk if case.seat else None,
        player_id=case.player.pk if case.player else None,
    )


# ---------------------------------------------------------------- by the judgement


def refuse(case: Case) -> Fate:
    """No letter to anybody; nor is the mail put to anybody's account."""
    return Fate(Status.IGNORED, case.judgement.why, case.reading.kind)


def hold(case: Case) -> Fate:
    """The owner is asked; nothing is done until they say so."""
    reading, player = case.reading, case.player
    if player is None or reading.kind is not Kind.ORDER:
        return refuse(case)
    reason = f"hold {hash_of(reading.sender)[:32]}"
    if may_answer(case, reason, is_refusal=True):
        letter(
            case,
            "held",
            mail=case.mail.pk,
            sender=plain(reading.sender),
            written=reading.text.splitlines(),
        )
    return fate(case, Status.HELD)


def apply(case: Case) -> Fate:
    """Who wrote is known: a command, or orders."""
    if case.reading.kind is not Kind.ORDER:
        return unreadable(case)
    if case.leaked and case.seat:
        Seat.objects.filter(pk=case.seat.pk).update(token_epoch=F("token_epoch") + 1)
    command = read_command(case.reading.text)
    if command is None:
        return submit(case, Submission.Kind.ORDERS, case.reading.text)
    if command.name not in SUBMITTED:
        return obey(case, command)
    if problem := SUBMITTED[command.name](command):
        return answer(case, problem, command)
    return submit(case, Submission.Kind(command.name), "")


def stale(case: Case) -> Fate:
    """Only what asks is still answered; what acts was meant for another moment."""
    if case.reading.kind is not Kind.ORDER:
        return unreadable(case)
    command = read_command(case.reading.text)
    if command and command.name not in (*ACTING, *SUBMITTED, "preview"):
        return obey(case, command)
    if may_answer(case, "stale", is_refusal=False):
        letter(case, "stale")
    return fate(case, Status.DONE, "an old turn")


def without_seat(case: Case) -> Fate:
    """About no seat: what needs none is done, if it is proved who wrote."""
    if case.reading.kind is not Kind.ORDER:
        return unreadable(case)
    case = case._replace(seat=None, turn=None)
    command = read_command(case.reading.text)
    if command is None:
        text = f"{ANSWER_A_LETTER}\n\n{help_text()}"
        return answer(case, text, reason="no seat", is_refusal=True)
    if command.name in SUBMITTED or command.name == "preview":
        return answer(case, ANSWER_A_LETTER, command)
    if command.name in ACTING and command.rest and not case.is_proved:
        return hold(case)
    return obey(case, command)


ACT: dict[Action, Callable[[Case], Fate]] = {
    Action.APPLY: apply,
    Action.HOLD: hold,
    Action.STALE: stale,
    Action.HELP: without_seat,
    Action.REFUSE: refuse,
}


# ------------------------------------------------------------------------- doings


def submit(case: Case, kind: str, text: str) -> Fate:
    """A worker takes it in order of receipt; the letter about it is written then."""
    assert case.seat is not None
    assert case.player is not None
    key = f"mail:{case.mail.pk}"
    knowing: dict[str, Any] = {"turn": case.turn}
    is_new = not Submission.objects.filter(key=key).exists()
    if is_new and may_answer(case, kind):
        knowing["letter"] = beside(case)
    try:
        plan_submit(
            match_id=case.seat.match_id,
            player=case.player,
            text=text,
            source="mail",
            key=key,
            kind=kind,
            received_at=case.mail.received_at,
            knowing=knowing,
        )
    except MatchRefused as error:
        if "letter" in knowing:
            letter(case, "answer", about=about(case), text=str(error))
        return fate(case, Status.DONE, str(error))
    return fate(case, Status.DONE, kind=kind)


def obey(case: Case, command: Command) -> Fate:
    """What a command says or does, and one letter about it."""
    try:
        with transaction.atomic():
            text = reply_to(case, command)
    except (MatchRefused, AccountRefused) as error:
        text = str(error)
    return answer(case, text, command)


def unreadable(case: Case) -> Fate:
    kind = case.reading.kind
    return answer(case, UNREADABLE[kind], reason=kind, is_refusal=True)


# ------------------------------------------------------------------------ letters


def answer(
    case: Case,
    text: str,
    command: Command | None = None,
    reason: str = "",
    is_refusal: bool = False,
) -> Fate:
    name = command.name if command else reason
    unread = command.below.splitlines() if command and name != "preview" else []
    if may_answer(case, name, is_refusal):
        letter(case, "answer", about=about(case, name), text=text, unread=unread)
    return fate(case, Status.DONE, kind=command.name if command else "")


def may_answer(case: Case, reason: str, is_refusal: bool = False) -> bool:
    """Counts the answer. The same text to the same reply address is what loops are."""
    address = address_for(case.player) if case.player else None
    if case.reading.quiet or address is None:
        return False
    return answer_allow(
        mail=None if case.is_confirmed else case.mail,
        address=address.email,
        reason=reason,
        is_refusal=is_refusal,
        text=f"{case.mail.recipient}\n{case.reading.text}",
    )


def beside(case: Case) -> dict[str, Any]:
    """What every letter that answers a mail says besides."""
    return {
        "in_reply_to": plain(case.reading.message_id),
        "is_unproved": not case.is_proved,
        "leaked": case.leaked,
    }


def letter(case: Case, kind: str, **data: Any) -> None:
    """One letter for a mail, of whatever kind it is; after a confirmation, one more."""
    second = " confirmed" if case.is_confirmed else ""
    key, data = f"answer:mail:{case.mail.pk}{second}", {**beside(case), **data}
    if case.seat and case.seat.player_id == (case.player and case.player.pk):
        letter_about(seat=case.seat, kind=kind, key=key, **data)
    else:
        letter_to(player=case.player, kind=kind, key=key, **data)
