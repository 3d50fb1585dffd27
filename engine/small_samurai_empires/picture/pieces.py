"""Inks, glyphs and pieces: what lies on the board, drawn at the origin."""

from __future__ import annotations

from functools import cache

from engine.drawing import (
    BLACK,
    SEAT_COLOURS,
    WHITE,
    SeatColour,
    circle,
    group,
    ink_on,
    mark,
    mix,
    number,
    path,
    polygon,
    rect,
)
from engine.prints import (
    CARD,
    FAN,
    GOLD,
    INDIGO,
    INK,
    LACQUER,
    PAPER,
    SEAL,
    SOLDIER,
    bold,
    centred,
    sign,
    token,
)

# The ground of each region, and the tile of the kit that is printed on it.
GROUNDS = {
    "grey": ("#cfccc4", 7),
    "orange": ("#efc48d", 1),
    "teal": ("#a5cfc2", 5),
    "violet": ("#cdb9dc", 6),
}
SPARE = (("#d9d2a6", 4), ("#e3b9b0", 3))  # for regions of another board
FOOD, BUSHIDO = "#5d7f2c", "#a5301f"

# Glyphs in a square from 0 to 16.
CHEVRON = "M{0} 2.6H{1}L{2} 8L{1} 13.4H{0}L{3} 8Z"
SWORD = (
    "M1.2 .8L4.2 1.4L10.2 8.4L11.8 6.8L13.2 8.2L11.6 9.8L15 13.4L13.4 15L9.8 11.6L8.2 "
    "13.2L6.8 11.8L8.4 10.2L1.6 4Z"
)
SWORDS = SWORD + (
    "M14.8 .8L11.8 1.4L9.3 4.3L10.9 6.2L14.4 4ZM4.2 6.8L5.8 8.4L5 9.4L6.6 11L7.6 10.2L"
    "9.2 11.8L7.8 13.2L6.2 11.6L2.6 15L1 13.4L4.4 9.8L2.8 8.2Z"
)
SHIP = (
    "M1 10.4H15L12.4 14.6H3.6ZM7.5 1V9.2H2.4C4.6 6.8 6.2 4 7.5 1ZM8.7 2C11.8 3.6 13.4 "
    "6.2 13.8 9.2H8.7Z"
)
RICE = (
    "M7.4 7H8.6V16H7.4ZM7.4 13.4C4 13 2.2 11.4 2 8.8C5.2 9.2 7.2 10.8 7.4 13.4ZM8.6 "
    "13.4C12 13 13.8 11.4 14 8.8C10.8 9.2 8.8 10.8 8.6 13.4ZM7.4 9.2C4.6 8.8 3.2 7.2 3 "
    "4.8C5.8 5.2 7.2 6.8 7.4 9.2ZM8.6 9.2C11.4 8.8 12.8 7.2 13 4.8C10.2 5.2 8.8 6.8 8.6"
    " 9.2ZM8 6C6.4 4.4 6.4 2 8 .2C9.6 2 9.6 4.4 8 6Z"
)
KEEP = (
    "M.8 15.6L2.2 11.8H13.8L15.2 15.6ZM3 11.8V9.2H1.2L3.6 6.6H12.4L14.8 9.2H13V11.8ZM5 "
    "6.6V4.8H3.4L5.8 2.6H7L8 .4L9 2.6H10.2L12.6 4.8H11V6.6Z"
)
TORII = (
    "M.4 1.4C5 2.8 11 2.8 15.6 1.4L14.8 4.6H13.4V6.6H14.8V8.4H13.4L13.9 15.4H11.4L11.1 "
    "8.4H4.9L4.6 15.4H2.1L2.6 8.4H1.2V6.6H2.6V4.6H1.2ZM4.9 4.6V6.6H11.1V4.6Z"
)
PEAK, SNOW = "M0 14.5L6 2.6L8 4.8L10 3L16 14.5Z", "M6 2.6L8 4.8L10 3L12.4 7.6L10.4 6.6"
SNOW += "L8.6 9L6.8 6.8L3.8 7Z"


def chevrons(count: int) -> str:
    starts = (0.4 + 5.1 * at for at in range(count))
    return "".join(
        CHEVRON.format(*map(number, (x, x + 2.6, x + 5.2, x + 2.6))) for x in starts
    )


def lifted(d: str, scale: float, x: float, y: float) -> str:
    moved = f"translate({number(x)} {number(y)}) scale({number(scale)})"
    return path(d, transform=moved)


@cache
def glyph_parts(kind: str) -> str:
    """What an order or a neutral action looks like, in the ink of its group."""
    if kind == "move":
        return path("M.8 6H8V2L15.6 8L8 14V10H.8Z")
    if kind == "move-3":
        return path(chevrons(3))
    if kind == "move-2-or-3":
        hollow = {"fill": "none", "stroke": "currentColor", "stroke_width": 1.3}
        d = CHEVRON.format("11.2", "13", "15.6", "13.8")
        return path(chevrons(2)) + path(d, **hollow)
    if kind == "move-2-or-ship":
        return lifted(chevrons(2), 0.64, 9, -1) + lifted(SHIP, 0.74, -0.6, 4.6)
    if kind == "recruit":
        return path(SOLDIER)
    shapes = {"attack": SWORDS, "harvest": RICE, "castle": KEEP, "ship": SHIP}
    return path(shapes[kind]) if kind in shapes else ""


@cache
def glyph(kind: str, x: float, y: float, size: float, ink: str = INK) -> str:
    """An order kind or neutral action; its upper left corner at x, y.

    What food can add is outlined in its colour. [SSE-5.4.2]
    """
    parts = glyph_parts(kind).replace("currentColor", FOOD if ink == INK else ink)
    return group(parts, x, y, size / 16, fill=ink)


# ------------------------------------------------------------- armies and castles

CHIP = 14.0  # height of a chip
ROOF = 6.0  # what a castle adds on top
EAVES = 2.2  # and at either side


def chip_width(armies: int) -> float:
    return 15 + 7.8 * len(str(armies))


@cache
def chip(colour: SeatColour, armies: int, castles: int, controls: bool) -> str:
    """A player's pieces in a province: mark, armies, a keep's roof for a castle.

    The one who controls the province has a white frame within the black one.
    """
    width, ink = chip_width(armies), ink_on(colour.fill)
    edge = {"stroke": BLACK, "stroke_width": 0.9}
    roof = keep_roof(width, castles, fill=colour.fill, **edge) if castles else ""
    body = rect(0, 0, width, CHIP, rx=0 if castles else 4, fill=colour.fill, **edge)
    if controls:
        rx = 0 if castles else 3
        inner = {"stroke": WHITE, "stroke_width": 1.2, "rx": rx, "fill": "none"}
        body += rect(1, 1, width - 2, CHIP - 2, **inner)
    count = centred((width + 9) / 2, CHIP - 3, armies, fill=ink)
    return roof + body + mark(colour, 7.2, CHIP / 2, 9.2) + count


def keep_roof(width: float, castles: int, **style: object) -> str:
    """Eaves wider than the wall, and a storey on top."""
    middle = width / 2
    eaves = [(-EAVES, 0.6), (2.5, -3.2), (width - 2.5, -3.2), (width + EAVES, 0.6)]
    top = [
        (middle - 7.5, -3.2),
        (middle - 3.6, -6.6),
        (middle + 3.6, -6.6),
        (middle + 7.5, -3.2),
    ]
    drawn = polygon(top, stroke_linejoin="round", **style)
    return drawn + polygon(eaves, stroke_linejoin="round", **style)


# ------------------------------------------------------------ what a province bears


@cache
def seed(kind: str, x: float, y: float, radius: float = 6.5) -> str:
    """A seeding token: rice is food, the general's fan is bushido. [SSE-3.3]"""
    fill = FOOD if kind == "food" else BUSHIDO
    shape = RICE if kind == "food" else FAN
    size = radius * 1.45
    ground = circle(x, y, radius, fill=fill, stroke=CARD, stroke_width=1.2)
    ring = circle(x, y, radius + 0.8, fill="none", stroke=INK, stroke_width=0.6)
    return ground + ring + sign(shape, x - size / 2, y - size / 2, size, CARD)


@cache
def capital(x: float, y: float, radius: float = 6.5) -> str:
    """A golden roundel with a vermilion heart."""
    ground = circle(x, y, radius, fill=GOLD, stroke=INK, stroke_width=1)
    return ground + mark(STAR, x, y, radius * 2.05, SEAL)


STAR = SEAT_COLOURS[-1]  # only its mark is used


@cache
def shrine(colour: str, x: float, y: float, radius: float = 7) -> str:
    """A gate; the sacred ones on a square, a disc or a diamond. [SSE-10.3.1]"""
    size = radius * 1.7
    if colour == "plain":
        halo = sign_stroked(TORII, x - size / 2, y - size / 2, size, CARD, 3)
        return halo + sign(TORII, x - size / 2, y - size / 2, size, SEAL)
    edge = {"stroke": INK, "stroke_width": 0.9}
    size = radius * 1.2
    gate = sign(TORII, x - size / 2, y - size / 2, size, CARD)
    if colour == "brown":
        side = radius * 1.8
        style = {"rx": 1.5, "fill": "#7d4a22", **edge}
        return rect(x - side / 2, y - side / 2, side, side, **style) + gate
    if colour == "black":
        return circle(x, y, radius, fill=BLACK, stroke=CARD, stroke_width=1) + gate
    far = radius * 1.25
    corners = [(x, y - far), (x + far, y), (x, y + far), (x - far, y)]
    gate = sign(TORII, x - size / 2, y - size / 2, size, INK)
    return polygon(corners, fill=WHITE, **edge) + gate


def sign_stroked(
    shape: str, x: float, y: float, size: float, ink: str, width: float
) -> str:
    style = {"stroke": ink, "stroke_width": width, "stroke_linejoin": "round"}
    return group(path(shape, fill=ink, **style), x, y, size / 16)


@cache
def peak(state: str, x: float, y: float, size: float = 18) -> str:
    """A mountain: unexplored with its token, explored or without one bare."""
    bare = state == "gone"
    fill = "none" if bare else mix(INDIGO, PAPER, 0.72)
    style = {"stroke": INK, "stroke_width": 1.1, "stroke_linejoin": "round"}
    dashed = {"stroke_dasharray": "2.4 2"} if bare else {}
    drawn = path(PEAK, fill=fill, **style, **dashed)
    drawn += "" if bare else path(SNOW, fill=CARD)
    drawn = group(drawn, x - size / 2, y - size * 0.53, size / 16)
    if state != "down":
        return drawn
    disc = circle(x + 5.5, y + 3.5, 6.2, fill=LACQUER, stroke=CARD, stroke_width=1)
    return drawn + disc + centred(x + 5.5, y + 7.5, "?", fill=GOLD)


# -------------------------------------------------------------------- order tokens

TILE = 32.0  # side of an order token


@cache
def token_up(colour: SeatColour, kind: str) -> str:
    """Face up: the order in ink, on paper framed in the owner's colour."""
    return token_frame(colour) + glyph(kind, 8.6, 9, 19.5)


def token_frame(colour: SeatColour) -> str:
    inner = rect(3, 3, TILE - 6, TILE - 6, rx=3.5, fill=CARD)
    badge = path("M3 14V6.5A3.5 3.5 0 0 1 6.5 3H14V8A6 6 0 0 1 8 14Z", fill=colour.fill)
    return token(TILE, colour.fill) + inner + badge + mark(colour, 7.6, 7.6, 9)


@cache
def token_covered(colour: SeatColour, kind: str) -> str:
    """Face up under another token: all that matters on what peeps out. [SSE-7.3.4]"""
    return token_frame(colour) + glyph(kind, 4.6, 15.4, 13)


@cache
def token_down(colour: SeatColour, known: str = "") -> str:
    """Face down: all of a colour alike. Only its owner is shown the kind. [SSE-13.2]"""
    pale = mix(colour.fill, CARD, 0.62)
    style = {"fill": "none", "stroke": pale, "stroke_width": 0.9}
    drawn = token(TILE, colour.fill) + rect(3, 3, TILE - 6, TILE - 6, rx=4, **style)
    drawn += path("M3 16L16 3L29 16L16 29Z", **style)
    if not known:
        return drawn + mark(colour, 16, 16, 17)
    own = circle(22, 22, 9, fill=CARD, stroke=INK, stroke_width=0.8)
    own += glyph(known, 16.5, 16.5, 11)
    return drawn + mark(colour, 10.5, 10.5, 13) + own


@cache
def token_back(colour: SeatColour) -> str:
    """A small one, for tokens in hand."""
    edge = {"stroke": INK, "stroke_width": 0.9}
    back = rect(1, 1, 13, 13, rx=3, fill=colour.fill, **edge)
    pale = mix(colour.fill, CARD, 0.5)
    return back + path("M3 7.5L7.5 3L12 7.5L7.5 12Z", fill="none", stroke=pale)


# ---------------------------------------------------------------------- paper goods


@cache
def card_back(x: float, y: float, width: float = 11, height: float = 15) -> str:
    """A destiny card face down."""
    style = {"fill": LACQUER, "stroke": CARD, "stroke_width": 1, "rx": 2}
    dot = circle(x + width / 2, y + height / 2, 2.4, fill=GOLD)
    return rect(x, y, width, height, **style) + dot


@cache
def card_face(count: int) -> str:
    """Destiny cards face up, one for all, with their number. [SSE-4.2.3]"""
    edge = {"stroke": INK, "stroke_width": 0.8, "rx": 2}
    behind = rect(2.4, -1, 11, 14, fill=CARD, **edge) if count > 1 else ""
    style = {"stroke": INK, "stroke_dasharray": "2 2", "rx": 2, "stroke_width": 0.8}
    face = rect(
        0, 0, 11, 14, fill=CARD if count else "none", **(edge if count else style)
    )
    face += sign(FAN_CARD, 1.6, 3, 8, SEAL) if count else ""
    return behind + face + bold(15, 11.4, f"×{count}")


FAN_CARD = "M8 15L.6 6.6A10.6 10.6 0 0 1 15.4 6.6Z"
