"""Store incoming mail before it is read; claim, settle and forget the stored rows.

The row is the truth: after a lost wake-up call, an expired lease or a killed worker
the next worker takes it up.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from sse.inbox import tasks
from sse.inbox.doors.incoming import (
    IncomingMail,
    envelope_sender,
    fingerprint_of,
    own_recipients,
    queue_of,
    storable_text,
    storage_key,
)
from sse.inbox.errors import MailRefused
from sse.inbox.models import RawMail
from sse.platform import leases, wake
from sse.platform.mail_addresses import office

Status = RawMail.Status
QUEUED = (Status.NEW, Status.WORKING)
OVER = (Status.DONE, Status.IGNORED, Status.HELD, Status.DEAD)

# ------------------------------------------------------------------------- store


def mail_keep(
    *,
    raw: bytes,
    envelope_from: str,
    recipients: Sequence[str],
    door: str,
    received_at: datetime | None = None,
) -> list[int]:
    """Store the bytes for each recipient that is ours and return the rows' numbers.

    What was stored before is not stored again. [MailRefused]
    """
    mail = IncomingMail(raw, envelope_from, recipients, door, received_at)
    return mails_keep(mails=[mail])[0]


def mails_keep(*, mails: Sequence[IncomingMail]) -> list[list[int]]:
    """Store several mails in one commit; return the rows of each. [MailRefused]"""
    rows_of_each = [rows_of(mail) for mail in mails]
    with transaction.atomic():
        numbers = insert_all({row.key: row for each in rows_of_each for row in each})
        wake.ring(tasks.process_mails)
    return [[numbers[row.key] for row in each] for each in rows_of_each]


def insert_all(by_key: dict[str, RawMail]) -> dict[str, int]:
    """Insert rows unless they exist, and return their numbers by their keys.

    They come in the order of their keys: who else inserts the same, waits for us.
    """
    in_order = [by_key[key] for key in sorted(by_key)]
    RawMail.objects.bulk_create(in_order, ignore_conflicts=True)
    return dict(RawMail.objects.filter(key__in=by_key).values_list("key", "pk"))


def rows_of(mail: IncomingMail) -> list[RawMail]:
    check_size(len(mail.raw))
    here, fingerprint = office(), fingerprint_of(mail.raw)
    sender, ours = envelope_sender(mail), own_recipients(mail, here)
    received_at = mail.received_at or timezone.now()
    if not ours:
        raise MailRefused("not_ours", "No recipient is ours.")
    return [
        RawMail(
            raw=mail.raw,
            size=len(mail.raw),
            door=mail.door,
            envelope_from=sender,
            recipient=address,
            received_at=received_at,
            not_before=received_at,
            key=storage_key(address, here.mailbox, fingerprint),
            message_id=fingerprint.message_id,
            body_hash=fingerprint.body_hash,
            line=queue_of(here, address, sender),
        )
        for address in ours
    ]


def check_size(size: int) -> None:
    if size > settings.MAIL_MOST_BYTES:
        raise MailRefused(
            "too_big", f"That is more than {settings.MAIL_MOST_BYTES} bytes."
        )


# ------------------------------------------------------------------------- claim


def due_mails(now: datetime) -> QuerySet[RawMail]:
    """Select what may be worked on: the first of each queue, unless it is claimed."""
    before = RawMail.objects.filter(
        line=OuterRef("line"), pk__lt=OuterRef("pk"), status__in=QUEUED
    )
    return leases.due(RawMail, now).exclude(Exists(before))


def mail_claim() -> RawMail | None:
    """Claim the next mail, for us alone until the lease ends."""
    now = timezone.now()
    if not due_mails(now).exists():  # looking alone locks nothing
        return None
    first = due_mails(now).order_by("pk")[:1]
    for mail in leases.claim(first, attempts=F("attempts") + 1):
        mail.attempts += 1
        return mail
    return None


class Locked(NamedTuple):
    """A row that is locked until the end of our transaction."""

    mail: RawMail
    has_copies: bool  # that came to other addresses


def mail_lock(mail: RawMail) -> Locked | None:
    """Lock a claimed mail; None if another worker has claimed it meanwhile.

    A worker that lost its lease while reading must not act. Copies that came to other
    addresses are locked too: they wait to see what became of this one.
    """
    is_alike = Q(message_id=mail.message_id, body_hash=mail.body_hash)
    rows = RawMail.objects.filter(is_alike if mail.message_id else Q(pk=mail.pk))
    alike = rows.defer("raw").select_for_update(of=["self"]).order_by("pk")
    own = {copy.pk: copy for copy in alike}.get(mail.pk)
    is_ours = own and (own.status, own.lease_by) == (mail.status, mail.lease_by)
    return Locked(own, len(alike) > 1) if own and is_ours else None


# ------------------------------------------------------------------------ settle


class Fate(NamedTuple):
    """What became of a mail."""

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


def mail_settle(*, mail: RawMail, fate: Fate) -> None:
    """Write the end of a mail; call it in the transaction of what the mail does."""
    now, fields = timezone.now(), fate._asdict()
    if fields.pop("has_acted"):
        fields["acted_at"] = now
    mail_update(mail, **fields, done_at=now)


def mail_update(mail: RawMail, why: str = "", **fields: Any) -> None:
    """Change and release a row, but only while our claim on it holds."""
    leases.finish(mail, why=storable_text(why)[:300], **fields)


# --------------------------------------------------------- operator and retention


@transaction.atomic
def mail_again(*, mail_id: int) -> None:
    """Process a mail once more; what it did already it does not do again."""
    mail = RawMail.objects.select_for_update(of=["self"]).get(pk=mail_id)
    if mail.status not in (*OVER, Status.BROKEN):
        raise MailRefused("waiting", f"This mail is {mail.status}.")
    if mail.forgotten_at:
        raise MailRefused("forgotten", "Its bytes were forgotten: they were too old.")
    mail.status, mail.attempts, mail.not_before = Status.NEW, 0, timezone.now()
    mail.save(update_fields=["status", "attempts", "not_before"])
    wake.ring(tasks.process_mails)


def mails_forget(*, now: datetime | None = None) -> int:
    """Erase bytes and senders of old mails; that they came is remembered."""
    limit = (now or timezone.now()) - timedelta(days=settings.MAIL_DAYS)
    old = RawMail.objects.filter(received_at__lte=limit, forgotten_at=None)
    return erase_contents(old.filter(status__in=OVER))


def mails_erase(*, player_id: int, emails: Sequence[str]) -> int:
    """Erase the mails of a player who goes, however young they are."""
    theirs = Q(player=player_id) | Q(envelope_from__in=emails)
    return erase_contents(RawMail.objects.filter(theirs, forgotten_at=None))


def erase_contents(mails: QuerySet[RawMail]) -> int:
    mails.filter(status__in=[Status.NEW, Status.BROKEN]).update(status=Status.IGNORED)
    return mails.update(
        raw=b"",
        said="",
        why="",
        envelope_from="",
        message_id="",
        forgotten_at=timezone.now(),
    )
