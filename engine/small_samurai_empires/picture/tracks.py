"""Score and influence: the boards below the map."""

from __future__ import annotations

from functools import cache

from engine.contract import Seat
from engine.drawing import (
    circle,
    cut_to_width,
    group,
    ink_on,
    line,
    mark,
    mix,
    path,
    rect,
    text,
    text_width,
)
from engine.prints import (
    CARD,
    GOLD,
    INK,
    INSIDE,
    SEAL,
    SMALLEST,
    SOFT,
    Block,
    bold,
    centred,
    roundel,
    section,
)
from engine.small_samurai_empires.map import Board
from engine.small_samurai_empires.picture.chart import ground, region_rect
from engine.small_samurai_empires.picture.pieces import card_face
from engine.small_samurai_empires.scene import Scene, board_words, region_name

# ---------------------------------------------------------------------- score track

SHORTEST = 50  # points on the road; it grows with the leader


def score_panel(scene: Scene) -> Block:
    """A road of points with a pennant for each player."""
    top = max(scene.view["score"])
    length = max(SHORTEST, -(-top // 25) * 25)
    pace = (INSIDE - 30) / length
    drawn = section(scene.words["score_track"])
    drawn += group(road(length, pace), 15, 52)
    for seat, points, aside in pennants(scene, pace):
        drawn += group(pennant(scene, seat, points, aside), 15 + points * pace, 52)
    return drawn, 72


@cache
def road(length: int, pace: float) -> str:
    drawn = rect(
        -6, -4, length * pace + 12, 8, rx=4, fill=GOLD, stroke=INK, stroke_width=0.9
    )
    for points in range(0, length + 1, 5):
        big = points % 10 == 0
        x = points * pace
        drawn += line(x, -4, x, 4 if big else 0, stroke=INK, stroke_width=0.7)
        if big:
            drawn += text(x, 16, points, SMALLEST, anchor="middle", fill=SOFT)
    return drawn


def pennants(scene: Scene, pace: float) -> list[tuple[Seat, int, float]]:
    """Seat, points, and how far its pennant is moved aside to be seen."""
    width = 43.0
    seats = sorted(scene.seats, key=lambda seat: (scene.view["score"][seat], seat))
    spots: list[float] = []
    for seat in seats:
        wanted = scene.view["score"][seat] * pace
        spots.append(max(wanted, spots[-1] + width) if spots else wanted)
    limit = INSIDE - 57
    for at in range(len(spots) - 1, -1, -1):
        spots[at] = min(spots[at], limit)
        limit = spots[at] - width
    return [
        (seat, scene.view["score"][seat], spot - scene.view["score"][seat] * pace)
        for seat, spot in zip(seats, spots, strict=True)
    ]


def pennant(scene: Scene, seat: Seat, points: int, aside: float) -> str:
    colour = scene.colour(seat)
    pole = {"stroke": INK, "stroke_width": 1.4, "fill": "none"}
    drawn = path(f"M0 0L{aside:.1f} -9V-27", stroke_linejoin="round", **pole)
    drawn += circle(0, 0, 3.2, fill=colour.fill, stroke=INK, stroke_width=1)
    cloth = f"M{aside:.1f} -27h40l-5 8l5 8h-40z"
    drawn += path(cloth, fill=colour.fill, stroke=INK, stroke_width=1)
    drawn += mark(colour, aside + 7.5, -19, 9)
    return drawn + centred(aside + 23, -15, points, fill=ink_on(colour.fill))


# ------------------------------------------------------------------ influence board

NAME = 96.0  # width of the column of names
CARDS = 44.0  # and of the cards
ROW = 25.0


def influence_panel(scene: Scene) -> Block:
    """A track per region, the value of each space on top. [SSE-2.9]"""
    drawn = section(scene.words["influence"])
    drawn += group(values(scene.board, scene.language), 0, 20)
    y = 38.0
    for region in reversed(scene.board.regions):
        drawn += group(track(scene, region), 0, y)
        y += ROW + 3
        if scene.tile(region):
            drawn += group(agenda(scene, region), 0, y - 2)
            y += 33
    return drawn, y


def space(board: Board) -> float:
    return (INSIDE - NAME - CARDS) / len(board.values)


@cache
def values(board: Board, language: str) -> str:
    words = board_words(language)
    drawn = text(0, 12, words["value"], SMALLEST, fill=SOFT, width=NAME - 6)
    for at, value in enumerate(board.values):
        drawn += centred(NAME + (at + 0.5) * space(board), 12, value, fill=SEAL)
    return drawn + bold(INSIDE - CARDS + 6, 12, "×", fill=SEAL)


@cache
def track_ground(board: Board, region: str, language: str) -> str:
    edge = {"stroke": INK, "stroke_width": 0.9}
    drawn = region_rect(region, INSIDE, ROW, rx=4, **edge)
    name = cut_to_width(region_name(board, region, language), NAME - 12, 12, True)
    drawn += bold(8, 16.6, name, 12)
    last = len(board.values) - 1
    wide = space(board)
    for at in range(last + 1):
        fill = mix(CARD, ground(region)[0], 0.8 if at % 2 else 0.55)
        x = NAME + at * wide
        drawn += rect(x, 2, wide - 1.5, ROW - 4, rx=3, fill=fill)
    return drawn


@cache
def space_label(board: Board, at: int) -> str:
    label = f"{at}+" if at == len(board.values) - 1 else str(at)
    style = {"fill": SOFT, "anchor": "middle"}
    return text(NAME + (at + 0.5) * space(board) - 0.7, 16.5, label, SMALLEST, **style)


def track(scene: Scene, region: str) -> str:
    board = scene.board
    drawn = track_ground(board, region, scene.language)
    by_space: dict[int, list[Seat]] = {}
    for seat in scene.seats:
        at = min(scene.influence(seat, region), len(board.values) - 1)
        by_space.setdefault(at, []).append(seat)
    for at in range(len(board.values)):
        middle = NAME + (at + 0.5) * space(board) - 0.7
        seats = by_space.get(at)
        there = group(markers(scene, seats), middle, ROW / 2) if seats else ""
        drawn += there or space_label(board, at)
    face = card_face(scene.cards(region))
    return drawn + group(face, INSIDE - CARDS + 6, 5.5)


def markers(scene: Scene, seats: list[Seat]) -> str:
    """Discs side by side, overlapping where many share a space."""
    apart = 14.0 if len(seats) < 3 else 9.0
    drawn, x = "", -apart * (len(seats) - 1) / 2
    tall = len(seats) > 2
    for at, seat in enumerate(seats):
        colour = scene.colour(seat)
        y = (-4.6 if at % 2 else 4.6) if tall else 0
        edge = {"stroke": CARD, "stroke_width": 1}
        radius = 6.2 if tall else 8
        drawn += circle(x, y, radius, fill=colour.fill, **edge)
        drawn += mark(colour, x, y, radius * 1.45)
        x += apart
    return drawn


def agenda(scene: Scene, region: str) -> str:
    """The tile of the region: what it asks, what it decrees, who has done it."""
    tile = scene.tile(region)
    if tile is None:
        return ""
    key, words = str(tile["tile"]), scene.words
    done = list(tile["done"])
    frame = rect(8, 0, INSIDE - 16, 31, rx=3, fill=CARD, stroke=INK, stroke_width=0.7)
    room = INSIDE - 62 - 17 * len(done)
    title = f"{key.upper()} {scene.word('tiles', key)}"
    drawn = frame + roundel(24, 15.5, scene.board.tiles.get(key, 0), 10)
    wide = text_width(title, SMALLEST, True)
    drawn += bold(40, 13, title)
    needs = scene.word("needs", key)
    drawn += text(47 + wide, 13, needs, SMALLEST, fill=INK, width=room - wide - 7)
    decree = f"{words['decrees'].get(key[:1], '')}: "
    decree += words["decree_effects"].get(key[:1], "")
    drawn += text(40, 26.5, decree, SMALLEST, fill=SOFT, width=room)
    for at, seat in enumerate(done):
        colour = scene.colour(seat)
        x = INSIDE - 22 - 17 * (len(done) - 1 - at)
        drawn += circle(x, 15.5, 7, fill=colour.fill, stroke=INK, stroke_width=0.9)
        drawn += mark(colour, x, 15.5, 10)
    return drawn
