"""Dice, tokens, banners and cards as small things that lie beside the field."""

from __future__ import annotations

from functools import cache

from engine.drawing import circle, group, mix, path, rect
from engine.prints import CARD, GOLD, INDIGO, INK, SEAL, SOFT, sign, token
from engine.samurai_battles.picture.units import symbol

FLAG = "M2.4 15.8V.6H4V1.6C7 .2 9.4 3.4 14.6 1.6V9.4C9.4 11.2 7 8 4 9.4V15.8Z"
SWORD = (
    "M1.2 .8L4.2 1.4L10.2 8.4L11.8 6.8L13.2 8.2L11.6 9.8L15 13.4L13.4 15L9.8 11.6L8.2 1"
    "3.2L6.8 11.8L8.4 10.2L1.6 4Z"
)
SWORDS = SWORD + (
    "M14.8 .8L11.8 1.4L9.3 4.3L10.9 6.2L14.4 4ZM4.2 6.8L5.8 8.4L5 9.4L6.6 11L7.6 10.2L"
    "9.2 11.8L7.8 13.2L6.2 11.6L2.6 15L1 13.4L4.4 9.8L2.8 8.2Z"
)
# Five petals about a heart: honor and fortune.
BLOSSOM = (
    "M8 .6C9.8 1.4 10.2 3.6 9.4 5.2C11 4.2 13.4 4.4 14.6 6.2C14.2 8.2 12.4 9.4 10.6 9C1"
    "1.8 10.4 12 12.8 10.6 14.4C8.8 14.4 7.8 12.8 8 11.2C7.6 12.8 6.2 14.4 5 14.2C3.6 1"
    "2.6 4 10.4 5.4 9C3.6 9.4 1.8 8.2 1.4 6.2C2.6 4.4 5 4.2 6.6 5.2C5.8 3.6 6.2 1.4 8 ."
    "6Z"
)
DRAGON = (
    "M1 13.6C4 15.6 9 15.4 10.4 12.6C11.6 10 8.4 8.8 6.4 9.4C3.4 10.2 1.6 7.8 2.8 5.4C4"
    " 3 7.4 2 10 3L9.2 1.2L12 2.2L13.4 .6L13.6 3.2L15.6 5.4L14.4 7.2L11.8 6.4L9.6 5.4C7"
    ".2 4.6 5.2 5.6 5 6.6C4.8 7.8 6.4 7.6 7.4 7.2C10.6 6.2 14 8.6 12.8 12.4C11.4 16.4 4"
    ".2 16.8 1 13.6Z"
)
INKS = {"F": INDIGO, "X": SEAL, "H": "#8a5a00"}


@cache
def face(kind: str, size: float) -> str:
    """What a die shows, about its middle. [SB-0.5]"""
    if kind in ("C", "T", "S"):
        return symbol(kind, 0, 0, size)
    shape = {"F": FLAG, "X": SWORDS, "H": BLOSSOM}.get(kind, "")
    return sign(shape, -size / 2, -size / 2, size, INKS[kind]) if shape else ""


@cache
def die(kind: str, size: float = 24) -> str:
    """A die that lies on the table; one without a face was made blank. [SB-0.5]"""
    fill = CARD if kind else mix(CARD, SOFT, 0.6)
    return token(size, fill) + group(face(kind, size * 0.66), size / 2, size / 2)


@cache
def honor(x: float, y: float, radius: float = 7.5) -> str:
    """A token of Honor & Fortune. [SB-11]"""
    rim = circle(x, y, radius, fill=GOLD, stroke=INK, stroke_width=0.9)
    size = radius * 1.5
    return rim + sign(BLOSSOM, x - size / 2, y - size / 2, size, INKS["H"])


@cache
def banner(x: float, y: float, fill: str, is_won: bool) -> str:
    """A victory banner: cloth if it is won, a dashed place if not. [SB-14.1]"""
    cloth = "M2 0H12V13L9.5 11L7 13L4.5 11L2 13Z"
    pole = path("M2 -1.5V17", stroke=INK if is_won else SOFT, stroke_width=1.2)
    style = {"fill": fill, "stroke": INK, "stroke_width": 0.9}
    if not is_won:
        style = {"fill": "none", "stroke": SOFT, "stroke_width": 0.8}
    return group(path(cloth, **style) + pole, x, y)


@cache
def card_back(kind: str, x: float, y: float) -> str:
    """A card face down: `command` or `dragon`."""
    fill = INDIGO if kind == "command" else "#2f6b4f"
    drawn = rect(0, 0, 11.5, 15.5, rx=2, fill=fill, stroke=INK, stroke_width=0.9)
    drawn += rect(1.8, 1.8, 7.9, 11.9, rx=1, fill="none", stroke=CARD, stroke_width=0.8)
    shape = SWORDS if kind == "command" else DRAGON
    return group(drawn + sign(shape, 2.3, 4.2, 7, CARD), x, y)
