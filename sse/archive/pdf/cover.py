"""The cover's picture, after old prints, and a seal that no two matches share."""

from __future__ import annotations

from math import cos, pi, sin

import segno

from engine.drawing import circle, number, path, rect, svg, tag

WIDTH = 600
HEIGHTS = {"a4": 849, "letter": 776}  # Letter shows a little less of the sky
INK, PAPER, RED, INDIGO = "#1f1b19", "#f4ead2", "#b2281f", "#26466d"
SUN = 236  # from the upper edge of the sky
SNOW, ROCK, HILL, MIST = "#fdf9ee", "#70839a", "#5f7a63", "#f7f0de"


def cover_svg(paper: str) -> str:
    """Dusk over a mountain and the sea, with room for words."""
    high = HEIGHTS[paper]
    body = rect(0, 0, WIDTH, high, fill=PAPER)
    up = -14 - (HEIGHTS["a4"] - high) / 2
    scene = sky() + sun(SUN - 14 - up) + mountain() + hills() + mists() + birds()
    body += tag("g", scene, transform=f"translate(0 {number(up)})")
    return svg(WIDTH, high, body + waves(high) + border(high), "", "")


def sky() -> str:
    stops = (
        (0, INDIGO, 1),
        (0.35, INDIGO, 0.62),
        (0.75, "#d9b98a", 0.4),
        (1, PAPER, 0),
    )
    inside = "".join(
        tag("stop", offset=at, stop_color=colour, stop_opacity=opaque)
        for at, colour, opaque in stops
    )
    gradient = tag("linearGradient", inside, id="dusk", x1=0, y1=0, x2=0, y2=1)
    return tag("defs", gradient) + rect(0, 14, WIDTH, 406, fill="url(#dusk)")


def sun(y: float) -> str:
    """As far below the upper edge on every paper: above it a code may stand."""
    return circle(432, y, 66, fill=RED)


def mountain() -> str:
    """Seen from the road to the east, snow to its shoulders."""
    sides = "M96 430C182 392 232 322 276 226Q300 208 330 226C372 322 430 396 520 430Z"
    snow = (
        "M276 226Q300 208 330 226C342 254 354 278 367 300L352 290L346 312L330 286"
        "L316 322L302 288L288 318L278 288L262 306L252 288C262 268 270 246 276 226Z"
    )
    edge = {"stroke": INK, "stroke_width": 1.6, "stroke_linejoin": "round"}
    return path(sides, fill=ROCK, **edge) + path(snow, fill=SNOW, **edge)


def hills() -> str:
    near = (
        "M0 414C70 388 130 398 198 412C300 432 380 402 470 400C530 398 570 408 600 402"
    )
    shore = "V438C540 450 470 436 380 446C280 458 180 436 90 446C50 450 20 444 0 440Z"
    found = path(near + shore, fill=HILL)
    found += path(near, fill="none", stroke=INK, stroke_width=1.4)
    for x, y, size in (
        (58, 398, 1.0),
        (82, 401, 0.8),
        (520, 398, 1.1),
        (548, 401, 0.8),
    ):
        found += pine(x, y, size)
    return found


def pine(x: float, y: float, size: float) -> str:
    """A tree that leans with the wind from the sea."""
    crown = (
        "M-20 -26Q-6 -34 4 -27Q20 -34 24 -25Q10 -20 -2 -22Q-12 -19 -20 -26Z"
        "M-12 -37Q0 -46 8 -39Q18 -42 20 -36Q8 -31 -2 -33Q-8 -31 -12 -37Z"
    )
    moved = f"translate({number(x)} {number(y)}) scale({number(size)})"
    trunk = {"stroke": INK, "stroke_width": 3, "stroke_linecap": "round"}
    body = path("M0 4Q4 -10 0 -20Q-2 -28 4 -38", fill="none", **trunk)
    return tag("g", body + path(crown, fill="#2f4a3c"), transform=moved)


def mists() -> str:
    """Bands of cloud with round ends, as painters part one scene from another."""
    found = ""
    for x, y, wide in (
        (40, 150, 170),
        (80, 164, 210),
        (420, 318, 200),
        (382, 332, 190),
    ):
        found += rect(x, y, wide, 11, rx=5.5, fill=MIST, fill_opacity=0.92)
    for x, y, wide in ((-30, 352, 190), (-10, 366, 240), (300, 118, 120)):
        found += rect(x, y, wide, 11, rx=5.5, fill=MIST, fill_opacity=0.85)
    return found


def birds() -> str:
    """Beside the mountain, where no title of any length lies upon them."""
    found = ""
    for x, y, size in (
        (112, 268, 1.0),
        (136, 258, 0.8),
        (156, 274, 0.7),
        (178, 262, 0.6),
    ):
        moved = f"translate({x} {y}) scale({number(size)})"
        wings = {"fill": "none", "stroke": INK, "stroke_width": 2}
        found += path("M-9 -3Q-4 -7 0 0Q4 -7 9 -3", transform=moved, **wings)
    return found


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
    rings = (24, 17, 10, 4)
    return "".join(
        circle(x, y + 24, radius, fill=INDIGO if radius == 24 else "none", **style)
        for radius in rings
    )


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
    start = 0.5 * (turn % 2)
    for petal in range(petals):
        angle = 2 * pi * (petal + start) / petals
        found += petal_at(
            PETALS[form], angle, size / 46 * (1.0 if petals < 5 else 0.98)
        )
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
