"""Where the hexes of the field lie on the sheet. [SB-2.1, SB-2.3]"""

from __future__ import annotations

import math
from functools import cache

from engine.drawing import Point, number
from engine.samurai_battles.hexes import AT, INDEX, NAMES, PLACES

WIDE = 48.5  # of a hex, from side to side
SIZE = WIDE / math.sqrt(3)  # from the middle to a corner
STRIP = 17.0  # the start lines above and below the field
FIELD = (
    12 * WIDE,
    17 * SIZE,
)  # of all hexes together, half hexes at the sides included


def centre_at(across: float, down: float) -> Point:
    """The middle of a hex by its coordinates; of a half hex and a start line too."""
    return across * WIDE / 2, SIZE + (down - 1) * 1.5 * SIZE


@cache
def centre(name: str) -> Point:
    return centre_at(*PLACES[INDEX[name]])


def corners(x: float, y: float, size: float = SIZE) -> list[Point]:
    """Clockwise from the top."""
    half = size * math.sqrt(3) / 2
    return [
        (x, y - size),
        (x + half, y - size / 2),
        (x + half, y + size / 2),
        (x, y + size),
        (x - half, y + size / 2),
        (x - half, y - size / 2),
    ]


@cache
def outline(x: float = 0, y: float = 0, size: float = SIZE) -> str:
    """A hex as a path."""
    points = (f"{number(a)} {number(b)}" for a, b in corners(x, y, size))
    return f"M{'L'.join(points)}Z"


# The neighbour across each edge, clockwise from the upper right one, with the two
# corners of that edge. [SB-2.4]
EDGES = (
    ((1, -1), (0, 1)),
    ((2, 0), (1, 2)),
    ((1, 1), (2, 3)),
    ((-1, 1), (3, 4)),
    ((-2, 0), (4, 5)),
    ((-1, -1), (5, 0)),
)


@cache
def beside(name: str) -> tuple[str | None, ...]:
    """The neighbours across its edges, in the order of `EDGES`."""
    x, y = PLACES[INDEX[name]]
    places = ((x + dx, y + dy) for (dx, dy), _ in EDGES)
    return tuple(NAMES[AT[place]] if place in AT else None for place in places)
