"""What happened on the field of late: arrows of moves, shots and blows, losses."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from engine.contract import Seat
from engine.drawing import Point, circle, group, number, path
from engine.prints import CARD, INK, SEAL, centred, sign
from engine.samurai_battles.picture.dice import SWORDS
from engine.samurai_battles.picture.places import centre
from engine.samurai_battles.scene import COLOURS, Mark, Scene

WAYS = ("move", "advance", "retreat")
BACK = 20.0  # how far from the middle of its hex an arrow ends
STAR = "".join(
    f"{'L' if at else 'M'}{number(r * math.sin(at * math.pi / 8))} "
    f"{number(-r * math.cos(at * math.pi / 8))}"
    for at, r in enumerate([10.5, 6.2] * 8)
)


def below(scene: Scene) -> str:
    """Ways of moves and retreats, which lie under the pieces."""
    ways = [mark for mark in scene.marks if mark.kind in WAYS]
    return "".join(way(mark.path, mark.seat, mark.kind) for mark in ways)


def above(scene: Scene) -> str:
    """Shots, blows and losses, which must be seen on top of the pieces."""
    drawn = ""
    for mark in scene.marks:
        if mark.kind in ("melee", "fire"):
            drawn += attack(mark)
    for mark in scene.marks:
        if mark.kind in ("melee", "fire") and mark.figures:
            drawn += loss(mark)
        elif mark.kind == "fallen":
            drawn += fallen(mark.path[-1])
    return drawn


@lru_cache(maxsize=1024)
def way(hexes: Sequence[str], seat: Seat, kind: str) -> str:
    """An arrow along a path of hexes; a retreat is dashed."""
    points = [centre(name) for name in hexes]
    if len(points) < 2:
        return ""
    line = f"M{'L'.join(f'{number(x)} {number(y)}' for x, y in shortened(points))}"
    dashes = "5 5" if kind == "retreat" else None
    style = {"fill": "none", "stroke_linejoin": "round"}
    casing = path(line, stroke=CARD, stroke_width=8, stroke_opacity=0.9, **style)
    fill = COLOURS[seat].fill
    core = path(line, stroke=INK, stroke_width=5.6, **style)
    core += path(line, stroke=fill, stroke_width=4, stroke_dasharray=dashes, **style)
    start = circle(*points[0], 4, fill=fill, stroke=INK, stroke_width=1)
    return casing + core + start + head(points[-2], points[-1], fill)


def shortened(points: Sequence[Point]) -> list[Point]:
    """The path, ending where its head begins."""
    return [*points[:-1], towards(points[-2], points[-1], BACK + 4)]


def towards(start: Point, end: Point, back: float) -> Point:
    """The point so far before the end."""
    (x1, y1), (x2, y2) = start, end
    far = math.dist(start, end)
    return x2 - (x2 - x1) * back / far, y2 - (y2 - y1) * back / far


def head(start: Point, end: Point, fill: str) -> str:
    """The head of an arrow, short of the middle of its hex."""
    x, y = towards(start, end, BACK)
    turn = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    shape = path("M4 0L-8 -7L-5 0L-8 7Z", fill=fill, stroke=INK, stroke_width=1)
    moved = f"translate({number(x)} {number(y)}) rotate({number(turn)})"
    return f'<g transform="{moved}">{shape}</g>'


def attack(mark: Mark) -> str:
    """A blow: crossed swords between the hexes. A shot: a dotted line."""
    start, end = centre(mark.path[0]), centre(mark.path[-1])
    fill = COLOURS[mark.seat].fill
    if mark.kind == "melee":
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        ground = circle(0, 0, 9, fill=CARD, stroke=fill, stroke_width=2.2)
        ring = circle(0, 0, 10.2, fill="none", stroke=INK, stroke_width=0.8)
        return group(ground + ring + sign(SWORDS, -6, -6, 12, SEAL), x, y)
    (x1, y1), (x2, y2) = towards(end, start, 20), towards(start, end, BACK + 3)
    line = f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"
    casing = path(line, stroke=CARD, stroke_width=5, stroke_opacity=0.9)
    dots = {"stroke_dasharray": "1 5", "stroke_linecap": "round"}
    return (
        casing + path(line, stroke=INK, stroke_width=3, **dots) + head(start, end, fill)
    )


def loss(mark: Mark) -> str:
    """How many figures fell, on the side away from the blow."""
    (x1, _), (x, y) = centre(mark.path[0]), centre(mark.path[-1])
    x += 19 if x1 < x else -19
    star = path(STAR + "Z", fill="#ffcf3f", stroke=SEAL, stroke_width=1.4)
    return group(star + centred(0, 4, f"−{mark.figures}", 11, fill=INK), x, y - 1)


def fallen(name: str) -> str:
    """Where a unit or leader fell."""
    x, y = centre(name)
    cross = {"fill": "none", "stroke_linecap": "round"}
    drawn = path("M-9 -9L9 9M9 -9L-9 9", stroke=CARD, stroke_width=7, **cross)
    drawn += path("M-9 -9L9 9M9 -9L-9 9", stroke=SEAL, stroke_width=3.6, **cross)
    return group(drawn, x, y - 2)
