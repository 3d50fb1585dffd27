"""`manage.py mail_replay --since 2026-11-01 --dry-run`: would a new reader differ?"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime

from sse.inbox.identity.cases import read_stored_mail
from sse.inbox.models import RawMail
from sse.inbox.reading.types import Reading

MOST_IN_MEMORY = 100


class Command(BaseCommand):
    help = (
        "Reads mails again and prints what differs from what was read then: class and"
        " text. Nothing is changed; `mail_reprocess` runs mails again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--since", help="2026-11-01, or 7d; else all that is kept")
        parser.add_argument("--dry-run", action="store_true", help="the only way")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["dry_run"]:
            raise CommandError("Say --dry-run: this command only looks.")
        read, found = 0, 0
        for mail in mails_since(parse_since(options["since"])):
            read += 1
            reading = read_stored_mail(mail)
            if (reading.kind, reading.text) != (mail.read_as, mail.said):
                found += 1
                self.stdout.write("\n".join(difference_lines(mail, reading)))
        self.stdout.write(f"{read} mails read again, {found} differ.")


def mails_since(since: datetime) -> Iterator[RawMail]:
    """Return mails that were read and whose bytes are still there, oldest first."""
    read = RawMail.objects.filter(received_at__gte=since, forgotten_at=None)
    read = read.exclude(read_as="").order_by("pk")
    return read.iterator(chunk_size=MOST_IN_MEMORY)


def parse_since(said: str | None) -> datetime:
    if not said:
        return timezone.now() - timedelta(days=36_500)
    if said.endswith("d") and said[:-1].isdigit():
        return timezone.now() - timedelta(days=int(said[:-1]))
    try:
        day = parse_date(said)
        found = parse_datetime(f"{said} 00:00" if day else said)
    except ValueError:
        found = None
    if found is None:
        raise CommandError(f"--since reads 2026-11-01, or 7d, not “{said}”.")
    return found if timezone.is_aware(found) else timezone.make_aware(found)


def difference_lines(mail: RawMail, reading: Reading) -> Iterator[str]:
    """Return the differences between the stored reading and a new one."""
    yield f"mail {mail.pk}: {mail.read_as or '(nothing)'} -> {reading.kind}"
    then, now = mail.said.splitlines(), reading.text.splitlines()
    changed = difflib.unified_diff(then, now, "then", "now", lineterm="", n=1)
    yield from (f"  {line}" for line in changed)
