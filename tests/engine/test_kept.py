"""Plans as keyed lines, alternatives and conditions: what all games share."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from engine.contract import Answer, Order, Skipped
from engine.errors import OrderIllegal
from engine.kept import (
    KeptLine,
    all_hold,
    answer_step,
    compare,
    first_possible,
    kept_lines,
    plan_of,
    put,
)
from engine.registry import game as game_of
from tests.engine.test_contract import NAMES, random_match

PLAN = "castle: MUS\nbattle spring: KAI > SUR 3: or hold\nstep : pass"


def test_a_plan_is_lines_with_a_kind_and_perhaps_a_key() -> None:
    castle, battle, step = kept_lines(PLAN)
    assert (castle.kind, castle.key, castle.text) == ("castle", "", "MUS")
    assert (battle.kind, battle.key) == ("battle", "spring")
    assert battle.text == "KAI > SUR 3: or hold"
    assert (step.kind, step.key, step.text) == ("step", "", "pass")
    assert plan_of([castle, battle, step]) == PLAN
    assert kept_lines("") == []
    assert plan_of([]) == ""


@pytest.mark.parametrize("name", ["age_of_war", "small_samurai_empires"])
def test_the_plans_of_games_are_such_lines(name: str) -> None:
    game, seen = game_of(name), 0
    for moment in random_match(name, limit=20, rounds=3):
        for hint in game.hints(moment.state, moment.seat)[:4]:
            plan = game.parse(moment.state, moment.seat, hint.text, "", NAMES)
            assert plan_of(kept_lines(plan)) == plan
            assert all(line.kind and line.text for line in kept_lines(plan))
            seen += 1
    assert seen > 40


def lines(*heads: str) -> tuple[KeptLine, ...]:
    return tuple(KeptLine(*head.split("=")) for head in heads)


def head_of(line: KeptLine) -> str:
    return line.head


def test_a_new_line_replaces_what_was_kept_for_its_key_and_nothing_else() -> None:
    kept = lines("castle=MUS", "bid=2", "temple=KAI")
    assert put(kept, lines("bid=4"), head_of) == lines(
        "castle=MUS", "temple=KAI", "bid=4"
    )
    assert put(kept, lines("tax=AKI"), head_of) == (*kept, *lines("tax=AKI"))
    assert put(kept, (), head_of) == kept


def test_where_the_order_counts_a_new_line_takes_the_place_of_the_old() -> None:
    kept = lines("castle=MUS", "bid=2", "castle=AKI", "temple=KAI")
    new = lines("tax=AKI", "castle=BIN", "castle=MIN")
    assert put(kept, new, head_of, ordered=True) == lines(
        "castle=BIN", "castle=MIN", "bid=2", "temple=KAI", "tax=AKI"
    )


def test_the_first_alternative_that_is_possible_is_done() -> None:
    tried: list[str] = []

    def attempt(way: str) -> str | None:
        tried.append(way)
        if way == "sea":
            raise OrderIllegal("TOY-1", "E_NO_SHIP")
        return way.upper() if way in ("road", "path") else None

    chosen = first_possible(["sea", "air", "road", "path"], attempt)
    assert (chosen.alternative, chosen.value) == ("road", "ROAD")
    assert [fault.code for fault in chosen.faults] == ["E_NO_SHIP"]
    assert tried == ["sea", "air", "road"]


def test_where_none_is_possible_every_fault_is_told() -> None:
    def attempt(way: str) -> str:
        raise OrderIllegal("TOY-1", way)

    chosen = first_possible(["sea", "road"], attempt)
    assert chosen.alternative is chosen.value is None
    assert [fault.code for fault in chosen.faults] == ["sea", "road"]
    assert first_possible([], attempt).faults == ()


def test_a_step_is_given_once_or_told() -> None:
    go, stay = Order("go"), Order("stay")
    lost = Skipped("go", OrderIllegal("TOY-1", "E_ACTION"))
    assert answer_step(go, [go, stay], "rest", lambda: lost, "step") == Answer(
        go, "rest"
    )
    found = answer_step(go, [stay], "rest", lambda: lost, "step")
    assert found == Answer(None, "rest", (lost,), "step")


class Check(NamedTuple):
    about: str
    negated: bool = False


def test_all_conditions_must_hold() -> None:
    facts = {"owner": True, "unrest": False}
    yes, no = Check("owner"), Check("unrest")
    is_not = Check("unrest", negated=True)

    def is_true(test: Check) -> bool | None:
        return facts.get(test.about)

    assert all_hold([], is_true)
    assert all_hold([yes, is_not], is_true)
    assert not all_hold([yes, no], is_true)
    assert not all_hold([yes, Check("owner", negated=True)], is_true)


@pytest.mark.parametrize("negated", [True, False])
def test_of_what_cannot_be_told_nothing_holds(negated: bool) -> None:
    assert not all_hold([Check("rolled", negated)], lambda test: None)


@pytest.mark.parametrize(
    ("relation", "true_for"),
    [("<", (1,)), ("<=", (1, 2)), ("=", (2,)), (">=", (2, 3)), (">", (3,))],
)
def test_numbers_are_compared(relation: str, true_for: tuple[int, ...]) -> None:
    assert tuple(n for n in (1, 2, 3) if compare(n, relation, 2)) == true_for


def test_numbers_that_are_even_but_for_rounding_are_equal() -> None:
    assert compare(0.1 + 0.2, "=", 0.3, even=1e-9)
    assert not compare(0.1 + 0.2, ">", 0.3, even=1e-9)
    assert not compare(0.1 + 0.2, "=", 0.3)
