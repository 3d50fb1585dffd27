"""The cover's picture, after old prints, and a seal that no two matches share."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from pathlib import Path

import segno

from engine.drawing import circle, number, path, rect, svg, tag

WIDTH = 600
HEIGHTS = {"a4": 849, "letter": 776}  # Letter shows a little less of the sky
INK, PAPER, RED, INDIGO = "#1f1b19", "#f4ead2", "#b2281f", "#26466d"
SUN = 236  # from the upper edge of the sky
MIST = "#f7f0de"
SCENE = Path(__file__).with_name("scene.svg")


def cover_svg(paper: str) -> str:
    """Dusk over a mountain and the sea, with room for words."""
    high = HEIGHTS[paper]
    body = rect(0, 0, WIDTH, high, fill=PAPER)
    up = -14 - (HEIGHTS["a4"] - high) / 2
    drawn = scene().replace("{sun}", number(SUN - 14 - up))  # above it a code may stand
    body += tag("g", drawn, transform=f"translate(0 {number(up)})")
    return svg(WIDTH, high, body + waves(high) + border(high), "", "")


@cache
def scene() -> str:
    """What stands in `scene.svg`, without its root."""
    text = SCENE.read_text(encoding="utf-8")
    return text.partition(">")[2].rpartition("<")[0]


def waves(high: int) -> str:
    """The sea of the lower edge: rows of scales, each behind the next."""
    found = ""
    for row in range(4):
        y, shift = high - 66 + row * 17, 24 * (row % 2)
        for column in range(-1, 14):
            found += scale(column * 48 + shift, y)
    return found


def scale(x: float, y: float) -> str:
    style = {"stroke": MIST, "stroke_width": 1.3}
    fills = {24: INDIGO, 17: "none", 10: "none", 4: "none"}
    return "".join(circle(x, y + 24, r, fill=f, **style) for r, f in fills.items())


def border(high: int) -> str:
    style = {"fill": "none", "stroke": INK}
    outer = rect(14, 14, WIDTH - 28, high - 28, stroke_width=3, **style)
    return outer + rect(20, 20, WIDTH - 40, high - 40, stroke_width=1, **style)


def qr_svg(link: str) -> str:
    """An address for telephones."""
    code = segno.make(link, error="m", micro=False)
    size = code.symbol_size(border=0)[0]
    body = "".join(
        rect(x, y, 1, 1, fill=INK)
        for y, row in enumerate(code.matrix)
        for x, dark in enumerate(row)
        if dark
    )
    return svg(size, size, body, "QR", link)


# ------------------------------------------------------------------------------ seal


def seal_svg(digest: str) -> str:
    """A crest on red, as one prints it with a stone: its form follows from the hash."""
    numbers = [int(digest[at : at + 2], 16) for at in range(0, 24, 2)]
    body = rect(4, 4, 112, 112, rx=9, fill=RED) + "".join(nick(n) for n in numbers[6:])
    body += rect(10, 10, 100, 100, rx=5, fill="none", stroke=PAPER, stroke_width=2)
    body += crest(*numbers[:6])
    return svg(120, 120, body, "", "")


def nick(value: int) -> str:
    """Where the stone is worn."""
    turn = value / 256 * 2 * pi
    return circle(60 + 66 * cos(turn), 60 + 66 * sin(turn), 3 + value % 5, fill=PAPER)


def crest(count: int, kind: int, inner: int, ring: int, turn: int, eye: int) -> str:
    """Petals about a middle, as on the crests of families."""
    petals, form = 3 + count % 6, kind % len(PETALS)
    lines = {"fill": "none", "stroke": PAPER, "stroke_width": 2.4}
    found = circle(60, 60, 44, **lines) if ring % 2 else ""
    size = 40 if ring % 2 else 46
    start, long = 0.5 * (turn % 2), size / 46 * (1.0 if petals < 5 else 0.98)
    for petal in range(petals):
        found += petal_at(PETALS[form], 2 * pi * (petal + start) / petals, long)
    if inner % 3:
        for petal in range(petals):
            angle = 2 * pi * (petal + 0.5 + start) / petals
            x, y = 60 + size * 0.84 * sin(angle), 60 - size * 0.84 * cos(angle)
            found += circle(x, y, 2 + inner % 3, fill=PAPER)
    found += circle(60, 60, 8 + eye % 4, fill=RED, stroke=PAPER, stroke_width=2.4)
    return found + circle(60, 60, 2 + eye % 3, fill=PAPER)


# Each points up from the middle, which lies at (0, 0).
PETALS = (
    "M0 -8C14 -18 15 -36 0 -46C-15 -36 -14 -18 0 -8Z",
    "M0 -8C12 -14 20 -32 11 -44Q5 -40 0 -35Q-5 -40 -11 -44C-20 -32 -12 -14 0 -8Z",
    "M0 -8L13 -30L0 -46L-13 -30Z",
    "M0 -10A15 15 0 1 1 0.1 -10Z",
    "M0 -8Q10 -24 3 -46H-3Q-10 -24 0 -8Z",
)


def petal_at(d: str, angle: float, size: float) -> str:
    a, b = size * cos(angle), size * sin(angle)
    matrix = f"matrix({a:.4f} {b:.4f} {-b:.4f} {a:.4f} 60 60)"
    return path(d, transform=matrix, fill=PAPER, stroke=RED, stroke_width=1.6)
