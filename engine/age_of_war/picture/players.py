"""The players as a picture: what lies in front of each."""

from __future__ import annotations

from engine.age_of_war.board_text import flags
from engine.age_of_war.picture.pieces import (
    CARD,
    CARD_HEIGHT,
    CARD_WIDTH,
    GAP,
    INK,
    SMALLEST,
    SOFT,
    card_at,
    stack,
)
from engine.age_of_war.picture.scenery import INSIDE, Block, seat_tile, section
from engine.age_of_war.scene import Scene
from engine.contract import Seat
from engine.drawing import (
    cut_to_width,
    group,
    ink_on,
    mix,
    rect,
    seat_colour,
    text,
    text_width,
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
            drawn += group(panel(scene, seat, width, height), at * (width + 10), y)
        y += height + 10
    return drawn, y - 10


def per_row(width: float) -> int:
    return int((width - 8) // (CARD_WIDTH + GAP))


def panel_height(scene: Scene, seat: Seat, width: float) -> float:
    held = len(scene.face_up(seat)) + len(scene.stacks(seat))
    return 28 + -(-held // per_row(width)) * (CARD_HEIGHT + 10) + (4 if held else 0)


def panel(scene: Scene, seat: Seat, width: float, height: float) -> str:
    """A player's row: mark, name, points, cards, stacks. [AOW-8.3]"""
    colour = seat_colour(seat).fill
    you = scene.view["you"] == seat
    style = {"stroke": colour if you else INK, "stroke_width": 3 if you else 1}
    frame = rect(0, 0, width, height, rx=6, fill=mix(colour, CARD, 0.1), **style)
    return frame + panel_head(scene, seat, width) + panel_cards(scene, seat, width)


def panel_head(scene: Scene, seat: Seat, width: float) -> str:
    points = scene.view["standings"][seat]["points"]
    worth = scene.counted("points", points).partition(" ")[2]
    x = width - 10 - text_width(worth, SMALLEST)
    drawn = seat_tile(seat, 4, 4, 20)
    drawn += text(width - 9, 19, worth, SMALLEST, anchor="end", fill=INK)
    style = {"font_weight": "bold", "fill": INK}
    drawn += text(x - 5, 20, points, 17, anchor="end", **style)
    return drawn + name_and_flags(scene, seat, x - 5 - 12.5 * len(str(points)) - 4)


def name_and_flags(scene: Scene, seat: Seat, end: float) -> str:
    """The name, as much as there is room for, then what holds of the seat."""
    shown = flags(scene, seat)
    wanted = sum(text_width(flag, SMALLEST) + 15 for flag in shown)
    name = cut_to_width(scene.names[seat], end - 32 - wanted, 13, True)
    gone = "line-through" if seat in scene.view["left"] else None
    style = {"font_weight": "bold", "text_decoration": gone}
    drawn = text(30, 19, name, 13, fill=SOFT if gone else INK, **style)
    x = 30 + text_width(name, 13, True) + 4
    for flag in shown:
        drawn += pill(flag, x, seat)
        x += text_width(flag, SMALLEST) + 15
    return drawn


def pill(word: str, x: float, seat: Seat) -> str:
    colour = seat_colour(seat).fill
    width = text_width(word, SMALLEST) + 11
    ground = rect(x, 6, width, 16, rx=8, fill=colour)
    style = {"anchor": "middle", "fill": ink_on(colour)}
    return ground + text(x + width / 2, 18, word, SMALLEST, **style)


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
