"""How large the board of a game is in a letter: the largest of a whole match."""

from __future__ import annotations

from math import inf

from engine.measure import random_match
from engine.shape import folded, shape_of

WIDTH, TALLEST = 600, 1000  # pixels, as in sse.outbox.rendering
LOOKS = 8  # states of a match that are drawn


def letter_kilobytes(game: str, seats: int) -> float:
    """As letters draw it: no further down than the fold, with few colours."""
    from sse.platform.pictures import png_of

    match = random_match(game, seats)
    states = match.states[:: max(1, len(match.states) // LOOKS)]
    sizes = []
    for state in states:
        svg = match.game.render(match.game.view(state, 0)).svg
        shape = shape_of(folded(svg))
        highest = TALLEST if shape.kind == "tall" else inf
        width = round(shape.within(WIDTH, highest).width)
        sizes.append(len(png_of(svg, width, small=True)))
    return max(sizes) / 1000
