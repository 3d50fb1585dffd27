"""`manage.py demo`: make matches to look at, and one to play."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from sse.operations.demo import demo_make


class Command(BaseCommand):
    help = "Play a few matches of bots for the archive and open one for a newcomer."

    def handle(self, *args: Any, **options: Any) -> None:
        made = demo_make()
        if options["verbosity"]:
            self.stdout.write(f"{made} new demo matches.")
