"""What booklets are called when they are saved."""

from __future__ import annotations

from sse.matches.models import Match


def file_name(match: Match, language: str, paper: str) -> str:
    """Without the title, which may be anything, and without a word on what happened."""
    return f"{match.game_name.replace('_', '-')}-{match.pk}-{language}-{paper}.pdf"
