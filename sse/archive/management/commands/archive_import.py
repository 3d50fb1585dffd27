"""`manage.py archive_import FILE…`: matches from logs, JSON and booklets."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from sse.accounts.models import Player
from sse.archive.imports import MOST_BYTES, ImportRefused, match_import


class Command(BaseCommand):
    help = "Takes matches in from log files, their JSON, or booklets."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", type=Path)
        parser.add_argument("--for", dest="player", default="", help="a player's name")
        parser.add_argument("--private", action="store_true", help="only for them")

    def handle(self, *args: Any, **options: Any) -> None:
        by = player_called(options["player"])
        if options["private"] and by is None:
            raise CommandError("Private for whom? Say --for NAME.")
        refused = 0
        for file in options["files"]:
            try:
                match, is_new = match_import(
                    data=content(file), by=by, is_listed=not options["private"]
                )
            except (ImportRefused, OSError) as error:
                refused += 1
                why = getattr(error, "strerror", None) or error
                self.stderr.write(f"{file}: {why}")
                continue
            news = "imported as" if is_new else "was here already:"
            self.stdout.write(f"{file}: {news} match {match.pk}.")
        if refused:
            sys.exit(1)


def player_called(name: str) -> Player | None:
    if not name:
        return None
    found = Player.objects.filter(name=name).first()
    if found is None:
        raise CommandError(f"There is no player called {name}.")
    return found


def content(file: Path) -> bytes:
    """No more of it than a file may have."""
    with file.open("rb") as opened:
        return opened.read(MOST_BYTES + 1)
