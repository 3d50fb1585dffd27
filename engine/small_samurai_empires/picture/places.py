"""Where name, sign and pieces of a province are put, so that none hides another."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engine.drawing import Point
from engine.small_samurai_empires.map import Board


class Place(NamedTuple):
    name: Point  # middle of the baseline
    sign: Point | None  # None: just before the name
    pieces: Point  # middle of the upper edge of the chips


# By hand, from the label of the province; anything else follows the rule below.
MOVED: dict[str, tuple[Point, Point | None, Point]] = {
    "satsuma": ((0, -10), None, (0, -6)),
    "tosa": ((17, -7), None, (17, -3)),
    "aki": ((7, -6), None, (4, -2)),
    "sanuki": ((4, -18), None, (15, -14)),
    "harima": ((3, -26), None, (3, -22)),
    "yamashiro": ((2, -3), (1, -20), (1, 1)),
    "owari": ((-1, -13), None, (-1, -9)),
    "suruga": ((2, -6), None, (2, -2)),
    "shinano": ((-3, -15), None, (-7, -11)),
    "musashi": ((5, -13), None, (3, -9)),
    "hitachi": ((4, -12), None, (2, -8)),
    "oshima": ((-4, -11), None, (-2, -7)),
    "ishikari": ((-7, -5), None, (-3, -1)),
    "kitami": ((9, -8), None, (6, -4)),
    "hidaka": ((14, -2), None, (6, 2)),
}


def place_of(board: Board, province: str) -> Place:
    """The name above, the pieces below, both about the label of the map."""
    x, y = board.map.provinces[province].label
    name, sign, pieces = MOVED.get(province, ((0, -13), None, (0, -9)))
    return Place(
        (x + name[0], y + name[1]),
        None if sign is None else (x + sign[0], y + sign[1]),
        (x + pieces[0], y + pieces[1]),
    )


@cache
def places(board: Board) -> dict[str, Place]:
    return {province: place_of(board, province) for province in board.provinces}
