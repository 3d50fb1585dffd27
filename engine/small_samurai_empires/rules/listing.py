"""Which steps are open: every one of them, in a fixed order. [SSE-4.3.5, SSE-5, SSE-6]

The verbs check the same by rule; tests hold the two together.
"""

from __future__ import annotations

from functools import cache

from engine.contract import Order, Seat
from engine.small_samurai_empires.board import Board
from engine.small_samurai_empires.box import (
    ATTACK,
    CASTLE,
    HARVEST,
    MOVE_2_OR_3,
    MOVE_2_OR_SHIP,
    MOVE_3,
    N_ATTACK,
    N_HARVEST,
    N_MOVE,
    NOTHING,
    RECRUIT,
    TRIBE,
)
from engine.small_samurai_empires.rules.control import (
    can_pay,
    castle_in,
    in_supply,
    price,
)
from engine.small_samurai_empires.rules.steps import (
    DECLINE,
    DONE,
    PASS,
    REINFORCE,
    steps_of,
)
from engine.small_samurai_empires.rules.steps import HARVEST as HARVEST_STEP
from engine.small_samurai_empires.state import KIND, State

POINTS = {MOVE_3: 3, MOVE_2_OR_3: 2, MOVE_2_OR_SHIP: 2}  # SSE-5.3.1, SSE-5.4.1


# ------------------------------------------------------------------------- acting


def kind_at(state: State) -> int:
    """The kind of the token that acts. [SSE-4.4.1]"""
    return KIND[state.second[state.slot] or state.first[state.slot]]


def recruit_places(state: State, seat: Seat, region: int) -> tuple[int, ...]:
    """The capital, and the own castle. [SSE-5.2.1]"""
    capital = state.setup.board.capitals[region]
    castle = castle_in(state, seat, region)
    return (capital,) if castle in (NOTHING, capital) else (capital, castle)


def recruits(state: State, seat: Seat, region: int) -> list[Order]:
    if not state.reserve[seat]:  # SSE-12.5
        return []
    step = steps_of(state.setup.board).recruit
    return [step[province] for province in recruit_places(state, seat, region)]


def own_provinces(state: State, seat: Seat, provinces: tuple[int, ...]) -> list[int]:
    """Those in which the seat has an army."""
    armies, seats = state.armies, state.setup.seats
    return [p for p in provinces if armies[p * seats + seat]]


def moves(state: State, origins: list[int], expeditions: bool) -> list[Order]:
    """One army to an adjacent province, past a mountain or over it. [SSE-10.2.2]"""
    steps = steps_of(state.setup.board)
    found: list[Order] = []
    for province in origins:
        found += steps.moves[province]
    if expeditions and state.mountains and not state.explored:  # SSE-10.2.3
        for mountain, token in enumerate(state.mountains):
            if token != NOTHING:
                ways = steps.expeditions[mountain]
                found += [order for start, order in ways if start in origins]
    return found


def can_ship(state: State, seat: Seat, region: int) -> bool:
    return can_pay(state, seat, price(state, region, "ship"))


def voyages(state: State, seat: Seat, region: int) -> list[Order]:
    """One or two armies from one port to any other. [SSE-5.5.2, SSE-12.13]"""
    if not can_ship(state, seat, region):
        return []
    board, armies, seats = state.setup.board, state.armies, state.setup.seats
    one, two = steps_of(board).voyages
    found: list[Order] = []
    for province in board.provinces_of[region]:
        count = armies[province * seats + seat]
        if count:
            found += one[province]
            if count > 1:
                found += two[province]
    return found


def victims(state: State, seat: Seat, province: int) -> list[Seat]:
    """Opponents with an army there; castles do not count. [SSE-5.6.3]"""
    seats = state.setup.seats
    base = province * seats
    armies = state.armies
    return [of for of in range(seats) if of != seat and armies[base + of]]


def can_attack(state: State, seat: Seat, provinces: tuple[int, ...]) -> bool:
    """An own army and another's in one of these provinces. [SSE-5.6.1]"""
    armies, seats = state.armies, state.setup.seats
    for province in provinces:
        base = province * seats
        own = armies[base + seat]
        if own and sum(armies[base : base + seats]) > own:
            return True
    return False


def attacks(state: State, seat: Seat, provinces: list[int]) -> list[Order]:
    """Whose army falls is free to choose. [SSE-5.6.1, SSE-12.11]"""
    step = steps_of(state.setup.board).attack
    armies, seats = state.armies, state.setup.seats
    found = []
    for province in provinces:
        base = province * seats
        for of in range(seats):
            if of != seat and armies[base + of]:
                found.append(step[province][of])
    return found


def harvested(state: State, seat: Seat, region: int) -> list[int]:
    """Resource provinces with an own army; control is not asked for. [SSE-5.7.1]"""
    return own_provinces(state, seat, state.setup.board.resources_of[region])


def harvests(state: State, seat: Seat, region: int) -> list[Order]:
    """One province, if the supply still has its kind. [SSE-6.5, SSE-12.6]"""
    step, seeds = steps_of(state.setup.board).harvest, state.layout.seeds
    supply = in_supply(state)
    return [
        step[province]
        for province in harvested(state, seat, region)
        if supply[seeds[province]]
    ]


def can_harvest(state: State, seat: Seat, region: int) -> bool:
    supply, seeds = in_supply(state), state.layout.seeds
    return any(supply[seeds[p]] for p in harvested(state, seat, region))


def castle_sites(state: State, seat: Seat, region: int) -> list[int]:
    """Where two own armies may become a castle. [SSE-5.8.1, SSE-5.8.4]

    None with a castle in the region, or with all of them built. [SSE-5.8.3, SSE-12.7]
    """
    board, edition, seats = state.setup.board, state.setup.edition, state.setup.seats
    castles = state.castles
    if castles[seat] & board.region_mask[region]:
        return []
    if castles[seat].bit_count() >= board.castles:
        return []
    shut = 0
    if not edition.castle_in_capital:
        shut |= 1 << board.capitals[region]
    if edition.one_castle:
        for others in castles:
            shut |= others
    return [
        province
        for province in board.provinces_of[region]
        if state.armies[province * seats + seat] >= 2 and not shut >> province & 1
    ]


def buildings(state: State, seat: Seat, region: int) -> list[Order]:
    """A castle, or one more army in the one that is there. [SSE-5.8.1, SSE-5.8.2]"""
    if castle_in(state, seat, region) != NOTHING:
        return [REINFORCE] if state.reserve[seat] else []
    step = steps_of(state.setup.board).castle
    return [step[province] for province in castle_sites(state, seat, region)]


def can_begin(state: State, seat: Seat, region: int, kind: int) -> bool:
    """Whether a token can do anything but pass. [SSE-4.4.5, SSE-13.6]"""
    if kind == RECRUIT:
        return state.reserve[seat] > 0
    if kind == ATTACK:
        provinces = state.setup.board.provinces_of[region]
        return can_attack(state, seat, provinces)
    if kind == HARVEST:
        return can_harvest(state, seat, region)
    if kind == CASTLE:
        return bool(buildings(state, seat, region))
    return bool(state.movers)  # a voyage asks for an army here, too


def can_go_on(state: State, seat: Seat, region: int, kind: int) -> bool:
    """Whether an action has a further step after the last one. [SSE-5.1.2, SSE-12.3]"""
    if kind in POINTS:
        if state.step < POINTS[kind]:
            return True
        cost = price(state, region, "move_2_or_3_third")
        return (
            kind == MOVE_2_OR_3  # SSE-5.4.2
            and state.step == POINTS[kind]
            and can_pay(state, seat, cost)
        )
    if state.step != 1:
        return False
    if kind == RECRUIT:  # SSE-5.2.2
        cost = price(state, region, "recruit_second")
        return state.reserve[seat] > 0 and can_pay(state, seat, cost)
    if kind == ATTACK:  # SSE-5.6.2
        cost = price(state, region, "attack_second")
        return can_pay(state, seat, cost) and bool(victims(state, seat, state.target))
    return False


def token_steps(state: State, seat: Seat) -> list[Order]:
    """What the token may do now, and to stop. [SSE-5]"""
    region, kind = state.setup.board.slot_region[state.slot], kind_at(state)
    step = state.step
    if kind in POINTS:
        found = moves(state, sorted({*state.movers}), True)
        if kind == MOVE_2_OR_SHIP and not step:
            found += voyages(state, seat, region)
    elif kind == RECRUIT:
        found = recruits(state, seat, region)
    elif kind == ATTACK:
        if step:
            found = attacks(state, seat, [state.target])
        else:
            provinces = state.setup.board.provinces_of[region]
            found = attacks(state, seat, own_provinces(state, seat, provinces))
    elif kind == HARVEST:
        found = [HARVEST_STEP]
    else:
        found = buildings(state, seat, region)
    found.append(DONE if step else PASS)
    return found


# ----------------------------------------------------------------- neutral actions


def neutral_of(state: State, seat: Seat, region: int, kind: int) -> list[Order]:
    """What one neutral action can do, in small. [SSE-6.2, SSE-6.3, SSE-6.4]"""
    if kind == N_HARVEST:
        return harvests(state, seat, region)
    provinces = state.setup.board.provinces_of[region]
    if kind == N_MOVE:
        origins = own_provinces(state, seat, provinces)
        return moves(state, origins, not state.climb)  # SSE-10.2.6
    if kind == N_ATTACK:
        return attacks(state, seat, own_provinces(state, seat, provinces))
    return recruits(state, seat, region)


def neutral_steps(state: State, seat: Seat) -> list[Order]:
    """The action of the slot just taken, or to decline. [SSE-6.1]"""
    slot = state.slot
    region, kind = state.setup.board.slot_region[slot], state.layout.neutral[slot]
    found = neutral_of(state, seat, region, kind)
    found.append(DECLINE)
    return found


# ------------------------------------------------------------------------ mountains


def climb_region(state: State) -> int:
    """The region an effect speaks of: the one the army moves into. [SSE-10.2.4]"""
    return state.setup.board.region_of[state.climb[2]]


@cache
def shown_kinds(board: Board, neutral: tuple[int, ...], region: int) -> tuple[int, ...]:
    """The neutral actions of the region's slots. [SSE-10.2.5]"""
    return tuple(sorted({neutral[slot] for slot in board.slots_of[region]}))


def tribe_steps(state: State, seat: Seat) -> list[Order]:
    region = climb_region(state)
    kinds = shown_kinds(state.setup.board, state.layout.neutral, region)
    found: list[Order] = []
    for kind in kinds:
        found += neutral_of(state, seat, region, kind)
    found.append(DECLINE)
    return found


def journey_steps(state: State, seat: Seat) -> list[Order]:
    """Any opponent's army of the region; no own army is needed. [SSE-10.2.5]"""
    board = state.setup.board
    if not can_pay(state, seat, board.costs["journey_destroy"]):
        return [DECLINE]
    provinces = board.provinces_of[climb_region(state)]
    return [*attacks(state, seat, list(provinces)), DECLINE]


def mountain_steps(state: State, seat: Seat, token: int) -> list[Order]:
    return (tribe_steps if token == TRIBE else journey_steps)(state, seat)
