"""The imperial palace and the Dajokan board. [SHO-12, SHO-15]"""

from __future__ import annotations

from functools import cache

from engine.drawing import circle, group, mark, mix, rect, spot, text
from engine.prints import (
    CARD,
    GOLD,
    INK,
    INSIDE,
    LACQUER,
    PAPER,
    SMALLEST,
    SOFT,
    Block,
    bold,
    centred,
    seat_tile,
    section,
    sign,
)
from engine.shogun.board import BOARD
from engine.shogun.names import HOUSES
from engine.shogun.picture.chart import TINTS
from engine.shogun.picture.season import fitted_lines
from engine.shogun.picture.signs import OFFICIAL, card_face
from engine.shogun.scene import Scene

DAJOKAN = 226.0  # width
OFFICE = 20.0  # side of an office space
FAVOUR = (102.0, 50.0)


def court_panel(scene: Scene) -> Block:
    """The palace at the left, the offices at the right, as far as they are played."""
    palace, offices = palace_block(scene), dajokan_block(scene)
    drawn, height = palace
    if offices[1]:
        drawn += group(offices[0], INSIDE - DAJOKAN if palace[1] else 0)
    return drawn, max(height, offices[1])


# ------------------------------------------------------------------------ the palace


def palace_block(scene: Scene) -> Block:
    court = scene.view["court"]
    if not court:
        return "", 0
    both = bool(scene.view["dajokan"])
    drawn = section(scene.words["court"], INSIDE - DAJOKAN - 14 if both else INSIDE)
    cards = ""
    for at, place in enumerate(court["favours"]):
        number = place["favour"]
        called = (
            scene.called("favour", number) if number else scene.words["favour_taken"]
        )
        face = favour_card(number, place["cost"], str(called))
        x = (FAVOUR[0] + 6) * at
        cards += spot(str(number), face, x, 20) if number else group(face, x, 20)
    drawn += spot("favour", cards) if cards else ""
    y = 20 + (FAVOUR[1] + 8 if cards else 0)
    for key, counts in (("waiting", court["waiting"]), ("audience", court["audience"])):
        drawn += group(hall(scene, key, counts), 0, y)
        y += 22
    return drawn, y


@cache
def favour_card(number: int | None, cost: int, called: str) -> str:
    """Its number, what it does, what it costs. [SHO-12.3]"""
    width, height = FAVOUR
    drawn = card_face(width, height, "" if number else "done")
    drawn += sign(OFFICIAL, width - 30, 4, 14, INK)
    drawn += bold(width - 14, 16, cost, 13)
    drawn += bold(7, 16, number or "–", 14)
    lines = fitted_lines(called, width - 10)
    for at, words in enumerate(lines):
        y = height - (6 if len(lines) == 1 else 18) + 13 * at
        drawn += text(6, y, words, SMALLEST, fill=INK, width=width - 10)
    return drawn


def hall(scene: Scene, key: str, counts: list[int]) -> str:
    """Who waits there, and with how many officials. [SHO-12.7]"""
    drawn = text(0, 13, scene.words[key], SMALLEST, fill=SOFT, width=92)
    x = 98.0
    for seat, count in enumerate(counts):
        faint = {} if count else {"opacity": 0.35}
        body = seat_tile(HOUSES[seat], 0, 1, 16) + bold(20, 14, count, 13)
        drawn += group(body, x, 0, **faint)
        x += 42
    return drawn


# ------------------------------------------------------------------- the Dajokan board


def dajokan_block(scene: Scene) -> Block:
    """Six by six offices with the values of rows and columns. [SHO-15.7]"""
    dajokan = scene.view["dajokan"]
    if not dajokan:
        return "", 0
    drawn = section(scene.words["dajokan"], DAJOKAN) + frame_of_values()
    cells = ""
    for at, office in enumerate(BOARD.offices):
        x = 34 + OFFICE * BOARD.column_of[at]
        y = 36 + OFFICE * BOARD.row_of[at]
        cells += spot(office, space(dajokan["offices"][office], office), x, y)
    drawn += spot("office", cells)
    for at, region in enumerate(dajokan["regions"]):
        drawn += group(
            region_token(region, at + 1, scene.word("regions", region)),
            162,
            36 + 24 * at,
        )
    return drawn, 38 + OFFICE * len(BOARD.row_points)


@cache
def frame_of_values() -> str:
    """Letters and numbers, each with what its line is worth."""
    drawn = ""
    columns = BOARD.file["dajokan"]["columns"]
    for at, (letter, value) in enumerate(
        zip(columns, BOARD.column_points, strict=True)
    ):
        x = 34 + OFFICE * (at + 0.5)
        drawn += text(x - 1, 32, letter, SMALLEST, anchor="end", fill=SOFT)
        drawn += bold(x + 1, 32, value)
    for at, value in enumerate(BOARD.row_points):
        y = 36 + OFFICE * (at + 0.5) + 4
        drawn += text(12, y, at + 1, SMALLEST, anchor="end", fill=SOFT)
        drawn += bold(18, y, value)
    return drawn


@cache
def space(held: int | str | None, office: str) -> str:
    """A marker, an open tile, a face-down one, or nothing yet. [SHO-15.4, SHO-15.5]"""
    side, middle = OFFICE - 2, OFFICE / 2 - 1
    edge = {"stroke": SOFT, "stroke_width": 0.6, "rx": 2}
    drawn = rect(0, 0, side, side, fill=mix(INK, PAPER, 0.05), **edge)
    if held == "open":
        style = {"fill": GOLD, "stroke": INK, "stroke_width": 1, "rx": 2}
        return rect(0, 0, side, side, **style) + centred(middle, 13, office)
    if held == "neutral":
        return rect(0, 0, side, side, fill=LACQUER, **edge)
    if held is None:
        return drawn
    colour = HOUSES[int(held)]
    disc = circle(middle, middle, 7.6, fill=colour.fill, stroke=INK, stroke_width=0.8)
    return drawn + disc + mark(colour, middle, middle, 9.5)


@cache
def region_token(region: str, place: int, called: str) -> str:
    """In their order: the left one decides first. [SHO-15.4]"""
    width = DAJOKAN - 162
    style = {"fill": TINTS[region], "stroke": INK, "stroke_width": 0.8, "rx": 3}
    drawn = rect(0, 0, width, 20, **style) + rect(0, 0, 13, 20, fill=CARD, rx=3)
    drawn += centred(6.5, 14, place)
    return drawn + text(16, 14, called, SMALLEST, fill=INK, width=width - 19)
