"""How long the options of a state are listed at worst: 19 of 20 lists are faster."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time

from engine.chance import Seeded
from engine.registry import game, games

SHARE = 0.95
LEAST = 500  # lists, however short the time


def options_p95(name: str, seats: int) -> Callable[[float], float]:
    """Lists a second at the 95th percentile, in random matches of all choices."""

    def lists(seconds: float) -> float:
        rules, about, dice = game(name), games()[name], Random(1)
        scenarios = about.choices["scenario"].values
        spent: list[float] = []
        start = process_time()
        while len(spent) < LEAST or process_time() - start < seconds:
            named = {"scenario": dice.choice(scenarios)}
            choices = about.complete(seats, named, people=False)
            chance = Seeded(dice.randbytes(32).hex())
            state, _ = rules.setup(seats, choices, chance.again())
            while open := rules.decisions(state):
                seat, before = open[0].seat, process_time()
                options = rules.options(state, seat)
                spent.append(process_time() - before)
                order = options[int(dice.random() * len(options))]
                state, _ = rules.apply(state, seat, order, chance.again())
        return 1 / sorted(spent)[int(len(spent) * SHARE)]

    return lists
