"""Power and control, paying and gaining. [SSE-1.5, SSE-1.6, SSE-2.10, SSE-2.11]"""

from __future__ import annotations

from functools import lru_cache

from engine.contract import Seat
from engine.flat import changed
from engine.small_samurai_empires.board import FREE, Board, Cost
from engine.small_samurai_empires.box import FOOD, NOTHING
from engine.small_samurai_empires.state import State
from engine.table import Table


def power_of(state: State, province: int, seat: Seat) -> int:
    """Armies count 1, castles 2, each for its owner. [SSE-2.10, SSE-12.15]"""
    board, seats = state.setup.board, state.setup.seats
    armies = state.armies[province * seats + seat] * board.power_army
    castle = state.castles[seat] >> province & 1
    return armies + castle * board.power_castle


def controls(state: State, province: int, seat: Seat) -> bool:
    """More power than any other; where the seat has none nobody else is asked."""
    own = power_of(state, province, seat)
    return own > 0 and controller(state, province) == seat


def controller(state: State, province: int) -> int:
    """Always worked out from the pieces. [SSE-12.16]"""
    seats = range(state.setup.seats)
    return strongest(*[power_of(state, province, seat) for seat in seats])


@lru_cache(maxsize=10_000)
def strongest(*powers: int) -> int:
    """The seat with more power than any other; else nobody. [SSE-2.11, SSE-12.17]"""
    most = max(powers)
    return powers.index(most) if most and powers.count(most) == 1 else NOTHING


def control(state: State) -> tuple[int, ...]:
    """Who controls each province; the scoring steps of an era ask the same thing."""
    return control_of(
        state.setup.board, state.setup.seats, tuple(state.armies), state.castles
    )


@lru_cache(maxsize=256)
def control_of(
    board: Board, seats: int, armies: tuple[int, ...], castles: tuple[int, ...]
) -> tuple[int, ...]:
    power = [count * board.power_army for count in armies]
    for seat, mask in enumerate(castles):
        while mask:
            province = mask.bit_length() - 1
            power[province * seats + seat] += board.power_castle
            mask ^= 1 << province
    return tuple(map(strongest, *(power[seat::seats] for seat in range(seats))))


@lru_cache(maxsize=256)
def held_by_region(
    board: Board, seats: int, owners: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """How many provinces of each region each seat controls."""
    held = [[owners[p] for p in provinces] for provinces in board.provinces_of]
    return tuple(tuple(map(row.count, range(seats))) for row in held)


def castle_in(state: State, seat: Seat, region: int) -> int:
    """The province of the seat's castle in the region, or nothing. [SSE-5.8.3]"""
    mask = state.castles[seat] & state.setup.board.region_mask[region]
    return mask.bit_length() - 1


def armies_on_board(state: State, seat: Seat) -> int:
    return sum(state.armies[seat :: state.setup.seats])


# ---------------------------------------------------------------------- resources


def price(state: State, region: int, improvement: str) -> Cost:
    """Nothing where the region's decree says so. [SSE-10.1.6]"""
    decrees = state.layout.decrees
    if decrees and decrees[region] == improvement:
        return FREE
    return state.setup.board.costs[improvement]


def can_pay(state: State, seat: Seat, cost: Cost) -> bool:
    return state.food[seat] >= cost[0] and state.bushido[seat] >= cost[1]


def pay(table: Table[State], cost: Cost, purpose: str) -> None:
    """Back to the common supply, in the open. [SSE-1.6, SSE-13.1]"""
    food, bushido = cost
    if food or bushido:
        state = table.state
        seat = state.seat
        state.food = changed(state.food, seat, -food)
        state.bushido = changed(state.bushido, seat, -bushido)
        table.tell("resources_paid", seat=seat, food=food, bushido=bushido, how=purpose)


def in_supply(state: State) -> tuple[int, int]:
    """What nobody owns lies in the common supply. [SSE-1.6, SSE-3.3]"""
    food, bushido = state.setup.board.tokens
    return food - sum(state.food), bushido - sum(state.bushido)


def take(state: State, seat: Seat, food: int, bushido: int) -> tuple[int, int]:
    """Gain what is due, as far as the supply goes; nothing is owed. [SSE-12.6]"""
    there = in_supply(state)
    taken = min(food, there[0]), min(bushido, there[1])
    state.food = changed(state.food, seat, taken[0])
    state.bushido = changed(state.bushido, seat, taken[1])
    return taken


def yield_of(state: State, provinces: tuple[int, ...] | list[int]) -> tuple[int, int]:
    """Food and bushido shown by the seeding tokens there."""
    seeds = state.layout.seeds
    food = [seeds[province] for province in provinces].count(FOOD)
    return food, len(provinces) - food
