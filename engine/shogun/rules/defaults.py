"""What the clock decides: the last column of the table of decisions. [SHO-18.2]"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.contract import Order, Seat
from engine.shogun.board import BOARD, BONUSES
from engine.shogun.rules.auction import specials_left
from engine.shogun.rules.dajokan import open_offices
from engine.shogun.rules.filling import fill_step
from engine.shogun.rules.generals import goals, may_leave_statue
from engine.shogun.rules.hand import owned
from engine.shogun.rules.steps import (
    ATTACK,
    CALM,
    DEFEND,
    DRAFT,
    FAVOUR_NONE,
    GENERAL,
    GROUP,
    HOLD,
    NO,
    OFFICE,
    PLAIN,
    POST,
    POST_LATER,
    REVOLTS,
    SAMURAI,
    SPECIAL,
    STATUE,
    YES,
)
from engine.shogun.state import State


def default(state: State, seat: Seat) -> Order:
    """One of the seat's options. [SHO-18.1, SHO-18.2, SHO-18.6]"""
    return DEFAULTS[state.point](state, seat)


def strongest(state: State, provinces: Sequence[int]) -> int:
    """Most armies; of equals the first id. [SHO-18.2]"""
    return max(provinces, key=state.armies.__getitem__)


def default_draft(state: State, seat: Seat) -> Order:
    """The open card with more tax and rice; of equals the left one."""
    return DRAFT[max(state.offered, key=lambda p: BOARD.tax[p] + BOARD.rice[p])]


def default_group(state: State, seat: Seat) -> Order:
    return GROUP[max(state.groups[seat])]


def default_post(state: State, seat: Seat) -> Order:
    """In the draft later; else where most armies are, which betrays no card."""
    if state.step == "station":
        return POST_LATER
    return POST[strongest(state, owned(state, seat))]


def default_special(state: State, seat: Seat) -> Order:
    return SPECIAL[specials_left(state)[0]]


def default_calm(state: State, seat: Seat) -> Order:
    """In winter only on an explicit order. [SHO-17.36]"""
    return CALM[NO if state.phase == "winter" else YES]


def default_revolts(state: State, seat: Seat) -> Order:
    return REVOLTS[min(state.revolts, key=state.armies.__getitem__)]


def default_office(state: State, seat: Seat) -> Order:
    """The highest row value and column value; of equals the first id."""
    return OFFICE[max(open_offices(state), key=office_value)]


def office_value(office: int) -> int:
    row, column = BOARD.row_of[office], BOARD.column_of[office]
    return BOARD.row_points[row] + BOARD.column_points[column]


def default_general(state: State, seat: Seat) -> Order:
    """The adjacent province with most armies, with a statue if possible."""
    near = state.setup.adjacent[state.generals[seat]]
    provinces = goals(state, seat)
    goal = strongest(state, [p for p in provinces if p in near] or provinces)
    return GENERAL[goal][STATUE if may_leave_statue(state, seat, goal) else PLAIN]


def always(order: Order) -> Callable[[State, Seat], Order]:
    return lambda state, seat: order


DEFAULTS: dict[str, Callable[[State, Seat], Order]] = {
    "plan": fill_step,
    "draft": default_draft,
    "group": default_group,
    "post": default_post,
    "special": default_special,
    "samurai": always(SAMURAI[BONUSES.index("chests")]),
    "favour": always(FAVOUR_NONE),
    "recruit1": always(HOLD),
    "battle-a": always(HOLD),
    "battle-b": always(HOLD),
    "attack": always(ATTACK[YES]),
    "defend": always(DEFEND[YES]),
    "calm": default_calm,
    "revolts": default_revolts,
    "office": default_office,
    "general": default_general,
}
