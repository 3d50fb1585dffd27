"""The sheet everything lies on: paper, frame, and the print at its head."""

from __future__ import annotations

from functools import cache

from engine.age_of_war.picture.pieces import CARD, INDIGO, INK, PAPER, SEAL, definitions
from engine.contract import Seat
from engine.drawing import (
    circle,
    group,
    line,
    mark,
    mix,
    paint,
    path,
    rect,
    seat_colour,
    tag,
    text,
    text_width,
)

WIDTH = 600
MARGIN = 20
INSIDE = WIDTH - 2 * MARGIN
Block = tuple[str, float]  # drawn at the origin, and its height
HEAD = 92  # height of the print

MOUNTAIN = (
    "M250 92C310 76 352 34 372 22L380 25L389 20L398 25L406 21C428 36 470 76 540 92"
)
SNOW = (
    "M372 22L380 25L389 20L398 25L406 21C413 26 421 33 429 41L420 38L413 47L404 38L396 "
    "50L388 39L379 48L372 39L360 43L349 46C358 36 366 27 372 22Z"
)
HILLS = "M9 92V80C60 66 110 86 170 78C230 70 270 84 330 82C400 78 470 70 591 82V92Z"
CLOUDS = (
    "M196 48H286A4 4 0 0 0 286 40H262A4 4 0 0 1 262 32H318",
    "M452 58H536A4 4 0 0 0 536 50H512A4 4 0 0 1 512 42H580",
)
GEESE = "M300 18q4 -5 8 0q4 -5 8 0M322 27q3 -4 6 0q3 -4 6 0M288 28q3 -4 6 0q3 -4 6 0"
KEEP = (
    "M0 40L4 30H42L46 40ZM7 30V23H2L9 16H37L44 23H39V30ZM13 16V11H8.4L15 5H20L23 0L26 5"
    "H31L37.6 11H33V16Z"
)


@cache
def background(height: int) -> str:
    """Washi with its fibres, in a printed frame."""
    frame = {"fill": "none", "stroke": INK}
    return (
        tag("defs", definitions() + fibres() + dusk())
        + rect(0, 0, WIDTH, height, fill=PAPER)
        + rect(0, 0, WIDTH, height, fill=paint("aow-fibres"))
        + group(landscape())
        + rect(5, 5, WIDTH - 10, height - 10, stroke_width=2.4, **frame)
        + rect(9, 9, WIDTH - 18, height - 18, stroke_width=0.8, **frame)
    )


def fibres() -> str:
    """A tile of short threads, as if pressed into the paper."""
    threads = "M4 20q9 -6 17 2M60 8q7 5 15 1M100 40q-6 9 3 15M30 70q10 -3 16 5"
    threads += "M84 96q9 5 18 -2M10 118q8 -5 14 1M130 90q-4 8 4 13M64 50q5 -6 12 -4"
    threads += "M118 12q6 3 5 10M44 132q9 -2 13 4M96 126q6 -7 13 -4"
    drawn = path(threads, fill="none", stroke="#d6c59e", stroke_width=0.8)
    size = {"width": 140, "height": 140, "patternUnits": "userSpaceOnUse"}
    return tag("pattern", drawn, id="aow-fibres", **size)


def dusk() -> str:
    """The printer's gradation of a sky, darkest at the upper edge."""
    stops = (
        (0, INDIGO, 0.85),
        (0.3, INDIGO, 0.38),
        (0.75, INDIGO, 0.05),
        (1, PAPER, 0),
    )
    drawn = "".join(
        tag("stop", offset=at, stop_color=colour, stop_opacity=opacity)
        for at, colour, opacity in stops
    )
    return tag("linearGradient", drawn, id="aow-dusk", x1=0, y1=0, x2=0, y2=1)


def landscape() -> str:
    """Sun, mountain, mist and a keep on a hill."""
    lines = {"fill": "none", "stroke_linecap": "round"}
    mist = "".join(
        path(cloud, stroke=CARD, stroke_width=6, stroke_opacity=0.9, **lines)
        for cloud in CLOUDS
    )
    far, near = mix(INDIGO, PAPER, 0.62), mix("#3f5a45", PAPER, 0.78)
    return (
        rect(9, 9, WIDTH - 18, HEAD - 9, fill=paint("aow-dusk"))
        + circle(446, 42, 25, fill=SEAL)
        + path(MOUNTAIN, fill=far, stroke=INK, stroke_width=0.8)
        + path(SNOW, fill=CARD, stroke=INK, stroke_width=0.6)
        + mist
        + path(GEESE, stroke=INK, stroke_width=1.2, **lines)
        + path(HILLS, fill=near)
        + line(9, HEAD, WIDTH - 9, HEAD, stroke=INK, stroke_width=0.8)
        + group(path(KEEP, fill=INK), 258, 52, 0.8)
    )


def seat_tile(seat: Seat, x: float, y: float, size: float) -> str:
    """Colour and mark of a seat."""
    style = {"fill": seat_colour(seat).fill, "stroke": INK, "stroke_width": 1}
    middle = size / 2
    return rect(x, y, size, size, rx=3, **style) + mark(
        seat, x + middle, y + middle, size * 0.75
    )


def section(title: str) -> str:
    """A heading with a line that runs out to the right."""
    x = text_width(title, 13, True) + 8
    name = text(0, 12, title, 13, font_weight="bold", fill=INK)
    return name + line(x, 8, INSIDE, 8, stroke=INK, stroke_width=0.8)
