"""Store incoming mail before it is read; claim, settle and forget the stored rows.

The row is the truth: after a lost wake-up call, an expired lease or a killed worker
the next worker takes it up.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from sse.inbox import tasks
from sse.inbox.doors.bulk_insert import Row, insert_all
from sse.inbox.errors import MailRefused
from sse.inbox.models import RawMail
from sse.matches.models import Seat
from sse.platform import leases, rows, wake
from sse.platform.mail_addresses import (
    LINE_END,
    Office,
    address_read,
    folded,
    office,
    parts,
    token_in,
)
from sse.platform.rates import rate_of

Status = RawMail.Status
UNREAD_MAIL_WAIT = timedelta(minutes=10)  # of a clock, for mails nobody has read yet
QUEUED = (Status.NEW, Status.WORKING)
OVER = (Status.DONE, Status.IGNORED, Status.HELD, Status.DEAD)
HEADER = r"(?im)^{}[ \t]*:((?:[^\n]|\n[ \t])*)"
NAMES = ("message-id", "from", "date", "subject")
HEADERS = {name: re.compile(HEADER.format(name).encode()) for name in NAMES}
LONGEST_ID = 250
LONGEST_ADDRESS = 320

# --------------------------------------------------------- what came, before it is read


class IncomingMail(NamedTuple):
    """A message and how it came."""

    raw: bytes
    envelope_from: str
    recipients: Sequence[str]
    door: str
    received_at: datetime | None = None  # when it is stored, if nothing else is known


class Fingerprint(NamedTuple):
    """What two deliveries of one message have in common."""

    message_id: str
    body_hash: str


def fingerprint_of(raw: bytes) -> Fingerprint:
    """Return the fingerprint, in which Received, results and line ends do not count."""
    normal = raw.replace(b"\r\n", b"\n")
    if b"\r\n" in normal:  # some servers double it
        normal = LINE_END.sub(b"\n", normal)
    head, _, body = normal.partition(b"\n\n")
    lines = b"\n".join(map(bytes.rstrip, body.split(b"\n")))
    if found := header_value(head, "message-id"):
        return Fingerprint(
            storable_text(found)[:LONGEST_ID], sha256_hex(lines.strip(b"\n"))
        )
    others = b"\0".join(header_value(head, name) for name in NAMES[1:])
    return Fingerprint("", sha256_hex(others + b"\0" + lines.strip(b"\n")))


def header_value(head: bytes, name: str) -> bytes:
    """Return the value of the first header of this name."""
    found = HEADERS[name].search(head)
    return b"".join(found[1].split()) if found else b""


def storage_key(recipient: str, mailbox: str, marks: Fingerprint) -> str:
    """Return the key by which a message to one address is stored only once."""
    found = token_in(parts(recipient)[0], mailbox)
    to_whom = found[1] if found else folded(recipient)
    said = "\0".join((to_whom, marks.message_id, marks.body_hash))
    return sha256_hex(said.encode())


def queue_of(office: Office, recipient: str, envelope_from: str) -> str:
    """Return the queue of a mail: mails of one seat, or one sender, wait in line.

    A token that we did not make stands in no seat's line.
    """
    token = address_read(office, recipient)
    if token:
        return f"{token.kind} {token.number}"
    return sha256_hex(f"{folded(recipient)}\0{envelope_from.lower()}".encode())


def envelope_sender(mail: IncomingMail) -> str:
    """Return the envelope's sender as it is stored and counted; a bounce has none."""
    return storable_text(mail.envelope_from).strip("<> ").lower()[:LONGEST_ADDRESS]


def own_recipients(mail: IncomingMail, office: Office) -> list[str]:
    """Return the recipients that are ours, each once."""
    said = [storable_text(address)[:LONGEST_ADDRESS] for address in mail.recipients]
    return list(dict.fromkeys(address for address in said if office.owns(address)))


def storable_text(octets: bytes | str) -> str:
    """Return the text without what some databases refuse."""
    if isinstance(octets, str):
        octets = octets.encode("utf-8", "surrogateescape")
    return octets.decode("utf-8", "replace").replace("\0", "")


def sha256_hex(octets: bytes) -> str:
    return sha256(octets).hexdigest()


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
    by_key = {row.key: row for each in rows_of_each for row in each}
    with transaction.atomic():
        numbers = insert_all([by_key[key] for key in sorted(by_key)])
        wake.ring(tasks.process_mails)
    return [[numbers[row.key] for row in each] for each in rows_of_each]


def rows_of(mail: IncomingMail) -> list[Row]:
    check_size(len(mail.raw))
    here, fingerprint = office(), fingerprint_of(mail.raw)
    sender, ours = envelope_sender(mail), own_recipients(mail, here)
    if not ours:
        raise MailRefused("not_ours", "No recipient is ours.")
    return [
        Row(
            raw=mail.raw,
            size=len(mail.raw),
            door=mail.door,
            envelope_from=sender,
            recipient=address,
            received_at=mail.received_at or timezone.now(),
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


# ------------------------------------------------------------------------ limits


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


# ------------------------------------------------------------------------- claim


def due_mails(now: datetime) -> QuerySet[RawMail]:
    """Select what may be worked on: the first of each queue, unless it is claimed."""
    before = RawMail.objects.filter(
        line=OuterRef("line"), pk__lt=OuterRef("pk"), status__in=QUEUED
    )
    return leases.due(RawMail, now).exclude(Exists(before))


# Compiled once (see platform/rows.py): through the ORM these, those of `replies` and
# `cases` would make a mail take two thirds longer from the door to its answer.
WAITING = rows.Select(lambda now: due_mails(now).only("pk")[:1], datetime)


def mail_claim() -> RawMail | None:
    """Claim the next mail, for us alone until the lease ends."""
    now = timezone.now()
    if not WAITING(now):  # looking alone locks nothing
        return None
    first = due_mails(now).order_by("pk")[:1]
    for mail in leases.claim(first, attempts=F("attempts") + 1):
        mail.attempts += 1
        return mail
    return None


def locked_mails() -> QuerySet[RawMail]:
    return RawMail.objects.defer("raw").select_for_update(of=["self"]).order_by("pk")


LOCKED = rows.Select(lambda pk: locked_mails().filter(pk=pk), int)
ALIKE = rows.Select(
    lambda name, body: locked_mails().filter(message_id=name, body_hash=body),
    *(str, str),
)


class Locked(NamedTuple):
    """A row that is locked until the end of our transaction."""

    mail: RawMail
    has_copies: bool  # that came to other addresses


def mail_lock(mail: RawMail) -> Locked | None:
    """Lock a claimed mail; None if another worker has claimed it meanwhile.

    A worker that lost its lease while reading must not act. Copies that came to other
    addresses are locked too: they wait to see what became of this one.
    """
    name, body = mail.message_id, mail.body_hash
    alike = ALIKE(name, body) if name else LOCKED(mail.pk)
    own = {copy.pk: copy for copy in alike}.get(mail.pk)
    is_ours = own and (own.status, own.lease_by) == (mail.status, mail.lease_by)
    return Locked(own, len(alike) > 1) if own and is_ours else None


def matches_with_mail(match_ids: Collection[int], now: datetime) -> set[int]:
    """Return the matches for which mail came recently that is not processed yet."""
    lately = RawMail.objects.filter(
        status__in=[RawMail.Status.NEW, RawMail.Status.WORKING],
        received_at__gt=now - UNREAD_MAIL_WAIT,
    )
    waiting = set(lately.values_list("line", flat=True)) if match_ids else set()
    if not waiting:
        return set()
    seats = Seat.objects.filter(match__in=match_ids).values_list("pk", "match_id")
    return {match_id for seat_id, match_id in seats if f"o {seat_id}" in waiting}


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
