"""Moving, expeditions, voyages. [SSE-5.3, SSE-5.4, SSE-5.5, SSE-6.2, SSE-10.2]"""

from __future__ import annotations

from engine.errors import OrderIllegal
from engine.flat import changed
from engine.small_samurai_empires.board import FREE, Cost
from engine.small_samurai_empires.box import (
    AMBUSH,
    FARMS,
    JOURNEY,
    MASTER,
    MERCENARIES,
    MOUNTAIN_TOKENS,
    MOVE_2_OR_SHIP,
    NOTHING,
    TRIBE,
)
from engine.small_samurai_empires.rules.actions import (
    check_price,
    check_where,
    region_for,
)
from engine.small_samurai_empires.rules.agenda import after_step
from engine.small_samurai_empires.rules.control import pay, price, take
from engine.small_samurai_empires.rules.listing import (
    POINTS,
    kind_at,
    mountain_steps,
)
from engine.small_samurai_empires.rules.sequence import (
    arrive,
    end_action,
    finish_step,
    step_done,
)
from engine.small_samurai_empires.state import State
from engine.table import Table

# -------------------------------------------------------------------------- moving


def check_origin(state: State, province: int) -> None:
    """Only armies that stood in the region when the action began. [SSE-5.3.2]

    Neither one met on the way [SSE-12.9] nor one hired in between [SSE-12.10].
    """
    region, name = region_for(state, "move"), state.setup.board.provinces[province]
    if state.point == "tribe":  # SSE-10.2.6
        check_where(state, region, province, "SSE-6.2")
        if not state.armies[province * state.setup.seats + state.seat]:
            raise OrderIllegal("SSE-6.2", "E_NO_ARMY", province=name)
    elif province not in state.movers:
        rule = "SSE-6.2" if state.point == "neutral" else "SSE-5.3.2"
        raise OrderIllegal(rule, "E_NO_MOVER", province=name)


def point_price(state: State) -> Cost:
    """The third point of `move-2-or-3` costs. [SSE-5.4.2, SSE-1.5]"""
    if state.point != "resolution" or state.step < POINTS[kind_at(state)]:
        return FREE
    cost = price(state, state.setup.board.slot_region[state.slot], "move_2_or_3_third")
    check_price(state, cost, "SSE-5.4.2")
    return cost


def move(table: Table[State], origin: int, province: int) -> None:
    """One army, one province; nobody hinders it. [SSE-5.3.1, SSE-5.3.4, SSE-12.8]

    It may leave the region and go on, and is then used by others. [SSE-5.3.5]
    """
    state = table.state
    check_origin(state, origin)
    pay(table, point_price(state), "move_2_or_3_third")
    seats, seat, armies = state.setup.seats, state.seat, state.armies
    state.movers = movers_after(state, origin, province)
    armies[origin * seats + seat] -= 1
    armies[province * seats + seat] += 1
    names = state.setup.board.provinces
    table.tell("army_moved", seat=seat, origin=names[origin], province=names[province])
    step_done(table)


def movers_after(state: State, origin: int, province: int) -> tuple[int, ...]:
    """Where the movable armies stand then. A tribe takes others first. [SSE-10.2.6]"""
    movers = list(state.movers)
    if state.point == "tribe":
        here = state.armies[origin * state.setup.seats + state.seat]
        if movers.count(origin) < here:
            return state.movers
    movers.remove(origin)
    movers.append(province)
    movers.sort()
    return tuple(movers)


# -------------------------------------------------------------------- expeditions


def check_expedition(state: State, origin: int, mountain: int) -> None:
    """One an action, over a token that still lies there. [SSE-10.2.2, SSE-10.2.3]"""
    name = state.setup.board.mountains[mountain]
    if not state.mountains or state.mountains[mountain] == NOTHING:
        raise OrderIllegal("SSE-10.2.2", "E_NO_MOUNTAIN", mountain=name)
    if state.explored or state.climb:
        raise OrderIllegal("SSE-10.2.3", "E_EXPLORED", mountain=name)
    check_origin(state, origin)


def expedition(table: Table[State], origin: int, mountain: int, province: int) -> None:
    """Up the mountain, the token turned up, its effect at once. [SSE-10.2.2]"""
    state = table.state
    check_expedition(state, origin, mountain)
    pay(table, point_price(state), "move_2_or_3_third")
    movers, mountains = list(state.movers), list(state.mountains)
    movers.remove(origin)
    token, mountains[mountain] = mountains[mountain], NOTHING
    state.movers, state.mountains = tuple(movers), tuple(mountains)
    state.armies[origin * state.setup.seats + state.seat] -= 1
    state.explored, state.climb = True, (origin, mountain, province)
    board = state.setup.board
    table.tell(
        "mountain_revealed",
        seat=state.seat,
        origin=board.provinces[origin],
        mountain=board.mountains[mountain],
        effect=MOUNTAIN_TOKENS[token],
    )
    take_effect(table, token)


def take_effect(table: Table[State], token: int) -> None:
    """The army is in no province meanwhile. [SSE-10.2.5, SSE-10.2.6]"""
    state = table.state
    if token == AMBUSH:
        go_back(table)
        return
    if token == MERCENARIES:
        hire(table)
    elif token in (MASTER, FARMS):
        find(table, token)
    elif len(mountain_steps(state, state.seat, token)) > 1:  # more than to decline
        state.point = {TRIBE: "tribe", JOURNEY: "journey"}[token]
        return
    arrive(table)


def go_back(table: Table[State]) -> None:
    """To where this very point began; the point is spent. [SSE-12.19, SSE-12.20]

    It may use further points. [SSE-10.2.7]
    """
    state = table.state
    origin, _, _ = state.climb
    state.climb = ()
    state.armies[origin * state.setup.seats + state.seat] += 1
    state.movers = tuple(sorted((*state.movers, origin)))
    name = state.setup.board.provinces[origin]
    table.tell("army_ambushed", seat=state.seat, province=name)
    finish_step(table)


def hire(table: Table[State]) -> None:
    """An army of the own supply, where the expedition came from. [SSE-12.5]"""
    state = table.state
    origin, seat = state.climb[0], state.seat
    if state.reserve[seat]:
        state.reserve = changed(state.reserve, seat, -1)
        state.armies[origin * state.setup.seats + seat] += 1
        name = state.setup.board.provinces[origin]
        table.tell("mercenaries_hired", seat=seat, province=name)
        after_step(table)


def find(table: Table[State], token: int) -> None:
    """One bushido of the master, one food of the farms. [SSE-10.2.5]"""
    state = table.state
    due = (0, 1) if token == MASTER else (1, 0)
    food, bushido = take(state, state.seat, *due)
    mountain = state.setup.board.mountains[state.climb[1]]
    table.tell(
        "resources_found",
        seat=state.seat,
        mountain=mountain,
        food=food,
        bushido=bushido,
    )


# ------------------------------------------------------------------------ voyages


def check_ship(state: State, count: int, origin: int) -> Cost:
    """Up to two armies of one port, for food. [SSE-5.5.2, SSE-12.14]"""
    region, name = region_for(state, "move"), state.setup.board.provinces[origin]
    if state.point != "resolution" or kind_at(state) != MOVE_2_OR_SHIP:
        raise OrderIllegal("SSE-5.5.1", "E_NO_SHIP")
    if state.step:
        raise OrderIllegal("SSE-5.5.2", "E_MIXED")
    check_where(state, region, origin, "SSE-5.5.2")
    if state.armies[origin * state.setup.seats + state.seat] < count:
        raise OrderIllegal("SSE-5.5.2", "E_TOO_FEW_ARMIES", province=name)
    cost = price(state, region, "ship")
    check_price(state, cost, "SSE-5.5.2")
    return cost


def ship(table: Table[State], count: int, origin: int, province: int) -> None:
    """Together to one other port anywhere; the action is over. [SSE-5.5.2]"""
    state = table.state
    cost = check_ship(state, count, origin)
    pay(table, cost, "ship")
    seats, seat = state.setup.seats, state.seat
    state.armies[origin * seats + seat] -= count
    state.armies[province * seats + seat] += count
    names = state.setup.board.provinces
    table.tell(
        "armies_shipped",
        seat=seat,
        count=count,
        origin=names[origin],
        province=names[province],
    )
    after_step(table)
    end_action(table)
