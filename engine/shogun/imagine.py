"""A table as it may be, for all a seat knows. [SHO-1.5]"""

from __future__ import annotations

from random import Random

from engine.contract import Seat
from engine.shogun.state import State


def imagine(state: State, seat: Seat | None, dice: Random) -> State:
    return state
