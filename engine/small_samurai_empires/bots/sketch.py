"""A table drawn with a few strokes: pieces and points, no events, no checks.

Search plays the rest of an era on it, many times. What is legal is kept, but each
action is done at once, as its owner would like it best, and mountains are passed by.
"""

from __future__ import annotations

from random import Random

from engine.contract import Seat
from engine.small_samurai_empires.bots.worth import (
    WEIGHTS,
    Weights,
    expected_cards,
    province_worth,
    rise_table,
    ways_of,
)
from engine.small_samurai_empires.state import State


class Sketch:
    """Lists as in the state; `power` counts castles too, `worth` is by province.

    `era` is the era to be played; it is `scored` when the state is past its end.
    """

    __slots__ = (
        "armies",
        "board",
        "bushido",
        "cards",
        "castles",
        "covers",
        "dice",
        "era",
        "first",
        "food",
        "hands",
        "power",
        "reach",
        "reserve",
        "rise",
        "round",
        "scored",
        "seat",
        "seats",
        "second",
        "shown",
        "state",
        "todo",
        "weights",
        "worth",
    )

    def __init__(
        self,
        state: State,
        seat: Seat,
        dice: Random,
        era: int = 0,
        weights: Weights = WEIGHTS,
    ) -> None:
        self.state, self.seat, self.dice = state, seat, dice
        self.board, self.seats = state.setup.board, state.setup.seats
        self.round, self.era = state.round, era or state.era
        self.scored = state.era != self.era or bool(state.over)
        self.armies = state.armies[:]
        self.castles = list(state.castles)
        self.reserve = list(state.reserve)
        self.food, self.bushido = list(state.food), list(state.bushido)
        self.hands, self.todo = list(state.hands), list(state.todo)
        self.first, self.second = list(state.first), list(state.second)
        self.covers = state.covers
        self.shown = list(state.shown)
        self.power = powers(state)
        self.weights = weights
        self.cards = expected_cards(state, seat)
        self.worth = province_worth(state, self.cards, weights)
        self.rise = rise_table(weights.hold, self.seats)
        self.reach = ways_of(self.board).reach

    def lead(self, province: int, seat: Seat) -> int:
        """By how much the seat's power passes that of the strongest other."""
        seats, power = self.seats, self.power
        base = province * seats
        if seats == 2:
            return power[base + seat] - power[base + 1 - seat]
        row = power[base : base + seats]
        mine = row.pop(seat)
        return mine - max(row)

    def gain(self, province: int, seat: Seat) -> float:
        """What one army more would be worth there."""
        return self.worth[province] * self.rise[self.lead(province, seat)]

    def loss(self, province: int, seat: Seat) -> float:
        """What one army less would cost there."""
        return self.worth[province] * self.rise[self.lead(province, seat) - 1]

    def gains(self, seat: Seat) -> list[float]:
        """What one army more would be worth in each province."""
        if self.seats > 2:
            return [self.gain(province, seat) for province in range(len(self.worth))]
        mine, theirs = self.power[seat::2], self.power[1 - seat :: 2]
        rows, rise = zip(self.worth, mine, theirs, strict=True), self.rise
        return [worth * rise[own - other] for worth, own, other in rows]

    def put(self, province: int, seat: Seat, count: int = 1) -> None:
        place = province * self.seats + seat
        self.armies[place] += count
        self.power[place] += count * self.board.power_army

    def castle(self, seat: Seat, region: int) -> int:
        """The province of the seat's castle in the region, or -1."""
        return (self.castles[seat] & self.board.region_mask[region]).bit_length() - 1

    def free(self, region: int, improvement: str) -> bool:
        """Whether the region's decree gives it for nothing. [SSE-10.1.6]"""
        decrees = self.state.layout.decrees
        return bool(decrees) and decrees[region] == improvement

    def owner(self, province: int) -> int:
        """Who controls it, or -1. [SSE-2.11]"""
        base = province * self.seats
        row = self.power[base : base + self.seats]
        most = max(row)
        return row.index(most) if most and row.count(most) == 1 else -1


def powers(state: State) -> list[int]:
    """As control counts it. [SSE-2.10]"""
    board, seats = state.setup.board, state.setup.seats
    power = [count * board.power_army for count in state.armies]
    for seat, mask in enumerate(state.castles):
        while mask:
            province = mask.bit_length() - 1
            power[province * seats + seat] += board.power_castle
            mask ^= 1 << province
    return power
