"""`manage.py mail_reprocess 17 18` or `--state dead`: work on mails once more."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from sse.inbox.errors import MailRefused
from sse.inbox.models import RawMail
from sse.inbox.services import mail_again

STATES = [str(RawMail.Status.DEAD), str(RawMail.Status.BROKEN)]


class Command(BaseCommand):
    help = "Runs mails again; what they did already they do not do again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("mails", nargs="*", type=int, help="their numbers")
        parser.add_argument("--state", choices=STATES, help="all in this state")

    def handle(
        self, *args: Any, mails: list[int], state: str | None, **options: Any
    ) -> None:
        if bool(mails) == bool(state):
            raise CommandError("Name mails by their numbers, or a --state.")
        rows = RawMail.objects.order_by("pk")
        wanted = rows.filter(status=state) if state else rows.filter(pk__in=mails)
        numbers = list(wanted.values_list("pk", flat=True))
        for missing in sorted(set(mails) - set(numbers)):
            self.stderr.write(f"There is no mail {missing}.")
        self.stdout.write(f"{sum(map(self.again, numbers))} mails are run again.")

    def again(self, number: int) -> bool:
        try:
            mail_again(mail_id=number)
        except MailRefused as refused:
            self.stderr.write(f"Mail {number}: {refused}")
            return False
        return True
