"""What the signs mean."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from engine.drawing import group
from engine.maps import sea_link
from engine.prints import INK, SOLDIER, Block, Entry, flowed, legend, sign
from engine.small_samurai_empires.map import Board
from engine.small_samurai_empires.picture.pieces import (
    KEEP,
    capital,
    card_back,
    card_face,
    chip,
    glyph,
    peak,
    seed,
    shrine,
    token_back,
)
from engine.small_samurai_empires.picture.slots import bonus
from engine.small_samurai_empires.scene import COLOURS, KINDS, Scene, board_words


def board_legend(scene: Scene, on_paper: bool = False) -> Block:
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
        (sea_link("M2 9Q14 3 26 9"), 32, words["sea_link"]),
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
    return legend(flowed([*orders, *signs, *stock]))


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
