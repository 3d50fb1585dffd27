"""Eras, rounds, phases, turns: who is next. [SSE-4.1, SSE-4.3.1, SSE-4.4.1]"""

from __future__ import annotations

from engine.flat import changed
from engine.small_samurai_empires.box import (
    ATTACK,
    HARVEST,
    KINDS,
    MOVE_3,
    N_MOVE,
    NOTHING,
    RECRUIT,
)
from engine.small_samurai_empires.rules.agenda import after_step, at_turn_start
from engine.small_samurai_empires.rules.era import end_era
from engine.small_samurai_empires.rules.listing import (
    POINTS,
    can_begin,
    can_go_on,
    kind_at,
)
from engine.small_samurai_empires.rules.placing import may_place
from engine.small_samurai_empires.state import KIND, OWNER, State
from engine.table import Table

SHOWN = (MOVE_3, ATTACK, RECRUIT, HARVEST)  # what a neutral action asks for, too


def begin_era(table: Table[State]) -> None:
    """Round 1 begins with a destiny card of everybody. [SSE-4.2.1]"""
    state = table.state
    state.round, state.phase, state.point = 1, "destiny", "destiny"
    state.seat = state.slot = NOTHING
    table.tell("era_begun", era=state.era)


def begin_placement(table: Table[State]) -> None:
    """So many placements each; who has left makes none. [SSE-4.1, SSE-13.7]"""
    state = table.state
    seats = state.setup.seats
    count = state.setup.board.placements[state.round - 1][seats]
    state.phase, state.seat = "placement", NOTHING
    state.todo = tuple([0 if s in state.left else count for s in range(seats)])
    table.tell("placement_begun", era=state.era, round=state.round, tokens=count)
    next_placer(table)


def next_placer(table: Table[State]) -> None:
    """Round the turn track until all have placed or lost theirs. [SSE-4.3.1, 4.3.5]"""
    state = table.state
    track = state.track
    while True:
        after = track.index(state.seat) + 1 if state.seat != NOTHING else 0
        for seat in track[after:] + track[:after]:
            if state.todo[seat]:
                break
        else:
            begin_resolution(table)
            return
        state.seat, state.slot, state.point = seat, NOTHING, "placement"
        at_turn_start(table)
        if may_place(state, seat):
            return
        state.todo = changed(state.todo, seat, -1)
        table.tell("placement_lost", seat=seat)


def offer_neutral(table: Table[State]) -> None:
    """The slot's neutral action, if anything can be done. [SSE-6.1, SSE-13.6]

    Every placement has it, on an own token too. [SSE-12.29]
    """
    state, slot = table.state, table.state.slot
    region, kind = state.setup.board.slot_region[slot], state.layout.neutral[slot]
    if kind == N_MOVE:
        state.movers = movers_in(state, region)
    if can_begin(state, state.seat, region, SHOWN[kind]):
        state.point = "neutral"
    else:
        next_placer(table)


def movers_in(state: State, region: int) -> tuple[int, ...]:
    """Where the armies stand that may move in this action, one by one. [SSE-5.3.2]"""
    armies, seats, seat = state.armies, state.setup.seats, state.seat
    found: list[int] = []
    for province in state.setup.board.provinces_of[region]:
        count = armies[province * seats + seat]
        if count:
            found += [province] * count
    return tuple(found)


def begin_resolution(table: Table[State]) -> None:
    state = table.state
    state.phase = "resolution"
    state.seat = state.slot = NOTHING
    table.tell("resolution_begun", era=state.era, round=state.round)
    next_token(table)


def next_token(table: Table[State]) -> None:
    """South to north in round 1, back in round 2; the top token acts. [SSE-4.4.1]

    A covered one is silent. [SSE-12.2]
    """
    state = table.state
    slots, board = len(state.first), state.setup.board
    way = 1 if state.round == 1 else -1  # SSE-7.4
    slot = state.slot + way if state.slot != NOTHING else (0 if way > 0 else slots - 1)
    while 0 <= slot < slots:
        token = state.second[slot] or state.first[slot]
        if token:
            state.slot, state.seat = slot, OWNER[token]
            turn_up(table, token)
            at_turn_start(table)
            if KIND[token] in POINTS:
                state.movers = movers_in(state, board.slot_region[slot])
            if may_act(state, KIND[token]):
                state.point = "resolution"
                return
            state.movers = ()
            pass_token(table)
        slot += way
    end_round(table)


def may_act(state: State, kind: int) -> bool:
    """Tokens of seats that left pass, so do those that can do nothing. [SSE-13.7]"""
    if state.seat in state.left:
        return False
    region = state.setup.board.slot_region[state.slot]
    return can_begin(state, state.seat, region, kind)


def turn_up(table: Table[State], token: int) -> None:
    """Face-down tokens are shown; the others act once more. [SSE-4.4.3, SSE-4.4.4]"""
    state = table.state
    again = state.round == 2 and not state.second[state.slot]
    table.tell(
        "token_activated" if again else "token_revealed",
        seat=state.seat,
        slot=state.setup.board.slots[state.slot],
        token=KINDS[KIND[token]],
    )


def pass_token(table: Table[State]) -> None:
    state = table.state
    slot, token = state.setup.board.slots[state.slot], KINDS[kind_at(state)]
    table.tell("token_passed", seat=state.seat, slot=slot, token=token)


def step_done(table: Table[State]) -> None:
    """The action goes on; from a mountain the army first arrives. [SSE-10.2.2]"""
    if table.state.climb:
        after_step(table)
        arrive(table)
    else:
        finish_step(table)


def arrive(table: Table[State]) -> None:
    """Down from the mountain, into the province it was going to. [SSE-10.2.2]"""
    state = table.state
    origin, _, province = state.climb
    state.climb = ()
    state.armies[province * state.setup.seats + state.seat] += 1
    state.movers = tuple(sorted((*state.movers, province)))
    names = state.setup.board.provinces
    table.tell(
        "army_moved", seat=state.seat, origin=names[origin], province=names[province]
    )
    finish_step(table)


def finish_step(table: Table[State]) -> None:
    """After a step: the next of the action, or the next player. [SSE-5.1.3]"""
    after_step(table)
    state = table.state
    if state.phase == "placement":
        end_action(table)
        return
    state.step += 1
    state.point = "resolution"
    region = state.setup.board.slot_region[state.slot]
    gone = state.seat in state.left  # in the middle of an expedition
    if gone or not can_go_on(state, state.seat, region, kind_at(state)):
        end_action(table)


def end_action(table: Table[State]) -> None:
    """What was kept for the action alone is forgotten."""
    state = table.state
    state.step, state.target, state.movers = 0, NOTHING, ()
    state.explored, state.climb = False, ()
    if state.phase == "placement":
        next_placer(table)
    else:
        next_token(table)


def end_round(table: Table[State]) -> None:
    """Round 2 follows, or the era ends, or all of it. [SSE-4.1]"""
    state = table.state
    if state.round == 1:
        state.round = 2
        begin_placement(table)
        return
    end_era(table)
    if not state.over:
        state.era += 1
        begin_era(table)
