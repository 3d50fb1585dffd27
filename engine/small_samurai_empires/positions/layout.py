"""Reads what was agreed and what was laid out before the first era. [SSE-3]"""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import PositionImpossible
from engine.positions import Fields, named, shown
from engine.small_samurai_empires.board import BOARD, BOARDS, EDITION, Board
from engine.small_samurai_empires.box import (
    NEUTRALS,
    NOTHING,
    RESOURCES,
)
from engine.small_samurai_empires.positions.words import key_of, refuse_if, word_of
from engine.small_samurai_empires.rules.setup import decrees_of
from engine.small_samurai_empires.state import (
    VARIANTS,
    Layout,
    Setup,
)


def read_setup(fields: Fields) -> Setup:
    board = BOARDS[fields.word("board", BOARD.id, BOARDS)]
    variants = fields.list("variants")
    for variant in variants:
        if variant not in VARIANTS:
            words = ", ".join(VARIANTS)
            raise PositionImpossible(
                f"“variants” are of {words}; {shown(variant)} is not."
            )
    return Setup(
        board=board,
        edition=board.editions[fields.word("edition", EDITION, board.editions)],
        seats=fields.number("seats", board.seats[0], *board.seats),
        agenda="agenda" in variants,
        mountain="mountain" in variants,
        shrines="shrines" in variants,
        random_neutral="random-neutral" in variants,
        screens=fields.flag("screens"),
    )


def read_layout(fields: Fields, setup: Setup) -> Layout:
    board = setup.board
    tiles = read_tiles(fields, setup)
    return Layout(
        seeds=read_seeds(fields, board),
        neutral=read_neutrals(fields, setup),
        shrines=read_shrines(fields, setup),
        tiles=tiles,
        decrees=decrees_of(board, tiles),
    )


def read_seeds(fields: Fields, board: Board) -> tuple[int, ...]:
    """Provinces not named get the tokens that are left, in turn. [SSE-3.3]"""
    seeds, left = [NOTHING] * len(board.provinces), list(board.seeding)
    for name, kind in fields.table("seeding").items():
        province = key_of("seeding", name, board.index)
        if province not in board.resources:
            raise PositionImpossible(f"{named(name)} is no resource province.")
        seeds[province] = word_of(f"seeding.{name}", kind, RESOURCES)
        left[seeds[province]] -= 1
    for province in board.resources:
        if seeds[province] == NOTHING:
            seeds[province] = left.index(max(left))
            left[seeds[province]] -= 1
    if any(left):
        raise PositionImpossible("There are not so many seeding tokens of a kind.")
    return tuple(seeds)


def read_neutrals(fields: Fields, setup: Setup) -> tuple[int, ...]:
    """As printed, or with the variant as written. [SSE-2.8, SSE-10.4.1]"""
    board, given = setup.board, dict[int, int]()
    for name, kind in fields.table("neutrals").items():
        slot = key_of("neutrals", name, board.slot_index)
        given[slot] = word_of(f"neutrals.{name}", kind, NEUTRALS)
    if setup.random_neutral:
        for region in range(len(board.regions)):
            given |= read_neutral_tokens(board, region, given)
    neutral = tuple(
        given.get(slot, kind) for slot, kind in enumerate(board.slot_neutral)
    )
    if not setup.random_neutral and neutral != board.slot_neutral:
        raise PositionImpossible(
            "Neutral actions are as printed without the variant random-neutral."
        )
    return neutral


def read_neutral_tokens(
    board: Board, region: int, given: Mapping[int, int]
) -> dict[int, int]:
    """Slots not named get the tokens that are left, the printed kind if possible."""
    left, slots = list(board.neutral_tokens[region]), board.slots_of[region]
    spare = max(0, len(slots) - len(left))  # slots that keep their print [SSE-10.4.1]
    for slot in slots:
        if given.get(slot) in left:
            left.remove(given[slot])
        elif slot in given:
            spare -= 1
    refuse_if(spare < 0, f"{board.regions[region]} has not so many neutral tokens.")
    found = {}
    for slot in slots:
        if slot not in given and left:
            printed = board.slot_neutral[slot]
            found[slot] = printed if printed in left else left[0]
            left.remove(found[slot])
    return found


def read_shrines(fields: Fields, setup: Setup) -> tuple[str, ...]:
    """Provinces not named get the pieces that are left. [SSE-10.3.1]"""
    board, given = setup.board, fields.table("shrines")
    if not setup.shrines:
        refuse_if(bool(given), "“shrines” needs the variant shrines.")
        return ()
    colours, left = [""] * len(board.provinces), dict(board.shrine_pieces)
    for name, colour in given.items():
        province = key_of("shrines", name, board.index)
        refuse_if(
            province not in board.shrines, f"{named(name)} is no shrine province."
        )
        word_of(f"shrines.{name}", colour, list(left))
        colours[province] = colour
        left[colour] -= 1
    for province in board.shrines:
        if not colours[province]:
            colours[province] = max(left, key=lambda colour: left[colour])
            left[colours[province]] -= 1
    refuse_if(min(left.values()) < 0, "There are not so many shrines of a colour.")
    return tuple(colours)


def read_tiles(fields: Fields, setup: Setup) -> tuple[str, ...]:
    """Tiles not named: the ones left, with side a up. [SSE-10.1.1]"""
    board, given = setup.board, fields.table("agenda")
    if not setup.agenda:
        refuse_if(bool(given), "“agenda” needs the variant agenda.")
        return ()
    tiles = [""] * len(board.regions)
    left = sorted({tile[0] for tile in board.tiles})
    for name, tile in given.items():
        region = key_of("agenda", name, board.region_index)
        if tile:
            word_of(f"agenda.{name}", tile, list(board.tiles))
            refuse_if(tile[0] not in left, f"Tile {tile[0]} is there twice.")
            left.remove(tile[0])
        tiles[region] = tile or ""
    for region, name in enumerate(board.regions):
        if name not in given and left:
            tiles[region] = f"{left.pop(0)}a"
    return tuple(tiles)
