"""Files that go with a letter, looked for when it is sent."""

from __future__ import annotations

from sse.archive.file_names import match_file
from sse.archive.letters import booklet_files
from sse.matches.models import Match
from sse.matches.selectors import log_file
from sse.outbox.models import Letter

File = tuple[str, str | bytes, str]  # name, what is in it, what it is


def attached_to(letter: Letter) -> list[File]:
    return [*booklet_files(letter), *log_files(letter)]


def log_files(letter: Letter) -> list[File]:
    """The log of a match is nobody's before the match has ended."""
    match = letter.match or Match.objects.filter(pk=letter.data.get("of")).first()
    if letter.data.get("attached") != "log" or match is None or not match.has_ended:
        return []
    return [(match_file(match, "log"), log_file(match), "text/plain")]
