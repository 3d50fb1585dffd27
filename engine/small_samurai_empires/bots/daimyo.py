"""The bot that searches: imagined tables, each played to the end of the era.

Every option is tried on the same tables, the better half of them on more tables, and
so on until one is left. The number of trials is fixed, so equal dice decide alike.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from engine.chance import Seeded
from engine.contract import Game, Order, Seat
from engine.small_samurai_empires.bots.forecast import margin
from engine.small_samurai_empires.bots.playing import play_era
from engine.small_samurai_empires.bots.sketch import Sketch
from engine.small_samurai_empires.bots.worth import WEIGHTS, Weights
from engine.small_samurai_empires.imagine import imagine
from engine.small_samurai_empires.rules import apply, options
from engine.small_samurai_empires.rules.steps import PLACE_ANY
from engine.small_samurai_empires.state import State


class Effort(NamedTuple):
    """How much is tried for one decision."""

    trials: int  # sketches, with two seats; with more seats each takes longer
    each: int  # at most so many for each option
    fewest: int  # of an option, before it is given up


FULL = Effort(trials=1000, each=60, fewest=3)
LEAST = Effort(trials=1, each=1, fewest=1)


def daimyo(game: Game[Any], state: State, seat: Seat, dice: Random) -> str:
    """The order that ends the era best, on the average of many imagined ones."""
    return search(state, seat, dice, FULL).text


def search(
    state: State, seat: Seat, dice: Random, effort: Effort, weights: Weights = WEIGHTS
) -> Order:
    """Halving: half of the options go on, with twice as many trials each."""
    left = [order for order in options(state, seat) if order != PLACE_ANY]
    trials = min(effort.trials * 2 // state.setup.seats, effort.each * len(left))
    sums = dict.fromkeys(left, 0.0)
    rounds = max(1, (len(left) - 1).bit_length())
    while len(left) > 1:
        share = trials // len(left)
        for _ in range(max(1, min(effort.fewest, share // 3), share // rounds)):
            table, seed = imagine(state, seat, dice), dice.randbytes(32).hex()
            for order in left:  # the same table and the same luck for all
                sums[order] += outcome(table, seat, order, seed, weights)
        left.sort(key=lambda order: -sums[order])
        left = left[: (len(left) + 1) // 2]
    return left[0]


def outcome(
    table: State, seat: Seat, order: Order, seed: str, weights: Weights
) -> float:
    """How far ahead the seat ends, if the rest of the era goes as sketched."""
    after, _ = apply(table, seat, order, Seeded(seed))
    sketch = Sketch(after, seat, Random(seed), table.era, weights)
    if not sketch.scored:
        play_era(sketch)
    return margin(sketch)
