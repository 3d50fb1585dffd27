"""Units and leaders: whose they are, of what kind, how many figures are left. [SB-1]

A piece points towards the enemy: those of the top army down, of the bottom army up. So
the armies differ by colour and by shape.
"""

from __future__ import annotations

from functools import cache

from engine.drawing import SeatColour, circle, group, ink_on, mix, number, path, rect
from engine.prints import CARD, FAN, GOLD, INK, SOLDIER, sign

# What a unit or leader is, in a square from 0 to 16.
BOW = (
    "M4.8 .4C10.6 2.2 13 4.8 13 8S10.6 13.8 4.8 15.6L4.2 14.1C9.2 12.4 11.2 10.6 11.2 8"
    "S9.2 3.6 4.2 1.9ZM4.2 1.5H5.3V14.5H4.2ZM.2 7.2H12.6V5.2L16 8L12.6 10.8V8.8H.2Z"
)
ARQUEBUS = (
    "M.4 12.2L9.6 5.6L14.8 1.4L15.8 2.6L10.8 7L8.4 8.8L8 11L6.4 11.4L6 10.4L3.6 12.2L3."
    "2 15L.6 15.4ZM9.8 4.4L10.8 2.8L12 3.4L11.4 5ZM13.4 .2L14.2 -.4L14.4 .8ZM12.6 8.2L1"
    "3.2 9.6L14.6 9L14 10.4L15.4 11L13.8 11.4L14 12.8L12.8 11.8L11.8 12.8L11.9 11.3Z"
)
NAGINATA = (
    "M1.6 15.8L.4 14.6L8.2 6.2L7.2 5.2L8 4.4L9.2 5.4C9.4 2.8 11.6 .6 15.6 .2C14.4 1.8 1"
    "4.4 5.2 11.2 7.2L12 8.2L11.2 9L10 7.9ZM2 5.8C2 3.6 3.2 2.2 5 2.2S8 3.6 8 5L5.4 7.6"
    "L3 7.2ZM11.4 10.4L13.6 12V15.8H9.6V12.2Z"
)
HORSE = (
    "M3.6 15C3.4 11.6 6.6 10.4 7.2 7.8L4.6 9.4L2.2 8.9L1.8 7L5 3.8L6.2 .8L7.8 2.4C12.6 "
    "2.8 14.6 7.6 13.6 15ZM6.4 5.6A.9 .9 0 1 0 8.2 5.6A.9 .9 0 1 0 6.4 5.6Z"
)
HELMET = (
    "M8 5.6C11.2 5.6 12.8 7.6 12.9 10L15.8 12.6L13.6 15.4L11.2 12.4H4.8L2.4 15.4L.2 12."
    "6L3.1 10C3.2 7.6 4.8 5.6 8 5.6ZM8 5C5.4 5 2.6 3.8 1.8 .4C3.4 2.6 5.8 3 8 3S12.6 2."
    "6 14.2 .4C13.4 3.8 10.6 5 8 5Z"
)
GLYPHS = {
    "AY": SOLDIER,
    "AB": BOW,
    "AA": ARQUEBUS,
    "SN": NAGINATA,
    "MSY": HORSE,
    "CU": HELMET,
    "FL": HELMET,
    "ML": HORSE,
    "AC": FAN,
}
# The symbols of banners and dice, about their middle, in a square from -8 to 8.
SYMBOLS = {
    "C": "M-7 0A7 7 0 1 1 7 0A7 7 0 1 1 -7 0Z",
    "T": "M0 -7.4L8 6.6H-8Z",
    "S": "M-6.4 -6.4H6.4V6.4H-6.4Z",
}
UP = "M0 -23L16.5 -16L18.5 11H-18.5L-16.5 -16Z"
DOWN = "M-18.5 -17.5H18.5L16.5 6L0 13L-16.5 6Z"
RAISED = {"up": 0.0, "down": -2.5}  # what lies on a piece

Facing = str  # "up" or "down"


@cache
def symbol(kind: str, x: float, y: float, size: float, ink: str = INK) -> str:
    moved = f"translate({number(x)} {number(y)}) scale({number(size / 16)})"
    return path(SYMBOLS[kind], transform=moved, fill=ink)


@cache
def unit_piece(
    colour: SeatColour,
    facing: Facing,
    kind: str,
    banner: str,
    figures: int,
    most: int,
    state: str = "",
) -> str:
    """A unit, about the middle of its hex; `state` is `ordered`, `done` or nothing."""
    shape = UP if facing == "up" else DOWN
    ink, lift = ink_on(colour.fill), RAISED[facing]
    drawn = shadow(shape) + halo(shape, state)
    drawn += path(shape, fill=colour.fill, stroke=INK, stroke_width=1.4, **JOIN)
    drawn += sign(GLYPHS[kind], -15.8, -13.4 + lift / 2, 15, ink)
    drawn += flag(banner, -0.2, -13.8 + lift / 2)
    return drawn + pips(figures, most, 7.2 + lift, ink)


JOIN = {"stroke_linejoin": "round"}


def shadow(shape: str) -> str:
    return group(path(shape, fill=INK, fill_opacity=0.3), 1.4, 1.8)


def halo(shape: str, state: str) -> str:
    """A golden edge for a piece with an order, a pale one when it is used."""
    if not state:
        return ""
    ink = {"ordered": "#ffcf3f", "done": CARD}[state]
    return path(shape, fill=ink, stroke=INK, stroke_width=6.4, **JOIN) + path(
        shape, fill=ink, stroke=ink, stroke_width=4.8, **JOIN
    )


def flag(banner: str, x: float, y: float) -> str:
    """The banner of a unit with its symbol. [SB-1.2]"""
    cloth = rect(x, y, 12.6, 16.4, rx=1, fill=CARD, stroke=INK, stroke_width=0.9)
    return cloth + symbol(banner, x + 6.3, y + 8.2, 10.4)


def pips(figures: int, most: int, y: float, ink: str) -> str:
    """A disc for every figure, a ring for every one lost. [SB-1.5]"""
    drawn, left = "", -3.4 * (most - 1)
    for at in range(most):
        x = left + 6.8 * at
        if at < figures:
            drawn += circle(x, y, 2.7, fill=ink)
        else:
            lost = {"fill": "none", "stroke": ink, "stroke_opacity": 0.65}
            drawn += circle(x, y, 2.1, stroke_width=0.9, **lost)
    return drawn


# ------------------------------------------------------------------------------ leaders


@cache
def leader_badge(colour: SeatColour, kind: str, state: str = "") -> str:
    """A leader with his unit: on a golden disc at its corner. [SB-10.1]"""
    return group(disc(colour, kind, 8.2, state), 20.6, -8.6)


@cache
def leader_piece(colour: SeatColour, facing: Facing, kind: str, state: str = "") -> str:
    """A leader alone on his hex: a larger disc with a tongue towards the enemy."""
    tongue = "M-6 -11L0 -19L6 -11Z" if facing == "up" else "M-6 11L0 19L6 11Z"
    edge = {"stroke": INK, "stroke_width": 1.2, **JOIN}
    drawn = path(tongue, fill=colour.fill, **edge)
    return group(drawn + disc(colour, kind, 13.5, state), 0, -3)


def disc(colour: SeatColour, kind: str, radius: float, state: str) -> str:
    """Gold for the commander of an army, paper for other leaders. [SB-1.3]"""
    fill = GOLD if kind == "AC" else CARD
    ring = (
        ""
        if state != "ordered"
        else circle(0, 0, radius + 2.6, fill="#ffcf3f", stroke=INK, stroke_width=0.8)
    )
    size = radius * 1.34
    rim = circle(0, 0, radius, fill=colour.fill, stroke=INK, stroke_width=1.1)
    face = circle(0, 0, radius * 0.8, fill=fill, stroke=INK, stroke_width=0.5)
    inner = size * 0.86
    glyph = sign(GLYPHS[kind], -inner / 2, -inner / 2, inner, mix(INK, "#7a1710", 0.8))
    return ring + rim + face + glyph
