"""What lies on the table: numbers, strings and tuples, so that a copy is quick."""

from __future__ import annotations

from engine.contract import Seat
from engine.flat import FlatState

NOBODY = -1


class State(FlatState):
    __slots__ = ("heaps", "left", "seat", "seats", "turn", "winner")

    def __init__(self, seats: int, heaps: tuple[int, ...]) -> None:
        self.seats = seats
        self.heaps = heaps  # NIM-1
        self.turn = 1
        self.seat: Seat = 0  # whose turn it is
        self.winner: Seat = NOBODY
        self.left: tuple[Seat, ...] = ()  # have given up

    def copy(self) -> State:
        new: State = State.__new__(State)
        for name in self.__slots__:
            setattr(new, name, getattr(self, name))
        return new
