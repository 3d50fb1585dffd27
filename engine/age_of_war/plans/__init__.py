"""Plans: the order language of the sheet, kept and answered. [AOW-10]"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from engine.age_of_war.board import SLOTS
from engine.age_of_war.plans.coverage import coverage
from engine.age_of_war.plans.deciding import answer, default, next_turn
from engine.age_of_war.plans.hints import canonical_hints, hints
from engine.age_of_war.plans.kept import Kept, read_kept
from engine.age_of_war.plans.policies import is_elsewhere
from engine.age_of_war.plans.reading import is_step, read_mail
from engine.age_of_war.plans.remarks import afterwards, remarks
from engine.age_of_war.plans.steps import check_step
from engine.age_of_war.plans.tree import Policy, Step, Written
from engine.age_of_war.plans.vocabulary import ENDS
from engine.age_of_war.state import State
from engine.contract import Plan, Seat
from engine.errors import OrderError, OrderIllegal, Refused
from engine.reading.lines import advised, only_statement

__all__ = ["afterwards", "answer", "coverage", "default", "hints", "parse", "remarks"]

LOGGED = re.compile(r"fill [A-F]\d \d( \w+)?|reroll [123ACG]|roll", re.I | re.A)


def parse(
    state: State,
    seat: Seat,
    text: str,
    kept: Plan = "",
    names: Sequence[str] = (),
) -> Plan:
    """What to keep of a text; one fault and nothing is kept. [AOW-10.11]"""
    if state.over:
        raise Refused([OrderIllegal("AOW-8.1", "E_GAME_OVER")])
    if not 0 <= seat < state.setup.seats:
        fault = OrderIllegal("AOW-3.3", "E_NOT_YOUR_TURN", said="E_NO_SEAT")
        raise Refused([fault])
    if seat in state.left:
        raise Refused([OrderIllegal("AOW-9.19", "E_NOT_YOUR_TURN", said="E_GONE")])
    said = only_statement(text, "//", ENDS)
    if LOGGED.fullmatch(said):  # an order as the log writes it, on its line
        as_step = f"step {said}"
        text = text.replace(said, as_step) if said in text else as_step
    if seat != state.seat and is_step(text):  # before anything is read [AOW-10.10]
        raise Refused([OrderIllegal("AOW-10.13", "E_NOT_YOUR_TURN")])
    written = read_mail(text, names, state.setup.set)
    before = read_kept(kept, state.setup.set)
    if isinstance(written.order, Step):
        step = take_step(state, seat, written)
        return Kept(before.standing, state.turn, step).text
    return take_policy(state, seat, written, before).text


def take_policy(state: State, seat: Seat, written: Written, before: Kept) -> Kept:
    """In a siege of another card it is refused, or kept for later. [AOW-10.11]"""
    assert isinstance(written.order, Policy)
    elsewhere = seat == state.seat and is_elsewhere(state, written.order)
    if written.standing:  # the rest of a turn it does not fit is asked for
        return Kept(written.order, state.turn if elsewhere else 0)
    if elsewhere:
        fault = OrderIllegal("AOW-5.8", "E_COMMITTED", card=SLOTS[state.target])
        raise refused(state, seat, fault, written.line)
    return Kept(before.standing, next_turn(state, seat), written.order)


def take_step(state: State, seat: Seat, written: Written) -> Step:
    """The step as the log will have it, or the first reason against it. [AOW-10.10]"""
    assert isinstance(written.order, Step)
    try:
        return check_step(state, seat, written.order)
    except OrderError as fault:
        raise refused(state, seat, fault, written.line) from fault


def refused(state: State, seat: Seat, fault: OrderError, line: int) -> Refused:
    """The fault with what would be legal, if it does not say so itself."""
    return Refused(advised([fault.at(line)], partial(possible, state, seat)))


def possible(state: State, seat: Seat) -> list[str]:
    return [hint.text for hint in canonical_hints(state, seat)[:6]]
