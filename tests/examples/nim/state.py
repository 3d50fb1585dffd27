"""What lies on the table: numbers, strings and tuples, so that a copy is quick."""

from __future__ import annotations

from engine.contract import Seat
from engine.flat import FlatState, flat

NOBODY = -1


@flat
class State(FlatState):
    seats: int
    heaps: tuple[int, ...]  # NIM-1
    turn: int = 1
    seat: Seat = 0  # whose turn it is
    winner: Seat = NOBODY
    left: tuple[Seat, ...] = ()  # have given up
