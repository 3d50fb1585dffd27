"""The bot that searches: many plans, each tried on imagined seasons.

Every plan is tried against the same plans of the others and the same luck; the better
half of them goes on, and the best one is changed here and there. The number of trials
is fixed, so equal dice decide alike.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from engine.shogun.bots.ideas import Mind
from engine.shogun.bots.season import play_season
from engine.shogun.bots.sheet import Sheet
from engine.shogun.bots.worth import WEIGHTS, Weights, margin
from engine.shogun.imagine import imagine
from engine.shogun.state import State


class Effort(NamedTuple):
    """How much is tried for one plan."""

    plans: int = 24  # to begin with
    trials: int = 6  # of each, in the first round
    noise: float = 0.6
    rivals: float = 0.5  # noise in what the others are thought to plan
    changes: int = 30  # of the best plan
    checks: int = 16  # trials of each change


FULL = Effort()


class World(NamedTuple):
    """A table that may be, with the others' plans for it and its luck."""

    state: State
    sheets: tuple[Sheet, ...]
    seed: int


def world_of(state: State, seat: int, dice: Random, effort: Effort) -> World:
    table = imagine(state, seat, dice)
    sheets = tuple(
        Mind(table, other, dice, effort.rivals).sheet()
        for other in range(state.setup.seats)
    )
    return World(table, sheets, dice.getrandbits(32))


def outcome(world: World, seat: int, sheet: Sheet, weights: Weights) -> float:
    sheets = (*world.sheets[:seat], sheet, *world.sheets[seat + 1 :])
    after = play_season(world.state, sheets, Random(world.seed))
    return margin(after, seat, weights)


def daimyo_sheet(
    state: State,
    seat: int,
    dice: Random,
    effort: Effort = FULL,
    weights: Weights = WEIGHTS,
) -> Sheet:
    """The plan that ends the season best, on the average of many imagined ones."""
    plans = [Mind(state, seat, dice, 0.0, weights).sheet()]
    while len(plans) < effort.plans:
        noise = effort.noise * dice.random()
        plans.append(Mind(state, seat, dice, noise, weights).sheet())
    sums = [0.0] * len(plans)
    left = list(range(len(plans)))
    trials = effort.trials
    while len(left) > 1:
        for _ in range(trials):
            world = world_of(state, seat, dice, effort)
            for at in left:
                sums[at] += outcome(world, seat, plans[at], weights)
        left.sort(key=lambda at: -sums[at])
        left = left[: (len(left) + 1) // 2]
        trials = trials * 3 // 2
    return plans[left[0]]
