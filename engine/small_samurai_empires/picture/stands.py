"""Where the chips of a province stand, and what mountains keep clear of."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engine.contract import Seat
from engine.drawing import text_width
from engine.maps import Box
from engine.prints import SMALLEST
from engine.small_samurai_empires.map import Board
from engine.small_samurai_empires.picture.pieces import (
    CHIP,
    EAVES,
    ROOF,
    chip_width,
)
from engine.small_samurai_empires.picture.places import places
from engine.small_samurai_empires.scene import Scene, province_name

GAP = 2.0  # between chips
PEAK = Box(-9.6, -9.6, 12.2, 10.2)  # a mountain with its token, about its point


class Stand(NamedTuple):
    """One player's chip; x, y is the upper left corner of its wall."""

    seat: Seat
    men: int
    keeps: int
    x: float
    y: float

    @property
    def box(self) -> Box:
        eaves, roof = (EAVES, ROOF) if self.keeps else (0, 0)
        right = self.x + chip_width(self.men) + eaves
        return Box(self.x - eaves, self.y - roof, right, self.y + CHIP)


def stands_in(scene: Scene, province: str) -> list[Stand]:
    """Chips in rows of two, hanging below the name."""
    there = scene.stands(province)
    x, y = places(scene.board)[province].pieces
    found: list[Stand] = []
    for at in range(0, len(there), 2):
        row = there[at : at + 2]
        y += ROOF * any(keeps for _, _, keeps in row)
        widths = [chip_width(men) for _, men, _ in row]
        left = x - (sum(widths) + GAP * (len(row) - 1)) / 2
        for (seat, men, keeps), width in zip(row, widths, strict=True):
            found.append(Stand(seat, men, keeps, left, y))
            left += width + GAP
        y += CHIP + GAP
    return found


def boxes(scene: Scene) -> list[Box]:
    """All names and chips on the map."""
    found = []
    for province in scene.board.provinces:
        found.append(name_box(scene.board, province, scene.language))
        found += [stand.box for stand in stands_in(scene, province)]
    return found


@cache
def name_box(board: Board, province: str, language: str) -> Box:
    x, y = places(board)[province].name
    wide = text_width(province_name(board, province, language), SMALLEST, True) / 2
    return Box(x - wide, y - SMALLEST + 2, x + wide, y + 2)
