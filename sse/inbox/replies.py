"""Answer a mail with one email: decide whether it may be sent, and to whom.

How much we answer is limited, so that no mail loop lasts. It is counted in rows of the
database, so flushing Redis resets nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import structlog
from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import get_language, gettext_lazy

from sse.accounts.models import Player
from sse.accounts.selectors import address_for
from sse.inbox.commands import Reply
from sse.inbox.identity.cases import Case
from sse.inbox.models import Answer, RawMail
from sse.inbox.services import Fate, sha256_hex, storable_text
from sse.matches.models import Submission
from sse.matches.play.notices import organiser_notices, seat_notice
from sse.matches.text.command_words import shown, words
from sse.outbox.letters import letter_to
from sse.platform import rows
from sse.platform.mail_addresses import folded
from sse.platform.notices import notify
from sse.platform.rates import rate_of

log = structlog.get_logger()
ANSWERS = ("10/hour", "40/day")  # to one address
# Reasons of answers that have rates of their own.
ORDERS = "orders"  # receipts of orders: as many as orders may come in
NOT_TAKEN = "not taken"  # refused orders: nobody may believe that they count
ACTED = "acted"  # answers to what changes something: always sent
SEPARATE_RATES: dict[str, Sequence[str]] = {
    ORDERS: ("120/hour", "600/day"),
    NOT_TAKEN: ("30/hour", "120/day"),
    ACTED: (),
}
ASKED = "asked"  # how the reason of emails about held mails begins
ASKS = "10/day"  # emails about held mails, for one seat
ASKS_OF_ANYBODY = "3/day"  # about mails that anyone who knows an address can write
MOST_SAME = 5  # answers to one text from one address, in a day
MOST_SAME_ACTED = 20  # to a text that changes something
BREAKER_WINDOW = timedelta(minutes=10)
RATE_WINDOW = timedelta(days=1)  # the longest that a rate of answers looks back
KEPT_FOR = timedelta(days=2)  # longer than any rate looks back


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
        told = {name: value for name, value in more.items() if value}
        about = subject_of(case, reason)
        letter(case, "answer", reply, about=about, text=text, **told)
    return fate(case, RawMail.Status.DONE, kind=reason[:20])


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


# ---------------------------------------------------------------------- how often


def answer_allow(
    *,
    mail: RawMail | None,
    address: str,
    reason: str,
    is_refusal: bool = True,
    is_order: bool = False,
    is_acting: bool = False,
    text: str = "",
    now: datetime | None = None,
) -> bool:
    """Say whether an email may answer this mail, and count it if so.

    Call it in the transaction that writes the email. A mail has one answer; an address
    gets one refusal for one reason a day, and not more than ANSWERS. Receipts of orders
    are counted separately, because people may play fast, and so are refused orders,
    because a player who hears nothing believes that they count. What changes something,
    or was meant to, is always answered: how much of it comes in is limited already.
    """
    now, who = now or timezone.now(), address_digest(address)
    text_hash = text_digest(text)
    reason = ACTED if is_acting else ORDERS if is_order else reason[:40]
    rates = SEPARATE_RATES.get(reason, ANSWERS)
    sent = answers_to(who, now)
    times = [answer.at for answer in sent if counts_together(answer, reason)]
    most_same = MOST_SAME_ACTED if reason == ACTED else MOST_SAME
    if (
        is_used_up(times, rates, now)
        or is_repeated(sent, text_hash, most_same)
        or (reason != ACTED and breaker_is_open(now))
    ):
        log.warning("answer withheld", mail=mail and mail.pk, reason=reason)
        return False
    return record_answer(
        Answer(
            who=who,
            reason=reason,
            day=now.date() if is_refusal else None,
            text_hash=text_hash,
            mail=mail,
            at=now,
        )
    )


def ask_allow(*, mail: RawMail, address: str, about: str, rate: str, text: str) -> bool:
    """Say whether the owner may be asked about a held mail, and count it if so.

    These emails do not use up the answers to the owner's own mails: otherwise anyone
    who floods a seat could silence us.
    """
    now, who = timezone.now(), address_digest(address)
    reason, text_hash = f"{ASKED} {about}", text_digest(text)
    sent = answers_to(who, now)
    times = [answer.at for answer in sent if answer.reason == reason]
    is_over = is_used_up(times, [rate], now)
    if is_over or is_repeated(sent, text_hash) or breaker_is_open(now):
        log.warning("not asked", mail=mail.pk)
        return False
    fields = {"who": who, "reason": reason, "text_hash": text_hash}
    return record_answer(Answer(mail=mail, at=now, **fields))


ANSWERS_SINCE = rows.Select(
    lambda who, since: (
        Answer.objects.filter(who=who, at__gt=since)
        .order_by("-at")
        .only("reason", "text_hash", "at")
    ),
    *(str, datetime),
)


def answers_to(who: str, now: datetime) -> list[Answer]:
    """Return the answers to one address within RATE_WINDOW, the newest first."""
    return ANSWERS_SINCE(who, now - RATE_WINDOW)


def record_answer(answer: Answer) -> bool:
    """Insert it, unless this mail has an answer or this reason had one today."""
    return bool(rows.insert([answer], unless="*"))


def is_used_up(times: Sequence[datetime], rates: Sequence[str], now: datetime) -> bool:
    return any(rate_of(rate).free_at(times, now) for rate in rates)


def is_repeated(sent: Sequence[Answer], text_hash: str, most: int = MOST_SAME) -> bool:
    """Say whether the same words came too often: then a machine writes them."""
    same = sum(answer.text_hash == text_hash for answer in sent)
    return bool(text_hash) and same >= most


def counts_together(answer: Answer, reason: str) -> bool:
    if reason in SEPARATE_RATES or answer.reason in SEPARATE_RATES:
        return answer.reason == reason
    return not answer.reason.startswith(f"{ASKED} ")


def breaker_is_open(now: datetime) -> bool:
    """Say whether so many answers went out that it must be a loop."""
    lately = Answer.objects.filter(at__gt=now - BREAKER_WINDOW).count()
    if lately < settings.MAIL_MOST_ANSWERS:
        return False
    log.error("too many answers", lately=lately)
    return True


def answers_forget(*, now: datetime | None = None) -> int:
    old = Answer.objects.filter(at__lte=(now or timezone.now()) - KEPT_FOR)
    return old.delete()[0]


def address_digest(address: str) -> str:
    return text_digest(folded(address))


def text_digest(text: str) -> str:
    """Return the hash of a text without blanks around it; of no text, nothing."""
    text = text.strip()
    return sha256_hex(text.encode("utf-8", "replace")) if text else ""


# ------------------------------------------------- notices with the last answer


def last_answer_notice(address: str, player: Player | None, reason: str = "") -> str:
    """Return a sentence that says until when answers pause, if this was the last."""
    until = muted_until(address, reason=reason)
    if until is None:
        return ""
    zone = ZoneInfo(player.time_zone if player else "UTC")
    when = f"{timezone.localtime(until, zone):%H:%M %Z}"
    return str(REFUSALS_MUTED if reason == NOT_TAKEN else QUESTIONS_MUTED).format(
        when=when
    )


def muted_until(
    address: str, now: datetime | None = None, reason: str = ""
) -> datetime | None:
    """Return until when such answers to this address pause, if they do."""
    now = now or timezone.now()
    sent = answers_to(address_digest(address), now)
    if not sent or not counts_together(sent[0], reason):
        return None  # this answer is counted elsewhere, or the notice was sent before
    times = [answer.at for answer in sent if counts_together(answer, reason)]
    rates = map(rate_of, SEPARATE_RATES.get(reason, ANSWERS))
    ends = (rate.free_at(times, now) for rate in rates)
    return max(filter(None, ends), default=None)


def repetition_notice(address: str, text: str) -> str:
    """Return a sentence for the last answer that these very words get."""
    sent = answers_to(address_digest(address), timezone.now())
    text_hash = text_digest(text)
    if not sent or sent[0].text_hash != text_hash:
        return ""
    most = MOST_SAME_ACTED if sent[0].reason == ACTED else MOST_SAME
    is_last = is_repeated(sent, text_hash, most)
    return str(REPETITION_MUTED).format(count=most) if is_last else ""


REPETITION_MUTED = gettext_lazy(
    "You have sent exactly these words {count} times within a day, so we think that a"
    " machine sends them. They will not be answered again today; other words will."
)
QUESTIONS_MUTED = gettext_lazy(
    "You have written a lot lately. Until {when} we do not answer questions. Orders"
    " and anything that changes something are accepted and answered as always."
)
REFUSALS_MUTED = gettext_lazy(
    "Many of your orders could not be accepted lately. Until {when} we do not tell you"
    " about orders that are not accepted; accepted ones are answered as always."
)


def refusal_limits(submission: Submission) -> dict[str, Any] | None:
    """Return what to add to the answer to a refused text; None: no answer.

    Refused orders are answered as often as a person would err, refused commands always.
    The last answer for a while says that it is the last.
    """
    player = submission.player
    address = address_for(player) if player else None
    is_command = submission.kind != Submission.Kind.ORDERS
    if player is None or (address is None and is_command):
        return {}
    if address is None:
        return None
    if not is_command and not answer_allow(
        mail=None, address=address.email, reason=NOT_TAKEN, is_refusal=False
    ):
        return None
    with translation.override(player.language):
        rest = last_answer_notice(address.email, player, NOT_TAKEN)
    return {"rest": rest} if rest else {}
