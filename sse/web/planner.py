"""The form beside the board, where a game offers one: see engine/form.py."""

from __future__ import annotations

from typing import Any

from engine.form import Form, form_of
from sse.matches.reader_view import Reading


def planner_of(reading: Reading, text: str = "") -> Form | None:
    """Return the form of the reader's own seat, filled in from a text."""
    if not reading.plays or reading.number is None or reading.match.old_rules:
        return None
    game, names = reading.match.game, reading.names
    return form_of(game, reading.state, reading.number, text, reading.language, names)


def planner_facts(reading: Reading, text: str) -> dict[str, Any]:
    """Return what the page shows: the text in the box, else the queued orders."""
    form = planner_of(reading, text or "\n".join(reading.plan_lines))
    if form is None:
        return {}
    hints = reading.hints
    return {
        "planner": form,
        "planner_data": form.data,
        "suggestion": hints[0] if hints else None,
    }


def filling_of(reading: Reading, text: str) -> dict[str, Any] | None:
    """Return a text as the form shows it, while the player types."""
    form = planner_of(reading, text)
    return None if form is None else form.filling.data
