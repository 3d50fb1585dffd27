"""`manage.py receive_smtp`: receive mail by SMTP or LMTP."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from sse.inbox.doors.smtp import Door, run_smtp
from sse.inbox.environment import Place, parse_place


class Command(BaseCommand):
    help = "Takes mail in by SMTP or LMTP until it is stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--lmtp", action="store_true", help="behind a mail server")
        parser.add_argument(
            "--listen", help="HOST:PORT or unix:PATH; else HIKYAKU_SMTP"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        at = (
            parse_place(options["listen"])
            if options["listen"]
            else settings.SMTP_LISTEN
        )
        door = Door(at, options["lmtp"], settings.SMTP_CERTIFICATE, settings.SMTP_KEY)
        try:
            run_smtp(door, self.ready)
        except OSError as error:  # the place is taken, or the certificate is not there
            raise CommandError(f"The mail door does not open: {error}") from error

    def ready(self, at: Place) -> None:
        self.stdout.write(f"Mail for {settings.MAIL_DOMAIN} comes in at {at}.")
        self.stdout.flush()
