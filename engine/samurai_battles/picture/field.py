"""The battlefield: terrain, hexes with their names, sections, start lines. [SB-2]"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from engine.drawing import decor, group, line, number, path, rect, spot
from engine.prints import CARD, INK, SMALLEST, haloed
from engine.samurai_battles.hexes import NAMES
from engine.samurai_battles.picture.places import (
    EDGES,
    FIELD,
    SIZE,
    WIDE,
    beside,
    centre,
    centre_at,
    corners,
    outline,
)
from engine.samurai_battles.picture.terrain import GROUNDS, PLAIN, WET, terrain

OUTSIDE = "#b7aa84"
GRID = {"stroke": "#8b7d58", "stroke_width": 0.8, "stroke_linejoin": "round"}
NAME = 21.5  # the baseline of a hex's name below its middle

Land = tuple[tuple[str, str, str], ...]  # hex, terrain, colour of its camp


@lru_cache(maxsize=32)
def field(land: Land, lines: tuple[int, int]) -> str:
    """All that lies below the pieces; the upper left corner of the field at 0, 0."""
    kinds = {name: (kind, ink) for name, kind, ink in land}
    known = {name: kind for name, (kind, _) in kinds.items()}
    return (
        rect(0, 0, *FIELD, fill=OUTSIDE)
        + edges_outside()
        + plain(known)
        + "".join(ground(name, *kinds[name]) for name in NAMES if name in kinds)
        + banks(known)
        + sections(lines)
        + names(known)
    )


def edges_outside() -> str:
    """Half hexes and start lines are not part of the field. [SB-2.1]"""
    hatch = ""
    for down in range(2, 12, 2):
        for across in (0, 24):
            x, y = centre_at(across, down)
            x += WIDE / 4 if across == 0 else -WIDE / 4
            for step in range(-14, 15, 7):
                hatch += f"M{number(x - 8)} {number(y + step + 4)}l16 -8"
    return decor(path(hatch, stroke="#a2946b", stroke_width=1))


def plain(kinds: Mapping[str, str]) -> str:
    """All plain hexes in one path, with a few blades of grass."""
    bare = [name for name in NAMES if name not in kinds]
    hexes = "".join(outline(*centre(name)) for name in bare)
    return path(hexes, fill=PLAIN, **GRID) + decor(grass(tuple(bare)))


def grass(bare: tuple[str, ...]) -> str:
    blades = ""
    for at, name in enumerate(bare):
        x, y = centre(name)
        x, y = x + (at * 7 % 23) - 11, y + (at * 11 % 19) - 12
        blades += f"M{number(x)} {number(y)}l-2 -3.4m2 3.4v-4.4m0 4.4l2 -3.4"
    return path(blades, fill="none", stroke="#b9b077", stroke_width=0.9)


def ground(name: str, kind: str, ink: str) -> str:
    x, y = centre(name)
    style = {"stroke": GROUNDS[kind]} if kind in WET else GRID
    below = path(outline(), fill=GROUNDS[kind], **{**GRID, **style})
    return group(below + terrain(kind, ink), x, y)


def banks(kinds: Mapping[str, str]) -> str:
    """Water has banks towards land, and none towards water."""
    shore, seams = "", ""
    for name, kind in kinds.items():
        if kind not in WET:
            continue
        around = corners(*centre(name))
        for other, (_, (one, two)) in zip(beside(name), EDGES, strict=True):
            (x1, y1), (x2, y2) = around[one], around[two]
            edge = f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"
            if other is None or kinds.get(other) in WET:
                seams += edge
            else:
                shore += edge
    thin = {"stroke": "#4f86a3", "stroke_width": 0.6, "stroke_dasharray": "2 3"}
    drawn = path(seams, fill="none", **thin) if seams else ""
    style = {"stroke": "#5c7a4a", "stroke_width": 2.4, "stroke_linecap": "round"}
    return drawn + (path(shore, fill="none", **style) if shore else "")


def sections(lines: tuple[int, int]) -> str:
    """The two lines between flanks and center. [SB-2.6]"""
    style = {"stroke": "#9c2f1d", "stroke_width": 1.8, "stroke_dasharray": "9 5"}
    return "".join(
        line(x * WIDE / 2, 0, x * WIDE / 2, FIELD[1], stroke_opacity=0.75, **style)
        for x in lines
    )


def names(kinds: Mapping[str, str]) -> str:
    return "".join(name_shown(name, kinds.get(name, "plain")) for name in NAMES)


@cache
def name_shown(name: str, kind: str) -> str:
    """What orders call a hex, at its lower corner. [SB-2.2]"""
    x, y = centre(name)
    style = {"anchor": "middle", "fill": INK, "halo": GROUNDS[kind]}
    return haloed(x, y + NAME, name, SMALLEST, **style)


@cache
def area() -> str:
    """A hex, unseen, to be pointed at."""
    return path(outline(0, 0, SIZE - 1), fill=CARD, fill_opacity=0, **{"class": "area"})


def pointed(name: str, body: str) -> str:
    """The spot of a hex with what stands on it."""
    return spot(name, area() + body, *centre(name))
