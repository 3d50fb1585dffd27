"""The drawn map: outlines of data/map.json as path strings, on a sheet 600 wide.

Points are moved from the canvas of the data file to the sheet, and those that nobody
would miss at that size are left out. [SSE-2.2] A corrected board whose provinces,
regions or borders are not those of map.json is drawn as a plan: discs and lines.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from engine.contract import View
from engine.drawing import Point, number
from engine.small_samurai_empires import board as rules

DATA = Path(__file__).parent / "data"
SCALE = (0.594, 0.69)  # a little taller than wide: small provinces need the room
SHIFT = (3.0, -6.0)
DISC = 34.0  # radius of a province on a plan, on the canvas of the data file
FINE = 0.4  # how far, in pixels, a line may stray from the data

Line = Sequence[Sequence[float]]


class Region(NamedTuple):
    id: str
    name: str
    bonus: tuple[int, int]
    label: Point
    shape: str  # all its land, lakes cut out


class Province(NamedTuple):
    id: str
    names: dict[str, str]  # by language; "" is all the others
    region: str
    features: tuple[str, ...]
    label: Point
    room: Point  # how far land reaches around the label, across and down
    shape: str


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
    """What the picture needs of a board file and data/map.json."""

    regions: dict[str, Region]
    provinces: dict[str, Province]
    mountains: dict[str, Mountain]
    slots: dict[str, Slot]
    values: tuple[int, ...]  # of influence [SSE-2.9]
    tiles: dict[str, int]  # points of the agenda tiles [SSE-10.1.5]
    shrine_scale: tuple[int, ...]  # [SSE-10.3.2]
    borders: str  # inside a region
    frontiers: str  # between two regions
    links: str  # over the sea [SSE-2.6]
    lakes: str
    backdrop: str  # land that is no province [SSE-2.5]
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


def moved(point: Sequence[float]) -> Point:
    """From the canvas of the data to the sheet."""
    x, y = point
    return x * SCALE[0] + SHIFT[0], y * SCALE[1] + SHIFT[1]


def thinned(points: Sequence[Point]) -> list[Point]:
    """Without the points that lie within FINE of the line through the others."""
    if len(points) < 3:
        return list(points)
    (ax, ay), (bx, by) = points[0], points[-1]
    dx, dy = bx - ax, by - ay
    long = (dx * dx + dy * dy) ** 0.5
    far, at = 0.0, 0
    for index, (x, y) in enumerate(points[1:-1], start=1):
        if long > 1e-9:
            off = abs(dx * (y - ay) - dy * (x - ax)) / long
        else:
            off = ((x - ax) ** 2 + (y - ay) ** 2) ** 0.5
        if off > far:
            far, at = off, index
    if far <= FINE:
        return [points[0], points[-1]]
    return thinned(points[: at + 1])[:-1] + thinned(points[at:])


def drawn(line: Line) -> str:
    """`M3 4l1 2…` with one decimal; steps are taken from what was written."""
    tenths = [(round(x * 10), round(y * 10)) for x, y in thinned([*map(moved, line)])]
    (x, y), *rest = tenths
    d = f"M{number(x / 10)} {number(y / 10)}"
    for index, (nx, ny) in enumerate(rest):
        across, down = number((nx - x) / 10), number((ny - y) / 10)
        between = "" if down.startswith("-") else " "
        d += f"{'' if index else 'l'}{step(across, index)}{between}{down}"
        x, y = nx, ny
    return d


def step(across: str, index: int) -> str:
    return across if index == 0 or across.startswith("-") else f" {across}"


def closed(rings: Iterable[Line]) -> str:
    return "".join(f"{drawn(ring)}z" for ring in rings)


def lines(rows: Iterable[Any]) -> str:
    return "".join(drawn(line) for row in rows for line in row["lines"])


def map_of(view: View) -> Board:
    """The map of the board that is played on; of the first, if it is gone."""
    return drawn_board(rules.BOARDS.get(view["board"], rules.BOARD))


@cache
def drawn_board(board: rules.Board) -> Board:
    table, shapes = board.file, json.loads((DATA / "map.json").read_text("utf-8"))
    shapes = shapes if fits(table, shapes) else plan(table)
    region_of = {row["id"]: row["region"] for row in table["province"]}
    inner = [len({region_of[end] for end in b["pair"]}) == 1 for b in shapes["borders"]]
    both = list(zip(inner, shapes["borders"], strict=True))
    return Board(
        regions={row["id"]: region(row, shapes) for row in table["region"]},
        provinces={row["id"]: province(row, shapes) for row in table["province"]},
        mountains={row["id"]: mountain(row, shapes) for row in table["mountain"]},
        slots={
            row["id"]: Slot(row["id"], row["index"], row["region"])
            for row in sorted(table["slot"], key=lambda row: int(row["index"]))
        },
        values=tuple(table["influence"]["values"]),
        tiles={row["id"]: row["points"] for row in table["agenda"]},
        shrine_scale=tuple(table["sacred_shrines"]["scale"]),
        borders=lines(row for inside, row in both if inside),
        frontiers=lines(row for inside, row in both if not inside),
        links="".join(drawn(row["line"]) for row in shapes["sea_links"]),
        lakes=closed(row["ring"] for row in shapes["lakes"]),
        backdrop=closed(ring for row in shapes["backdrop"] for ring in row["rings"]),
        ways=tuple(
            (one, other, kind == "sea")
            for kind in ("land", "sea")
            for one, other in table["adjacency"][kind]
        ),
    )


def region(row: Any, shapes: Any) -> Region:
    shape = shapes["regions"][row["id"]]
    first, second = row["bonus"]
    outline = closed([*shape["rings"], *shape["holes"]])
    at = moved(row.get("label", shape["label"]))
    return Region(row["id"], row["name"], (first, second), at, outline)


def province(row: Any, shapes: Any) -> Province:
    shape = shapes["provinces"][row["id"]]
    names = {key: row[f"name_{key}"] for key in ("ru", "uk") if f"name_{key}" in row}
    return Province(
        id=row["id"],
        names={"": row["name"], **names},
        region=row["region"],
        features=tuple(row["features"]),
        label=moved(shape["label"]),
        room=(shape["radius"] * SCALE[0], shape["radius"] * SCALE[1]),
        shape=closed(shape["rings"]),
    )


def mountain(row: Any, shapes: Any) -> Mountain:
    """Where the file has it, else in the middle of its road."""
    one, other = row["road"]
    ends = [shapes["provinces"][end]["label"] for end in row["road"]]
    middle = [sum(numbers) / 2 for numbers in zip(*ends, strict=True)]
    at = moved(row.get("xy", middle))
    return Mountain(row["id"], row["name"], (one, other), at)


# ------------------------------------------------------------------- corrected boards


def fits(table: Mapping[str, Any], shapes: Mapping[str, Any]) -> bool:
    """Whether map.json shows these provinces, regions, borders and sea links."""
    borders = table["adjacency"]
    provinces = shapes["provinces"].items()
    return (
        {row["id"]: row["region"] for row in table["province"]}
        == {key: shape["region"] for key, shape in provinces}
        and {row["id"] for row in table["region"]} == set(shapes["regions"])
        and pairs(borders["land"]) == pairs(row["pair"] for row in shapes["borders"])
        and pairs(borders["sea"]) == pairs(row["pair"] for row in shapes["sea_links"])
    )


def pairs(listed: Iterable[Sequence[str]]) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in listed}


def plan(table: Mapping[str, Any]) -> dict[str, Any]:
    """Discs where the file puts the provinces, lines between neighbours."""
    rows, borders = table["province"], table["adjacency"]
    spots = {row["id"]: row.get("xy", round_spot(n)) for n, row in enumerate(rows)}
    rings = {key: [disc(spot)] for key, spot in spots.items()}
    return {
        "provinces": {
            key: {"label": spots[key], "radius": DISC, "rings": rings[key]}
            for key in spots
        },
        "regions": {
            of["id"]: {
                "label": [500, 500],
                "rings": [
                    r for row in rows for r in rings[row["id"]] if is_in(row, of)
                ],
                "holes": [],
            }
            for of in table["region"]
        },
        "borders": [
            {"pair": pair, "lines": [between(*(spots[end] for end in pair))]}
            for pair in borders["land"]
        ],
        "sea_links": [
            {"line": between(*(spots[end] for end in pair))} for pair in borders["sea"]
        ],
        "lakes": [],
        "backdrop": [],
    }


def is_in(row: Any, region: Any) -> bool:
    return bool(row["region"] == region["id"])


def round_spot(index: int) -> list[float]:
    """For a province without a place: on a spiral about the middle."""
    far, turn = 120 + 14 * index, 0.7 * index
    return [600 + far * math.cos(turn), 500 + far * math.sin(turn)]


def disc(spot: Sequence[float]) -> list[list[float]]:
    """As round on the sheet as the canvas is stretched."""
    tall = DISC * SCALE[0] / SCALE[1]
    turns = [math.tau * step / 24 for step in range(25)]
    x, y = spot
    return [[x + DISC * math.cos(t), y + tall * math.sin(t)] for t in turns]


def between(one: Sequence[float], two: Sequence[float]) -> list[list[float]]:
    """From rim to rim."""
    across, down = two[0] - one[0], two[1] - one[1]
    part = min(0.45, DISC / (math.hypot(across, down) or DISC))
    return [
        [one[0] + across * part, one[1] + down * part],
        [two[0] - across * part, two[1] - down * part],
    ]


BOARD = drawn_board(rules.BOARD)
