"""The board as a thing to point at: what can be done, and what its parts are called.

Everything is the seat's own: its options, its view, its picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NotRequired, TypedDict

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from engine.contract import Order
from engine.ranges import Range, ranges_of
from engine.spots import with_spots
from sse.matches.presentation import picture
from sse.matches.reader_view import Reading


class Option(TypedDict):
    """A legal order: its words, and its text as the reader says it."""

    words: list[str]
    text: str
    range: NotRequired[int]  # which of `ranges_in`
    number: NotRequired[int]  # in that range


def options_of(reading: Reading) -> list[Option]:
    """Every order that is legal now."""
    if not reading.is_asked or reading.seat is None:
        return []
    orders = reading.match.game.options(reading.state, reading.seat.number)
    return options_shown(reading, reading.state, orders)


def options_shown(
    reading: Reading, state: Any, orders: Sequence[Order]
) -> list[Option]:
    """The orders as the reader says them; where many differ in a number, which."""
    game, language = reading.match.game, reading.language
    view = game.view(state, reading.number)
    options = {
        order: Option(
            words=[order.verb, *order.args],
            text=game.label(view, "order", order.text, language),
        )
        for order in orders
    }
    for place, found in enumerate(ranges_of(orders)):
        for number, order in enumerate(found.orders, start=found.least):
            options[order] |= {"range": place, "number": number}
    return list(options.values())


def ranges_in(options: Sequence[Option]) -> list[Range]:
    """The ranges that the options number."""
    return ranges_of([Order.read(" ".join(option["words"])) for option in options])


def by_first_word(options: Sequence[Option]) -> list[tuple[str, list[str]]]:
    """Their texts, as a list shows them where no script runs."""
    found: dict[str, list[str]] = {}
    for option in options:
        found.setdefault(option["text"].partition(" ")[0], []).append(option["text"])
    return list(found.items())


def board_inline(reading: Reading, state: Any = None) -> SafeString:
    """The picture as part of the page; spots have names for readers who cannot see.

    Of the present state, or of another that the reader may look at.
    """
    game, language = reading.match.game, reading.language
    if state is None:
        state, board = reading.state, reading.board
    else:
        names = reading.names
        board = picture(reading.match, state, reading.number, language, names)
    view = game.view(state, reading.number)

    def name(path: str) -> str:
        called = game.label(view, "spot", path, language)
        return f' data-name="{escape(called)}"'

    svg = with_spots(board.svg, name).strip()
    return mark_safe(svg.replace(' role="img"', ' role="group"', 1))
