"""`manage.py archive_export MATCH FILE`: a match as a file of any kind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine.languages import LANGUAGES
from sse.archive.exports import json_file, scores_csv
from sse.archive.film import film_gif
from sse.archive.pdf.booklet import Wanted, booklet_pdf
from sse.archive.reports import PAPERS
from sse.matches import states
from sse.matches.models import Match
from sse.matches.presentation import language_in, names_at, picture
from sse.matches.selectors import log_file
from sse.platform.pictures import png_of


class Command(BaseCommand):
    help = "Writes a match to a file: .log .json .csv .pdf .svg .png .gif"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("match", type=int)
        parser.add_argument("file", type=Path)
        parser.add_argument("--language", choices=LANGUAGES, default="en")
        parser.add_argument("--paper", choices=PAPERS, default="a4")
        parser.add_argument("--qr", action="store_true", help="on the cover")
        parser.add_argument("--step", type=int, help="for .svg, .png; the last if none")
        parser.add_argument("--steps", nargs=2, type=int, help="for .gif; first, last")

    def handle(self, *args: Any, **options: Any) -> None:
        match = Match.objects.filter(pk=options["match"], head__gt=0).first()
        file: Path = options["file"]
        make = KINDS.get(file.suffix.lower())
        if match is None:
            raise CommandError("There is no such match, or it has not begun.")
        if make is None:
            raise CommandError(f"A file ends in one of {' '.join(KINDS)}.")
        if not match.has_ended:
            raise CommandError("A match that runs has secrets; wait for its end.")
        file.write_bytes(make(match, options))
        self.stdout.write(f"{file}: {file.stat().st_size:,} bytes.")


def board(match: Match, options: dict[str, Any]) -> str:
    number = match.head - 1 if options["step"] is None else options["step"]
    if not 0 <= number < match.head:
        raise CommandError(f"There are the steps 0 to {match.head - 1}.")
    state, names = states.state_at(match, number), names_at(match, number)
    language = language_in(match, options["language"])
    return picture(match, state, None, language, names).svg


def film(match: Match, options: dict[str, Any]) -> bytes:
    first, last = options["steps"] or (0, match.head - 1)
    if not 0 <= first <= last < match.head:
        raise CommandError(f"There are the steps 0 to {match.head - 1}.")
    return film_gif(match, first, last, options["language"])


def booklet(match: Match, options: dict[str, Any]) -> bytes:
    language, paper, qr = options["language"], options["paper"], options["qr"]
    return booklet_pdf(Wanted(match, None, language, paper, qr))


KINDS: dict[str, Callable[[Match, dict[str, Any]], bytes]] = {
    ".log": lambda match, options: log_file(match).encode(),
    ".json": lambda match, options: json_file(match).encode(),
    ".csv": lambda match, options: scores_csv(match).encode(),
    ".pdf": booklet,
    ".svg": lambda match, options: board(match, options).encode(),
    ".png": lambda match, options: png_of(board(match, options)),
    ".gif": film,
}
