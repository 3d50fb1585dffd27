"""What lies on the table. [AOW-1.5]"""

from __future__ import annotations

from typing import NamedTuple

from engine.age_of_war.board import CENTRE, DICE, SLOTS
from engine.flat import FlatState

UNROLLED = "?"  # the face of a die in hand that is still to be rolled
NO_TARGET = -1


class Setup(NamedTuple):
    """Agreed before the match, never changed in it."""

    set: str = "qin-2024"
    seats: int = 2
    first: int = 0  # the seat that has turn 1
    turn_cap: int = 0
    dropout: str = "auto"


class State(FlatState):
    """Flat and cheap to copy: every field is a number, a string or a tuple."""

    __slots__ = (
        "filled",
        "hand",
        "holder",
        "left",
        "lost",
        "over",
        "placed",
        "rolls",
        "seat",
        "setup",
        "target",
        "turn",
    )

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.holder: tuple[int, ...] = (CENTRE,) * len(SLOTS)  # AOW-3.1
        self.turn = 1
        self.seat = setup.first
        self.hand = UNROLLED * DICE  # faces in the order rolled
        self.lost = 0
        self.rolls = 0
        self.target = NO_TARGET
        self.filled: tuple[int, ...] = ()  # lines of the target, from 1
        self.placed: tuple[str, ...] = ()  # the dice on each of them
        self.left: frozenset[int] = frozenset()  # seats that were given up
        self.over = ""  # "conquest" or "adjudicated" when the match has ended

    def copy(self) -> State:
        new: State = State.__new__(State)
        new.setup = self.setup
        new.holder = self.holder
        new.turn = self.turn
        new.seat = self.seat
        new.hand = self.hand
        new.lost = self.lost
        new.rolls = self.rolls
        new.target = self.target
        new.filled = self.filled
        new.placed = self.placed
        new.left = self.left
        new.over = self.over
        return new
