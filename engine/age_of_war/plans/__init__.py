"""What is kept of a player's text, and what it answers at a decision. [AOW-10]

A plan has up to two lines, in the words of the order language:

    standing: take D1; auto any          for every turn, until replaced [AOW-10.13]
    turn 12: step fill D1 2              for that turn alone
    turn 12 used: auto any               the same, once it has decided something
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.age_of_war.board import INDEX, PRINTED, SLOTS, SPECIAL
from engine.age_of_war.odds import auto_order
from engine.age_of_war.plans.deciding import decide, is_elsewhere
from engine.age_of_war.plans.hints import canonical_hints, hints
from engine.age_of_war.plans.policy import LineRef, Policy, Statement
from engine.age_of_war.plans.reading import Step, Written, is_step, read_order
from engine.age_of_war.plans.vocabulary import ENDS
from engine.age_of_war.plans.writing import in_language
from engine.age_of_war.rules import PASS, ROLL, options
from engine.age_of_war.rules.cards import (
    fewest,
    fill_order,
    is_rolled,
    required_lines,
    reroll_order,
    unfilled,
)
from engine.age_of_war.rules.filling import (
    check_card,
    check_dice,
    check_line,
    no_such_line,
)
from engine.age_of_war.rules.turn import check_reroll, check_rolled, check_turn
from engine.age_of_war.state import NO_TARGET, State
from engine.contract import Answer, Coverage, Order, Plan, Seat, Skipped
from engine.errors import OrderError, OrderIllegal, Refused
from engine.reading.text import only_statement
from engine.words import fill as fill_words
from engine.words import words

__all__ = ["afterwards", "answer", "coverage", "default", "hints", "parse", "remarks"]

LOGGED = re.compile(r"fill [A-F]\d \d( \w+)?|reroll [123ACG]|roll", re.I | re.A)
LONGEST_STEP = 500  # letters of a text that may be one step of the log
ASK_STEP = "step"  # after a step the player is asked for the rest of the turn


class Kept(NamedTuple):
    """A plan, understood."""

    standing: Policy | None = None
    turn: int = 0
    order: Policy | Step | None = None  # of that turn; a step once used is ASK_STEP
    is_used: bool = False  # the order of that turn has decided something

    @property
    def text(self) -> Plan:
        lines = []
        if self.standing is not None:
            lines.append(f"standing: {self.standing.text}")
        if self.turn:
            head = f"turn {self.turn} used" if self.is_used else f"turn {self.turn}"
            lines.append(f"{head}: {order_text(self.order)}")
        return "\n".join(lines)


def order_text(order: Policy | Step | None) -> str:
    if order is None:
        return ASK_STEP
    if isinstance(order, Policy):
        return order.text
    if order.verb == "fill":
        parts = ["fill", SLOTS[order.card], str(order.number), order.faces]
        return " ".join(["step", *filter(None, parts)])
    return " ".join(filter(None, ["step", order.verb, order.faces]))


@lru_cache(maxsize=1024)
def read_plan(plan: Plan, set_key: str) -> Kept:
    """The plan as it was kept; it was checked then, so it reads."""
    kept = Kept()
    for line in plan.splitlines():
        head, _, text = line.partition(": ")
        if head == "standing":
            policy = read_order(text, set_key, limited=False).order
            assert isinstance(policy, Policy)
            kept = kept._replace(standing=policy)
        else:
            _, turn, *used = head.split()
            order = read_turn_order(text, set_key)
            kept = Kept(kept.standing, int(turn), order, is_used=bool(used))
    return kept


def read_turn_order(text: str, set_key: str) -> Policy | Step | None:
    if text == ASK_STEP:
        return None
    return read_order(text, set_key, limited=False).order


# -------------------------------------------------------------- taking a text


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
    said = only_statement(text, "//", ENDS) if len(text) <= LONGEST_STEP else ""
    if LOGGED.fullmatch(said):  # an order as the log writes it, on its line
        as_step = f"step {said}"
        text = text.replace(said, as_step) if said in text else as_step
    if seat != state.seat and is_step(text):  # before anything is read [AOW-10.10]
        raise Refused([OrderIllegal("AOW-10.13", "E_NOT_YOUR_TURN")])
    written = read_order(text, state.setup.set, names)
    before = read_plan(kept, state.setup.set)
    if isinstance(written.order, Step):
        step = take_step(state, seat, written)
        return Kept(before.standing, state.turn, step).text
    return take_policy(state, seat, written, before).text


def next_turn(state: State, seat: Seat) -> int:
    """The seat's turn that is running or comes next. [AOW-10.13]"""
    return state.turn + (seat - state.seat) % state.setup.seats


def take_policy(state: State, seat: Seat, written: Written, before: Kept) -> Kept:
    """In a siege of another card it is refused, or kept for later. [AOW-10.11]"""
    assert isinstance(written.order, Policy)
    elsewhere = seat == state.seat and is_elsewhere(state, written.order)
    if written.standing:  # the rest of a turn it does not fit is asked for
        return Kept(written.order, state.turn if elsewhere else 0)
    if elsewhere:
        fault = OrderIllegal("AOW-5.8", "E_COMMITTED", card=SLOTS[state.target])
        raise Refused([told_legal(state, seat, fault).at(written.line)])
    return Kept(before.standing, next_turn(state, seat), written.order)


def take_step(state: State, seat: Seat, written: Written) -> Step:
    """The step as the log will have it, or the first reason against it. [AOW-10.10]"""
    assert isinstance(written.order, Step)
    try:
        return check_step(state, seat, written.order)
    except OrderError as error:
        raise Refused([told_legal(state, seat, error).at(written.line)]) from error


def told_legal(state: State, seat: Seat, error: OrderError) -> OrderError:
    """The fault with what would be legal, if it does not say so itself."""
    if not error.legal and seat == state.seat:
        error.legal = tuple(h.text for h in canonical_hints(state, seat)[:6])
        error.legal_kind = "order"
    return error


def check_step(state: State, seat: Seat, step: Step) -> Step:
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


def remarks(state: State, seat: Seat, plan: Plan, language: str = "en") -> list[str]:
    """Statements that can never be reached or never fit. [AOW-10.11]"""
    kept = read_plan(plan, state.setup.set)
    sentences = words("age_of_war", language)["remarks"]
    found = []
    has_target = seat == state.seat and state.target != NO_TARGET
    is_now = kept.turn == state.turn
    for order, is_aimed in (
        (kept.standing, False),
        (kept.order, has_target and is_now),
    ):
        if isinstance(order, Policy):
            for key, statement in doubtful(order, is_aimed):
                said = in_language(statement.text, state.setup.set, language)
                values = {"statement": said}
                found.append(fill_words(sentences[key], values, language))
    return found


def doubtful(policy: Policy, is_aimed: bool) -> Iterator[tuple[str, Statement]]:
    """Whatever a kind reader would ask about before giving this order.

    Whoever besieges a card already need not choose one. [AOW-5.8]
    """
    verbs = {statement.verb for statement in policy.statements}
    first = policy.statements[0]
    if first.verb == "reroll" and not first.tests and not policy.named:
        yield "reroll_all", first
    if first.verb == "fill" and not verbs & {"take", "auto"} and not is_aimed:
        yield "no_card", first
    codes = {code for lines in PRINTED for code in lines} | {SPECIAL, "*"}
    ended = False
    for statement in policy.statements:
        if ended and statement.verb not in ("limit", "strict"):
            yield "unreachable", statement
        ended = ended or statement.ends_all
        if any(r.code not in codes and r.code[0] != "L" for r in statement.lines):
            yield "no_such_line", statement


# --------------------------------------------------------- answering a decision


def answer(state: State, seat: Seat, plan: Plan, mode: str = "each") -> Answer:
    """What the plan wants here; a question if it does not say. [AOW-10.12]

    When the deadline has passed the rest of the turn is not the plan's any more.
    """
    if state.over:
        return Answer(None, plan)
    if seat == state.seat and not is_rolled(state):
        return Answer(ROLL, plan)
    kept, told = kept_now(state, seat, plan)
    if seat != state.seat:
        return Answer(None, kept.text, told)
    found = answer_now(state, seat, kept, mode)
    return found._replace(skipped=told + found.skipped)


def answer_now(state: State, seat: Seat, kept: Kept, mode: str) -> Answer:
    if mode == "late":
        return Answer(None, kept.text)
    order = kept.order if kept.turn else kept.standing
    if isinstance(order, Step):
        return answer_step(state, seat, kept, order)
    if order is None:
        return Answer(None, kept.text, reason="step" if kept.turn else "turn")
    chosen, reason = decide(state, order)
    if kept.turn and chosen is not None:
        kept = kept._replace(is_used=True)
    return Answer(chosen, kept.text, reason=reason)


def kept_now(state: State, seat: Seat, plan: Plan) -> tuple[Kept, tuple[Skipped, ...]]:
    """The plan without an order for a turn that is over. [AOW-10.13]

    An order that was never used is told.
    """
    kept, turn = read_plan(plan, state.setup.set), next_turn(state, seat)
    if kept.turn == turn or (kept.turn > turn and seat != state.seat):
        return kept, ()
    if kept.order is None or kept.is_used:
        return Kept(kept.standing), ()
    why = OrderIllegal("AOW-10.13", "E_NOT_YOUR_TURN", said="turn_over")
    return Kept(kept.standing), (Skipped(order_text(kept.order), why),)


def coverage(state: State, seat: Seat, plan: Plan) -> Coverage:
    """A policy decides a whole turn; a step decides once. [AOW-10.2]"""
    if state.over or seat != state.seat:
        return Coverage(0, 0)
    kept = read_plan(plan, state.setup.set)
    order = kept.order if kept.turn == state.turn else kept.standing
    return Coverage(int(isinstance(order, Policy)), 1)


def afterwards(state: State, seat: Seat, plan: Plan, language: str = "en") -> list[str]:
    """An order that is no step decides every roll of the turn. [AOW-10.5]"""
    found = answer(state, seat, plan)
    if found.order is None or found.order == PASS or conquers(state, found.order):
        return []
    kept = read_plan(found.plan, state.setup.set)
    policy = kept.order if kept.turn == state.turn else kept.standing
    if not isinstance(policy, Policy):
        return []
    return [str(words("age_of_war", language)["hints"]["plays_on"])]


def conquers(state: State, order: Order) -> bool:
    """Whether it fills the last line, so that the turn ends. [AOW-6.1]"""
    if order.verb != "fill":
        return False
    return len(unfilled(state, INDEX[order.args[0]])) == 1


def answer_step(state: State, seat: Seat, kept: Kept, step: Step) -> Answer:
    left = kept._replace(order=None).text
    order = Order.read(order_text(step).removeprefix("step "))
    if order in options(state, seat):
        return Answer(order, left)
    try:
        check_step(state, seat, step)
        why: OrderError = OrderIllegal("AOW-4.2", "E_NO_SUCH_ACTION")
    except OrderError as error:
        why = error
    lost = Skipped(order_text(step), why)
    return Answer(None, left, skipped=(lost,), reason="step")


def default(state: State, seat: Seat) -> Order:
    """As `auto any`; a seat given up may be agreed to pass. [AOW-9.19, AOW-10.12]"""
    if not is_rolled(state):
        return ROLL
    if seat in state.left and state.setup.dropout == "pass":
        return PASS
    return auto_order(state)
