"""`manage.py backup FILE`: copy the SQLite database while the service runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from sse.operations.backup import BackupRefused, database_copy


class Command(BaseCommand):
    help = "Copy the SQLite database into a new file while the service runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            database_copy(file=file)
        except BackupRefused as refused:
            raise CommandError(str(refused)) from None
        size = file.stat().st_size / 1_000_000
        self.stdout.write(f"{file}: {size:.1f} MB. Keep `secret-key` with it.")
