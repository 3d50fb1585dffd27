"""Pending steps: what is left to do lies on a stack, the next one on top. [SB-17.2]

A frame is a name and numbers. Some frames are carried out at once, others are decisions
of a seat; `sequence.py` says which is which.
"""

from __future__ import annotations

from typing import TypeAlias

from engine.contract import Seat
from engine.samurai_battles.box import FACES
from engine.samurai_battles.hexes import Hex
from engine.samurai_battles.state import State, Trace
from engine.table import Table

Battlefield: TypeAlias = Table[State]


def push(state: State, name: str, *numbers: int) -> None:
    state.stack = (*state.stack, (name, numbers))


def pop(state: State) -> None:
    state.stack = state.stack[:-1]


def leave_trace(state: State, kind: str, seat: Seat, path: tuple[Hex, ...]) -> None:
    """For pictures: see `Trace`."""
    state.traces = (*state.traces, Trace(kind, seat, path))


def throw(table: Battlefield, cause: str, seat: Seat, count: int) -> tuple[str, ...]:
    """So many dice for this cause, told with their faces. [SB-17.11, SB-17.12]"""
    state = table.state
    state.rolls += 1
    name = f"turn {state.turn} {cause} {state.rolls}"
    faces = table.chance.roll(name, count, FACES)
    reason = cause.replace(" ", "_")
    table.tell("dice_rolled", seat=seat, reason=reason, faces=" ".join(faces))
    return faces
