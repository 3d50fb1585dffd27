"""Answer a mail with one email: decide whether it may be sent, and to whom."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import get_language

from sse.accounts.selectors import address_for
from sse.inbox.commands import Reply
from sse.inbox.doors.incoming import storable_text
from sse.inbox.identity.cases import Case
from sse.inbox.limits import (
    ASKS,
    ASKS_OF_ANYBODY,
    answer_allow,
    ask_allow,
    last_answer_notice,
    repetition_notice,
)
from sse.inbox.models import RawMail
from sse.inbox.services import Fate
from sse.matches.play.notices import organiser_notices, seat_notice
from sse.matches.text.command_words import shown, words
from sse.outbox.letters import letter_to
from sse.platform.notices import notify


def fate(case: Case, status: str, why: str = "", kind: str = "") -> Fate:
    return Fate(
        status,
        why or case.judgement.why,
        kind or case.reading.kind,
        match_id=case.match.pk if case.match else None,
        seat_id=case.seat.pk if case.seat else None,
        player_id=case.player.pk if case.player else None,
    )


def answer(
    case: Case,
    text: str,
    reason: str,
    is_refusal: bool = False,
    is_acting: bool = False,
    reply: Reply | None = None,
    **more: Any,
) -> Fate:
    """Send a text as the answer, if an answer may be sent."""
    if may_answer(case, reason, is_refusal, is_acting=is_acting):
        data = {"about": subject_of(case, reason), "text": text, **without_empty(more)}
        letter(case, "answer", reply, **data)
    return fate(case, RawMail.Status.DONE, kind=reason[:20])


def without_empty(data: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if value}


def subject_of(case: Case, name: str = "") -> str:
    """Return the subject of an answer, with the command it is about."""
    what = str(case.match) if case.match else settings.SITE_NAME
    if name not in words()["commands"]:
        return what
    return f"{what}: {shown('commands', name, get_language() or 'en')}"


def reader_of(case: Case) -> str | None:
    """Return where the answer goes: never to an unconfirmed address.

    Who was invited there has shown by the reply address that they read it.
    """
    address = address_for(case.player) if case.player else None
    if address:
        return address.email
    invitation = case.place.invitation
    return invitation.email if invitation and case.player is None else None


def may_answer(
    case: Case,
    reason: str,
    is_refusal: bool = False,
    is_order: bool = False,
    is_acting: bool = False,
) -> bool:
    """Say whether an answer may be sent, and count it, so that no mail loop lasts.

    `is_acting`: the mail changes something, or its writer believes so.
    """
    reader = reader_of(case)
    if case.reading.quiet or reader is None:
        return False
    return answer_allow(
        mail=None if case.is_confirmed else case.mail,
        address=reader,
        reason=reason,
        is_refusal=is_refusal,
        is_order=is_order,
        is_acting=is_acting,
        text=dedup_text(case),
    )


def dedup_text(case: Case) -> str:
    return f"{case.mail.recipient}\n{case.reading.text}"


def may_ask(case: Case) -> bool:
    """Say whether the owner may be asked about this mail, and count it.

    That is a new letter to them and answers nobody: it does not matter whether whoever
    wrote the mail wants answers.
    """
    reader, seat, player = reader_of(case), case.seat, case.player
    if reader is None or player is None:
        return False
    return ask_allow(
        mail=case.mail,
        address=reader,
        about=f"o {seat.pk}" if seat else f"p {player.pk}",
        rate=ASKS if case.has_token else ASKS_OF_ANYBODY,
        text=dedup_text(case),
    )


def may_tell_of_more(case: Case) -> bool:
    """Say whether to tell the owner, once a day, that even more mails are held."""
    reader = reader_of(case)
    if reader is None:
        return False
    return answer_allow(mail=case.mail, address=reader, reason="more held")


def reply_context(case: Case) -> dict[str, Any]:
    """Return what every email that answers a mail needs."""
    reader = reader_of(case)
    said = {
        "in_reply_to": storable_text(case.reading.message_id),
        "is_unproved": not case.is_proved,
        "leaked": case.leaked,
    }
    if reader is None:
        return said
    rests = [
        last_answer_notice(reader, case.player),
        repetition_notice(reader, dedup_text(case)),
    ]
    rest = "\n\n".join(filter(None, rests))
    return said | ({"rest": rest} if rest else {})


def letter(case: Case, kind: str, reply: Reply | None = None, **data: Any) -> None:
    """Queue the email that answers a mail; after a confirmation, one more."""
    second = " confirmed" if case.is_confirmed else ""
    key, data = f"answer:mail:{case.mail.pk}{second}", {**reply_context(case), **data}
    if reply and reply.attached:
        data |= {"attached": reply.attached, "of": reply.match and reply.match.pk}
    match, player = (reply and reply.match) or case.match, case.player
    seat = (reply and reply.seat) or case.seat
    if seat and player and seat.player_id == player.pk:
        notify([seat_notice(seat=seat, kind=kind, key=key, **data)])
    elif match and player and match.organiser_id == player.pk:
        notify(organiser_notices(match=match, kind=kind, key=key, **data))
    elif player:
        letter_to(player=player, kind=kind, key=key, **data)
    elif case.place.invitation:
        invitation = case.place.invitation
        data |= {"invitation": invitation.pk}
        letter_to(player=None, email=invitation.email, kind=kind, key=key, **data)
