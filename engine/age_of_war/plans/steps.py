"""One step of a turn, checked against the table as it lies. [AOW-10.2, AOW-10.10]"""

from __future__ import annotations

from engine.age_of_war.board import SLOTS
from engine.age_of_war.plans.tree import LineRef, Step
from engine.age_of_war.rules.cards import (
    fewest,
    fill_order,
    is_rolled,
    required_lines,
    reroll_order,
)
from engine.age_of_war.rules.filling import (
    check_card,
    check_dice,
    check_line,
    no_such_line,
)
from engine.age_of_war.rules.turn import check_reroll, check_rolled, check_turn
from engine.age_of_war.state import NO_TARGET, State
from engine.contract import Seat
from engine.errors import OrderIllegal


def check_step(state: State, seat: Seat, step: Step) -> Step:
    """The step as the log will have it, or the first reason against it."""
    check_turn(state, seat)
    if step.verb == "roll":
        if is_rolled(state):
            raise OrderIllegal("AOW-4.2", "E_NO_SUCH_ACTION")
        return step
    check_rolled(state)
    if step.fault is not None:
        raise step.fault
    if step.verb == "reroll":
        face = step.faces or reroll_order(state).args[0]
        check_reroll(state, face)
        return Step("reroll", faces=face)
    return step if step.verb == "pass" else check_fill_step(state, step)


def check_fill_step(state: State, step: Step) -> Step:
    card = state.target if step.card < 0 else step.card
    if card == NO_TARGET:  # AOW-10.3
        raise OrderIllegal("AOW-10.3", "E_NO_SUCH_LINE", said="no_target")
    if step.place is not None and step.place != state.holder[card]:  # AOW-10.3
        raise OrderIllegal(
            "AOW-10.3", "E_UNKNOWN_CARD", said="not_there", card=SLOTS[card]
        )
    check_card(state, card)
    line = step.number or step_line(state, card, step.line)
    check_line(state, card, line)
    faces = "".join(sorted(step.faces)) or fewest(state, card, line)
    check_dice(state.hand, required_lines(state, card)[line - 1], faces)
    order = fill_order("".join(sorted(state.hand)), card, line, faces)
    named = order.args[2] if len(order.args) > 2 else ""
    return Step("fill", card, number=line, faces=named)


def step_line(state: State, card: int, ref: LineRef | None) -> int:
    """The lowest unfilled line of that code; a filled one if all are. [AOW-10.3]"""
    assert ref is not None
    lines = required_lines(state, card)
    if ref.code[0] == "L":
        return int(ref.code[1:])
    fitting = [line for line, code in enumerate(lines, start=1) if code == ref.code]
    if not fitting:
        raise no_such_line(state, card, ref.code)
    return next((n for n in fitting if n not in state.filled), fitting[0])
