"""Recruit, attack, harvest, castle: as orders, as neutral actions. [SSE-5, SSE-6]"""

from __future__ import annotations

from engine.errors import OrderIllegal
from engine.flat import changed
from engine.small_samurai_empires.board import Cost
from engine.small_samurai_empires.box import (
    ATTACK,
    CASTLE,
    HARVEST,
    KINDS,
    NEUTRALS,
    NOTHING,
    RECRUIT,
)
from engine.small_samurai_empires.rules.control import (
    can_pay,
    castle_in,
    in_supply,
    pay,
    price,
    take,
    yield_of,
)
from engine.small_samurai_empires.rules.listing import (
    POINTS,
    castle_sites,
    climb_region,
    harvested,
    kind_at,
    recruit_places,
    shown_kinds,
)
from engine.small_samurai_empires.rules.sequence import (
    arrive,
    end_action,
    next_placer,
    pass_token,
    step_done,
)
from engine.small_samurai_empires.state import State
from engine.table import Table

MEANS = {RECRUIT: "recruit", ATTACK: "attack", HARVEST: "harvest", CASTLE: "castle"}
SAYS = {  # by point: the rule that says which action it is
    "resolution": "SSE-4.4.1",
    "neutral": "SSE-6.1",
    "tribe": "SSE-10.2.5",
}


def region_for(state: State, verb: str) -> int:
    """The region in which the verb may act now. [SSE-5.1.1, SSE-4.4.2, SSE-6.1]

    A token does what it shows, a slot what it shows, a tribe what its region shows.
    """
    point, slot = state.point, state.slot
    if point == "resolution":
        kind = kind_at(state)
        fits = verb == ("move" if kind in POINTS else MEANS[kind])
        wanted = KINDS[kind]
    elif point == "neutral":
        wanted = NEUTRALS[state.layout.neutral[slot]]
        fits = verb == wanted
    elif point == "tribe":
        region, board = climb_region(state), state.setup.board
        kinds = shown_kinds(board, state.layout.neutral, region)
        fits = verb in NEUTRALS and NEUTRALS.index(verb) in kinds
        wanted = ", ".join(NEUTRALS[kind] for kind in kinds)
        if fits:
            return region
    else:
        raise OrderIllegal("SSE-4.3.1", "E_NO_SUCH_ACTION")
    if not fits:
        raise OrderIllegal(SAYS[point], "E_OTHER_ACTION", verb=verb, wanted=wanted)
    return state.setup.board.slot_region[slot]


def check_where(state: State, region: int, province: int, rule: str) -> None:
    board = state.setup.board
    if board.region_of[province] != region:
        raise OrderIllegal(
            rule,
            "E_OTHER_REGION",
            province=board.provinces[province],
            region=board.regions[region],
        )


def check_price(state: State, cost: Cost, rule: str) -> None:
    """Nobody pays for nothing, nobody gets what cannot be paid. [SSE-5.1.2, 12.3]"""
    if not can_pay(state, state.seat, cost):
        code = "E_NO_FOOD" if state.food[state.seat] < cost.food else "E_NO_BUSHIDO"
        raise OrderIllegal(rule, code, price=max(cost))


def improvement(state: State) -> bool:
    """Whether the next step is the one that is paid for. [SSE-5.1.2]"""
    return state.point == "resolution" and state.step > 0


# ------------------------------------------------------------------------- recruit


def check_recruit(state: State, province: int) -> Cost:
    region = region_for(state, "recruit")
    if province not in recruit_places(state, state.seat, region):
        where = [
            state.setup.board.provinces[place]
            for place in recruit_places(state, state.seat, region)
        ]
        raise OrderIllegal(
            "SSE-5.2.1", "E_NOT_HERE", legal=where, legal_kind="province"
        )
    if not state.reserve[state.seat]:
        raise OrderIllegal("SSE-12.5", "E_NO_RESERVE")
    if not improvement(state):
        return Cost()
    cost = price(state, region, "recruit_second")
    check_price(state, cost, "SSE-5.2.2")
    return cost


def recruit(table: Table[State], province: int) -> None:
    """One army into the capital or the own castle. [SSE-5.2.1, SSE-5.2.2, SSE-6.4]"""
    state = table.state
    cost = check_recruit(state, province)
    if improvement(state):
        pay(table, cost, "recruit_second")
    add_army(table, province)
    name = state.setup.board.provinces[province]
    table.tell("army_recruited", seat=state.seat, province=name)
    step_done(table)


def add_army(table: Table[State], province: int) -> None:
    state = table.state
    state.reserve = changed(state.reserve, state.seat, -1)
    state.armies[province * state.setup.seats + state.seat] += 1


# -------------------------------------------------------------------------- attack


def check_attack(state: State, province: int, of: int) -> Cost:
    """Own army and opponent's army in one province of the region. [SSE-5.6.1]"""
    board, seats, seat = state.setup.board, state.setup.seats, state.seat
    journey = state.point == "journey"
    region = climb_region(state) if journey else region_for(state, "attack")
    check_where(state, region, province, "SSE-5.6.1")
    name = board.provinces[province]
    if of == seat or of >= seats or not state.armies[province * seats + of]:
        raise OrderIllegal("SSE-5.6.1", "E_NO_VICTIM", province=name)
    if journey:
        check_price(state, board.costs["journey_destroy"], "SSE-10.2.5")
        return board.costs["journey_destroy"]
    if not state.armies[province * seats + seat]:  # SSE-12.12
        raise OrderIllegal("SSE-5.6.1", "E_NO_ARMY", province=name)
    if not improvement(state):
        return Cost()
    if province != state.target:
        raise OrderIllegal("SSE-5.6.2", "E_OTHER_PROVINCE", province=name)
    cost = price(state, region, "attack_second")
    check_price(state, cost, "SSE-5.6.2")
    return cost


def attack(table: Table[State], province: int, of: int) -> None:
    """One army goes back to its owner; the attacker loses nothing. [SSE-5.6.3, 6.3]"""
    state = table.state
    cost = check_attack(state, province, of)
    journey = state.point == "journey"
    if journey or improvement(state):
        pay(table, cost, "journey_destroy" if journey else "attack_second")
    state.armies[province * state.setup.seats + of] -= 1
    state.reserve = changed(state.reserve, of, 1)
    if state.point == "resolution":
        state.target = province
    name = state.setup.board.provinces[province]
    table.tell("army_destroyed", seat=state.seat, of_seat=of, province=name)
    step_done(table)


# ------------------------------------------------------------------------- harvest


def harvest(table: Table[State]) -> None:
    """One of each resource province with an own army. [SSE-5.7.1]"""
    state = table.state
    if state.point != "resolution":
        raise OrderIllegal("SSE-6.5", "E_NO_SUCH_ACTION")
    region = region_for(state, "harvest")
    due = yield_of(state, harvested(state, state.seat, region))
    food, bushido = take(state, state.seat, *due)
    table.tell(
        "harvest_done",
        seat=state.seat,
        region=state.setup.board.regions[region],
        food=food,
        bushido=bushido,
    )
    step_done(table)


def check_harvest_at(state: State, province: int) -> None:
    """One resource province of the region with an own army. [SSE-6.5]"""
    if state.point == "resolution":
        raise OrderIllegal("SSE-5.7.1", "E_NO_SUCH_ACTION")
    region = region_for(state, "harvest")
    check_where(state, region, province, "SSE-6.5")
    name = state.setup.board.provinces[province]
    if not state.armies[province * state.setup.seats + state.seat]:
        raise OrderIllegal("SSE-6.5", "E_NO_ARMY", province=name)
    if not in_supply(state)[state.layout.seeds[province]]:
        raise OrderIllegal("SSE-12.6", "E_SUPPLY_EMPTY", province=name)


def harvest_at(table: Table[State], province: int) -> None:
    state = table.state
    check_harvest_at(state, province)
    food, bushido = take(state, state.seat, *yield_of(state, (province,)))
    table.tell(
        "resources_gained",
        seat=state.seat,
        province=state.setup.board.provinces[province],
        food=food,
        bushido=bushido,
    )
    step_done(table)


# -------------------------------------------------------------------------- castle


def check_castle(state: State, province: int) -> None:
    board, seat, seats = state.setup.board, state.seat, state.setup.seats
    region = region_for(state, "castle")
    check_where(state, region, province, "SSE-5.8.1")
    name = board.provinces[province]
    if castle_in(state, seat, region) != NOTHING:
        raise OrderIllegal("SSE-5.8.3", "E_HAS_CASTLE", region=board.regions[region])
    if state.castles[seat].bit_count() >= board.castles:
        raise OrderIllegal("SSE-5.8.3", "E_NO_CASTLE_LEFT")
    if state.armies[province * seats + seat] < 2:
        raise OrderIllegal("SSE-5.8.1", "E_TOO_FEW_ARMIES", province=name)
    if province not in castle_sites(state, seat, region):
        raise OrderIllegal("SSE-5.8.4", "E_NO_CASTLE_HERE", province=name)


def castle(table: Table[State], province: int) -> None:
    """Two armies of one province become a castle for good. [SSE-5.8.1, SSE-5.8.4]"""
    state = table.state
    check_castle(state, province)
    seat = state.seat
    state.armies[province * state.setup.seats + seat] -= 2
    state.reserve = changed(state.reserve, seat, 2)
    state.castles = changed(state.castles, seat, 1 << province)
    name = state.setup.board.provinces[province]
    table.tell("castle_built", seat=seat, province=name)
    step_done(table)


def check_reinforce(state: State) -> int:
    """The province of the castle that is here already. [SSE-5.8.2]"""
    province = castle_in(state, state.seat, region_for(state, "castle"))
    if province == NOTHING:
        raise OrderIllegal("SSE-5.8.2", "E_NO_CASTLE")
    if not state.reserve[state.seat]:
        raise OrderIllegal("SSE-12.5", "E_NO_RESERVE")
    return province


def reinforce(table: Table[State]) -> None:
    province = check_reinforce(table.state)
    add_army(table, province)
    name = table.state.setup.board.provinces[province]
    table.tell("castle_reinforced", seat=table.state.seat, province=name)
    step_done(table)


# ------------------------------------------------------------------------ stopping


def pass_action(table: Table[State]) -> None:
    """A token need not be used. [SSE-4.4.5, SSE-12.1]"""
    if table.state.step:
        raise OrderIllegal("SSE-4.4.5", "E_BEGUN")
    pass_token(table)
    end_action(table)


def done(table: Table[State]) -> None:
    """In part is enough; unused points lapse. [SSE-4.4.5, SSE-5.3.1]"""
    state = table.state
    if state.point != "resolution" or not state.step:
        raise OrderIllegal("SSE-4.4.5", "E_NOT_BEGUN")
    slot = state.setup.board.slots[state.slot]
    table.tell("action_stopped", seat=state.seat, slot=slot)
    end_action(table)


EFFECTS = {"tribe": "independent-tribe", "journey": "journey"}


def decline(table: Table[State]) -> None:
    """Neutral actions, tribes and journeys are offers. [SSE-4.3.4, SSE-10.2.5]"""
    state = table.state
    if state.point == "neutral":
        slot = state.setup.board.slots[state.slot]
        table.tell("neutral_declined", seat=state.seat, slot=slot)
        state.movers = ()
        next_placer(table)
    elif state.climb:
        table.tell("effect_declined", seat=state.seat, effect=EFFECTS[state.point])
        arrive(table)
    else:
        raise OrderIllegal("SSE-4.3.5", "E_NO_SUCH_ACTION")
