"""What is said with the receipt of a plan. [AOW-10.5, AOW-10.11]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.age_of_war.board import INDEX, PRINTED, SPECIAL
from engine.age_of_war.plans.deciding import answer
from engine.age_of_war.plans.kept import read_kept
from engine.age_of_war.plans.tree import Policy, Statement
from engine.age_of_war.plans.writing import in_language
from engine.age_of_war.rules import PASS
from engine.age_of_war.rules.cards import unfilled
from engine.age_of_war.state import NO_TARGET, State
from engine.contract import Order, Plan, Seat
from engine.words import fill, words


def remarks(state: State, seat: Seat, plan: Plan, language: str = "en") -> list[str]:
    """Statements that can never be reached or never fit. [AOW-10.11]"""
    kept = read_kept(plan, state.setup.set)
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
                said = in_language(statement.text, language, state.setup.set)
                values = {"statement": said}
                found.append(fill(sentences[key], values, language))
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


def afterwards(state: State, seat: Seat, plan: Plan, language: str = "en") -> list[str]:
    """An order that is no step decides every roll of the turn. [AOW-10.5]"""
    found = answer(state, seat, plan)
    if found.order is None or found.order == PASS or conquers(state, found.order):
        return []
    kept = read_kept(found.plan, state.setup.set)
    policy = kept.order if kept.turn == state.turn else kept.standing
    if not isinstance(policy, Policy):
        return []
    return [str(words("age_of_war", language)["hints"]["plays_on"])]


def conquers(state: State, order: Order) -> bool:
    """Whether it fills the last line, so that the turn ends. [AOW-6.1]"""
    if order.verb != "fill":
        return False
    return len(unfilled(state, INDEX[order.args[0]])) == 1
