"""The rules: how a match begins, what is open, and what an order does."""

from __future__ import annotations

from collections.abc import Callable

from engine.chance import Chance
from engine.contract import Event, Order, Seat
from engine.errors import OrderIllegal
from engine.shogun.rules.defaults import default
from engine.shogun.rules.invariants import faults
from engine.shogun.rules.planning import ask, bid, cover, lay, plan_steps, ready
from engine.shogun.rules.points import LISTS, VERBS
from engine.shogun.rules.score import end_match, score
from engine.shogun.rules.season import proceed
from engine.shogun.rules.setup import setup
from engine.shogun.rules.steps import KNOWN
from engine.shogun.rules.waiting import ahead, decisions
from engine.shogun.state import UNLAID, State
from engine.table import Table

__all__ = [
    "ahead",
    "apply",
    "decisions",
    "default",
    "faults",
    "options",
    "resign",
    "score",
    "setup",
]


def options(state: State, seat: Seat) -> list[Order]:
    """Every step the seat may take now. [SHO-18.11]"""
    point = state.point
    if point == "plan":
        return plan_steps(state, seat)
    if not point or seat != state.seat:
        return []
    return LISTS[point](state, seat)


# --------------------------------------------------------------------------- apply

PLANNING: dict[str, Callable[..., None]] = {
    "bid": bid,
    "lay": lay,
    "ask": ask,
    "cover": cover,
    "ready": ready,
}
CHECKED = ("recruit1", "battle-a", "battle-b")  # a move says itself what is wrong


def apply(
    state: State, seat: Seat, order: Order, chance: Chance
) -> tuple[State, list[Event]]:
    """One step; if it is illegal nothing changes. [SHO-18.11]"""
    point = state.point
    check_turn(state, seat)
    verb, numbers = KNOWN.get(order, ("", ()))
    table = Table(state.copy(), chance)
    if point == "plan":
        plan(table, seat, verb, numbers)
    else:
        check_listed(state, seat, order, verb)
        table.state.point = ""
        VERBS[verb](table, seat, *numbers)
    proceed(table)
    return table.state, table.events


def plan(table: Table[State], seat: Seat, verb: str, numbers: tuple[int, ...]) -> None:
    """SHO-18.12"""
    if verb not in PLANNING:
        raise OrderIllegal("SHO-18.12", "E_NO_SUCH_ACTION")
    PLANNING[verb](table, seat, *numbers)


def check_turn(state: State, seat: Seat) -> None:
    if not state.point:
        raise OrderIllegal("SHO-11.1", "E_GAME_OVER")
    if not 0 <= seat < state.setup.seats:
        raise OrderIllegal("SHO-1.1", "E_NO_SEAT")
    if state.point == "plan":
        if seat in state.ready:
            raise OrderIllegal("SHO-18.12", "E_READY")
    elif seat != state.seat:
        raise OrderIllegal("SHO-18.8", "E_NOT_YOUR_TURN")


def check_listed(state: State, seat: Seat, order: Order, verb: str) -> None:
    """A move is checked where it is made; all else must be one of the options."""
    if verb == "move" and state.point in CHECKED:
        return
    if order not in LISTS[state.point](state, seat):
        raise OrderIllegal("SHO-18.11", "E_NO_SUCH_ACTION")


# ------------------------------------------------------------------------- leaving


def resign(state: State, seat: Seat) -> tuple[State, list[Event]]:
    """Everything of the seat stays in play; defaults decide for it. [SHO-11.4]

    Cards of a plan that is not locked return to its hand.
    """
    if not state.point:
        raise OrderIllegal("SHO-11.1", "E_GAME_OVER")
    if not 0 <= seat < state.setup.seats:
        raise OrderIllegal("SHO-1.1", "E_NO_SEAT")
    if seat in state.left:
        raise OrderIllegal("SHO-11.4", "E_GONE")
    table = Table(state.copy(), Chance())
    new = table.state
    new.left = state.left | {seat}
    table.tell("seat_left", seat=seat)
    if state.point == "plan":
        take_back_plan(new, seat)
    if len(new.left) == new.setup.seats:
        end_match(table, "left")
    return new, table.events


def take_back_plan(state: State, seat: Seat) -> None:
    """SHO-11.4"""
    cleared = (UNLAID,) * len(state.setup.slots)
    state.boards = (*state.boards[:seat], cleared, *state.boards[seat + 1 :])
    state.ready -= {seat}
    state.covers = frozenset(pair for pair in state.covers if pair[0] != seat)
    state.asked = frozenset(pair for pair in state.asked if pair[0] != seat)
