"""The whole state as plain JSON, secrets included."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.contract import Position
from engine.flat import fields_of
from engine.small_samurai_empires.box import (
    KINDS,
    MOUNTAIN_TOKENS,
    NEUTRALS,
    NOTHING,
    RESOURCES,
)
from engine.small_samurai_empires.rules.era import named_cards
from engine.small_samurai_empires.state import (
    KIND,
    OWNER,
    State,
)

GAME = "small_samurai_empires"


def position(state: State) -> Position:
    """Everything, secrets included; what follows from the pieces is left out."""
    setup, board = state.setup, state.setup.board
    names = board.provinces
    return {
        "game": GAME,
        "board": board.id,
        "edition": setup.edition.id,
        "variants": setup.variants,
        "screens": setup.screens,
        "seats": setup.seats,
        **position_layout(state),
        **fields_of(state, "era", "round", "phase", "point"),
        "active": state.seat,
        "slot": None if state.slot == NOTHING else board.slots[state.slot],
        "turn_track": list(state.track),
        "provinces": position_provinces(state),
        "slots": position_slots(state),
        "to_place": list(state.todo),
        **fields_of(state, "food", "bushido"),
        "influence": by_seat(state.influence, setup.seats),
        "score": list(state.scores),
        "destiny": position_destiny(state),
        "action": {
            "steps": state.step,
            "movers": [names[province] for province in state.movers],
            "target": None if state.target == NOTHING else names[state.target],
            "explored": state.explored,
            "expedition": position_climb(state),
        },
        **fields_of(state, "left", "over"),
    }


def position_layout(state: State) -> dict[str, Any]:
    """What was drawn in the setup; of variants only if they are played."""
    layout, setup, board = state.layout, state.setup, state.setup.board
    seats = range(setup.seats)
    found: dict[str, Any] = {
        "seeding": {
            board.provinces[p]: RESOURCES[layout.seeds[p]] for p in board.resources
        },
        "neutrals": {
            slot: NEUTRALS[kind]
            for slot, kind in zip(board.slots, layout.neutral, strict=True)
        },
    }
    if setup.shrines:
        found["shrines"] = {
            board.provinces[p]: layout.shrines[p] for p in board.shrines
        }
    if setup.agenda:
        found["agenda"] = dict(zip(board.regions, layout.tiles, strict=True))
        found["agenda_done"] = {
            region: [s for s in seats if state.agenda >> setup.seats * number + s & 1]
            for number, region in enumerate(board.regions)
        }
    if setup.mountain:
        found["mountains"] = {
            name: None if token == NOTHING else MOUNTAIN_TOKENS[token]
            for name, token in zip(board.mountains, state.mountains, strict=True)
        }
    return found


def position_provinces(state: State) -> dict[str, Any]:
    """Provinces with anything in them."""
    seats, found = state.setup.seats, {}
    for number, name in enumerate(state.setup.board.provinces):
        armies = state.armies[number * seats : (number + 1) * seats]
        castles = [mask >> number & 1 for mask in state.castles]
        if any(armies) or any(castles):
            found[name] = {"armies": armies, "castles": castles}
    return found


def position_slots(state: State) -> dict[str, Any]:
    """Tokens bottom first, each with the round it was placed in."""
    found = {}
    for slot, name in enumerate(state.setup.board.slots):
        tokens = [
            {"seat": OWNER[token], "kind": KINDS[KIND[token]], "round": layer}
            for layer, token in ((1, state.first[slot]), (2, state.second[slot]))
            if token
        ]
        if tokens:
            found[name] = tokens
    return found


def position_destiny(state: State) -> dict[str, Any]:
    regions = state.setup.board.regions
    return {
        "hands": [named_cards(hand, regions) for hand in state.cards],
        "chosen": [None if of == NOTHING else regions[of] for of in state.chosen],
        "shown": dict(zip(regions, state.shown, strict=True)),
        "deck": [regions[of] for of in state.deck],
    }


def position_climb(state: State) -> list[str] | None:
    if not state.climb:
        return None
    origin, mountain, province = state.climb
    board = state.setup.board
    return [
        board.provinces[origin],
        board.mountains[mountain],
        board.provinces[province],
    ]


def by_seat(numbers: Sequence[int], seats: int) -> list[list[int]]:
    each = len(numbers) // seats
    return [list(numbers[seat * each : (seat + 1) * each]) for seat in range(seats)]
