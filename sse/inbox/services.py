"""Mail is kept before it is understood, and then worked through, each row once.

A row is the truth: whoever loses a ring, a lease or his life leaves it to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from importlib.util import find_spec
from typing import Any, NamedTuple

import structlog
from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.module_loading import import_string

from sse.inbox import tasks
from sse.inbox.doors.bulk_insert import Row, insert_all
from sse.inbox.doors.incoming import (
    Parcel,
    key_of,
    line_of,
    marks_of,
    ours_of,
    plain,
    sender_of,
)
from sse.inbox.errors import Later, MailRefused
from sse.inbox.models import RawMail
from sse.platform import leases, rows, wake
from sse.platform.mail_addresses import office

log = structlog.get_logger()
Status = RawMail.Status
LEASE = leases.LEASE
DELAYS = [timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360)]
MOST_ATTEMPTS = len(DELAYS)
PASSING = (Later, OperationalError, InterfaceError)
IN_LINE = (Status.NEW, Status.WORKING)
OVER = (Status.DONE, Status.IGNORED, Status.HELD, Status.DEAD)

# -------------------------------------------------------------------------- keep


def mail_keep(
    *,
    raw: bytes,
    envelope_from: str,
    recipients: Sequence[str],
    door: str,
    received_at: datetime | None = None,
) -> list[int]:
    """Store the bytes for each recipient that is ours; when this returns, they are.

    What was stored before is not stored again, and answered as if. [MailRefused]
    """
    parcel = Parcel(raw, envelope_from, recipients, door, received_at)
    return mails_keep(parcels=[parcel])[0]


def mails_keep(*, parcels: Sequence[Parcel]) -> list[list[int]]:
    """Several at once, for the price of one commit: the rows of each. [MailRefused]"""
    ours = [rows_of(parcel) for parcel in parcels]
    every = {row.key: row for rows in ours for row in rows}
    with transaction.atomic():
        numbers = insert_all([every[key] for key in sorted(every)])
        wake.ring(tasks.process_mails)
    return [[numbers[row.key] for row in rows] for rows in ours]


def rows_of(parcel: Parcel) -> list[Row]:
    check_size(len(parcel.raw))
    here, marks = office(), marks_of(parcel.raw)
    sender, ours = sender_of(parcel), ours_of(parcel, here)
    if not ours:
        raise MailRefused("not_ours", "No recipient is ours.")
    return [
        Row(
            raw=parcel.raw,
            size=len(parcel.raw),
            door=parcel.door,
            envelope_from=sender,
            recipient=address,
            received_at=parcel.received_at or timezone.now(),
            key=key_of(address, here.mailbox, marks),
            message_id=marks.message_id,
            body_hash=marks.body_hash,
            line=line_of(here, address, sender),
        )
        for address in ours
    ]


def check_size(size: int) -> None:
    if size > settings.MAIL_MOST_BYTES:
        raise MailRefused(
            "too_big", f"That is more than {settings.MAIL_MOST_BYTES} bytes."
        )


# ------------------------------------------------------------------------- claim


def due(now: datetime) -> QuerySet[RawMail]:
    """What may be worked on: in each line the first, unless somebody is at it."""
    before = RawMail.objects.filter(
        line=OuterRef("line"), pk__lt=OuterRef("pk"), status__in=IN_LINE
    )
    return leases.due(RawMail, now).exclude(Exists(before))


WAITING = rows.Select(lambda now: due(now).only("pk")[:1], datetime)


def mail_claim() -> RawMail | None:
    """The next mail, for us alone until its lease ends."""
    now = timezone.now()
    if not WAITING(now):  # who only looks locks nothing
        return None
    for mail in leases.claim(due(now).order_by("pk")[:1], attempts=F("attempts") + 1):
        mail.attempts += 1
        return mail
    return None


# ----------------------------------------------------------------------- process


class Fate(NamedTuple):
    """What became of a mail, as its processor says."""

    status: str = Status.DONE
    why: str = ""
    kind: str = ""
    match_id: int | None = None
    seat_id: int | None = None
    player_id: int | None = None
    read_as: str = ""
    said: str = ""
    proof: str = ""
    has_acted: bool = False  # something was changed that must not be done twice


Processor = Callable[[RawMail], Fate | None]


def processor() -> Processor | None:
    """`MAIL_PROCESSOR`, if there is such a module yet; until then mails wait."""
    module = settings.MAIL_PROCESSOR.rpartition(".")[0]
    try:
        is_there = find_spec(module) is not None
    except ModuleNotFoundError:
        is_there = False
    if not is_there:
        return None
    found: Processor = import_string(settings.MAIL_PROCESSOR)
    return found


def mails_process(*, limit: int = 100) -> int:
    """Whatever is due, one by one. How many were taken up."""
    process = processor()
    if process is None:
        return 0
    for count in range(limit):
        mail = mail_claim()
        if mail is None:
            return count
        mail_process(mail, process)
    wake.ring_now(tasks.process_mails)
    return limit


def mail_process(mail: RawMail, process: Processor) -> None:
    """One mail that we have claimed. Its processor may run twice and must act once.

    The processor says what became of the mail, or has settled it in a transaction of
    its own and says nothing.
    """
    if why := hopeless(mail):
        return give_up(mail, why)
    try:
        with leases.held(leases.lease_of(mail)):
            fate = process(mail)
        if fate is not None:
            mail_settle(mail=mail, fate=fate)
    except PASSING as error:
        return put_off(mail, Status.NEW, error)
    except Exception as error:  # our fault: kept, told to the operator, tried again
        log.exception("mail broken", mail=mail.pk)
        return put_off(mail, Status.BROKEN, error)
    return None


def hopeless(mail: RawMail) -> str:
    """Why a mail is not tried again, if so."""
    if mail.attempts > MOST_ATTEMPTS:
        return mail.why or "Workers died of it."
    later = RawMail.objects.filter(line=mail.line, pk__gt=mail.pk, status=Status.DONE)
    if mail.attempts > 1 and later.exists():
        return f"A later mail was first; before that: {mail.why}"
    return ""


def mail_settle(*, mail: RawMail, fate: Fate) -> None:
    """The end of a mail; call it in the transaction of what the mail does."""
    now, fields = timezone.now(), fate._asdict()
    if fields.pop("has_acted"):
        fields["acted_at"] = now
    write(mail, **fields, done_at=now)


def locked() -> QuerySet[RawMail]:
    return RawMail.objects.defer("raw").select_for_update(of=["self"]).order_by("pk")


LOCKED = rows.Select(lambda pk: locked().filter(pk=pk), int)
ALIKE = rows.Select(
    lambda name, body: locked().filter(message_id=name, body_hash=body), *(str, str)
)


class Locked(NamedTuple):
    """A row as it is, till the end of our transaction."""

    mail: RawMail
    has_copies: bool  # that came to other addresses


def mail_lock(mail: RawMail) -> Locked | None:
    """Nothing if it was taken over.

    Who has lost the lease while reading must not act: somebody else does. Copies that
    came to other addresses wait till then too, to see what became of this one.
    """
    name, body = mail.message_id, mail.body_hash
    alike = ALIKE(name, body) if name else LOCKED(mail.pk)
    own = {copy.pk: copy for copy in alike}.get(mail.pk)
    is_ours = own and (own.status, own.lease_by) == (mail.status, mail.lease_by)
    return Locked(own, len(alike) > 1) if own and is_ours else None


def put_off(mail: RawMail, status: str, error: Exception) -> None:
    if mail.attempts >= MOST_ATTEMPTS:
        return give_up(mail, told(error))
    return leases.put_off(mail, DELAYS, status=status, why=told(error))


def give_up(mail: RawMail, why: str) -> None:
    """The operator looks at it; its writer is told that it is safe."""
    from sse.inbox.apologies import tell_it_is_safe

    log.error("mail dead", mail=mail.pk)
    write(mail, status=Status.DEAD, why=why, done_at=timezone.now())
    tell_it_is_safe(mail)


def told(error: Exception) -> str:
    """Without what the error says: it may quote the mail."""
    return f"{type(error).__module__}.{type(error).__qualname__}"


def write(mail: RawMail, why: str = "", **fields: Any) -> None:
    """Only while the mail is ours: who was slow changes nothing any more."""
    leases.finish(mail, why=plain(why)[:300], **fields)


# --------------------------------------------------------- operator and retention


@transaction.atomic
def mail_again(*, mail_id: int) -> None:
    """Work on a mail once more; what it did already it does not do again."""
    mail = RawMail.objects.select_for_update(of=["self"]).get(pk=mail_id)
    if mail.status not in (*OVER, Status.BROKEN):
        raise MailRefused("waiting", f"This mail is {mail.status}.")
    if mail.forgotten_at:
        raise MailRefused("forgotten", "Its bytes were forgotten: they were too old.")
    mail.status, mail.attempts, mail.not_before = Status.NEW, 0, timezone.now()
    mail.save(update_fields=["status", "attempts", "not_before"])
    wake.ring(tasks.process_mails)


def mails_forget(*, now: datetime | None = None) -> int:
    """Bytes and senders of old mails go; that they came is remembered."""
    limit = (now or timezone.now()) - timedelta(days=settings.MAIL_DAYS)
    old = RawMail.objects.filter(received_at__lte=limit, forgotten_at=None)
    return forget(old.filter(status__in=OVER))


def mails_erase(*, player_id: int, emails: Sequence[str]) -> int:
    """The same for a player who goes, however young the mails are."""
    theirs = Q(player=player_id) | Q(envelope_from__in=emails)
    return forget(RawMail.objects.filter(theirs, forgotten_at=None))


def forget(mails: QuerySet[RawMail]) -> int:
    mails.filter(status__in=[Status.NEW, Status.BROKEN]).update(status=Status.IGNORED)
    return mails.update(
        raw=b"",
        said="",
        why="",
        envelope_from="",
        message_id="",
        forgotten_at=timezone.now(),
    )
