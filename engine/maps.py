"""Maps: the outlines of a map file as path strings, and what is drawn with them.

A map file is JSON. All points are on its `canvas`, x to the east, y to the south:

    canvas     [width, height]
    provinces  by id: `rings`, `label` (where its name stands), `room` (how far its land
               reaches from there); perhaps `width` (of a line of text about the label),
               `small` (no room for a name), `callout` (a free place in the sea nearby)
    borders    [{a, b, lines}]: two neighbours, and the lines between them
    sea        [{a, b, path}]: two provinces, and the way between them over the sea
    sides      by side of the board: `regions`, by id, rings; holes run the other way
    land, lakes, backdrop    rings: all the land, lakes, land that is no province

The last four may be missing. Keys that are not named here are notes for people.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.drawing import Point, mix, number, paint, path, tag
from engine.prints import CARD, INDIGO, INK, SEA, SEAL

Line = Sequence[Sequence[float]]
Pairs = Iterable[Sequence[str]]
MapFile = Mapping[str, Any]

DISC = 34.0  # radius of a province on a plan, on the canvas
FINE = 0.4  # how far, in pixels, a line may stray from the file

# --------------------------------------------------------------- from canvas to sheet


class Sheet(NamedTuple):
    """How the canvas of a map file lies on a picture."""

    scale: Point
    shift: Point = (0.0, 0.0)

    def place(self, point: Sequence[float]) -> Point:
        return self.places([point])[0]

    def places(self, points: Line) -> list[Point]:
        (wide, high), (right, low) = self
        return [(x * wide + right, y * high + low) for x, y in points]

    def line(self, points: Line) -> str:
        """`M3 4l1 2…` with one decimal; steps are taken from what was written."""
        thin = thinned(self.places(points))
        (x, y), *rest = [(round(x * 10), round(y * 10)) for x, y in thin]
        d = f"M{number(x / 10)} {number(y / 10)}"
        for index, (nx, ny) in enumerate(rest):
            across, down = number((nx - x) / 10), number((ny - y) / 10)
            before = ("" if across.startswith("-") else " ") if index else "l"
            d += f"{before}{across}{'' if down.startswith('-') else ' '}{down}"
            x, y = nx, ny
        return d

    def lines(self, several: Iterable[Line]) -> str:
        return "".join(map(self.line, several))

    def rings(self, several: Iterable[Line]) -> str:
        return "".join(f"{self.line(ring)}z" for ring in several)


def fitted(canvas: Sequence[float], width: float, height: float) -> Sheet:
    """The canvas as large as it gets in a frame, and in its middle."""
    scale = min(width / canvas[0], height / canvas[1])
    rest = (width - canvas[0] * scale) / 2, (height - canvas[1] * scale) / 2
    return Sheet((scale, scale), rest)


def thinned(points: Sequence[Point]) -> list[Point]:
    """Without the points that lie within FINE of the line through the others."""
    if len(points) < 3:
        return list(points)
    far, at = farthest(points)
    if far <= FINE:
        return [points[0], points[-1]]
    return thinned(points[: at + 1])[:-1] + thinned(points[at:])


def farthest(points: Sequence[Point]) -> tuple[float, int]:
    """How far the others lie from the line between the ends, and which is first."""
    (ax, ay), (bx, by) = points[0], points[-1]
    across, down = bx - ax, by - ay
    long = math.hypot(across, down)
    if long > 1e-9:
        offs = [abs(across * (y - ay) - down * (x - ax)) / long for x, y in points]
    else:
        offs = [math.hypot(x - ax, y - ay) for x, y in points]
    far = max(offs[1:-1])
    return far, offs.index(far, 1)


# ------------------------------------------------------------------------ map files


class ProvinceShape(NamedTuple):
    """A province on the sheet."""

    outline: str
    label: Point
    room: Point  # how far land reaches around the label, across and down
    width: float  # of a line of text about the label; 0: not said
    is_small: bool  # no room for a name
    callout: Point | None  # where the rest of it stands, in the sea


@dataclass(frozen=True, eq=False)  # there is one of each, told apart by identity
class Map:
    """What a picture needs of a map file, as paths on its sheet."""

    provinces: Mapping[str, ProvinceShape]
    regions: Mapping[str, str]
    borders: str  # inside a region
    frontiers: str  # between two regions
    links: str  # over the sea
    land: str
    lakes: str
    backdrop: str


def read_map(
    file: MapFile, sheet: Sheet, region_of: Mapping[str, str], side: str = ""
) -> Map:
    """The map on a sheet; the regions are those of a side, else of the first.

    Raises ValueError where the file says something that cannot be.
    """
    if faults := map_faults(file):
        raise ValueError("; ".join(faults))
    sides = file.get("sides", {})
    regions = sides[side or next(iter(sides))]["regions"] if sides else {}
    drawn = {False: "", True: ""}
    for row in file["borders"]:
        drawn[region_of[row["a"]] == region_of[row["b"]]] += sheet.lines(row["lines"])
    return Map(
        provinces={of: shape(row, sheet) for of, row in file["provinces"].items()},
        regions={of: sheet.rings(rings) for of, rings in regions.items()},
        borders=drawn[True],
        frontiers=drawn[False],
        links=sheet.lines(row["path"] for row in file["sea"]),
        land=sheet.rings(file.get("land", ())),
        lakes=sheet.rings(file.get("lakes", ())),
        backdrop=sheet.rings(file.get("backdrop", ())),
    )


def shape(row: Mapping[str, Any], sheet: Sheet) -> ProvinceShape:
    across, down = sheet.scale
    return ProvinceShape(
        outline=sheet.rings(row["rings"]),
        label=sheet.place(row["label"]),
        room=(row["room"] * across, row["room"] * down),
        width=row.get("width", 0) * across,
        is_small=row.get("small", False),
        callout=sheet.place(row["callout"]) if "callout" in row else None,
    )


def map_faults(file: MapFile) -> list[str]:
    """What no map file may say, each with its place."""
    return [
        f"{kind}: {end} is no province"
        for kind in ("borders", "sea")
        for row in file[kind]
        for end in (row["a"], row["b"])
        if end not in file["provinces"]
    ]


def shows(file: MapFile, region_of: Mapping[str, str], land: Pairs, sea: Pairs) -> bool:
    """Whether the file has these provinces, each in its region, and these ways.

    In such a file every province says its `region`.
    """
    drawn = {of: row.get("region") for of, row in file["provinces"].items()}
    return (
        drawn == dict(region_of)
        and pairs(land) == pairs((row["a"], row["b"]) for row in file["borders"])
        and pairs(sea) == pairs((row["a"], row["b"]) for row in file["sea"])
    )


def pairs(listed: Pairs) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in listed}


# ---------------------------------------------- plans, for boards that nobody has drawn


def plan(
    spots: Mapping[str, Sequence[float] | None],
    region_of: Mapping[str, str],
    land: Pairs,
    sea: Pairs,
    sheet: Sheet,
) -> dict[str, Any]:
    """A map file: discs where the provinces lie, lines between neighbours."""
    placed = {of: spot or round_spot(at) for at, (of, spot) in enumerate(spots.items())}
    rings = {of: disc(spot, sheet) for of, spot in placed.items()}
    regions: dict[str, list[Line]] = {}
    for of, region in region_of.items():
        regions.setdefault(region, []).append(rings[of])
    return {
        "provinces": {
            of: {"label": spot, "room": DISC, "rings": [rings[of]]}
            for of, spot in placed.items()
        },
        "borders": [
            {"a": a, "b": b, "lines": [between(placed[a], placed[b])]} for a, b in land
        ],
        "sea": [
            {"a": a, "b": b, "path": between(placed[a], placed[b])} for a, b in sea
        ],
        "sides": {"plan": {"regions": regions}},
    }


def round_spot(index: int) -> list[float]:
    """For a province without a place: on a spiral about the middle."""
    far, turn = 120 + 14 * index, 0.7 * index
    return [600 + far * math.cos(turn), 500 + far * math.sin(turn)]


def disc(spot: Sequence[float], sheet: Sheet) -> list[list[float]]:
    """As round on the sheet as the canvas is stretched."""
    tall = DISC * sheet.scale[0] / sheet.scale[1]
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


# --------------------------------------------------------------------------- drawing


def outlines(chart: Map) -> str:
    """Borders, lakes and ways over the sea, to lie above the colours of the players."""
    style = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    lakes = {"fill": mix(INDIGO, SEA, 0.35), "stroke": INK, "stroke_width": 0.8}
    return (
        path(chart.borders, stroke=INK, stroke_width=0.9, **style)
        + path(chart.frontiers, stroke=INK, stroke_width=2.2, **style)
        + path(chart.lakes, **lakes)
        + sea_link(chart.links)
    )


def sea_link(d: str) -> str:
    """A way over the sea: red dots on a pale ground."""
    style = {"stroke_dasharray": "0.1 5", "fill": "none", "stroke_linecap": "round"}
    under = path(d, stroke=CARD, stroke_width=4.6, **style)
    return under + path(d, stroke=SEAL, stroke_width=3, **style)


def tint(identity: str, shape: ProvinceShape, colour: str) -> str:
    """A band of a player's colour along the border of a province, inside."""
    inside = tag("clipPath", path(shape.outline), id=identity)
    style = {"fill": colour, "fill_opacity": 0.09, "stroke": colour, "stroke_width": 9}
    style |= {"stroke_opacity": 0.66, "stroke_linejoin": "round"}
    return inside + path(shape.outline, clip_path=paint(identity), **style)


def area(shape: ProvinceShape) -> str:
    """The land of a province, unseen, to be pointed at."""
    return path(shape.outline, fill=CARD, fill_opacity=0, **{"class": "area"})


def waves(identity: str) -> str:
    """The pattern of a quiet sea."""
    crests = "M4 12q6 -6 12 0q6 -6 12 0M58 30q6 -6 12 0q6 -6 12 0M20 52q6 -6 12 0q6 -6"
    crests += " 12 0M70 70q6 -6 12 0q6 -6 12 0"
    style = {"fill": "none", "stroke": mix(INDIGO, SEA, 0.3), "stroke_width": 0.8}
    size = {"width": 100, "height": 80, "patternUnits": "userSpaceOnUse"}
    drawn = path(crests, stroke_linecap="round", **style)
    return tag("pattern", drawn, id=identity, **size)


# ------------------------------------------------------- names and signs out of the way


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        return min(self.right, other.right) > max(self.left, other.left) and min(
            self.bottom, other.bottom
        ) > max(self.top, other.top)

    def at(self, point: Point) -> Box:
        """The same box about another point."""
        x, y = point
        return Box(self.left + x, self.top + y, self.right + x, self.bottom + y)


STEPS = range(0, 33, 2)  # how far something gives way, the nearest first
WAYS = ((0, -1), (0, 1), (1, 0), (-1, 0), (1, -1), (-1, -1), (1, 1), (-1, 1))


def clear_of(at: Point, size: Box, taken: Sequence[Box]) -> Point:
    """The place, else the nearest one where a thing of this size hides nothing."""
    x, y = at
    for far in STEPS:
        for across, down in WAYS:
            spot = (x + across * far, y + down * far)
            if not any(size.at(spot).meets(box) for box in taken):
                return spot
    return at
