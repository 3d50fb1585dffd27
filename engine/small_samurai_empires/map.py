"""The board as it is drawn: the outlines of data/map.json on a sheet 600 wide.

A corrected board whose provinces, regions or ways are not those of map.json is drawn as
a plan: discs and lines. [SSE-2.2, SSE-2.12]
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from engine.contract import View
from engine.drawing import Point
from engine.maps import Map, MapFile, Sheet, plan, read_map, shows
from engine.small_samurai_empires import board as rules

FILE = Path(__file__).parent / "data" / "map.json"
# A little taller than wide: small provinces need the room.
SHEET = Sheet(scale=(0.594, 0.69), shift=(3.0, -6.0))


class Region(NamedTuple):
    id: str
    name: str
    bonus: tuple[int, int]
    label: Point


class Province(NamedTuple):
    id: str
    names: dict[str, str]  # by language; "" is all the others
    region: str
    features: tuple[str, ...]


class Mountain(NamedTuple):
    id: str
    name: str
    road: tuple[str, str]
    at: Point


class Slot(NamedTuple):
    id: str
    ordinal: int  # 1 is the southernmost
    region: str


@dataclass(frozen=True, eq=False)  # there is one of each, told apart by identity
class Board:
    """What pictures and texts need of a board file and data/map.json."""

    regions: dict[str, Region]
    provinces: dict[str, Province]
    mountains: dict[str, Mountain]
    slots: dict[str, Slot]
    values: tuple[int, ...]  # of influence [SSE-2.9]
    tiles: dict[str, int]  # points of the agenda tiles [SSE-10.1.5]
    map: Map
    ways: tuple[tuple[str, str, bool], ...]  # adjacent, and whether by sea [SSE-2.5]

    def neighbours(self, province: str) -> list[tuple[str, bool]]:
        """In the order of the board; True is over the sea."""
        found = {b if a == province else a: sea for a, b, sea in self.ways_of(province)}
        return [(other, found[other]) for other in self.provinces if other in found]

    def ways_of(self, province: str) -> list[tuple[str, str, bool]]:
        return [way for way in self.ways if province in way[:2]]

    def of_region(self, region: str) -> list[Province]:
        return [p for p in self.provinces.values() if p.region == region]

    def slots_of(self, region: str) -> list[Slot]:
        return [slot for slot in self.slots.values() if slot.region == region]


def map_of(view: View) -> Board:
    """The map of the board that is played on; of the first, if it is gone."""
    return drawn_board(rules.BOARDS.get(view["board"], rules.BOARD))


@cache
def drawn_board(board: rules.Board) -> Board:
    table = board.file
    region_of = {row["id"]: row["region"] for row in table["province"]}
    drawn = read_map(map_file(table, region_of), SHEET, region_of)
    return Board(
        regions={row["id"]: region(row) for row in table["region"]},
        provinces={row["id"]: province(row) for row in table["province"]},
        mountains={row["id"]: mountain(row, drawn) for row in table["mountain"]},
        slots={
            row["id"]: Slot(row["id"], row["index"], row["region"])
            for row in sorted(table["slot"], key=lambda row: int(row["index"]))
        },
        values=tuple(table["influence"]["values"]),
        tiles={row["id"]: row["points"] for row in table["agenda"]},
        map=drawn,
        ways=tuple(
            (one, other, kind == "sea")
            for kind in ("land", "sea")
            for one, other in table["adjacency"][kind]
        ),
    )


def map_file(table: Mapping[str, Any], region_of: Mapping[str, str]) -> MapFile:
    """The outlines of these provinces, or a plan of them."""
    file: MapFile = json.loads(FILE.read_text("utf-8"))
    land, sea = table["adjacency"]["land"], table["adjacency"]["sea"]
    if shows(file, region_of, land, sea):
        return file
    spots = {row["id"]: row.get("xy") for row in table["province"]}
    return plan(spots, region_of, land, sea, SHEET)


def region(row: Mapping[str, Any]) -> Region:
    first, second = row["bonus"]
    label = SHEET.place(row.get("label", MIDDLE))
    return Region(row["id"], row["name"], (first, second), label)


MIDDLE = (500, 500)  # of the canvas


def province(row: Mapping[str, Any]) -> Province:
    names = {key: row[f"name_{key}"] for key in ("ru", "uk") if f"name_{key}" in row}
    names = {"": row["name"], **names}
    return Province(row["id"], names, row["region"], tuple(row["features"]))


def mountain(row: Mapping[str, Any], drawn: Map) -> Mountain:
    """Where the file has it, else in the middle of its road."""
    one, other = row["road"]
    (ax, ay), (bx, by) = (drawn.provinces[end].label for end in row["road"])
    at = SHEET.place(row["xy"]) if "xy" in row else ((ax + bx) / 2, (ay + by) / 2)
    return Mountain(row["id"], row["name"], (one, other), at)


BOARD = drawn_board(rules.BOARD)
