"""The map: sea, land, names, and all that stands on it. [SHO-2.7 to SHO-2.10]"""

from __future__ import annotations

import math
from functools import cache

from engine.drawing import (
    Point,
    circle,
    decor,
    group,
    line,
    mix,
    paint,
    path,
    pattern,
    polygon,
    rect,
    spot,
    tag,
)
from engine.maps import area, outlines, waves
from engine.prints import (
    CARD,
    DEEP,
    FOAM,
    GOLD,
    INDIGO,
    INK,
    PAPER,
    SEA,
    SEAL,
    SMALLEST,
    SOFT,
    WIDTH,
    bold,
    gradation,
    haloed,
    sign,
)
from engine.shogun.board import BOARD
from engine.shogun.map import Chart
from engine.shogun.names import HOUSES
from engine.shogun.picture.signs import (
    BUILDINGS,
    CHIP,
    chip,
    chip_width,
    flame,
    general,
    statue,
)
from engine.shogun.picture.stands import (
    NAME,
    OUTSIDE,
    SIGN,
    STRIP,
    Sign,
    label,
    outside,
    signs_of,
)
from engine.shogun.scene import Scene

CHART = 397.0  # height of the map
BAND = 6.0  # twice the width of the colour along the border of a province
TINTS = {row["id"]: row["tint"] for row in BOARD.file["region"]}
UNUSED = mix(INK, PAPER, 0.2)  # SHO-2.4
# Deep at the upper edge, pale in the middle.
LIGHT = (
    (0, INDIGO, 0.75),
    (0.16, INDIGO, 0.35),
    (0.4, DEEP, 0.25),
    (0.7, SEA, 0),
    (0.9, DEEP, 0.3),
    (1, INDIGO, 0.55),
)
SKY: Point = (374.0, 36.0)  # where sun or moon stands
EDGE = 12.0  # how near to the border of the sheet a callout may come
SHIPS = ((120.0, 372.0, 15.0), (398.0, 352.0, 18.0), (250.0, 96.0, 13.0))
SHIP = (
    "M1 10.4H15L12.4 14.6H3.6ZM7.5 1V9.2H2.4C4.6 6.8 6.2 4 7.5 1ZM8.7 2C11.8 3.6 13.4 "
    "6.2 13.8 9.2H8.7Z"
)


@cache
def definitions() -> str:
    grey = pattern("sho-unused", 4, UNUSED, mix(INK, UNUSED, 0.16), 8)
    return waves("sho-waves") + gradation("sho-light", LIGHT) + grey


@cache
def land(chart: Chart, unused: tuple[str, ...]) -> str:
    """All that never changes in a match."""
    edge = {"stroke": INK, "stroke_width": 1.3, "stroke_linejoin": "round"}
    foam = {"stroke": FOAM, "stroke_width": 8, "stroke_opacity": 0.5}
    shores = path(chart.map.land, fill="none", stroke_linejoin="round", **foam)
    drawn = sea(chart.side.id) + decor(shores)
    drawn += path(chart.map.backdrop, fill=mix(INK, PAPER, 0.22), **edge)
    for region, shape in chart.map.regions.items():
        drawn += path(shape, fill=TINTS[region], **edge)
    for code in unused:
        drawn += path(chart.map.provinces[code].outline, fill=paint("sho-unused"))
    return drawn


def sea(side: str) -> str:
    """Dusk on the water, the sun or the moon that names the side, and ships."""
    water = {"x": 9, "y": 9, "width": WIDTH - 18, "height": CHART}
    return (
        tag("rect", fill=SEA, **water)
        + decor(tag("rect", fill=paint("sho-light"), **water))
        + (sun() if side == "sun" else moon())
        + decor(tag("rect", fill=paint("sho-waves"), **water))
        + decor("".join(ship(*at) for at in SHIPS))
    )


@cache
def margin() -> str:
    """Paper round the map: land runs out under it."""
    low = 9 + CHART
    hole = f"M9 9V{low:.0f}H{WIDTH - 9}V9Z"
    return path(f"M0 0H{WIDTH}V{low:.0f}H0Z{hole}", fill=PAPER)


def sun() -> str:
    return circle(*SKY, 15, fill=SEAL, fill_opacity=0.9)


def moon() -> str:
    x, y = SKY
    crescent = f"M{x + 4} {y - 17}A17 17 0 1 0 {x + 15} {y + 8}A13.5 13.5 0 1 1 {x + 4}"
    return path(f"{crescent} {y - 17}Z", fill=GOLD, stroke=INK, stroke_width=0.6)


def ship(x: float, y: float, size: float) -> str:
    """A trader under sail, far out."""
    hull = sign(SHIP, x, y, size, mix(INDIGO, SEA, 0.7))
    wake = f"M{x - 8:.0f} {y + size:.0f}h{size + 16:.0f}"
    return hull + path(wake, stroke=FOAM, stroke_width=1.4, stroke_linecap="round")


@cache
def lines(chart: Chart) -> str:
    """Borders, the lake and sea routes, above the colours of the players."""
    return outlines(chart.map)


# ----------------------------------------------------------- what changes in a match


def chart(scene: Scene) -> str:
    chart, provinces = scene.chart, scene.view["provinces"]
    owned = [(of, provinces[of]["owner"]) for of in scene.used]
    return (
        "".join(held(chart, of, owner) for of, owner in owned if owner is not None)
        + lines(chart)
        + "".join(leader(chart, of) for of in scene.used if has_callout(scene, of))
        + "".join(province(scene, of) for of in from_north(chart, scene.used))
        + "".join(unused(scene, of) for of in BOARD.codes if of not in scene.used)
        + attack(scene)
    )


def from_north(chart: Chart, codes: list[str]) -> list[str]:
    """So that no name is hidden by the signs of a neighbour above it."""
    return sorted(codes, key=lambda of: chart.map.provinces[of].label[1])


def attack(scene: Scene) -> str:
    """An arrow for the battle that waits for a reaction. [SHO-18.8]"""
    battle = scene.view["battle"]
    if battle is None:
        return ""
    shapes = scene.chart.map.provinces
    (ax, ay), (bx, by) = shapes[battle["source"]].label, shapes[battle["target"]].label
    far = math.hypot(bx - ax, by - ay) or 1.0
    across, down = (bx - ax) / far, (by - ay) / far
    tip = bx - 9 * across, by - 9 * down
    back = tip[0] - 9 * across, tip[1] - 9 * down
    head = [
        tip,
        (back[0] - 6 * down, back[1] + 6 * across),
        (back[0] + 6 * down, back[1] - 6 * across),
    ]
    pale = line(ax, ay, *back, stroke=CARD, stroke_width=6, stroke_opacity=0.85)
    shaft = line(ax, ay, *back, stroke=SEAL, stroke_width=3.4)
    return pale + shaft + polygon(head, fill=SEAL, stroke=CARD, stroke_width=1)


@cache
def held(chart: Chart, province: str, seat: int) -> str:
    """A band of the owner's colour along the border, inside; the tint stays pure."""
    shape, identity = chart.map.provinces[province], f"sho-in-{province}"
    inside = tag("clipPath", path(shape.outline), id=identity)
    colour = mix(HOUSES[seat].fill, CARD, 0.74)
    style = {"fill": "none", "stroke": colour, "stroke_width": BAND}
    style |= {"stroke_linejoin": "round"}
    return inside + path(shape.outline, clip_path=paint(identity), **style)


def has_callout(scene: Scene, province: str) -> bool:
    """Whether anything of it stands in the sea. [SHO-2.9]"""
    there = scene.place(province)
    if outside(scene.chart, province) is None:
        return False
    return bool(signs_of(there)) or (province in OUTSIDE and there["armies"] > 0)


@cache
def leader(chart: Chart, province: str) -> str:
    """The thin line from a province to its callout."""
    shape = chart.map.provinces[province]
    ends = (*shape.label, *(shape.callout or shape.label))
    pale = line(*ends, stroke=CARD, stroke_width=2.4, stroke_opacity=0.8)
    return pale + line(*ends, stroke=INK, stroke_width=0.8)


def unused(scene: Scene, province: str) -> str:
    """With three players nobody goes there. [SHO-2.4]"""
    x, y = scene.chart.map.provinces[province].label
    style = {"anchor": "middle", "fill": SOFT, "halo": UNUSED}
    return haloed(
        x, y + 4, label(scene.chart, province, scene.language), SMALLEST, **style
    )


def province(scene: Scene, province: str) -> str:
    """Name, armies and signs, about the label of the province."""
    chart, there = scene.chart, scene.place(province)
    shape, rows = chart.map.provinces[province], signs_of(there)
    inside, at_sea = ([], rows) if shape.callout else (rows, [])
    men = there["armies"]
    chips = [] if not men else [(there["owner"], men)]
    far = chips if province in OUTSIDE else []
    near = [] if far else chips
    drawn = area_of(chart, province)
    drawn += stack(
        scene, shape.label, label(chart, province, scene.language), near, inside
    )
    if shape.callout and (at_sea or far):
        drawn += stack(scene, shape.callout, "", far, at_sea)
    return spot(province, drawn)


@cache
def area_of(chart: Chart, province: str) -> str:
    return area(chart.map.provinces[province])


def stack(
    scene: Scene,
    at: Point,
    called: str,
    chips: list[tuple[int, int]],
    rows: list[list[Sign]],
) -> str:
    """One below the other, its middle at a point."""
    x, y = at
    y -= (NAME * bool(called) + (CHIP + 1) * len(chips) + STRIP * len(rows)) / 2
    drawn = ""
    if called:
        drawn += title(called, round(x, 1), round(y + NAME - 1.5, 1))
        y += NAME
    for seat, men in chips:
        drawn += group(chip(scene.colour(seat), men), x - chip_width(men) / 2, y + 1)
        y += CHIP + 1
    for row in rows:
        wide = strip_width(row)
        left = min(max(x - wide / 2, EDGE), WIDTH - EDGE - wide)
        drawn += group(strip(tuple(row)), left, y + 0.5)
        y += STRIP
    return drawn


@cache
def title(called: str, x: float, y: float) -> str:
    style = {"anchor": "middle", "font_weight": "bold", "fill": INK}
    return haloed(x, y, called, SMALLEST, **style)


def strip_width(row: list[Sign] | tuple[Sign, ...]) -> float:
    return sum(sign.width for sign in row) + 2


@cache
def strip(row: tuple[Sign, ...]) -> str:
    """Signs on a strip of paper."""
    width = strip_width(row)
    style = {"fill": CARD, "stroke": INK, "stroke_width": 0.5, "fill_opacity": 0.92}
    drawn, x = rect(0, 0, width, STRIP - 0.5, rx=2.5, **style), 1.0
    for of in row:
        drawn += group(small(of), x + 0.5, 0.8)
        if of.number > 1:
            drawn += bold(x + SIGN - 0.2, 9.4, of.number, SMALLEST)
        x += of.width
    return drawn


def small(of: Sign) -> str:
    """A sign, nine pixels high."""
    if of.kind in BUILDINGS:
        return sign(BUILDINGS[of.kind], 0, 0, 9, INK)
    if of.kind == "unrest":
        return flame(9)
    return general(9) if of.kind == "general" else statue(HOUSES[of.seat], 9)
