"""`manage.py archive_dump FILE.zip`: all matches as logs, without names."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from sse.archive.exports import archive_dump


class Command(BaseCommand):
    help = "Writes every finished match into a ZIP of logs, with names replaced."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--key", default="", help="the same key: the same names")
        parser.add_argument("--private", action="store_true", help="private ones too")

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        key = options["key"].encode() or secrets.token_bytes(32)
        try:
            dumped = archive_dump(file=file, key=key, with_private=options["private"])
            count = sum(1 for _ in dumped)
        except FileExistsError:
            raise CommandError(f"{file} is there; nothing is overwritten.") from None
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}.") from None
        self.stdout.write(f"{count} matches in {file}.")
