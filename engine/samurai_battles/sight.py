"""Line of sight: which hexes a line runs through, and which it only touches. [SB-2.8]

A set of hexes is a number with one bit for each. The bit EDGE stands for the half hexes
at the edges, which are always obstacles. [SB-2.11]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

from engine.samurai_battles.hexes import (
    AT,
    COUNT,
    DISTANCE,
    NEIGHBOUR_MASK,
    PLACES,
    Hex,
    distance_between,
    is_half,
)
from engine.samurai_battles.terrain import TERRAINS
from engine.samurai_battles.units import LONGEST_RANGE

EDGE = 1 << COUNT
CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))  # of a hex [SB-2.9]


class Crossing(NamedTuple):
    """Offsets of the hexes that a line meets between its ends. [SB-2.9, SB-2.10]"""

    through: frozenset[tuple[int, int]]
    one: frozenset[tuple[int, int]]  # edge hexes on one side of the line
    two: frozenset[tuple[int, int]]  # and on the other


class Line(NamedTuple):
    """A target in reach, and the hexes between that must be free of pieces."""

    target: Hex
    range: int
    through: int  # none of these may hold anybody
    one: int  # somebody on one side and somebody on the other: blocked
    two: int


# --------------------------------------------------------------- geometry [SB-2.9]


def corners(x: int, y: int) -> list[tuple[int, int]]:
    return [(x + dx, 3 * y + dy) for dx, dy in CORNERS]


def sides(dx: int, dy: int, place: tuple[int, int]) -> list[int]:
    """On which side of the line from (0, 0) each corner lies, as a sign."""
    end_x, end_y = dx, 3 * dy
    return [end_x * y - end_y * x for x, y in corners(*place)]


def shares_segment(dx: int, dy: int, place: tuple[int, int]) -> bool:
    """Whether the hex has more than one point of the segment; exact. [SB-2.9]"""
    first, last = Fraction(0), Fraction(1)
    shape = corners(*place)
    for (ax, ay), (bx, by) in zip(shape, shape[1:] + shape[:1], strict=True):
        nx, ny = -(by - ay), bx - ax  # points inwards: corners run round one way
        at_start = nx * (0 - ax) + ny * (0 - ay)
        slope = nx * dx + ny * 3 * dy
        if slope == 0:
            if at_start < 0:
                return False
            continue
        crossing = Fraction(-at_start, slope)
        if slope > 0:
            first = max(first, crossing)
        else:
            last = min(last, crossing)
    return first < last


@cache
def crossing(dx: int, dy: int) -> Crossing:
    """What the line to the hex at this offset meets. [SB-2.9]"""
    around = range(-abs(dx) - 2, abs(dx) + 3), range(-abs(dy) - 1, abs(dy) + 2)
    places = [(x, y) for x in around[0] for y in around[1] if (x + y) % 2 == 0]
    between = [place for place in places if place not in ((0, 0), (dx, dy))]
    met = [place for place in between if shares_segment(dx, dy, place)]
    found: tuple[set[tuple[int, int]], ...] = (set(), set(), set())
    for place in met:
        signs = sides(dx, dy, place)
        mixed = max(signs) > 0 > min(signs)
        found[0 if mixed else 1 if max(signs) > 0 else 2].add(place)
    return Crossing(*map(frozenset, found))


# ------------------------------------------------------------------- on the board


def bit_of(x: int, y: int) -> int:
    """The bit of a hex; half hexes share one."""
    if is_half(x, y):
        return EDGE
    return 1 << AT[x, y]


def mask(here: Hex, offsets: frozenset[tuple[int, int]]) -> int:
    x, y = PLACES[here]
    bits = 0
    for dx, dy in offsets:
        bits |= bit_of(x + dx, y + dy)
    return bits


def line(here: Hex, there: Hex) -> Line:
    """The bare line between two hexes, without terrain. [SB-2.8]"""
    (x, y), (to_x, to_y) = PLACES[here], PLACES[there]
    met = crossing(to_x - x, to_y - y)
    away = distance_between(x, y, to_x, to_y)
    return Line(there, away, *(mask(here, offsets) for offsets in met))


# BARE[hex]: every line from it that an arrow or ball can fly. [SB-7.1]
BARE: tuple[tuple[Line, ...], ...] = tuple(
    tuple(
        line(here, there)
        for there in range(COUNT)
        if 2 <= DISTANCE[here][there] <= LONGEST_RANGE
    )
    for here in range(COUNT)
)


def bits(mask: int) -> Iterator[Hex]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def plateau(here: Hex, hills: int) -> int:
    """The hexes of `hills` that a chain of them joins to `here`. [SB-2.12, SB-16.9]"""
    found, new = 0, NEIGHBOUR_MASK[here] & hills
    while new:
        found |= new
        around = 0
        for hex in bits(new):
            around |= NEIGHBOUR_MASK[hex]
        new = around & hills & ~found
    return found


def with_terrain(bare: Line, obstacles: int) -> Line | None:
    """The line past these obstacles, if anybody can see along it. [SB-2.8, SB-16.8]"""
    if bare.through & obstacles:
        return None
    one, two = bool(bare.one & obstacles), bool(bare.two & obstacles)
    if one and two:
        return None
    if one:  # then nobody may stand on the other side
        return bare._replace(through=bare.through | bare.two, one=0, two=0)
    if two:
        return bare._replace(through=bare.through | bare.one, one=0, two=0)
    return bare


def terrain_mask(terrain: Sequence[int], sight: str) -> int:
    return sum(1 << hex for hex, t in enumerate(terrain) if TERRAINS[t].sight == sight)


@lru_cache(maxsize=256)
def lines(terrain: tuple[int, ...]) -> tuple[tuple[Line, ...], ...]:
    """From each hex every line that the terrain leaves open. [SB-2.11, SB-2.12]

    Whether it is free of pieces: see `is_free`.
    """
    blocks = terrain_mask(terrain, "blocks") | EDGE
    hills = terrain_mask(terrain, "hill")

    def seen(here: Hex) -> Iterator[Line]:
        on_hill = hills >> here & 1
        for bare in BARE[here]:
            obstacles = blocks | hills
            if on_hill:
                touched = hills & (bare.through | bare.one | bare.two)
                obstacles = blocks | hills & ~plateau(here, touched)
            if (open_line := with_terrain(bare, obstacles)) is not None:
                yield open_line

    return tuple(tuple(seen(here)) for here in range(COUNT))


def is_free(line: Line, occupied: int) -> bool:
    """Whether no unit or leader of either side blocks the line. [SB-2.8, SB-2.11]"""
    if line.through & occupied:
        return False
    return not (line.one & occupied and line.two & occupied)
