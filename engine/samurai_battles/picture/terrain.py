"""What each terrain looks like, about the middle of a hex. [SB-13.1]

Signs stand along the edges, so that a unit on the hex does not hide all of them.
"""

from __future__ import annotations

from functools import cache

from engine.drawing import circle, group, line, mix, number, path, rect
from engine.prints import CARD, INK
from engine.samurai_battles.picture.places import SIZE, corners

PLAIN = "#ece3b8"
WATER, SHALLOW, FOAM = "#79aec8", "#a9d0d6", "#f2f8f4"
GROUNDS = {
    "plain": PLAIN,
    "forest": "#93b373",
    "hill": "#dcb877",
    "river": WATER,
    "shallows": SHALLOW,
    "ford": SHALLOW,
    "bridge": WATER,
    "village": "#e6c9a6",
    "rice": "#bcd6a0",
    "ravine": "#c3b3a0",
    "camp": "#f0dfc0",
    "palisade": "#e3cf9d",
}
WET = ("river", "shallows", "ford", "bridge")
PINE, TRUNK = "#2d5c38", "#5b3a22"
EARTH, THATCH, WOOD = "#a9762f", "#8a5a2b", "#7a4a25"

ROUND = {"stroke_linecap": "round", "stroke_linejoin": "round"}


@cache
def terrain(kind: str, ink: str = INK) -> str:
    """The signs of a terrain; those of a camp in the colour of its army."""
    drawers = {
        "forest": forest,
        "hill": hill,
        "river": river,
        "shallows": shallows,
        "ford": ford,
        "bridge": bridge,
        "village": village,
        "rice": rice,
        "ravine": ravine,
        "palisade": palisade,
    }
    if kind == "camp":
        return camp(ink)
    return drawers[kind]() if kind in drawers else ""


def pine(x: float, y: float, size: float = 1) -> str:
    """A tree whose foot is at x, y."""
    crown = "M0 -16L4 -10.6H2.2L5.6 -6H3.4L7 -1.4H-7L-3.4 -6H-5.6L-2.2 -10.6H-4Z"
    trunk = rect(-1, -1.6, 2, 3.4, fill=TRUNK)
    edge = {"stroke": mix(PINE, INK, 0.5), "stroke_width": 0.6}
    return group(trunk + path(crown, fill=PINE, **edge), x, y, size)


def forest() -> str:
    return "".join(
        pine(x, y, size)
        for x, y, size in (
            (0, -9, 0.92),
            (-14, -3, 0.95),
            (14, -3, 0.95),
            (-4, 5, 1),
            (8, 7, 0.9),
            (-16.5, 13, 0.85),
            (17, 13, 0.85),
        )
    )


def hill() -> str:
    """A broad top above its slopes."""
    slope = {"stroke": EARTH, "stroke_width": 1.1, **ROUND}
    side = "C-8 -15 -5 -21 0 -21C5 -21 8 -15 12 -9"
    foot = f"M-23 12C-20 2 -16 -3 -12 -9{side}C16 -3 20 2 23 12C12 17 -12 17 -23 12Z"
    top = f"M-12 -9{side}C8 -6 5 -9 1 -7C-3 -5 -7 -9 -12 -9Z"
    strokes = "M-15 0L-19 9M-9 -2L-11 9M-3 0L-3.5 11M3 -1L4 11M9 -2L11.5 9M15 0L19 9"
    return (
        path(foot, fill="#c79a54", **slope)
        + path(top, fill="#a9ad62", **slope)
        + path(strokes, fill="none", stroke="#8d6128", stroke_width=1.2, **ROUND)
    )


WAVES = (
    "M-17 -9q4 -4 8 0q4 4 8 0M3 -17q3.4 -3.4 6.8 0M2 -3q4 -4 8 0q4 4 8 0M-20 4q4 -4 8 0"
    "q4 4 8 0M0 11q4 -4 8 0q4 4 8 0M-8 18q3.4 -3.4 6.8 0"
)


def river() -> str:
    style = {"fill": "none", "stroke": FOAM, "stroke_width": 1.5}
    return path(WAVES, **style, **ROUND)


def stones(*places: tuple[float, float]) -> str:
    """Flat stones in the water."""
    edge = {"fill": "#d8cdb4", "stroke": "#77695a", "stroke_width": 0.8}
    return "".join(
        path(
            f"M{number(x - 4)} {number(y)}q0 -3 4 -3t4.4 3q-.4 2.6 -4.4 2.6t-4 -2.6Z",
            **edge,
        )
        for x, y in places
    )


def shallows() -> str:
    style = {"fill": "none", "stroke": mix(WATER, INK, 0.8), "stroke_width": 1.2}
    return path(WAVES, **style, **ROUND) + stones((-17, -3), (16, 9))


def ford() -> str:
    """A row of stones from bank to bank."""
    style = {"fill": "none", "stroke": FOAM, "stroke_width": 1.3}
    row = (
        (0, -20),
        (-9, -14),
        (9, -11),
        (-16, -4),
        (17, 0),
        (-15, 8),
        (10, 11),
        (-4, 2),
    )
    return path(WAVES, **style, **ROUND) + stones(*row)


def bridge() -> str:
    """A bridge of planks between red rails."""
    planks = "".join(f"M-11 {y}H11" for y in range(-18, 20, 5))
    deck = "M-12 -21L0 -27.4L12 -21V21L0 27.4L-12 21Z"
    rails = "M-12.6 -20V20M12.6 -20V20"
    posts = "".join(f"M{x} {y}v4" for x in (-12.6, 12.6) for y in (-20, -7, 6, 16))
    return (
        river()
        + path(deck, fill="#cfa56c", stroke=WOOD, stroke_width=0.8)
        + path(planks, stroke=WOOD, stroke_width=0.8)
        + path(rails, stroke="#b3321f", stroke_width=3)
        + path(posts, stroke=INK, stroke_width=3.4)
    )


def house(x: float, y: float, size: float = 1) -> str:
    """A farmhouse under thatch."""
    edge = {"stroke": INK, "stroke_width": 0.7, **ROUND}
    walls = rect(-6, -6, 12, 7, fill=CARD, **edge)
    door = rect(-1.6, -4, 3.2, 5, fill=THATCH)
    roof = path("M-9 -5L-5 -12H5L9 -5Z", fill=THATCH, **edge)
    ridge = path("M-5 -12H5", stroke=INK, stroke_width=1.4, fill="none", **ROUND)
    return group(walls + door + roof + ridge, x, y, size)


def village() -> str:
    places = (
        (0, -12, 0.85),
        (-14, 0, 0.85),
        (14.5, 0, 0.85),
        (0, 9, 0.95),
        (-15.5, 14, 0.7),
        (15.5, 14, 0.7),
    )
    return "".join(house(*at) for at in places)


def rice() -> str:
    """Flooded paddies between their dams."""
    wet = {"fill": "#a8cfc4", "stroke": "#6f8a4c", "stroke_width": 1.1}
    fields = "M-22 -11L-2 -22L-1 -2L-22 -1ZM2 -22L22 -11V-1L3 -2Z"
    fields += "M-22 2L-1 1L-2 13L-22 13ZM3 1L22 2V13L2 13Z"
    tufts = "".join(
        f"M{x} {y}l-1.6 -3.4M{x} {y}v-4.2M{x} {y}l1.6 -3.4"
        for x, y in (
            (-17, -6),
            (-10, -8),
            (-5, -14),
            (17, -6),
            (10, -8),
            (6, -14),
            (-17, 9),
            (-10, 9),
            (17, 9),
            (10, 9),
            (-18, 3),
            (18, 3),
        )
    )
    grown = {"fill": "none", "stroke": "#3f6d2d", "stroke_width": 1}
    return path(fields, **wet, stroke_linejoin="round") + path(tufts, **grown, **ROUND)


def ravine() -> str:
    """A dark cleft with steep edges."""
    cleft = "M-4 -25L3 -20L-6 -10L4 -1L-5 8L5 16L1 23L8 17"
    cleft += "L12 9L4 3L13 -4L4 -12L11 -19L5 -24Z"
    rocks = (
        "M-20 -8l5 -5l3 6M13 -13l6 4l2 6M-21 6l4 -5l5 7M15 10l4 -6l3 5M-14 13l3 -4l4 5"
    )
    return path(cleft, fill="#5d4a3c", stroke=INK, stroke_width=0.8, **ROUND) + path(
        rocks, fill="#a3917c", stroke="#5d4a3c", stroke_width=1, **ROUND
    )


def camp(ink: str) -> str:
    """The curtain of the headquarters, with the crest of its army. [SB-1.4]"""
    edge = {"stroke": INK, "stroke_width": 0.9}
    cloth = "M-22 -12C-12 -17 12 -17 22 -12V6C12 2 -12 2 -22 6Z"
    stripes = "M-22 -6C-12 -11 12 -11 22 -6V-1C12 -6 -12 -6 -22 -1Z"
    poles = path("M-22 -17V10M22 -17V10", stroke=WOOD, stroke_width=2.2)
    return (
        path(cloth, fill=CARD, **edge)
        + path(stripes, fill=ink)
        + circle(0, -19.5, 4.6, fill=ink, **edge)
        + poles
    )


def palisade() -> str:
    """Sharpened stakes along all edges."""
    drawn = ""
    points = corners(0, 0, SIZE - 3.4)
    for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True):
        drawn += line(x1, y1, x2, y2, stroke=WOOD, stroke_width=1.6)
        for share in (0.14, 0.38, 0.62, 0.86):
            drawn += stake(x1 + (x2 - x1) * share, y1 + (y2 - y1) * share)
    return drawn


def stake(x: float, y: float) -> str:
    left, top = number(x - 1.3), number(y - 2.4)
    wood = f"M{left} {top}l1.3 -2.4l1.3 2.4v6h-2.6Z"
    return path(wood, fill="#b98a4e", stroke=mix(WOOD, INK, 0.6), stroke_width=0.6)
