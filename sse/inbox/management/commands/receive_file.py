"""`manage.py receive_file FILE`: one message, as a mail server's pipe hands it over."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import structlog
from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from sse.inbox.errors import MailRefused
from sse.inbox.services import mail_keep
from sse.platform.mail_addresses import office, recipients_in, return_path

log = structlog.get_logger()
CODES = {"not_ours": os.EX_NOUSER, "too_big": os.EX_DATAERR}


class Command(BaseCommand):
    help = "Takes one message in from a file, or from standard input."
    requires_system_checks = ()  # they would send the mail back

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a raw message; - is standard input")
        parser.add_argument("--from", dest="sender", default="", help="envelope sender")
        parser.add_argument("--to", action="append", help="else the headers say")

    def handle(
        self, *args: Any, file: str, sender: str, to: list[str] | None, **options: Any
    ) -> None:
        """Store a mail. A mail server tries again on exit code 75, else bounces it."""
        try:
            raw = read(file)
            rows = mail_keep(
                raw=raw,
                envelope_from=sender or return_path(raw),
                recipients=to or recipients_in(office(), raw),
                door="file",
            )
        except MailRefused as refused:
            self.stderr.write(str(refused))
            sys.exit(CODES[refused.code])
        except Exception as error:  # any other exit code would bounce the mail
            log.exception("not kept")
            self.stderr.write(f"Not kept, try again later: {type(error).__name__}")
            sys.exit(os.EX_TEMPFAIL)
        self.stdout.write(f"Kept as {', '.join(map(str, rows))}.")


def read(file: str) -> bytes:
    """Read one byte more than the limit, which shows that a mail is too big."""
    most = settings.MAIL_MOST_BYTES + 1
    if file == "-":
        return sys.stdin.buffer.read(most)
    with Path(file).open("rb") as opened:
        return opened.read(most)
