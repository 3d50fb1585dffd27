"""What lies on the table. [AOW-1.5]"""

from __future__ import annotations

from dataclasses import field
from typing import NamedTuple

from engine.age_of_war.board import CENTRE, DICE, SLOTS
from engine.flat import FlatState, flat

UNROLLED = "?"  # the face of a die in hand that is still to be rolled
NO_TARGET = -1


class Setup(NamedTuple):
    """Agreed before the match, never changed in it."""

    set: str = "qin-2024"
    seats: int = 2
    first: int = 0  # the seat that has turn 1
    turn_cap: int = 0
    dropout: str = "auto"


@flat
class State(FlatState):
    """Flat and cheap to copy: every field is a number, a string or a tuple."""

    setup: Setup
    holder: tuple[int, ...] = (CENTRE,) * len(SLOTS)  # AOW-3.1
    turn: int = 1
    seat: int = field(init=False)
    hand: str = UNROLLED * DICE  # faces in the order rolled
    lost: int = 0
    rolls: int = 0
    target: int = NO_TARGET
    filled: tuple[int, ...] = ()  # lines of the target, from 1
    placed: tuple[str, ...] = ()  # the dice on each of them
    left: frozenset[int] = frozenset()  # seats that were given up
    over: str = ""  # "conquest" or "adjudicated" when the match has ended

    def __post_init__(self) -> None:
        self.seat = self.setup.first
