"""Expansion 3: Generals. [SHO-14]"""

from __future__ import annotations

from engine.contract import Order, Seat
from engine.flat import changed
from engine.shogun.board import BOARD
from engine.shogun.rules.hand import owned
from engine.shogun.rules.steps import (
    GENERAL,
    NO_STATUE,
    PLAIN,
    POST,
    POST_NONE,
    STATUE,
)
from engine.shogun.state import NOTHING, State
from engine.table import Table


def posts_this_season(state: State) -> bool:
    """Whether generals are placed first: the first spring of such a setup. [14.2]"""
    is_first = (state.year, state.season) == (1, 0)
    return state.setup.generals and state.setup.mode == "recommended" and is_first


def set_general(state: State, seat: Seat, province: int) -> None:
    held = state.generals
    state.generals = (*held[:seat], province, *held[seat + 1 :])


def first_post_steps(state: State, seat: Seat) -> list[Order]:
    """Any own province. [SHO-14.2]"""
    return [POST[p] for p in owned(state, seat)]


def post_again_steps(state: State, seat: Seat) -> list[Order]:
    """A general that was lost may come back after winter. [SHO-14.8]"""
    return [*first_post_steps(state, seat), POST_NONE]


def post(table: Table[State], seat: Seat, province: int) -> None:
    """Placing is not moving: no statue, no trophies. [SHO-17.47, SHO-14.1]"""
    if province == NOTHING:
        table.tell("general_kept_away", seat=seat)
        return
    set_general(table.state, seat, province)
    table.tell("general_placed", seat=seat, province=BOARD.codes[province])


def goals(state: State, seat: Seat) -> list[int]:
    """Every other own province, adjacent or not. [SHO-14.5, SHO-17.45]"""
    return [p for p in owned(state, seat) if p != state.generals[seat]]


def general_steps(state: State, seat: Seat) -> list[Order]:
    """With or without a statue where one may be placed. [SHO-14.6]"""
    found: list[Order] = []
    for province in goals(state, seat):
        if may_leave_statue(state, seat, province):
            found += [GENERAL[province][STATUE], GENERAL[province][NO_STATUE]]
        else:
            found.append(GENERAL[province][PLAIN])
    return found


def may_leave_statue(state: State, seat: Seat, province: int) -> bool:
    """Only a move over one border, while there is a statue. [SHO-14.6, SHO-17.46]"""
    near = state.setup.adjacent[state.generals[seat]]
    return province in near and state.statues_left[seat] > 0


def general(table: Table[State], seat: Seat, province: int, how: int) -> None:
    """SHO-14.5, SHO-14.6, SHO-14.7"""
    state = table.state
    origin = state.generals[seat]
    set_general(state, seat, province)
    table.tell(
        "general_moved",
        seat=seat,
        origin=BOARD.codes[origin],
        province=BOARD.codes[province],
    )
    if how == STATUE:
        place = origin * state.setup.seats + seat
        state.statues = changed(state.statues, place, 1)
        state.statues_left = changed(state.statues_left, seat, -1)
        table.tell("statue_placed", seat=seat, province=BOARD.codes[origin])
    take_trophies(table, seat, province)


def take_trophies(table: Table[State], seat: Seat, province: int) -> None:
    """All statues of other players; own ones stay. [SHO-14.7]"""
    state = table.state
    seats = state.setup.seats
    for other in range(seats):
        count = state.statues[province * seats + other]
        if other == seat or not count:
            continue
        state.statues = changed(state.statues, province * seats + other, -count)
        state.trophies = changed(state.trophies, seat, count)
        code = BOARD.codes[province]
        table.tell(
            "trophies_taken", seat=seat, of_seat=other, province=code, statues=count
        )


def statues_of(state: State, seat: Seat) -> int:
    """Own statues on the board. [SHO-14.10]"""
    return sum(state.statues[seat :: state.setup.seats])
