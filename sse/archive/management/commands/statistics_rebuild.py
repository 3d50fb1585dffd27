"""`manage.py statistics_rebuild`: all counts of the archive anew."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from sse.archive.index.maintenance import statistics_rebuild


class Command(BaseCommand):
    help = "Counts all matches of the archive anew."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{statistics_rebuild()} matches are counted.")
