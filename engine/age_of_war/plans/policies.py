"""What a policy wants on the roll as it lies. [AOW-10.5 to AOW-10.9a]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.age_of_war.board import LEAST
from engine.age_of_war.odds import (
    EVEN,
    Goal,
    after_fill,
    auto_order,
    best,
    default_weight,
)
from engine.age_of_war.plans.tree import Condition, LineRef, Policy, Statement, Wish
from engine.age_of_war.rules import PASS
from engine.age_of_war.rules.cards import (
    attackable,
    dice_wanted,
    fewest,
    fill_fewest,
    is_opposed,
    least_left,
    required_lines,
    reroll_order,
    total,
    unfilled,
)
from engine.age_of_war.state import NO_TARGET, State
from engine.contract import Order
from engine.kept import all_hold, compare, first_possible

EVERY_LINE = (LineRef("*"),)


def decide(state: State, policy: Policy) -> tuple[Order | None, str]:
    """The first applicable statement, else the tail. [AOW-10.5]"""
    if targets_gone(state, policy):
        return None, "targets-gone"

    def attempt(statement: Statement) -> tuple[Order | None, str] | None:
        if statement.verb == "ask" and holds(state, statement.tests):
            return None, "ask"
        order = try_statement(state, policy, statement)
        return None if order is None else (order, "")

    return first_possible(policy.statements, attempt).value or tail(state, policy)


def targets_gone(state: State, policy: Policy) -> bool:
    """It names cards, and none of them can be attacked. [AOW-10.5]"""
    if state.target != NO_TARGET or not names_its_cards(policy):
        return False
    return not any(is_there(state, card, place) for card, place in policy.named)


def is_elsewhere(state: State, policy: Policy) -> bool:
    """It names cards, and none of them is the one besieged. [AOW-10.11]"""
    if state.target == NO_TARGET or not names_its_cards(policy):
        return False
    return state.target not in [card for card, _ in policy.named]


def names_its_cards(policy: Policy) -> bool:
    """Some, and not any."""
    if any(statement.names_any for statement in policy.statements):
        return False
    return bool(policy.named)


def is_there(state: State, card: int, place: int | None) -> bool:
    """Attackable, and where the order says it lies. [AOW-10.6]"""
    cards = [found for found, _ in attackable(state.holder, state.seat)]
    return card in cards and place in (None, state.holder[card])


def try_statement(state: State, policy: Policy, statement: Statement) -> Order | None:
    """The order it gives, or None where it is not applicable. [AOW-10.6]"""
    match statement.verb:
        case "take":
            return try_take(state, policy, statement)
        case "fill" if state.target != NO_TARGET:
            return try_lines(state, policy, state.target, statement)
        case "reroll" if may_reroll(state, policy) and holds(state, statement.tests):
            return reroll_order(state, statement.faces)
        case "auto" if holds(state, statement.tests):
            return try_auto(state, statement.wishes)
        case "pass" if holds(state, statement.tests):
            return PASS
    return None


def try_take(state: State, policy: Policy, statement: Statement) -> Order | None:
    if state.target != NO_TARGET:
        return None
    if not is_there(state, statement.card, statement.place):
        return None
    return try_lines(state, policy, statement.card, statement)


def try_lines(
    state: State, policy: Policy, card: int, statement: Statement
) -> Order | None:
    """The first listed candidate whose conditions hold. [AOW-10.6]"""
    refs = statement.lines or EVERY_LINE
    for line in candidates(state, policy, card, refs):
        if holds(state, statement.tests, after_fill(state, card, line)):
            return fill_fewest(state, card, line)
    return None


def candidates(
    state: State, policy: Policy, card: int, refs: Sequence[LineRef]
) -> Iterator[int]:
    """Lines that can be filled now without losing the card. [AOW-10.7]"""
    for ref in refs:
        for line in meant_lines(state, card, ref):
            code = required_lines(state, card)[line - 1]
            used = len(fewest(state, card, line))
            if not used or not is_within(used, line, code, (ref, *policy.limits)):
                continue
            filled = (*state.filled, line)
            left = len(state.hand) - used
            if left >= least_left(card, is_opposed(state, card), filled):
                yield line


def meant_lines(state: State, card: int, ref: LineRef) -> list[int]:
    """A code is its lowest unfilled line; `*` is all, best odds first. [AOW-10.3]"""
    lines = unfilled(state, card)
    if ref.code == "*":
        return best_first(state, card, list(lines))
    if ref.code[0] == "L":
        return [line for line in lines if f"L{line}" == ref.code]
    return [line for line, code in lines.items() if code == ref.code][:1]


def best_first(state: State, card: int, lines: list[int]) -> list[int]:
    """By odds, the lower number first among equals. [AOW-10.6]"""
    odds = {line: after_fill(state, card, line) for line in lines}
    ordered: list[int] = []
    while odds:
        most = max(odds.values())
        line = min(line for line, chance in odds.items() if chance >= most - EVEN)
        ordered.append(line)
        del odds[line]
    return ordered


def is_within(used: int, line: int, code: str, refs: Sequence[LineRef]) -> bool:
    """No `<=` that speaks of this line is exceeded. [AOW-10.7]"""
    mine = ("*", code, f"L{line}")
    return all(used <= ref.most for ref in refs if ref.most and ref.code in mine)


def may_reroll(state: State, policy: Policy) -> bool:
    """One die less must still be enough for what is wanted. [AOW-10.6]"""
    if state.target == NO_TARGET and not policy.named:
        return True
    return can_lose_one(state, policy)


def can_lose_one(state: State, policy: Policy) -> bool:
    left = len(state.hand) - 1
    if state.target != NO_TARGET:
        return left >= dice_wanted(state)
    return any(
        is_there(state, card, place) and left >= LEAST[card][is_opposed(state, card)]
        for card, place in policy.named
    )


def try_auto(state: State, wishes: Sequence[Wish]) -> Order | None:
    """Always in siege; before, if some goal can be attacked. [AOW-10.6, AOW-10.9]"""
    if state.target != NO_TARGET or not wishes:
        return auto_order(state)
    goals = [
        Goal(w.card, default_weight(state, w.card) if w.weight is None else w.weight)
        for w in wishes
        if is_there(state, w.card, None)
    ]
    return auto_order(state, goals) if goals else None


def tail(state: State, policy: Policy) -> tuple[Order | None, str]:
    """When no statement is applicable. [AOW-10.8]"""
    if policy.strict:
        return None, "strict"
    if state.target != NO_TARGET:
        for line in candidates(state, policy, state.target, EVERY_LINE):
            return fill_fewest(state, state.target, line), ""
    if can_lose_one(state, policy):
        return reroll_order(state), ""
    return None, "uncovered"


def holds(state: State, tests: Sequence[Condition], odds: float | None = None) -> bool:
    """Every condition of a statement; `odds` of the candidate if one is tried."""
    return all_hold(tests, lambda test: is_true(state, test, odds))


def is_true(state: State, test: Condition, odds: float | None) -> bool | None:
    """One condition, on the roll as it lies. [AOW-10.9a]"""
    in_siege = state.target != NO_TARGET
    if test.quantity in ("open", "siege"):
        return in_siege == (test.quantity == "siege")
    if test.quantity == "odds":
        if odds is None and not in_siege:
            return None
        value = best(state) if odds is None else odds
    else:
        value = quantity(state, test.quantity)
    return compare(value, test.relation, test.number, EVEN)


def quantity(state: State, name: str) -> int:
    match name:
        case "dice":
            return len(state.hand)
        case "lost":
            return state.lost
        case "roll":
            return state.rolls
        case "inf":
            return total("".join(face for face in state.hand if face.isdigit()))
    return state.hand.count(name)
