"""The whole state as plain JSON, and back."""

from __future__ import annotations

from engine.contract import Position
from engine.errors import PositionImpossible
from engine.positions import Fields

from .state import NOBODY, State

MOST_STICKS = 9  # in a heap
MOST_TURNS = 60


def position(state: State) -> Position:
    return {
        "game": "nim",
        "seats": state.seats,
        "heaps": list(state.heaps),
        "turn": state.turn,
        "seat": state.seat,
        "winner": state.winner,
        "left": list(state.left),
    }


def from_position(position: Position) -> State:
    fields = Fields(position, "nim")
    seats = fields.number("seats", 2, 2, 2)
    state = State(seats, tuple(fields.numbers("heaps", 0, MOST_STICKS)))
    state.turn = fields.number("turn", 1, 1, MOST_TURNS)
    state.seat = fields.number("seat", 0, 0, seats - 1)
    state.winner = fields.number("winner", NOBODY, NOBODY, seats - 1)
    state.left = tuple(fields.numbers("left", 0, seats - 1))
    fields.finish()
    if found := faults(state):
        raise PositionImpossible(found[0])
    return state


def faults(state: State) -> list[str]:
    """What no legal match can show. [NIM-3]"""
    if (state.winner == NOBODY) != any(state.heaps):
        return ["a match is won when the last stick is taken, and not before"]
    return []
