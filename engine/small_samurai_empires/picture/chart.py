"""The map: sea, land, names, and all that stands on it. [SSE-2]"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from engine.drawing import (
    circle,
    decor,
    mix,
    paint,
    path,
    pattern,
    rect,
    spot,
    tag,
    text_width,
)
from engine.maps import area, clear_of, outlines, tint, waves
from engine.prints import (
    DEEP,
    FOAM,
    INDIGO,
    INK,
    PAPER,
    SEA,
    SEAL,
    SMALLEST,
    WIDTH,
    gradation,
    haloed,
    sign,
)
from engine.small_samurai_empires.map import Board
from engine.small_samurai_empires.picture.pieces import (
    GROUNDS,
    SHIP,
    SPARE,
    capital,
    chip,
    peak,
    seed,
    shrine,
)
from engine.small_samurai_empires.picture.places import places
from engine.small_samurai_empires.picture.stands import PEAK, boxes, stands_in
from engine.small_samurai_empires.scene import (
    Scene,
    province_name,
    region_name,
)

Drawer = Callable[[float, float], str]
CHART = 718  # height of the map
SURF = (
    "M9 727V704C40 690 62 716 96 708C136 698 150 690 190 702C226 712 250 716 290 708C"
    "316 703 330 712 352 718C420 734 520 712 591 716V727Z"
)
SHIPS = ((36.0, 214.0, 26.0), (540.0, 436.0, 24.0), (300.0, 652.0, 20.0))
# Large names on the sea, beside the land.
CAPTIONS = {
    "grey": (240, 668),
    "orange": (222, 381),
    "teal": (549, 352),
    "violet": (402, 78),
}


def ground(region: str) -> tuple[str, int]:
    return GROUNDS.get(region) or SPARE[sum(region.encode()) % len(SPARE)]


def region_paint(region: str) -> str:
    return paint(f"sse-{region}")


@cache
def region_rect(region: str, width: float, height: float, **style: object) -> str:
    """Something of a region; its plain ground below hides the seams of the pattern."""
    plain = rect(0, 0, width, height, rx=style.get("rx"), fill=ground(region)[0])
    return plain + rect(0, 0, width, height, fill=region_paint(region), **style)


@cache
def definitions(board: Board) -> str:
    """Patterns of the regions, the sea and its light."""
    patterns = "".join(
        pattern(f"sse-{of}", ground(of)[1], ground(of)[0], darker(of), 9)
        for of in board.regions
    )
    surf = pattern("sse-surf", 0, mix(INDIGO, SEA, 0.5), mix(FOAM, INDIGO, 0.6), 24)
    light = gradation("sse-light", LIGHT)
    return patterns + waves("sse-waves") + light + surf


# Deep at the upper edge, pale in the middle.
LIGHT = (
    (0, INDIGO, 0.8),
    (0.1, INDIGO, 0.4),
    (0.3, DEEP, 0.3),
    (0.6, SEA, 0),
    (0.85, DEEP, 0.25),
    (1, INDIGO, 0.5),
)


def darker(region: str) -> str:
    """The ink of a region's pattern: only just darker than its ground."""
    return mix(ground(region)[0], INK, 0.91)


@cache
def land(board: Board, language: str) -> str:
    """All that never changes, ready made for a language."""
    edge = {"stroke": INK, "stroke_width": 1.4, "stroke_linejoin": "round"}
    foam = {"stroke": FOAM, "stroke_width": 10, "stroke_opacity": 0.55}
    shapes = [(of, board.map.regions.get(of, "")) for of in board.regions]
    drawn = decor(
        "".join(
            path(shape, fill=ground(of)[0], stroke_linejoin="round", **foam)
            for of, shape in shapes
        )
    )
    for of, shape in shapes:
        drawn += path(shape, fill=region_paint(of), **edge)
    drawn += path(board.map.backdrop, fill=mix(INK, PAPER, 0.25), **edge)
    return sea() + drawn + captions(board, language)


def sea() -> str:
    """Dusk on the water, the sun in the east, surf, and ships."""
    water = {"x": 9, "y": 9, "width": WIDTH - 18, "height": CHART}
    return (
        tag("rect", fill=SEA, **water)
        + tag("rect", fill=paint("sse-light"), **water)
        + circle(560, 236, 27, fill=SEAL, fill_opacity=0.85)
        + decor(tag("rect", fill=paint("sse-waves"), **water))
        + path(SURF, fill=paint("sse-surf"), stroke=FOAM, stroke_width=1.4)
        + "".join(ship(*at) for at in SHIPS)
    )


@cache
def lines(board: Board) -> str:
    """Borders, lakes and sea links, above the colours of the players."""
    return outlines(board.map)


def ship(x: float, y: float, size: float) -> str:
    """A trader under sail, far out."""
    hull = sign(SHIP, x, y, size, mix(INDIGO, SEA, 0.75))
    wake = f"M{x - 8:.0f} {y + size:.0f}h{size + 16:.0f}"
    return hull + path(wake, stroke=FOAM, stroke_width=1.6, stroke_linecap="round")


def captions(board: Board, language: str) -> str:
    drawn = ""
    for region in board.regions:
        x, y = CAPTIONS.get(region, board.regions[region].label)
        style = {"anchor": "middle", "font_style": "italic", "letter_spacing": 2}
        name = region_name(board, region, language)
        drawn += haloed(x, y, name, 14, fill=mix(ground(region)[0], INK, 0.25), **style)
    return drawn


# ----------------------------------------------------------- what changes in a match


def chart(scene: Scene) -> str:
    return (
        "".join(held(scene.board, of, colour) for of, colour in controlled(scene))
        + lines(scene.board)
        + "".join(mountains(scene))
        + "".join(province(scene, of) for of in scene.board.provinces)
    )


def controlled(scene: Scene) -> list[tuple[str, str]]:
    """Provinces someone controls, with the colour. [SSE-2.11]"""
    places = scene.view["provinces"]
    by = {of: places[of]["control"] for of in scene.board.provinces}
    return [(of, scene.colour(s).fill) for of, s in by.items() if s is not None]


@cache
def held(board: Board, province: str, colour: str) -> str:
    return tint(f"sse-in-{province}", board.map.provinces[province], colour)


def mountains(scene: Scene) -> list[str]:
    """On their roads, a little aside where something else stands. [SSE-2.7]"""
    states, taken = scene.view["mountains"], boxes(scene)
    drawn = []
    for of in scene.board.mountains.values():
        state = "bare" if states is None else states.get(of.id, "gone")
        drawn.append(peak(state, *clear_of(of.at, PEAK, taken)))
    return drawn


def province(scene: Scene, province: str) -> str:
    place = scene.view["provinces"][province]
    named = heading(
        scene.board, province, scene.language, place["seed"], place["shrine"]
    )
    land = pointed(scene.board, province)
    return spot(province, land + named + pieces(scene, province))


@cache
def pointed(board: Board, province: str) -> str:
    return area(board.map.provinces[province])


@cache
def heading(
    board: Board, province: str, language: str, seeds: str | None, gate: str | None
) -> str:
    """Sign and name, as one line if there is no better place for the sign."""
    at, name = places(board)[province], province_name(board, province, language)
    wide = text_width(name, SMALLEST, True)
    signs = signs_of(board, province, seeds, gate)
    inline = 15.0 * len(signs) if at.sign is None else 0.0
    x, y = at.name
    drawn, left = "", x - (wide + inline) / 2
    for index, draw in enumerate(signs):
        spot = at.sign or (left + 6.5, y - 4)
        drawn += draw(spot[0] + 15 * index, spot[1])
    style = {"font_weight": "bold", "fill": INK}
    return drawn + haloed(left + inline, y, name, SMALLEST, **style)


def signs_of(
    board: Board, province: str, seeds: str | None, gate: str | None
) -> list[Drawer]:
    """Capital, resource and shrine, as far as the province has them. [SSE-2.3]"""
    signs: list[Drawer] = []
    if "capital" in board.provinces[province].features:
        signs.append(capital)
    if seeds:
        signs.append(lambda x, y: seed(seeds, x, y))
    if gate:
        signs.append(lambda x, y: shrine(gate, x, y))
    return signs


def pieces(scene: Scene, province: str) -> str:
    control = scene.view["provinces"][province]["control"]
    return "".join(
        spot(
            scene.colour(of.seat).name,
            chip(scene.colour(of.seat), of.men, of.keeps, of.seat == control),
            of.x,
            of.y,
        )
        for of in stands_in(scene, province)
    )
