"""How much mail we take and how much we answer, so that no loop lasts.

Everything is counted in rows: a flushed Redis lets nothing begin again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any
from zoneinfo import ZoneInfo

import structlog
from django.conf import settings
from django.db import connection
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy

from sse.accounts.models import Player
from sse.accounts.selectors import address_for
from sse.inbox.doors.incoming import Parcel, line_of, ours_of, sender_of
from sse.inbox.models import Answer, RawMail
from sse.matches.models import Submission
from sse.platform import rows
from sse.platform.mail_addresses import address_read, folded, office
from sse.platform.rates import Rate, rate_of

log = structlog.get_logger()
ANSWERS = ("10/hour", "40/day")  # to one address
RECEIPTS = ("120/hour", "600/day")  # of orders: as many as may come in
ORDERS = "orders"  # the reason of receipts, which are counted apart
NOT_TAKEN = "not taken"  # that of refused orders: nobody may believe they were given
REFUSALS = ("30/hour", "120/day")  # of them; as many as may come in for a seat
ACTED = "acted"  # that of answers to what changes something: always told
APART: dict[str, Sequence[str]] = {ORDERS: RECEIPTS, NOT_TAKEN: REFUSALS, ACTED: ()}
ASKED = "asked"  # so begins that of letters about held mails, also counted apart
ASKS = "10/day"  # of them, about one seat
ASKS_OF_ANYBODY = "3/day"  # about what anybody could write who knows an address
MOST_SAME = 5  # answers to one text from one address, in a day
MOST_SAME_ACTED = 20  # to one that changes something
BREAKER = timedelta(minutes=10)
LONGEST = timedelta(days=1)  # that a rate of answers looks back
TO_THEM = rows.Select(
    lambda who, since: (
        Answer.objects.filter(who=who, at__gt=since)
        .order_by("-at")
        .only("reason", "text_hash", "at")
    ),
    *(str, datetime),
)
REMEMBERED = timedelta(days=2)  # longer than any rate looks back


# ---------------------------------------------------------------------- coming in


def parcels_over(parcels: Sequence[Parcel], now: datetime | None = None) -> list[bool]:
    """Which of them are too many, for their seats or their senders. Two questions.

    Who has a token is counted by the seat alone: anybody can write somebody else's
    address on an envelope, and would keep them from playing.
    """
    now = now or timezone.now()
    counted = [counted_by(parcel) for parcel in parcels]
    counts = {
        field: came(field, [name for by, name in counted if by == field], rate, now)
        for field, rate in rates().items()
    }
    return [is_over(counts[by], name, rates()[by].most) for by, name in counted]


def rates() -> dict[str, Rate]:
    return {
        "line": rate_of(settings.MAIL_RATE_SEAT),
        "envelope_from": rate_of(settings.MAIL_RATE_SENDER),
    }


def counted_by(parcel: Parcel) -> tuple[str, str]:
    """Bounces have no sender: they are counted by where they go."""
    here, sender = office(), sender_of(parcel)
    address = next(iter(ours_of(parcel, here)), "")
    if sender and not address_read(here, address):
        return "envelope_from", sender
    return "line", line_of(here, address, sender)


def came(field: str, values: Sequence[str], rate: Rate, now: datetime) -> Counter[str]:
    """How many mails there were of each. Asked for every message: hence the text."""
    if not values:
        return Counter()
    names = sorted(set(values))
    statement = (
        f"SELECT {field}, COUNT(*) FROM {RawMail._meta.db_table}"
        f" WHERE {field} IN ({', '.join(['%s'] * len(names))})"
        f" AND received_at > %s GROUP BY {field}"
    )
    since = connection.ops.adapt_datetimefield_value(now - rate.within)
    with connection.cursor() as cursor:
        cursor.execute(statement, [*names, since])
        return Counter(dict(cursor.fetchall()))


def is_over(counts: Counter[str], name: str, most: int) -> bool:
    """Counts this one too."""
    counts[name] += 1
    return counts[name] > most


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
    """Whether a letter may answer this mail; if so, it is counted as written.

    Call it in the transaction that writes the letter. A mail has one answer; an
    address gets one refusal for one reason a day, and not more than ANSWERS. Receipts
    of orders are counted apart: who plays fast is no machine. So are refusals of them:
    who hears nothing believes that their orders count. What changes something, or was
    meant to, is answered always: how much of it comes in is limited already.
    """
    now, who = now or timezone.now(), hash_of(folded(address))
    text_hash = hash_of(text.strip()) if text.strip() else ""
    reason = ACTED if is_acting else ORDERS if is_order else reason[:40]
    if is_too_much(who, text_hash, now, reason):
        log.warning("answer withheld", mail=mail and mail.pk, reason=reason)
        return False
    answer = Answer(
        who=who,
        reason=reason,
        day=now.date() if is_refusal else None,
        text_hash=text_hash,
        mail=mail,
        at=now,
    )
    return is_written(answer)


def ask_allow(*, mail: RawMail, address: str, about: str, rate: str, text: str) -> bool:
    """Whether the owner may be asked about a held mail; if so, it is counted.

    Such letters take nothing from what the owner's own mails are answered with: else
    who floods a seat would silence us.
    """
    now, who = timezone.now(), hash_of(folded(address))
    reason, text_hash = f"{ASKED} {about}", hash_of(text.strip())
    to_them = TO_THEM(who, now - LONGEST)
    times = [answer.at for answer in to_them if answer.reason == reason]
    is_over = is_used_up(times, rate_of(rate), now)
    if is_over or is_repeated(to_them, text_hash) or breaker_is_open(now):
        log.warning("not asked", mail=mail.pk)
        return False
    fields = {"who": who, "reason": reason, "text_hash": text_hash}
    return is_written(Answer(mail=mail, at=now, **fields))


def is_written(answer: Answer) -> bool:
    """Not if this mail has one, or this reason had one today."""
    return bool(rows.insert([answer], unless="*"))


def is_too_much(who: str, text_hash: str, now: datetime, reason: str) -> bool:
    to_them = TO_THEM(who, now - LONGEST)
    rates = map(rate_of, APART.get(reason, ANSWERS))
    times = [answer.at for answer in to_them if is_alike(answer, reason)]
    is_over = any(is_used_up(times, rate, now) for rate in rates)
    if reason == ACTED:
        return is_repeated(to_them, text_hash, MOST_SAME_ACTED)
    return is_over or is_repeated(to_them, text_hash) or breaker_is_open(now)


def is_used_up(times: Sequence[datetime], rate: Rate, now: datetime) -> bool:
    """Whether there were so many, the newest first."""
    return len(times) >= rate.most and times[rate.most - 1] > now - rate.within


def is_repeated(
    to_them: Sequence[Answer], text_hash: str, most: int = MOST_SAME
) -> bool:
    """The same words again and again are a machine's."""
    same = sum(answer.text_hash == text_hash for answer in to_them)
    return bool(text_hash) and same >= most


def is_alike(answer: Answer, reason: str) -> bool:
    """Whether both are counted together."""
    if reason in APART or answer.reason in APART:
        return answer.reason == reason
    return not answer.reason.startswith(f"{ASKED} ")


def rests_until(
    address: str, now: datetime | None = None, reason: str = ""
) -> datetime | None:
    """Until when such answers to this address rest, if the last one was just used."""
    now, who = now or timezone.now(), hash_of(folded(address))
    to_them = TO_THEM(who, now - LONGEST)
    if not to_them or not is_alike(to_them[0], reason):
        return None  # what is written now is counted apart, or was told before
    times = [answer.at for answer in to_them if is_alike(answer, reason)]
    ends = [
        times[rate.most - 1] + rate.within
        for rate in map(rate_of, APART.get(reason, ANSWERS))
        if is_used_up(times, rate, now)
    ]
    return max(ends, default=None)


def rest_told(address: str, player: Player | None, reason: str = "") -> str:
    """A sentence with the last answer for a while; nobody shall wonder."""
    until = rests_until(address, reason=reason)
    if until is None:
        return ""
    zone = ZoneInfo(player.time_zone if player else "UTC")
    when = f"{timezone.localtime(until, zone):%H:%M %Z}"
    return RESTS.get(reason, QUESTIONS_REST).format(when=when)


def same_told(address: str, text: str) -> str:
    """A sentence with the last answer that these very words get."""
    to_them = TO_THEM(hash_of(folded(address)), timezone.now() - LONGEST)
    text_hash = hash_of(text.strip())
    if not to_them or to_them[0].text_hash != text_hash:
        return ""
    most = MOST_SAME_ACTED if to_them[0].reason == ACTED else MOST_SAME
    is_last = is_repeated(to_them, text_hash, most)
    return str(SAME_REST).format(count=most) if is_last else ""


SAME_REST = gettext_lazy(
    "You have written these very words {count} times within a day. We take that for a"
    " machine and do not answer them again today; other words are answered as always."
)
QUESTIONS_REST = gettext_lazy(
    "You have written a lot lately. Until {when} your orders, and whatever changes"
    " something, are taken and answered as always, but questions are not answered."
)
RESTS = {
    NOT_TAKEN: gettext_lazy(
        "Many of your orders could not be taken lately. Until {when} you are not told"
        " again when some are not; those that are taken are answered as always."
    )
}


def breaker_is_open(now: datetime) -> bool:
    """So many answers at once are a loop that we did not think of."""
    statement = f"SELECT COUNT(*) FROM {Answer._meta.db_table} WHERE at > %s"
    ((lately,),) = rows.run(statement, [rows.as_instant(now - BREAKER)])
    if lately < settings.MAIL_MOST_ANSWERS:
        return False
    log.error("too many answers", lately=lately)
    return True


def answers_forget(*, now: datetime | None = None) -> int:
    old = Answer.objects.filter(at__lte=(now or timezone.now()) - REMEMBERED)
    return old.delete()[0]


def hash_of(said: str) -> str:
    return sha256(said.encode("utf-8", "replace")).hexdigest()


def refusal_limits(submission: Submission) -> dict[str, Any] | None:
    """Return what to add to the answer to a text that was not taken; None: no answer.

    Orders that were not taken are told of as often as a person would err; what became
    of a command is always told. The last answer for a while says that it is the last.
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
        rest = rest_told(address.email, player, NOT_TAKEN)
    return {"rest": rest} if rest else {}
