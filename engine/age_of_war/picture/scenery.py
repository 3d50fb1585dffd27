"""The sheet everything lies on: paper, frame, and the print at its head."""

from __future__ import annotations

from functools import cache

from engine.age_of_war.picture.pieces import definitions
from engine.drawing import circle, group, line, mix, paint, path, rect, tag
from engine.prints import (
    CARD,
    INDIGO,
    INK,
    PAPER,
    SEAL,
    WIDTH,
    fibres,
    frame,
    gradation,
)

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
    dusk = gradation("aow-dusk", DUSK)
    return (
        tag("defs", definitions() + fibres("aow-fibres") + dusk)
        + rect(0, 0, WIDTH, height, fill=PAPER)
        + rect(0, 0, WIDTH, height, fill=paint("aow-fibres"))
        + group(landscape())
        + frame(height)
    )


# The sky, darkest at the upper edge.
DUSK = (
    (0, INDIGO, 0.85),
    (0.3, INDIGO, 0.38),
    (0.75, INDIGO, 0.05),
    (1, PAPER, 0),
)


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
