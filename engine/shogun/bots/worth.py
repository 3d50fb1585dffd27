"""What a table is worth to a seat, in points of victory to be expected. [SHO-10.7]"""

from __future__ import annotations

from typing import NamedTuple

from engine.shogun.board import BOARD, BUILDINGS
from engine.shogun.state import NOTHING, State

SEASONS = len(BOARD.seasons)


class Weights(NamedTuple):
    """How much things are worth that are no points yet."""

    later: float = 0.75  # a scoring of next year, beside one of this year
    chest: float = 0.22  # for each season in which it can be spent …
    chests: float = 0.55  # … at most
    many: int = 14  # chests beyond this are worth half
    army: float = 0.16
    supply: float = 0.01
    lack: float = 0.55  # a rice that will be missing
    harvest: float = 4.3  # rice that a season brings
    unrest: float = 0.25
    threat: float = 0.5  # of what a province is worth, if it is sure to fall
    rival: float = 0.65  # how much the best rival counts against it
    others: float = 0.15


WEIGHTS = Weights()


def scorings(state: State, weights: Weights = WEIGHTS) -> float:
    """How much a point of each winter to come is worth, all together."""
    if state.phase == "over":
        return 0.0
    return 1.0 + weights.later * (BOARD.years - state.year)


def seasons_left(state: State) -> int:
    """Seasons in which chests can be spent, the present one included."""
    if state.phase == "over":
        return 0
    return SEASONS * (BOARD.years - state.year) + max(0, SEASONS - state.season)


def counts_of(state: State) -> list[list[int]]:
    """By region and type of building (three of a region in a row), by seat."""
    seats, region_of = state.setup.seats, state.setup.region_of
    counts = [[0] * seats for _ in range(3 * len(BOARD.regions))]
    for province, here in enumerate(state.buildings):
        if here:
            owner, first = state.owner[province], 3 * region_of[province]
            if here & 1:
                counts[first][owner] += 1
            if here & 2:
                counts[first + 1][owner] += 1
            if here & 4:
                counts[first + 2][owner] += 1
    return counts


def shares(counts: list[int], building: int) -> list[int]:
    """What each seat gets for the most buildings of a type. [SHO-10.7]"""
    most = max(counts)
    if not most:
        return [0] * len(counts)
    first = counts.count(most) == 1
    points = BOARD.majority[building] - (0 if first else BOARD.tie_malus)
    return [points if count == most else 0 for count in counts]


def realm_points(state: State) -> list[int]:
    """What every seat would score if it were winter now. [SHO-10.7]"""
    points = [0] * state.setup.seats
    for province, owner in enumerate(state.owner):
        if owner != NOTHING:
            points[owner] += 1 + state.buildings[province].bit_count()
    for place, counts in enumerate(counts_of(state)):
        for seat, share in enumerate(shares(counts, place % len(BUILDINGS))):
            points[seat] += share
    return points


def threatened(state: State, province: int) -> float:
    """How likely the province is to fall to a neighbour: from 0 to 1, roughly."""
    owner, armies = state.owner[province], state.armies[province]
    worst = 0
    for near in state.setup.adjacent[province]:
        if state.owner[near] not in (owner, NOTHING):
            worst = max(worst, state.armies[near] - 1)
    if not worst:
        return 0.0
    return min(1.0, max(0.0, (worst - armies + 1.5) / 6))


def chest_worth(state: State, weights: Weights = WEIGHTS) -> float:
    return min(weights.chests, weights.chest * seasons_left(state))


def held_worth(state: State, weights: Weights = WEIGHTS) -> list[float]:
    """What every seat has, on the table and in hand."""
    winters, left = scorings(state, weights), seasons_left(state)
    realm = realm_points(state)
    worth = [float(points) for points in state.points]
    if state.phase == "over":
        return [
            w + chests / 1000 for w, chests in zip(worth, state.chests, strict=True)
        ]
    chest = chest_worth(state, weights)
    provinces = [0] * len(worth)
    for province, owner in enumerate(state.owner):
        if owner == NOTHING:
            continue
        provinces[owner] += 1
        value = 1 + 1.6 * state.buildings[province].bit_count()
        fear = weights.threat * threatened(state, province)
        worth[owner] -= fear * value * winters
        worth[owner] += weights.army * min(state.armies[province], 8) * min(1, left / 2)
        worth[owner] -= weights.unrest * state.unrest[province]
    loss = sum(BOARD.events[event].loss for event in state.events)
    loss_each = loss / max(1, len(state.events))
    coming = weights.harvest * max(0, SEASONS - state.season)
    for seat, points in enumerate(realm):
        worth[seat] += points * winters
        rich = state.chests[seat]
        worth[seat] += chest * (
            min(rich, weights.many) + max(0, rich - weights.many) / 2
        )
        lack = provinces[seat] + loss_each - state.rice[seat] - coming
        worth[seat] -= weights.lack * max(0.0, lack)
        worth[seat] += 0.12 * min(0.0, lack) * -1 if lack < 0 and lack > -3 else 0.0
    return worth


def margin(state: State, seat: int, weights: Weights = WEIGHTS) -> float:
    """How far the seat is ahead of its rivals, the best of them most of all."""
    worth = held_worth(state, weights)
    rivals = sorted(worth[:seat] + worth[seat + 1 :], reverse=True)
    rest = sum(rivals[1:]) / max(1, len(rivals) - 1)
    return worth[seat] - weights.rival * rivals[0] - weights.others * rest
