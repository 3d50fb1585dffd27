"""Signs and pieces of the box, drawn at the origin. [SHO-1]"""

from __future__ import annotations

from functools import cache

from engine.drawing import (
    BLACK,
    SeatColour,
    circle,
    group,
    ink_on,
    mark,
    mix,
    path,
    polygon,
    rect,
)
from engine.prints import (
    CARD,
    FAN,
    GOLD,
    INK,
    LACQUER,
    PAPER,
    SEAL,
    SOFT,
    SOLDIER,
    bold,
    centred,
    sign,
)

# In a square from 0 to 16.
CASTLE = (
    "M.6 15.6V13.4H2V10.2H.8L3.4 7H4.6V5.4H3L5.8 2.6H7.2L8 .4L8.8 2.6H10.2L13 5.4H11.4"
    "V7H12.6L15.2 10.2H14V13.4H15.4V15.6H9.6V12.4H6.4V15.6Z"
)
TEMPLE = (
    "M.4 1.2C5 2.8 11 2.8 15.6 1.2L14.8 4.6H13.2V6.4H14.8V8.4H13.2V15.6H10.6V8.4H5.4V"
    "15.6H2.8V8.4H1.2V6.4H2.8V4.6H1.2ZM5.4 4.6V6.4H10.6V4.6Z"
)
THEATRE = (
    "M8 .4C12 .4 14 2.8 14 6.4C14 11.2 11.4 15.6 8 15.6C4.6 15.6 2 11.2 2 6.4C2 2.8 4 "
    ".4 8 .4ZM4 6.2C4.6 7.6 6.4 7.6 7 6.2C6.2 5.6 4.8 5.6 4 6.2ZM9 6.2C9.6 7.6 11.4 7.6"
    " 12 6.2C11.2 5.6 9.8 5.6 9 6.2ZM5.8 11C6.4 13 9.6 13 10.2 11C9 11.5 7 11.5 5.8 11Z"
)
RICE = (
    "M7.3 7H8.7V16H7.3ZM7.3 13.6C4 13.2 2.2 11.6 2 9C5.2 9.4 7.1 11 7.3 13.6ZM8.7 13.6C"
    "12 13.2 13.8 11.6 14 9C10.8 9.4 8.9 11 8.7 13.6ZM7.3 9.4C4.6 9 3.2 7.4 3 5C5.8 5.4"
    " 7.1 7 7.3 9.4ZM8.7 9.4C11.4 9 12.8 7.4 13 5C10.2 5.4 8.9 7 8.7 9.4ZM8 6.2C6.4 4.6"
    " 6.4 2 8 .2C9.6 2 9.6 4.6 8 6.2Z"
)
CHEST = (
    "M1 7.2C1 3.6 2.6 2 5 2H11C13.4 2 15 3.6 15 7.2ZM1 8.4H6.4V10.6H9.6V8.4H15V14.4H1Z"
)
SWORDS = (
    "M1.2 .8L4.2 1.4L10.2 8.4L11.8 6.8L13.2 8.2L11.6 9.8L15 13.4L13.4 15L9.8 11.6L8.2 "
    "13.2L6.8 11.8L8.4 10.2L1.6 4ZM14.8 .8L11.8 1.4L9.3 4.3L10.9 6.2L14.4 4ZM4.2 6.8L5."
    "8 8.4L5 9.4L6.6 11L7.6 10.2L9.2 11.8L7.8 13.2L6.2 11.6L2.6 15L1 13.4L4.4 9.8L2.8 8"
    ".2Z"
)
SHIELD = "M8 .6L14.6 2.8V7.4C14.6 11.4 12 14.2 8 15.6C4 14.2 1.4 11.4 1.4 7.4V2.8Z"
FLAME = (
    "M8.4 .4C9.4 3 13.4 5.4 13.4 10C13.4 13.4 11 15.6 8 15.6C5 15.6 2.6 13.4 2.6 10.2C2"
    ".6 7.8 4 6.4 4.6 4.6C5.8 5.4 6.2 6.4 6.2 7.4C7.6 5.6 8.6 3.2 8.4 .4Z"
)
HELMET = (
    "M1 1L4.4 5.2C5.4 4.2 6.6 3.8 8 3.8C9.4 3.8 10.6 4.2 11.6 5.2L15 1L13.4 7.8C13.8 "
    "8.8 14 9.8 14 11L15.8 14.6H11.4L10.4 11.4H5.6L4.6 14.6H.2L2 11C2 9.8 2.2 8.8 2.6 "
    "7.8Z"
)
STATUE = (
    "M8 .4A2.6 2.6 0 0 1 9.6 5C11.6 5.8 12.2 7.6 12.2 10L13.4 12H12V13.4H14V15.8H2V13.4"
    "H4V12H2.6L3.8 10C3.8 7.6 4.4 5.8 6.4 5A2.6 2.6 0 0 1 8 .4Z"
)
OFFICIAL = (
    "M6.2 .4H9.8V3.4H11.2V5H10.6C10.6 7 9.6 8.2 8 8.2C6.4 8.2 5.4 7 5.4 5H4.8V3.4H6.2ZM"
    "8 9C11.6 9 14.6 11.4 15.2 15.6H.8C1.4 11.4 4.4 9 8 9Z"
)
SNOW = (
    "M8 0V16M1 4L15 12M15 4L1 12M5.6 1.6L8 4L10.4 1.6M5.6 14.4L8 12L10.4 14.4M1.2 7.2L4"
    " 5.8L3.2 2.6M14.8 8.8L12 10.2L12.8 13.4M14.8 7.2L12 5.8L12.8 2.6M1.2 8.8L4 10.2L3."
    "2 13.4"
)
BANNER = "M2 .4H3.6V15.6H2ZM4.4 1.2H13.6L11.6 4.6L13.6 8H4.4Z"
BUILDINGS = {"castle": CASTLE, "temple": TEMPLE, "theatre": THEATRE}

# ------------------------------------------------------------------- what slots show

SHAPES = {
    **BUILDINGS,
    "rice": RICE,
    "tax": CHEST,
    "bid": FAN,
}
BADGES = {  # what tells those with the same sign apart
    "recruit5": (SOLDIER, "5"),
    "recruit3": (SOLDIER, "3"),
    "recruit1": (SOLDIER, "1"),
    "battle-a": (SWORDS, "A"),
    "battle-b": (SWORDS, "B"),
    "court3": (OFFICIAL, "3"),
    "court2": (OFFICIAL, "2"),
    "court1": (OFFICIAL, "1"),
}
SPECIALS = {  # SHO-8
    "chest": (CHEST, "+1"),
    "rice": (RICE, "+1"),
    "six": (SOLDIER, "6"),
    "attack": (SWORDS, "+1"),
    "defend": (SHIELD, "+1"),
}


@cache
def glyph(slot: str, size: float = 18, ink: str = INK) -> str:
    """An action or slot, with its letter or number if it has one."""
    shape, badge = BADGES.get(slot, (SHAPES.get(slot, ""), ""))
    return badged(shape, badge, size, ink)


@cache
def special_glyph(special: str, size: float = 18, ink: str = INK) -> str:
    return badged(*SPECIALS[special], size, ink)


def badged(shape: str, badge: str, size: float, ink: str) -> str:
    drawn = sign(shape, 0, 0, size, ink)
    return drawn + bold(size + 1, size - 2, badge, 13, fill=ink) if badge else drawn


def glyph_width(slot: str, size: float = 18) -> float:
    return size + (11 if slot in BADGES else 0)


# ---------------------------------------------------------------------------- pieces

CHIP = 14.0  # height of a chip


def chip_width(armies: int) -> float:
    return 15 + 7.8 * len(str(armies))


@cache
def chip(colour: SeatColour, armies: int) -> str:
    """The armies in a province: whose, and how many."""
    width, ink = chip_width(armies), ink_on(colour.fill)
    edge = {"stroke": CARD, "stroke_width": 0.9}
    body = rect(0, 0, width, CHIP, rx=4, fill=colour.fill, **edge)
    return (
        body
        + mark(colour, 7.8, 7, 9.5)
        + centred((14 + width) / 2 - 0.6, 11.2, armies, 12, fill=ink)
    )


@cache
def cube(colour: SeatColour, size: float = 14) -> str:
    """A wooden cube with its mark, seen from above its corner."""
    half, edge = size * 0.28, {"stroke": INK, "stroke_width": 0.7}
    top = [(0, half), (half, 0), (size + half, 0), (size, half)]
    side = [(size, half), (size + half, 0), (size + half, size), (size, size + half)]
    light, dark = mix(colour.fill, "#ffffff", 0.72), mix(colour.fill, BLACK, 0.62)
    return (
        polygon(top, fill=light, stroke_linejoin="round", **edge)
        + polygon(side, fill=dark, stroke_linejoin="round", **edge)
        + rect(0, half, size, size, fill=colour.fill, **edge)
        + mark(colour, size / 2, half + size / 2, size * 0.78)
    )


@cache
def statue(colour: SeatColour, size: float = 10) -> str:
    """A statue in its owner's colour; the mark stands on its chest."""
    edge = {"stroke": INK, "stroke_width": 1.2, "stroke_linejoin": "round"}
    shape = group(path(STATUE, fill=colour.fill, **edge), 0, 0, size / 16)
    return shape + mark(colour, size / 2, size * 0.62, size * 0.5)


@cache
def flame(size: float = 10) -> str:
    """Unrest: fire on the fields."""
    edge = {"stroke": INK, "stroke_width": 1.4, "stroke_linejoin": "round"}
    return group(path(FLAME, fill="#e8862c", **edge), 0, 0, size / 16)


@cache
def general(size: float = 12) -> str:
    """A helmet with horns."""
    edge = {"stroke": INK, "stroke_width": 1.6, "stroke_linejoin": "round"}
    return group(path(HELMET, fill=GOLD, **edge), 0, 0, size / 16)


@cache
def snow(size: float = 13) -> str:
    """What winter takes."""
    style = {"fill": "none", "stroke": INK, "stroke_width": 1.5}
    return group(path(SNOW, stroke_linecap="round", **style), 0, 0, size / 16)


@cache
def card_back(width: float, height: float) -> str:
    """What lies face down."""
    style = {"fill": LACQUER, "stroke": INK, "stroke_width": 1, "rx": 4}
    x, y = width / 2, height / 2
    inner = {"fill": "none", "stroke": GOLD, "stroke_width": 0.8, "rx": 2}
    return (
        rect(0, 0, width, height, **style)
        + rect(3, 3, width - 6, height - 6, **inner)
        + circle(x, y, min(x, y) * 0.42, fill=GOLD)
    )


@cache
def card_face(width: float, height: float, state: str = "") -> str:
    """A card of paper: `now` has a red frame, `done` is pale."""
    frames = {"now": (SEAL, 2.6), "done": (SOFT, 0.8)}
    stroke, wide = frames.get(state, (INK, 1))
    fill = mix(INK, PAPER, 0.1) if state == "done" else CARD
    return rect(0, 0, width, height, rx=4, fill=fill, stroke=stroke, stroke_width=wide)
