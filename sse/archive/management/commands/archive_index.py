"""`manage.py archive_index`: every match that has ended, entered once more."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from sse.archive.index.maintenance import archive_index


class Command(BaseCommand):
    help = "Makes the index, the statistics and the ratings of the archive anew."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--missing", action="store_true", help="only matches that are not in it"
        )

    def handle(self, *args: Any, missing: bool, **options: Any) -> None:
        count = archive_index(only_missing=missing)
        if options["verbosity"]:
            self.stdout.write(f"{count} matches are entered.")
