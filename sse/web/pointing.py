"""The board as a thing to point at: what can be done, and what its parts are called.

Everything is the seat's own: its options, its view, its picture.
"""

from __future__ import annotations

from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from engine.spots import with_spots
from sse.web.reading import Reading


def options_of(reading: Reading) -> list[dict[str, Any]]:
    """Every order that is legal now: its words, and its text as the reader says it."""
    if not reading.is_asked or reading.seat is None:
        return []
    game, state, seat = reading.match.game, reading.state, reading.seat.number
    view, language = game.view(state, seat), reading.language
    return [
        {
            "words": [order.verb, *order.args],
            "text": game.label(view, "order", order.text, language),
        }
        for order in game.options(state, seat)
    ]


def board_inline(reading: Reading) -> SafeString:
    """The picture as part of the page; each spot has a name for who cannot see it."""
    game, language = reading.match.game, reading.language
    view = game.view(reading.state, reading.number)

    def name(path: str) -> str:
        called = game.label(view, "spot", path, language)
        return f' data-name="{escape(called)}"'

    svg = with_spots(reading.board.svg, name).strip()
    return mark_safe(svg.replace(' role="img"', ' role="group"', 1))
