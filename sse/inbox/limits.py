"""Limit how much mail we take and how much we answer, so that no mail loop lasts.

Everything is counted in database rows, so flushing Redis resets nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import structlog
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Count
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy

from sse.accounts.models import Player
from sse.accounts.selectors import address_for
from sse.inbox.doors.incoming import (
    IncomingMail,
    envelope_sender,
    own_recipients,
    queue_of,
    sha256_hex,
)
from sse.inbox.models import Answer, RawMail
from sse.matches.models import Submission
from sse.platform.mail_addresses import address_read, folded, office
from sse.platform.rates import Rate, rate_of

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


# ---------------------------------------------------------------------- coming in


def over_limit(
    mails: Sequence[IncomingMail], now: datetime | None = None
) -> list[bool]:
    """Say for each mail whether it is too much for its seat or its sender.

    A mail with a token is counted by the seat alone: anyone can write another player's
    address on an envelope, and would keep them from playing.
    """
    now = now or timezone.now()
    counted = [counted_as(mail) for mail in mails]
    rates = {
        "line": rate_of(settings.MAIL_RATE_SEAT),
        "envelope_from": rate_of(settings.MAIL_RATE_SENDER),
    }
    counts = {}
    for field, rate in rates.items():
        names = {name for by, name in counted if by == field}
        counts[field] = mail_counts(field, names, now - rate.within)
    over = []
    for field, name in counted:
        counts[field][name] += 1
        over.append(counts[field][name] > rates[field].most)
    return over


def counted_as(mail: IncomingMail) -> tuple[str, str]:
    """Return the column and the value by which a mail is counted.

    Bounces have no sender: they are counted by where they go.
    """
    here, sender = office(), envelope_sender(mail)
    address = next(iter(own_recipients(mail, here)), "")
    if sender and not address_read(here, address):
        return "envelope_from", sender
    return "line", queue_of(here, address, sender)


def mail_counts(field: str, names: set[str], since: datetime) -> Counter[str]:
    if not names:
        return Counter()
    lately = RawMail.objects.filter(**{f"{field}__in": names}, received_at__gt=since)
    return Counter(dict(lately.values_list(field).annotate(Count("pk")).order_by()))


# --------------------------------------------------------------------- going out


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


def answers_to(who: str, now: datetime) -> list[Answer]:
    """Return the answers to one address within RATE_WINDOW, the newest first."""
    lately = Answer.objects.filter(who=who, at__gt=now - RATE_WINDOW)
    return list(lately.order_by("-at"))


def record_answer(answer: Answer) -> bool:
    """Insert it, unless this mail has an answer or this reason had one today."""
    try:
        with transaction.atomic():
            answer.save(force_insert=True)
    except IntegrityError:
        return False
    return True


def is_used_up(times: Sequence[datetime], rates: Sequence[str], now: datetime) -> bool:
    return any(is_reached(times, rate_of(rate), now) for rate in rates)


def is_reached(times: Sequence[datetime], rate: Rate, now: datetime) -> bool:
    """Say whether there were as many as the rate allows; the newest come first."""
    return len(times) >= rate.most and times[rate.most - 1] > now - rate.within


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
    ends = [
        times[rate.most - 1] + rate.within
        for rate in rates
        if is_reached(times, rate, now)
    ]
    return max(ends, default=None)


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
