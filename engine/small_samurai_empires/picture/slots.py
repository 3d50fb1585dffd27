"""The twelve order slots, three to a plaque, on the sea beside their region."""

from __future__ import annotations

from functools import cache

from engine.drawing import (
    Point,
    circle,
    group,
    ink_on,
    mix,
    path,
    rect,
    spot,
    text,
    text_width,
)
from engine.prints import (
    CARD,
    GOLD,
    INK,
    SEAL,
    SMALLEST,
    bold,
    centred,
    token_place,
)
from engine.small_samurai_empires.map import Board, Slot
from engine.small_samurai_empires.picture.chart import CHART, ground, region_rect
from engine.small_samurai_empires.picture.pieces import (
    TILE,
    card_face,
    glyph,
    token_covered,
    token_down,
    token_up,
)
from engine.small_samurai_empires.scene import (
    Scene,
    Token,
    board_words,
    region_name,
    slot_name,
)

CELL = (77.0, 42.0)
HEAD = 19.0
PEEP = 19.0  # what is seen of a covered token
SMALLER = 0.81  # tokens here: below them stands what orders call the slot
NAME = {"anchor": "middle", "fill": INK, "width": CELL[0] - 5}
PLAQUE = 3 * CELL[0] + 12
MIDDLE = 300  # of the map
FEET = {"left": 290.0, "right": CHART + 5.0}  # plaques end above turn order and frame
# Upper left corners, by region; near the land, never on it.
CORNERS = {
    "violet": (134.0, 112.0),
    "teal": (75.0, 204.0),
    "orange": (338.0, 563.0),
    "grey": (338.0, 640.0),
}


def plaques(scene: Scene) -> str:
    """All slots; a region of another board that has no corner is left to the text."""
    return "".join(
        group(plaque(scene, region), *corner)
        for region, corner in corners(scene.board).items()
    )


@cache
def corners(board: Board) -> dict[str, Point]:
    """Those above; with more rows, on another board, a plaque grows upwards."""
    free, found = dict(FEET), dict[str, Point]()
    for region in sorted(CORNERS, key=lambda region: -CORNERS[region][1]):
        if region in board.regions:
            x, y = CORNERS[region]
            column = "left" if x < MIDDLE else "right"
            y = min(y, free[column] - plaque_height(board, region))
            found[region], free[column] = (x, y), y - 8
    return found


def plaque_height(board: Board, region: str) -> float:
    rows = -(-len(board.slots_of(region)) // 3)
    return HEAD + 3 + rows * (CELL[1] + 2)


def plaque(scene: Scene, region: str) -> str:
    drawn = board_of(scene.board, region, scene.language)
    drawn += destiny_cards(scene, region)
    for at, slot in enumerate(scene.board.slots_of(region)):
        x, y = 4 + at % 3 * (CELL[0] + 2), HEAD + 1 + at // 3 * (CELL[1] + 2)
        drawn += spot(slot.id, cell(scene, slot), x, y)
    return drawn


@cache
def board_of(board: Board, region: str, language: str) -> str:
    """The wooden tablet with the name of the region and its bonus. [SSE-2.1]"""
    height = plaque_height(board, region)
    edge = {"stroke": INK, "stroke_width": 1.2}
    shadow = rect(2, 3, PLAQUE, height, rx=5, fill=INK, fill_opacity=0.3)
    tablet = region_rect(region, PLAQUE, height, rx=5, **edge)
    name = region_name(board, region, language)
    title = bold(8, 14, name, 12)
    x = 13 + text_width(name, 12, True)
    word = str(board_words(language)["region_colours"].get(region, region))
    title += text(x, 14, word, SMALLEST, fill=INK)
    points = bonus(board, region, x + text_width(word, SMALLEST) + 5)
    return shadow + tablet + title + points


def bonus(board: Board, region: str, x: float) -> str:
    """Points for most and second most provinces. [SSE-8.4]"""
    first, second = board.regions[region].bonus
    drawn = ""
    for at, points in enumerate((first, second)):
        middle = x + 8 + 19 * at
        fill = (GOLD, "#dcdcd6")[at]
        drawn += circle(middle, 10, 7.6, fill=fill, stroke=INK, stroke_width=0.8)
        drawn += centred(middle, 14, points)
    return drawn


def destiny_cards(scene: Scene, region: str) -> str:
    """The region's multiplier, as cards face up. [SSE-4.2.3]"""
    return group(card_face(scene.cards(region)), PLAQUE - 34, 2.5)


# --------------------------------------------------------------------------- cells


def cell(scene: Scene, slot: Slot) -> str:
    """Number, name, neutral action, tokens; a red frame while it is resolved."""
    now = scene.view["slot"] == slot.id and not scene.over
    name = slot_name(scene.board, slot.id, scene.language)
    body = cell_ground(slot.region, slot.ordinal, name, scene.neutral(slot.id), now)
    return body + group(tokens(scene, scene.tokens(slot.id)), 25.5, 2.4, SMALLER)


@cache
def cell_ground(region: str, index: int, name: str, neutral: str, now: bool) -> str:
    width, height = CELL
    style = {"stroke": SEAL if now else INK, "stroke_width": 3 if now else 0.8}
    fill = mix(GOLD, CARD, 0.75) if now else CARD
    drawn = rect(0, 0, width, height, rx=4, fill=fill, **style)
    shade = mix(ground(region)[0], INK, 0.45)
    tab = "M0 4A4 4 0 0 1 4 0H19V16H0Z"
    drawn += path(tab, fill=SEAL if now else shade)
    drawn += centred(9.6, 12.4, index, 12, fill=ink_on(SEAL if now else shade))
    drawn += text(width / 2, height - 3, name, SMALLEST, **NAME)
    return drawn + glyph(neutral, 3, 17.4, 13, INK)


def tokens(scene: Scene, laid: list[Token]) -> str:
    if not laid:
        return group(token_place(TILE), 10, 0.5)
    if len(laid) == 1:
        return group(token(scene, laid[0]), 10, 0)
    bottom, top = laid[0], laid[-1]
    under = token_covered(scene.colour(bottom.seat), bottom.kind)
    return under + group(token(scene, top), PEEP, 0)


def token(scene: Scene, laid: Token) -> str:
    colour = scene.colour(laid.seat)
    if laid.up:
        return token_up(colour, laid.kind)
    return token_down(colour, laid.kind)
