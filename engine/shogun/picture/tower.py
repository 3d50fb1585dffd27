"""The battle tower with its tray, in the sea beside the title. [SHO-16.1]"""

from __future__ import annotations

from functools import cache

from engine.drawing import SeatColour, group, path, rect
from engine.prints import CARD, GOLD, INK, SEAL, SOFT, centred
from engine.shogun.picture.signs import cube
from engine.shogun.scene import Scene

STEP = 17.6  # from one colour of cubes to the next
FIRST = 24.0  # where the cubes begin
AT = (206.0, 14.0)


def tower_card(scene: Scene) -> str:
    """What sticks inside and what lies in the tray: both are public. [SHO-1.5]"""
    colours, tower = scene.cubes, scene.view["tower"]
    width = FIRST + STEP * len(colours) + 3
    drawn = card(width)
    for at, colour in enumerate(colours):
        counts = tower["inside"][at], tower["tray"][at]
        drawn += group(column(colour, *counts), FIRST + STEP * at)
    return group(drawn, *AT)


@cache
def card(width: float) -> str:
    style = {"fill": CARD, "stroke": INK, "rx": 4, "fill_opacity": 0.94}
    lacquer = {"fill": INK, "fill_opacity": 0.07}
    return (
        rect(0, 0, width, 48, stroke_width=1, **style)
        + rect(1, 32, width - 2, 15, rx=3, **lacquer)
        + group(pagoda(), 3.4, 2.5, 0.58)
        + group(tray(), 4, 34.4)
    )


@cache
def pagoda() -> str:
    """The tower itself: three roofs, shelves inside."""
    edge = {"stroke": INK, "stroke_width": 1.4, "stroke_linejoin": "round"}
    roofs = "M14 0L15.6 6H20L27 14H1L8 6H12.4ZM3 24L8 15H20L25 24ZM0 35L6 25H22L28 35Z"
    walls = "M5 14V47H23V14Z"
    shelves = path("M8 40H16M13 44H20", stroke=INK, stroke_width=1.6)
    return path(walls, fill=CARD, **edge) + shelves + path(roofs, fill=SEAL, **edge)


@cache
def tray() -> str:
    edge = {"stroke": INK, "stroke_width": 0.9, "stroke_linejoin": "round"}
    return path("M0 3H16L13.6 10H2.4Z", fill=GOLD, **edge)


@cache
def column(colour: SeatColour, inside: int, fallen: int) -> str:
    """A colour: its cube, how many are inside, how many lie in the tray."""
    drawn = group(cube(colour, 10), 1.4, 2.4)
    for y, count in ((28.4, inside), (43.6, fallen)):
        drawn += centred(8, y, count or "·", 12, fill=INK if count else SOFT)
    return drawn
