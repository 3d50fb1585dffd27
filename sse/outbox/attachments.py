"""Files that go with a letter, looked for when it is sent."""

from __future__ import annotations

from sse.matches.file_names import match_file
from sse.matches.models import Match
from sse.matches.selectors import log_file
from sse.outbox.letter_parts import File, files_of_letters
from sse.outbox.models import Letter


def attached_to(letter: Letter) -> list[File]:
    return [
        *(file for found in files_of_letters(letter) for file in found),
        *log_files(letter),
    ]


def log_files(letter: Letter) -> list[File]:
    """The log of a match is nobody's before the match has ended."""
    match = letter.match or Match.objects.filter(pk=letter.data.get("of")).first()
    if letter.data.get("attached") != "log" or match is None or not match.has_ended:
        return []
    return [(match_file(match, "log"), log_file(match), "text/plain")]
