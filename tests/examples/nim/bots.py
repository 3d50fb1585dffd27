"""A bot that wins whenever it can."""

from __future__ import annotations

from functools import reduce
from operator import xor
from random import Random
from typing import Any

from engine.contract import Game, Seat


def perfect(game: Game[Any], state: Any, seat: Seat, dice: Random) -> str:
    """Leave heaps that add up to nothing, bit by bit. [NIM-3]"""
    total = reduce(xor, state.heaps)
    for number, sticks in enumerate(state.heaps, start=1):
        if sticks ^ total < sticks:
            return f"take {number} {sticks - (sticks ^ total)}"
    return dice.choice(game.options(state, seat)).text


BOTS = {"perfect": perfect}
