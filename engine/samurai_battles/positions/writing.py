"""Writes positions: hexes and pieces by name, cards by id. [SB-17.11]"""

from __future__ import annotations

from typing import Any

from engine.contract import Position
from engine.flat import fields_of
from engine.samurai_battles.hexes import NAMES
from engine.samurai_battles.scenario import NO_HEX
from engine.samurai_battles.scenarios import SCENARIO
from engine.samurai_battles.state import (
    LEADER,
    NOBODY,
    Fight,
    Move,
    Piece,
    Roll,
    State,
)

GAME = "samurai_battles"
OWN = "own"  # the choice of a match that has a scenario from a file
CARDS = (
    "command_deck",
    "command_discard",
    "dragon_deck",
    "dragon_discard",
    "drawn",
    "faces",
)
PLAIN = (
    "tokens",
    "banners",
    "turn",
    "active",
    "own_turns",
    "phase",
    "card",
    "effect",
    "mirrored",
    "last_effects",
    "last_mirrored",
    "strikes",
    "has_played",
    "fewer",
    "rolls",
    "over",
    "winner",
    "left",
)


def position(state: State) -> Position:
    """Equal states give equal positions; a match keeps its scenario. [SB-15.7]"""
    if not state.turn:
        return undealt(state)
    return {
        "game": GAME,
        "scenario": scenario_written(state),
        "turn_cap": state.setup.turn_cap,
        "units": units_written(state),
        "leaders": leaders_written(state),
        "camps": [hex_name(hex) for hex in state.camps],
        **fields_of(state, *CARDS, *PLAIN),
        "command_hands": [list(hand) for hand in state.command_hands],
        "dragon_hands": [list(hand) for hand in state.dragon_hands],
        "last_faces": [list(faces) for faces in state.last_faces],
        "kept": sorted(map(list, state.kept)),
        "in_play": [list(one) for one in state.in_play],
        "orders": [piece_name(state, piece) for piece in state.orders],
        "plain": names(state, state.plain),
        "settled": names(state, state.settled),
        "battled": names(state, state.battled),
        "bonused": names(state, state.bonused),
        **{
            key: piece_name(state, getattr(state, key))
            for key in ("messenger", "marching", "volley", "bonus")
        },
        "insulted": leader_name(state, state.insulted),
        "moved": {piece_name(state, p): n for p, n in sorted(state.moved.items())},
        "advanced": [
            [piece_name(state, unit), NAMES[hex]]
            for unit, hex in state.advanced.items()
        ],
        "fight": fight_written(state, state.fight),
        "roll": roll_written(state, state.roll),
        "last_roll": roll_written(state, state.last_roll),
        "traces": [
            [kind, seat, [NAMES[hex] for hex in path]]
            for kind, seat, path in state.traces
        ],
        "moves": [move_written(state, move) for move in state.moves],
        "battles": [
            [kind, NAMES[origin], NAMES[target], won, hits]
            for kind, origin, target, won, hits in state.battles
        ],
        "stack": [[name, list(numbers)] for name, numbers in state.stack],
    }


def undealt(state: State) -> Position:
    """A scenario whose cards are not dealt yet: no more is known. [SB-3.2]"""
    cap = state.setup.turn_cap
    return {
        "game": GAME,
        "scenario": scenario_written(state),
        "turn_cap": cap,
        "turn": 0,
    }


def scenario_written(state: State) -> Any:
    """By its slug if it is one of ours as it is; else the whole of it. [SB-15.7]"""
    scenario = state.setup.scenario
    is_ours = SCENARIO.get(scenario.slug) == scenario
    return scenario.slug if is_ours else dict(scenario.data)


def agreed(state: State) -> dict[str, str]:
    """Scenario and turn cap. [SB-3.5]"""
    scenario = state.setup.scenario
    cap = {"turn_cap": str(state.setup.turn_cap)}
    return {"scenario": scenario.slug if scenario.slug in SCENARIO else OWN, **cap}


def hex_name(hex: int) -> str:
    return "" if hex == NO_HEX else NAMES[hex]


def piece_name(state: State, piece: Piece) -> str:
    """Units and leaders of a scenario have different ids. [SB-15.8]"""
    if piece == NOBODY:
        return ""
    if piece >= LEADER:
        return state.setup.leaders[piece - LEADER].id
    return state.setup.units[piece].id


def leader_name(state: State, leader: int) -> str:
    return "" if leader == NOBODY else state.setup.leaders[leader].id


def names(state: State, pieces: frozenset[Piece]) -> list[str]:
    return [piece_name(state, piece) for piece in sorted(pieces)]


def units_written(state: State) -> dict[str, list[Any]]:
    """Hex, figures and master by id; units that are gone have no hex."""
    return {
        unit.id: [
            hex_name(state.unit_hex[number]),
            state.figures[number],
            state.unit_seat[number],
        ]
        for number, unit in enumerate(state.setup.units)
    }


def leaders_written(state: State) -> dict[str, list[Any]]:
    """Hex, master and fate by id."""
    return {
        leader.id: [
            hex_name(state.leader_hex[number]),
            state.leader_seat[number],
            state.fates[number],
        ]
        for number, leader in enumerate(state.setup.leaders)
    }


def fight_written(state: State, fight: Fight | None) -> list[Any] | None:
    if fight is None:
        return None
    kind, attacker, here, target, there, challengers, *rest = fight
    return [
        kind,
        piece_name(state, attacker),
        NAMES[here],
        piece_name(state, target),
        NAMES[there],
        list(challengers),
        *rest,
    ]


def roll_written(state: State, roll: Roll | None) -> list[Any] | None:
    if roll is None:
        return None
    found = list(roll)
    found[1] = piece_name(state, roll.roller)
    found[2] = piece_name(state, roll.target)
    found[3], found[4] = NAMES[roll.roller_hex], NAMES[roll.target_hex]
    found[Roll._fields.index("faces")] = list(roll.faces)
    return found


def move_written(state: State, move: Move) -> list[Any]:
    return [
        piece_name(state, move.piece),
        [NAMES[hex] for hex in move.path],
        move.exit,
    ]
