"""The players in a table: points, goods, what each has of the expansions. [SHO-1.4]"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from engine.contract import Seat
from engine.drawing import circle, group, line, mix, path, rect, spot, text, text_width
from engine.prints import (
    CARD,
    GOLD,
    INK,
    INSIDE,
    SEAL,
    SMALLEST,
    SOFT,
    SOLDIER,
    Block,
    bold,
    centred,
    pill,
    pill_width,
    player_name,
    seat_tile,
    section,
    sign,
)
from engine.shogun.names import FARMERS, HOUSES
from engine.shogun.picture.signs import (
    BANNER,
    BUILDINGS,
    CASTLE,
    CHEST,
    FLAME,
    OFFICIAL,
    RICE,
    SHIELD,
    STATUE,
    cube,
    general,
    special_glyph,
)
from engine.shogun.scene import Scene

LAND = "M1 4L5.6 1.4L10.4 3.6L15 1.2V12L10.4 14.6L5.6 12.2L1 14.8Z"  # a map, unfolded
LAUREL = (
    "M8 .6L10 5.4L15.2 5.8L11.2 9.2L12.6 14.4L8 11.6L3.4 14.4L4.8 9.2L.8 5.8L6 5.4Z"
)
ROW = 21.0
BANK = 34.0 * 4  # width of what is left
POINTS = 34.0  # width of their column, at the right end


class Column(NamedTuple):
    """A sign at its head, and what stands there for each seat."""

    sign: str
    said: Callable[[Scene, Seat], object]
    wide: float = 27.0


def players_panel(scene: Scene) -> Block:
    free = INSIDE - BANK - text_width(str(scene.words["bank"]), SMALLEST)
    drawn = section(scene.words["players"], free - 16) + bank(scene)
    columns = columns_of(scene)
    right = INSIDE - POINTS
    head, x = "", right - sum(of.wide for of in columns)
    for of in columns:
        head += group(of.sign, x + of.wide / 2 - 7)
        x += of.wide
    drawn += group(head + group(points_sign(), right + POINTS / 2 - 8), 0, 19)
    for seat in scene.seats:
        row = player_row(scene, seat, columns)
        drawn += spot(scene.colour(seat).name, row, 0, 37 + ROW * seat)
    return drawn, 37 + ROW * len(scene.seats)


def columns_of(scene: Scene) -> list[Column]:
    """Those of the expansions only where they are played."""
    view = scene.view
    found = [
        Column(sign(CHEST, 0, 0, 14), lambda of, seat: of.view["chests"][seat]),
        Column(sign(RICE, 0, 0, 14), lambda of, seat: of.view["rice"][seat]),
        Column(sign(SOLDIER, 0, 0, 14), lambda of, seat: of.view["supply"][seat]),
        Column(sign(LAND, 0, 0, 14), lambda of, seat: len(of.owned(seat))),
        Column(sign(CASTLE, 0, 0, 14), Scene.buildings),
    ]
    if view["stages"]:
        found.append(Column(sign(BANNER, 0, 0, 14), lambda of, s: of.view["stages"][s]))
    if view["court"]:
        found.append(Column(sign(OFFICIAL, 0, 0, 14), officials, 30))
    if view["generals"]:
        found.append(Column(general(14), general_at, 32))
        found.append(Column(sign(STATUE, 0, 0, 14), statues_left))
        found.append(Column(sign(LAUREL, 0, 0, 14), trophies))
    if view["dajokan"]:
        disc = circle(7, 7, 5.5, fill=CARD, stroke=INK, stroke_width=1.6)
        found.append(Column(disc, lambda of, s: of.view["dajokan"]["markers"][s]))
    return found


@cache
def points_sign() -> str:
    """A golden roundel."""
    ring = circle(8, 7, 7, fill=GOLD, stroke=INK, stroke_width=1)
    return ring + group(path(LAUREL, fill=SEAL), 3.4, 2.4, 0.58)


# --------------------------------------------------------------------------- a player


def player_row(scene: Scene, seat: Seat, columns: list[Column]) -> str:
    """A thick frame for the reader's own."""
    right = INSIDE - POINTS
    drawn = row_ground(seat, scene.you == seat, scene.active == seat)
    drawn += bold(INSIDE - POINTS / 2, 15, scene.view["points"][seat], 15, **MIDDLE)
    x = right
    for of in reversed(columns):
        x -= of.wide
        drawn += value(of.said(scene, seat), x + of.wide / 2)
    return drawn + head(scene, seat, x - 4)


MIDDLE = {"anchor": "middle"}


@cache
def row_ground(seat: Seat, is_own: bool, is_active: bool) -> str:
    colour, right = HOUSES[seat], INSIDE - POINTS
    ground = mix(colour.fill, CARD, 0.26 if is_active else 0.1)
    edge = {"stroke": colour.fill, "stroke_width": 2.2 if is_own else 0.8}
    drawn = rect(0, 0, INSIDE, ROW - 3, rx=4, fill=ground, **edge)
    drawn += seat_tile(colour, 2, 1, 16)
    return drawn + line(right, 1, right, ROW - 4, stroke=colour.fill, stroke_width=0.8)


@cache
def value(said: object, x: float) -> str:
    if isinstance(said, int):
        return centred(x, 13.6, said, 12.5, fill=INK if said else SOFT)
    return centred(x, 13.4, said, SMALLEST)


def head(scene: Scene, seat: Seat, room: float) -> str:
    """Name, what the seat is, its special card and what guards it."""
    drawn, right = "", room
    for picture, wide in tokens(scene, seat):
        right -= wide + 5
        drawn += group(picture, right, 2)
    for flag in reversed(marks(scene, seat)):
        right -= pill_width(flag) + 3
        drawn += pill(right, 1.6, flag, HOUSES[seat].fill)
    has_left = seat in scene.view["left"]
    return drawn + player_name(23, 14, scene.names[seat], right - 26, has_left)[0]


def marks(scene: Scene, seat: Seat) -> list[str]:
    flags = scene.flags(seat)
    if seat in scene.view["ready"] and scene.is_planning:
        flags.append(str(scene.words["ready"]))
    return flags


def tokens(scene: Scene, seat: Seat) -> list[tuple[str, float]]:
    """Special card, protection, favour 4. [SHO-6.4, SHO-12.11, SHO-12.13]"""
    found, court, special = [], scene.view["court"], scene.special(seat)
    if special:
        wide = 14.0 + text_width("+1", 13, True)
        found.append((special_glyph(special, 14), wide))
    if court and court["protected"][seat]:
        said = {1: "A", 2: "B", 3: "AB"}[court["protected"][seat]]
        wide = 15.0 + text_width(said, SMALLEST, True)
        found.append((sign(SHIELD, 0, 0, 14, SOFT) + bold(15, 12, said), wide))
    if court and court["calmer"] == seat:
        struck = path("M1 14L13 1", stroke=SEAL, stroke_width=2)
        found.append((sign(FLAME, 0, 0, 14, SOFT) + struck, 14.0))
    return found


def officials(scene: Scene, seat: Seat) -> str:
    """`3/2`: in the palace, and in supply. [SHO-12.2]"""
    court = scene.view["court"]
    there = court["waiting"][seat] + court["audience"][seat]
    return f"{there}/{court['officials'][seat]}"


def general_at(scene: Scene, seat: Seat) -> str:
    return scene.view["generals"]["at"][seat] or "–"


def statues_left(scene: Scene, seat: Seat) -> int:
    return int(scene.view["generals"]["statues"][seat])


def trophies(scene: Scene, seat: Seat) -> int:
    return int(scene.view["generals"]["trophies"][seat])


# --------------------------------------------------------------------------- the bank


def bank(scene: Scene) -> str:
    """Buildings and farmers that are left, on the line of the title. [SHO-1.6]"""
    left = scene.view["bank"]
    signs = [(sign(shape, 0, 0, 13, INK), left[of]) for of, shape in BUILDINGS.items()]
    signs.append((group(cube(FARMERS, 10), 0, -0.5), scene.view["supply"][-1]))
    x = INSIDE - BANK + 2
    word = text(x - 6, 12, scene.words["bank"], SMALLEST, anchor="end", fill=SOFT)
    drawn = word
    for picture, count in signs:
        drawn += group(picture + bold(16, 11.5, count), x, 0)
        x += 34
    return drawn
