"""Files that go with a letter, made when it is sent."""

from __future__ import annotations

from sse.matches.models import Match
from sse.matches.selectors import log_file
from sse.outbox.models import Letter


def attached_to(letter: Letter) -> list[tuple[str, str]]:
    """Names and texts. The log of a match is nobody's before the match has ended."""
    match = letter.match or Match.objects.filter(pk=letter.data.get("of")).first()
    if letter.data.get("attached") != "log" or match is None or not match.has_ended:
        return []
    return [(f"match-{match.pk}.log", log_file(match))]
