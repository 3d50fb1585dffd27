"""`manage.py ratings_rebuild`: all ratings from the first match on."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from sse.archive.ratings import ratings_rebuild


class Command(BaseCommand):
    help = "Rates all matches anew, in the order of their ends."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{ratings_rebuild()} matches are rated.")
