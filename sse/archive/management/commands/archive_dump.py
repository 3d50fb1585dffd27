"""`manage.py archive_dump [FILE.zip]`: open data, as counts that name no match."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from sse.archive.open_data import open_data_publish, open_data_write


class Command(BaseCommand):
    help = "Writes the open data to a ZIP; without a file, publishes it on the site."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, nargs="?")

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path | None = options["file"]
        if file is None:
            self.stdout.write(f"{open_data_publish().name} is published.")
            return
        try:
            rows = open_data_write(file=file)
        except FileExistsError:
            raise CommandError(f"{file} is there; nothing is overwritten.") from None
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}.") from None
        self.stdout.write(f"{rows} rows in {file}.")
