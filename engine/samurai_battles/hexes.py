"""The battlefield: hexes by number, and what follows from their places. [SB-2]

A hex is a number from 0 to 126 in the order of the names: row letter first, then
column. An army is a seat: 0 is red at the top, 1 is yellow at the bottom. [SB-3.6]
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

Hex: TypeAlias = int
Army: TypeAlias = int

ROWS = "ABCDEFGHIJK"  # A is the top row [SB-2.1]
WIDTH = 23  # the largest X [SB-2.3]
DEPTH = len(ROWS)  # the largest Y
RED, YELLOW = 0, 1
LEFT, CENTER, RIGHT = 0, 1, 2  # sections, as the player of the army sees them
SECTIONS = ("left", "center", "right")
LINES = (8, 16)  # X of the section lines where a scenario says nothing [SB-2.6]


def is_valid(x: int, y: int) -> bool:
    """Whether a hex of the battlefield is there. [SB-2.3]"""
    return 1 <= y <= DEPTH and 1 <= x <= WIDTH and (x + y) % 2 == 0


def is_half(x: int, y: int) -> bool:
    """Half hexes close the short rows at both ends. [SB-2.1, SB-2.3]"""
    return x in (0, WIDTH + 1) and 1 <= y <= DEPTH and y % 2 == 0


PLACES: tuple[tuple[int, int], ...] = tuple(
    (x, y) for y in range(1, DEPTH + 1) for x in range(1, WIDTH + 1) if is_valid(x, y)
)
AT: dict[tuple[int, int], Hex] = {place: hex for hex, place in enumerate(PLACES)}
COUNT = len(PLACES)
X: tuple[int, ...] = tuple(x for x, _ in PLACES)
Y: tuple[int, ...] = tuple(y for _, y in PLACES)


def name_of(x: int, y: int) -> str:
    """Columns are counted from the left of the printed map. [SB-2.2, SB-2.3]"""
    return f"{ROWS[y - 1]}{(x + 1) // 2}"


NAMES: tuple[str, ...] = tuple(name_of(x, y) for x, y in PLACES)
INDEX: dict[str, Hex] = {name: hex for hex, name in enumerate(NAMES)}


def index_of(name: str) -> Hex:
    """The number of a hex. Raises KeyError where the board has none. [SB-2.2]"""
    return INDEX[name]


# The six steps, in the order of the names they lead to. [SB-2.4]
STEPS = ((-1, -1), (1, -1), (-2, 0), (2, 0), (-1, 1), (1, 1))
NEIGHBOURS: tuple[tuple[Hex, ...], ...] = tuple(
    tuple(AT[x + dx, y + dy] for dx, dy in STEPS if (x + dx, y + dy) in AT)
    for x, y in PLACES
)
NEIGHBOUR_MASK: tuple[int, ...] = tuple(
    sum(1 << near for near in nears) for nears in NEIGHBOURS
)


def distance_between(x1: int, y1: int, x2: int, y2: int) -> int:
    """The target is counted, the own hex is not. [SB-2.5]"""
    dx, dy = abs(x1 - x2), abs(y1 - y2)
    return dy + max(0, (dx - dy) // 2)


# DISTANCE[a][b] [SB-2.5]
DISTANCE: tuple[tuple[int, ...], ...] = tuple(
    tuple(distance_between(*here, *there) for there in PLACES) for here in PLACES
)

# ------------------------------------------------------------------- home [SB-2.7]

HOMEWARD_STEP = (-1, 1)  # of Y, by army
START_Y = (0, DEPTH + 1)
HOME_ROW: tuple[tuple[Hex, ...], ...] = tuple(
    tuple(hex for hex in range(COUNT) if Y[hex] == row) for row in (1, DEPTH)
)
# HOMEWARD[army][hex]: the hexes of a retreat, the lower column first. [SB-2.7]
HOMEWARD: tuple[tuple[tuple[Hex, ...], ...], ...] = tuple(
    tuple(
        tuple(AT[x + d, y + dy] for d in (-1, 1) if (x + d, y + dy) in AT)
        for x, y in PLACES
    )
    for dy in HOMEWARD_STEP
)
START_XS = tuple(range(2, WIDTH, 2))  # usable on a start line [SB-2.3]
# EXITS[army][hex]: X of the start-line hexes one step behind a hex. [SB-2.3, SB-2.7]
EXITS: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(
        tuple(x + d for d in (-1, 1) if y + dy == line and x + d in START_XS)
        for x, y in PLACES
    )
    for dy, line in zip(HOMEWARD_STEP, START_Y, strict=True)
)


@cache
def distances_from_exit(army: Army, x: int) -> tuple[int, ...]:
    """From a place on the start line of the army to every hex. [SB-9.13]"""
    return tuple(distance_between(x, START_Y[army], *place) for place in PLACES)


# --------------------------------------------------------------- sections [SB-2.6]


def section_bits(x: int, lines: tuple[int, int]) -> int:
    """Sections of the bottom army as bits; a hex on a line belongs to two."""
    low, high = lines
    return (x <= low) << LEFT | (low <= x <= high) << CENTER | (x >= high) << RIGHT


def mirrored(bits: int) -> int:
    """The same for the player who looks from the other edge."""
    left, center, right = bits >> LEFT & 1, bits >> CENTER & 1, bits >> RIGHT & 1
    return right << LEFT | center << CENTER | left << RIGHT


@cache
def sections(lines: tuple[int, int] = LINES) -> tuple[tuple[int, ...], ...]:
    """Bits of the sections in which each hex lies, by army and hex. [SB-2.6]"""
    bottom = tuple(section_bits(x, lines) for x in X)
    return tuple(mirrored(bits) for bits in bottom), bottom


assert COUNT == 127, "SB-2.1, SB-16.1: 6 rows of 12 hexes and 5 rows of 11"
assert all(a in NEIGHBOURS[b] for a in range(COUNT) for b in NEIGHBOURS[a])
