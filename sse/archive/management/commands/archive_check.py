"""`manage.py archive_check`: replay every stored match and report."""

from __future__ import annotations

import sys
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from sse.archive.verification import archive_check
from sse.matches.models import Match


class Command(BaseCommand):
    help = "Replays every stored match: hashes, dice, orders, result."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("matches", nargs="*", type=int, help="numbers; all if none")

    def handle(self, *args: Any, **options: Any) -> None:
        wanted = Match.objects.filter(head__gt=0).order_by("pk")
        if options["matches"]:
            wanted = wanted.filter(pk__in=options["matches"])
        begun, count, steps, bad, skipped = perf_counter(), 0, 0, 0, 0
        for found in archive_check(wanted.iterator(chunk_size=200)):
            count, steps = count + 1, steps + found.steps
            bad, skipped = bad + bool(found.fault), skipped + found.is_skipped
            if found.fault:
                self.stderr.write(f"match {found.match_id}: {found.fault}")
        speed = steps / (perf_counter() - begun)
        self.stdout.write(
            f"{count} matches, {steps} steps, {speed:,.0f} a second:"
            f" {bad or 'none'} broken, {skipped or 'none'} by other rules."
        )
        if bad:
            sys.exit(1)
