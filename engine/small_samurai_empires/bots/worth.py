"""What a table is worth: points expected at the end of the match. [SSE-8, SSE-9]"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engine.contract import Seat
from engine.small_samurai_empires.board import Board
from engine.small_samurai_empires.state import State, unpacked

FAR = 3  # provinces: as far as an army goes in one action
SPAN = 64  # more than any difference in power, more than any influence


class Weights(NamedTuple):
    """Points, or shares of what a province is worth; set by hand."""

    later: float = 0.55  # of what an era brings, in each era after it
    bonus: float = 0.35  # of the region bonus, for one province more
    army: float = 0.4  # on the board rather than in supply, for each era to come
    token: float = 0.33  # a resource at the end of the match
    use: float = 0.25  # and what it can buy before
    castle: float = 0.8  # power nobody can destroy, for each era to come
    hold: tuple[float, ...] = (0.0, 0.8, 0.93, 1.0, 1.03)  # control, by lead in power
    keep: tuple[float, ...] = (0.15, 0.5, 0.65, 0.75, 0.8)  # the same, an era later


WEIGHTS = Weights()


Reach = tuple[tuple[tuple[int, float], ...], ...]


class Ways(NamedTuple):
    """What follows from a board alone."""

    reach: tuple[Reach, ...]  # by points and province: others, and 1 / points
    values: tuple[float, ...]  # the influence track, its end repeated [SSE-2.9]


@cache
def ways_of(board: Board) -> Ways:
    far = [distances(board, province) for province in range(len(board.provinces))]
    reach = tuple(
        tuple(
            tuple((p, 1 / away) for p, away in row.items() if 0 < away <= points)
            for row in far
        )
        for points in range(FAR + 1)
    )
    values = [float(value) for value in board.influence]
    return Ways(reach, tuple(values + values[-1:] * SPAN))


def distances(board: Board, start: int) -> dict[int, int]:
    """Provinces within reach of an action, the nearest first."""
    found = {start: 0}
    for province in (order := [start]):
        if found[province] < FAR:
            for near in board.adjacent[province]:
                if near not in found:
                    found[near] = found[province] + 1
                    order.append(near)
    return found


@cache
def rise_table(hold: tuple[float, ...], seats: int) -> tuple[float, ...]:
    """What one more army does, by lead in power; deficits are counted from the end."""
    leads = (*range(SPAN), *range(-SPAN, 0))
    return tuple(
        hold_at(hold, seats, lead + 1) - hold_at(hold, seats, lead) for lead in leads
    )


def hold_at(hold: tuple[float, ...], seats: int, lead: int) -> float:
    """A share of a province's worth; of more than one rival only one gains it."""
    share = hold[min(abs(lead), len(hold) - 1)]
    return share if lead > 0 else -share / min(2, seats - 1)


def value_at(values: tuple[float, ...], influence: float) -> float:
    """Between two spaces of the track, a value between the two."""
    low = int(influence)
    return values[low] + (values[low + 1] - values[low]) * (influence - low)


def expected_cards(state: State, seat: Seat) -> list[float]:
    """Face-up cards of each region at the end, for all the seat knows. [SSE-4.2.3]"""
    board, seats = state.setup.board, state.setup.seats
    eras = board.eras - state.era + (state.phase == "destiny")
    own = unpacked(state.cards[seat], len(state.shown))
    found = [float(count) for count in state.shown]
    mine = 0 if state.chosen[seat] < 0 else 1
    if mine:
        found[state.chosen[seat]] += 1
    unseen = [
        count - state.shown[r] - own[r] - (state.chosen[seat] == r)
        for r, count in enumerate(board.destiny)
    ]
    drawn = eras * (seats - 1 + (seats == 2))
    for region, count in enumerate(unseen):
        found[region] += drawn * count / max(1, sum(unseen))
        found[region] += (eras - mine) * own[region] / max(1, sum(own))
    return found


def province_worth(state: State, cards: list[float], weights: Weights) -> list[float]:
    """What it is worth to end this era with control of each province. [SSE-8]"""
    board, seats, layout = state.setup.board, state.setup.seats, state.layout
    values, later = ways_of(board).values, 1 + weights.later * (board.eras - state.era)
    token = weights.token + (weights.use if state.era < board.eras else 0.0)
    rows = len(board.regions)
    found = [0.0] * len(board.provinces)
    for region, provinces in enumerate(board.provinces_of):
        steps = [state.influence[s * rows + region] for s in range(seats)]
        slope = sum(values[i + 4] - values[i + 1] for i in steps) / seats / 3
        basis = slope * cards[region] + weights.bonus * board.bonus[region][0]
        for province in provinces:
            gain = basis + token * (layout.seeds[province] >= 0)
            gain += board.shrine_points * (province in board.shrines)
            found[province] = gain * later
    return found
