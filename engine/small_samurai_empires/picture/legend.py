"""What the signs mean."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from engine.drawing import group, line, path, text, text_width
from engine.small_samurai_empires.map import Board
from engine.small_samurai_empires.picture.pieces import (
    CARD,
    INK,
    KEEP,
    SEAL,
    SMALLEST,
    SOLDIER,
    capital,
    card_back,
    card_face,
    chip,
    glyph,
    peak,
    seed,
    shrine,
    sign,
    token_back,
)
from engine.small_samurai_empires.picture.slots import bonus
from engine.small_samurai_empires.picture.tracks import INSIDE, Block
from engine.small_samurai_empires.scene import COLOURS, KINDS, Scene, board_words

Entry = tuple[str, float, str]  # sign, where its word begins, the word


def legend(scene: Scene, on_paper: bool = False) -> Block:
    """On paper nobody can ask what the numbers of a region are either."""
    mountains = scene.view["mountains"] is not None
    gates = any(
        there["shrine"] not in (None, "plain")
        for there in scene.view["provinces"].values()
    )
    numbers = scene.board if on_paper else None
    return legend_of(scene.language, mountains, gates, numbers)


@cache
def legend_of(
    language: str, mountains: bool, gates: bool, numbers: Board | None
) -> Block:
    words = board_words(language)
    orders: list[Entry] = [
        (glyph("move", 0, 1, 13), 18, words["neutrals"]["move"]),
        *((glyph(kind, 0, 1, 13), 18, words["kinds"][kind]) for kind in KINDS),
    ]
    red = COLOURS["red"]
    signs: list[Entry] = [
        (capital(7, 7), 18, words["capital"]),
        (seed("food", 7, 7), 18, words["food"]),
        (seed("bushido", 7, 7), 18, words["bushido"]),
        *gates_of(words, gates),
        (chip(red, 2, 0, False), 27, words["army"]),
        (group(chip(red, 1, 1, False), 0, 3), 29, words["castle"]),
        (chip(red, 2, 0, True), 27, words["controls"]),
        (links(), 32, words["sea_link"]),
        *([(peak("down", 8, 7), 23, words["mountain_token"])] if mountains else []),
    ]
    stock: list[Entry] = [
        (
            sign(SOLDIER, 0, 0, 14, INK) + sign(KEEP, 17, 0, 14, INK),
            36,
            words["in_supply"],
        ),
        (token_back(red) + card_back(19, -0.5), 36, words["in_hand"]),
        *(numbers_of(words, numbers) if numbers else []),
    ]
    drawn, y = line(0, 0, INSIDE, 0, stroke=INK, stroke_width=0.8), 7.0
    for row in flowed([*orders, *signs, *stock]):
        drawn += group(row, 0, y)
        y += 20
    return drawn, y - 4


def gates_of(words: Mapping[str, Any], sacred: bool) -> list[Entry]:
    if not sacred:
        return [(shrine("plain", 7, 7), 18, words["shrine"])]
    return [
        (shrine(colour, 7, 7), 18, words["shrines"][colour])
        for colour in ("brown", "black", "white")
    ]


def numbers_of(words: Mapping[str, Any], board: Board) -> list[Entry]:
    """What stands beside the name of a region: its bonus, its cards face up."""
    region, there = next(iter(board.regions.items()))
    first, second = there.bonus
    said = str(words["bonus"]).format(first=first, second=second)
    return [
        (group(bonus(board, region, 0), 0, -3), 41, said),
        (card_face(2), 36, words["phases"]["destiny"]),
    ]


def links() -> str:
    style = {"fill": "none", "stroke_linecap": "round", "stroke_dasharray": "0.1 5"}
    d = "M2 9Q14 3 26 9"
    under = path(d, stroke=CARD, stroke_width=4.6, **style)
    return under + path(d, stroke=SEAL, stroke_width=3, **style)


def flowed(entries: list[Entry]) -> list[str]:
    """Rows as full as they get; within a row the same room everywhere."""
    rows: list[list[Entry]] = [[]]
    for entry in entries:
        if wide([*rows[-1], entry]) + 9 * len(rows[-1]) > INSIDE:
            rows.append([])
        rows[-1].append(entry)
    return [spread(row) for row in rows]


def wide(entries: list[Entry]) -> float:
    return sum(x + text_width(word, SMALLEST) for _, x, word in entries)


def spread(entries: list[Entry]) -> str:
    gap = min((INSIDE - wide(entries)) / max(1, len(entries) - 1), 26)
    drawn, at = "", 0.0
    for picture, x, word in entries:
        drawn += group(picture + text(x, 12, word, SMALLEST, fill=INK), at, 0)
        at += x + text_width(word, SMALLEST) + gap
    return drawn
