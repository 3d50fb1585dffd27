"""What today's reader makes of mails that were read before."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from sse.inbox.identity.cases import reading_of
from sse.inbox.models import RawMail

MOST_AT_ONCE = 100


class Difference(NamedTuple):
    mail: int
    was: str  # class
    now: str
    said: str  # text
    says: str


def mails_since(since: datetime) -> Iterator[RawMail]:
    """Those that were read and whose bytes are still there, the oldest first."""
    read = RawMail.objects.filter(received_at__gte=since, forgotten_at=None)
    read = read.exclude(read_as="").order_by("pk")
    return read.iterator(chunk_size=MOST_AT_ONCE)


def difference(mail: RawMail) -> Difference | None:
    """Between what was stored and what would be read now."""
    reading = reading_of(mail)
    now, says = str(reading.kind), reading.text
    if (now, says) == (mail.read_as, mail.said):
        return None
    return Difference(mail.pk, mail.read_as, now, mail.said, says)
