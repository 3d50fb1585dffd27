"""The players as a picture: what lies in front of each."""

from __future__ import annotations

from engine.age_of_war.picture.pieces import (
    CARD_HEIGHT,
    CARD_WIDTH,
    GAP,
    card_at,
    stack,
)
from engine.age_of_war.scene import Scene
from engine.contract import Seat
from engine.drawing import group, text, text_width
from engine.prints import (
    INK,
    INSIDE,
    SMALLEST,
    Block,
    bold,
    panel,
    pill,
    pill_width,
    player_name,
    seat_tile,
    section,
)


def players_panel(scene: Scene) -> Block:
    """Two players one below the other; more of them in two columns."""
    drawn, y = section(scene.words["players"]), 22.0
    beside = 1 if len(scene.seats) == 2 else 2
    for first in range(0, len(scene.seats), beside):
        row = scene.seats[first : first + beside]
        width = (INSIDE - 10 * (len(row) - 1)) / len(row)
        height = max(panel_height(scene, seat, width) for seat in row)
        for at, seat in enumerate(row):
            drawn += group(
                player_panel(scene, seat, width, height), at * (width + 10), y
            )
        y += height + 10
    return drawn, y - 10


def per_row(width: float) -> int:
    return int((width - 8) // (CARD_WIDTH + GAP))


def panel_height(scene: Scene, seat: Seat, width: float) -> float:
    held = len(scene.face_up(seat)) + len(scene.stacks(seat))
    return 28 + -(-held // per_row(width)) * (CARD_HEIGHT + 10) + (4 if held else 0)


def player_panel(scene: Scene, seat: Seat, width: float, height: float) -> str:
    """A player's row: mark, name, points, cards, stacks. [AOW-8.3]"""
    ground = panel(scene.colour(seat), width, height, scene.you == seat)
    return ground + panel_head(scene, seat, width) + panel_cards(scene, seat, width)


def panel_head(scene: Scene, seat: Seat, width: float) -> str:
    points = scene.view["standings"][seat]["points"]
    worth = scene.counted("points", points).partition(" ")[2]
    x = width - 10 - text_width(worth, SMALLEST)
    drawn = seat_tile(scene.colour(seat), 4, 4, 20)
    drawn += text(width - 9, 19, worth, SMALLEST, anchor="end", fill=INK)
    drawn += bold(x - 5, 20, points, 17, anchor="end")
    return drawn + name_and_flags(scene, seat, x - 5 - 12.5 * len(str(points)) - 4)


def name_and_flags(scene: Scene, seat: Seat, end: float) -> str:
    """The name, as much as there is room for, then what holds of the seat."""
    shown = scene.flags(seat)
    room = end - 32 - sum(pill_width(flag) + 5 for flag in shown)
    has_left = seat in scene.view["left"]
    drawn, wide = player_name(30, 19, scene.names[seat], room, has_left)
    x = 34 + wide
    for flag in shown:
        drawn += pill(x, 6.5, flag, scene.colour(seat).fill)
        x += pill_width(flag) + 5
    return drawn


def panel_cards(scene: Scene, seat: Seat, width: float) -> str:
    """Face-up cards, then what is safe. [AOW-7.2, AOW-7.5]"""
    key, language = scene.cards.key, scene.language
    many, step = per_row(width), CARD_WIDTH + GAP + 2
    pieces_held = [(slot, False) for slot in scene.face_up(seat)]
    pieces_held += [(province, True) for province in scene.stacks(seat)]
    drawn = ""
    for at, (slot, is_stack) in enumerate(pieces_held):
        x, y = 8 + at % many * step, 32 + at // many * (CARD_HEIGHT + 10)
        if is_stack:
            drawn += group(stack(key, slot, language), x, y)
        else:
            drawn += card_at(scene, slot, x, y)
    return drawn
