"""`manage.py receive_imap`: fetch mail from an IMAP mailbox."""

from __future__ import annotations

import signal
from threading import Event
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from sse.inbox.doors.imap import connect, mails_fetch, run_imap
from sse.inbox.environment import Imap


class Command(BaseCommand):
    help = "Takes mail out of the mailbox of IMAP_URL until it is stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="look once and go")
        parser.add_argument("--every", type=int, default=60, help="seconds")

    def handle(self, *args: Any, **options: Any) -> None:
        box: Imap = settings.IMAP
        if not box.host:
            raise CommandError("Set IMAP_URL to imaps://USER:PASSWORD@HOST/FOLDER.")
        if options["once"]:
            with connect(box) as client:
                self.stdout.write(f"{mails_fetch(client, box)} kept.")
            return
        over = Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: over.set())
        self.stdout.write(f"Mail comes in from {box.folder} at {box.host}.")
        self.stdout.flush()
        run_imap(box, options["every"], over.is_set)
