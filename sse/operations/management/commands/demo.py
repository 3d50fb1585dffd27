"""`python manage.py demo`: something to look at, and a seat to take."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from sse.operations.demo import demo_make


class Command(BaseCommand):
    help = "Plays a few matches of bots for the archive and opens one for a newcomer."

    def handle(self, *args: Any, **options: Any) -> None:
        made = demo_make()
        if options["verbosity"]:
            self.stdout.write(f"{made} new matches of the demo.")
