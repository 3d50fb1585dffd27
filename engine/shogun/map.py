"""The board as it is drawn: the outlines of data/map.json on a sheet 600 wide.

[SHO-2.7] It is drawn a little higher than its canvas: small provinces need the room.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.contract import View
from engine.drawing import Point
from engine.maps import Map, Sheet, read_map
from engine.shogun.board import BOARD, Side

FILE = Path(__file__).parent / "data" / "map.json"
SHEET = Sheet(scale=(600 / 1400, 0.5), shift=(0.0, 20.0))


@dataclass(frozen=True, eq=False)  # there is one of each, told apart by identity
class Chart:
    """A side of the board on the sheet; provinces by their codes."""

    side: Side
    map: Map
    region_of: Mapping[str, str]
    links: Mapping[str, tuple[Point, ...]]  # the sea routes, by `AKI IYO`

    def of_region(self, region: str) -> list[str]:
        return [code for code, of in self.region_of.items() if of == region]

    def neighbours(self, province: str) -> list[tuple[str, bool]]:
        """In the order of the board; True is over the sea. [SHO-2.5]"""
        here = BOARD.index[province]
        sea = {other for pair in self.side.sea if here in pair for other in pair}
        return [(BOARD.codes[of], of in sea) for of in self.side.adjacent[here]]


def chart_of(view: View) -> Chart:
    return drawn(str(view["side"]))


@cache
def drawn(side: str) -> Chart:
    board = BOARD.sides[side]
    region_of = {
        code: BOARD.regions[region]
        for code, region in zip(BOARD.codes, board.region_of, strict=True)
    }
    file = coded(json.loads(FILE.read_text("utf-8")))
    links = {
        f"{row['a']} {row['b']}": tuple(SHEET.places(row["path"]))
        for row in file["sea"]
    }
    return Chart(board, read_map(file, SHEET, region_of, side), region_of, links)


def coded(file: Mapping[str, Any]) -> dict[str, Any]:
    """The file with codes for ids, as everything else calls provinces."""
    codes = dict(zip(BOARD.ids, BOARD.codes, strict=True))
    ends = {kind: [recoded(row, codes) for row in file[kind]] for kind in ENDS}
    provinces = {codes[of]: row for of, row in file["provinces"].items()}
    return {**file, **ends, "provinces": provinces}


ENDS = ("borders", "sea")


def recoded(row: Mapping[str, Any], codes: Mapping[str, str]) -> dict[str, Any]:
    return {**row, "a": codes[row["a"]], "b": codes[row["b"]]}
