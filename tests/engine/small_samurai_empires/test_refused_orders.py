"""Orders that must not do something else, and the rule that refuses each. [SSE-13.9]"""

from __future__ import annotations

from typing import Any

import pytest

from engine import small_samurai_empires as game
from engine.chance import Seeded
from engine.contract import Plan
from engine.errors import OrderError, Refused
from engine.run import Advance, advance
from engine.small_samurai_empires.state import State
from engine.words import refusal
from tests.engine.small_samurai_empires.table import (
    acting,
    armies,
    at,
    pieces,
    placing,
    token,
)

CHANCE = Seeded("31" * 32)
PEOPLE = ["Aki", "Botan", "Chie"]


def written(state: State, text: str, kept: Plan = "") -> Plan:
    return game.parse(state, 0, text, kept, PEOPLE)


def go(state: State, text: str) -> Advance:
    return advance(game, state, {0: written(state, text)}, CHANCE)


def orders(done: Advance) -> list[str]:
    return [step.order.text for step in done.steps if step.seat == 0]


def fault(state: State, text: str) -> OrderError:
    with pytest.raises(Refused) as refused:
        written(state, text)
    (only,) = refused.value.errors
    for language in ("en", "de", "it", "ru", "uk"):
        assert refusal(only, game.view(state, 0), language, PEOPLE)
    return only


# ------------------------------------------------------------------------- castles


def with_castle(kind: str = "castle", **fields: Any) -> State:
    """The castle stands in Aki; two armies in Izumo could build another."""
    standing = {"aki": (1, 1), "izumo": (3, 0)}
    return acting(kind, "grey-2", standing, {"aki": (0,)}, **fields)


@pytest.mark.parametrize(
    "text", ["castle izumo", "step castle izumo", "resolve grey-2: castle izumo"]
)
def test_a_second_castle_in_a_region_is_refused(text: str) -> None:
    # SSE-5.8.3, SSE-13.8: it put an army into the castle at Aki instead
    found = fault(with_castle(), text)
    assert (found.rule, found.code) == ("SSE-5.8.3", "E_HAS_CASTLE")


def test_a_castle_of_another_region_is_refused() -> None:  # SSE-5.8.1
    assert fault(with_castle(), "castle owari").rule == "SSE-5.8.1"


@pytest.mark.parametrize("text", ["castle", "castle aki", "resolve grey-2: castle aki"])
def test_the_castle_that_stands_there_is_reinforced(text: str) -> None:  # SSE-5.8.2
    assert orders(go(with_castle(), text)) == ["reinforce"]


@pytest.mark.parametrize("text", ["castle", "castle aki"])
def test_without_an_army_in_supply_a_castle_is_not_reinforced(text: str) -> None:
    # SSE-5.8.2, SSE-12.5: the token itself passes; a tribe's move may use up the last
    state = with_castle()
    state.reserve = (0, *state.reserve[1:])
    assert fault(state, text).rule == "SSE-12.5"


def test_a_plan_for_another_castle_waits_for_its_writer() -> None:  # SSE-13.4
    early = placing({"aki": (2, 1)})
    plan = written(early, "resolve grey-2: castle izumo")
    later = with_castle()
    done = advance(game, later, {0: plan}, CHANCE)
    assert orders(done) == []
    assert [(q.seat, q.reason) for q in done.asked] == [(0, "impossible")]


# ------------------------------------------------------------------------- harvests


@pytest.mark.parametrize("text", ["harvest aki", "harvest harima", "step harvest aki"])
def test_a_harvest_token_takes_no_province(text: str) -> None:
    # SSE-5.7.1, SSE-13.8: `harvest aki` harvested the orange region
    state = acting("harvest", "orange-2", {"aki": (3, 1), "harima": (3, 0)})
    found = fault(state, text)
    assert (found.rule, found.code) == ("SSE-5.7.1", "harvest_province")
    assert orders(go(state, "harvest")) == ["harvest"]


# --------------------------------------------------------------------------- chains


@pytest.mark.parametrize(
    ("text", "done"),
    [
        ("castle izumo else pass", ["castle izumo"]),
        ("castle owari else castle izumo", ["castle izumo"]),
        ("castle owari else pass", ["pass"]),
        ("festung owari sonst passe", ["pass"]),
    ],
)
def test_a_bare_chain_answers_the_open_decision(text: str, done: list[str]) -> None:
    # SSE-13.4, SSE-13.8: it asked “did you mean Owari?”
    state = acting("castle", "grey-2", {"aki": (1, 1), "izumo": (3, 0)})
    assert orders(go(state, text)) == done


def test_a_chain_none_of_which_can_be_done_is_refused_by_its_first() -> None:
    state = acting("castle", "grey-2", {"aki": (1, 1), "izumo": (3, 0)})
    found = fault(state, "castle owari else castle tosa")  # SSE-13.4
    assert (found.rule, found.code) == ("SSE-5.8.1", "E_OTHER_REGION")


def test_a_chain_is_read_in_the_middle_of_an_action() -> None:  # SSE-13.8
    state = acting("move-3", "grey-2", {"aki": (2, 1)})
    first = go(state, "step move aki -> izumo")
    done = go(first.state, "move tosa -> sanuki else move aki -> harima")
    assert orders(done) == ["move aki harima", "done"]


@pytest.mark.parametrize("text", ["castle izumo auto", "castle izumo pass"])
def test_a_word_that_was_understood_is_not_proposed(text: str) -> None:
    # SSE-13.8, SSE-13.9: “izumo was not understood here. Did you mean Izumo?”
    state = acting("castle", "grey-2", {"aki": (1, 1), "izumo": (3, 0)})
    assert fault(state, text).data["word"] == text.split()[-1]


# ---------------------------------------------------------------------------- paths


def test_a_path_may_begin_where_one_before_it_has_come() -> None:  # SSE-5.3.3
    state = acting("move-3", "grey-2", {"aki": (1, 1), "harima": (3, 0)})
    done = go(state, "move aki -> harima, harima -> yamashiro")
    assert orders(done) == ["move aki harima", "move harima yamashiro", "done"]
    assert (armies(done.state, "harima")[0], armies(done.state, "yamashiro")[0]) == (
        3,
        1,
    )


@pytest.mark.parametrize(
    "text",
    [
        "move harima -> yamashiro",
        "move harima -> yamashiro, aki -> harima",
        "move aki -> harima, 2x harima -> yamashiro",
        "move aki -> harima, harima -> yamashiro, harima -> aki",
    ],
)
def test_no_army_that_stood_outside_moves(text: str) -> None:  # SSE-5.3.2, SSE-12.9
    state = acting("move-3", "grey-2", {"aki": (1, 1), "harima": (3, 0)})
    assert fault(state, text).rule == "SSE-5.3.2"


# ------------------------------------------------- which rule refuses which order


GREY = {"aki": (2, 1), "izumo": (1, 1), "tosa": (1, 0)}
ACTING = [
    # another action than the token's: SSE-4.4.1
    ("move-3", "attack aki blue", "SSE-4.4.1"),
    ("move-3", "castle aki", "SSE-4.4.1"),
    ("move-3", "harvest", "SSE-4.4.1"),
    ("recruit", "move aki -> izumo", "SSE-4.4.1"),
    ("attack", "recruit aki", "SSE-4.4.1"),
    ("harvest", "castle", "SSE-4.4.1"),
    ("castle", "ship aki -> tosa", "SSE-4.4.1"),
    # too much of it
    ("move-3", "move aki -> harima -> yamashiro -> kii -> owari", "SSE-5.3.3"),
    ("move-2-or-ship", "move aki -> harima -> yamashiro -> kii", "SSE-5.5.1"),
    ("move-2-or-3", "move aki -> harima -> yamashiro -> kii -> owari", "SSE-5.4.2"),
    # recruiting
    ("recruit", "recruit izumo", "SSE-5.2.1"),
    ("recruit", "recruit yamashiro", "SSE-5.2.1"),
    # moving
    ("move-3", "move aki -> owari", "SSE-5.3.3"),
    ("move-3", "move harima -> aki", "SSE-5.3.2"),
    ("move-3", "move sanuki -> aki", "SSE-5.3.2"),
    ("move-3", "ship aki -> tosa", "SSE-5.5.1"),
    ("move-3", "move aki -> daisen -> izumo", "SSE-10.2.2"),
    ("move-3", "move aki -> fuji -> izumo", "SSE-10.2.2"),
    # sailing
    ("move-2-or-ship", "ship aki -> yamashiro", "SSE-5.5.2"),
    ("move-2-or-ship", "ship aki -> aki", "SSE-5.5.2"),
    ("move-2-or-ship", "ship 3 aki -> tosa", "SSE-5.5.2"),
    ("move-2-or-ship", "ship 2 tosa -> aki", "SSE-5.5.2"),
    ("move-2-or-ship", "ship harima -> aki", "SSE-5.5.2"),
    # attacking
    ("attack", "attack owari blue", "SSE-5.6.1"),
    ("attack", "attack tosa blue", "SSE-5.6.1"),
    ("attack", "attack aki red", "SSE-5.6.1"),
    ("attack", "attack aki green", "SSE-5.6.1"),
    # harvesting, building, stopping
    ("harvest", "harvest tosa", "SSE-5.7.1"),
    ("castle", "castle tosa", "SSE-5.8.1"),
    ("castle", "castle harima", "SSE-5.8.1"),
]


@pytest.mark.parametrize(("kind", "text", "rule"), ACTING)
def test_the_rule_that_refuses_a_token_is_cited(
    kind: str, text: str, rule: str
) -> None:  # SSE-13.9
    state = acting(kind, "grey-2", GREY)
    assert fault(state, text).rule == rule


PAYING = [
    ("recruit", "recruit aki, aki", "SSE-5.2.2"),
    ("move-2-or-3", "move aki -> harima -> yamashiro -> kii", "SSE-5.4.2"),
    ("move-2-or-ship", "ship aki -> tosa", "SSE-5.5.2"),
    ("attack", "attack aki blue, blue", "SSE-5.6.2"),
]


@pytest.mark.parametrize(("kind", "text", "rule"), PAYING)
def test_who_cannot_pay_reads_what_it_costs(kind: str, text: str, rule: str) -> None:
    standing = {"aki": (2, 2), "izumo": (1, 1)}  # SSE-13.9, SSE-1.5
    state = acting(kind, "grey-2", standing)
    state.food, state.bushido = (0, 2), (0, 2)
    assert fault(state, text).rule == rule


def test_a_second_army_of_the_supply_needs_one() -> None:  # SSE-12.5, SSE-5.1.2
    state = acting("recruit", "grey-2", {"aki": (2, 1)})
    state.reserve = (1, *state.reserve[1:])
    assert fault(state, "recruit aki, aki").rule == "SSE-12.5"


def test_a_second_target_needs_an_army_there() -> None:  # SSE-5.6.2
    state = acting("attack", "grey-2", GREY)
    assert fault(state, "attack aki blue, blue").rule == "SSE-5.6.2"


NEUTRALS = [  # the neutral action of the slot, and an order it does not allow
    ("grey-1", "recruit izumo", "SSE-5.2.1"),
    ("grey-1", "recruit aki, aki", "SSE-6.4"),
    ("grey-1", "move aki -> izumo", "SSE-6.1"),
    ("grey-2", "move aki -> izumo -> aki", "SSE-6.2"),
    ("grey-2", "move harima -> aki", "SSE-6.2"),
    ("grey-2", "move aki -> owari", "SSE-5.3.3"),
    ("grey-2", "harvest tosa", "SSE-6.1"),
    ("grey-3", "harvest izumo", "SSE-6.5"),
    ("grey-3", "harvest harima", "SSE-6.5"),
    ("grey-3", "harvest satsuma", "SSE-6.5"),
    ("orange-1", "attack aki blue", "SSE-5.6.1"),
    ("orange-1", "attack harima blue, blue", "SSE-6.3"),
]


@pytest.mark.parametrize(("slot", "text", "rule"), NEUTRALS)
def test_the_rule_that_refuses_a_neutral_action_is_cited(
    slot: str, text: str, rule: str
) -> None:  # SSE-13.9
    state = placing({**GREY, "harima": (1, 2)})
    assert fault(state, f"place recruit at {slot}, {text}").rule == rule
    placed = go(state, f"place recruit at {slot}").state
    assert placed.point == "neutral"
    assert fault(placed, text).rule == rule


def covering(**fields: Any) -> State:
    """Round 2: seat 0 may place; a token of seat 1 lies in grey-1, one in grey-2."""
    tokens = {
        "grey-1": [token(1, "attack", 1)],
        "grey-2": [token(1, "harvest", 1), token(1, "recruit", 2)],
        "teal-1": [token(1, "castle", 1)],
    }
    return at(
        seats=2,
        phase="placement",
        round=2,
        slots=tokens,
        provinces=pieces(2, {"aki": (2, 2)}),
        **fields,
    )


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("place recruit at grey-1", "SSE-7.2"),
        ("place recruit at grey-2", "SSE-7.3.1"),
        ("place recruit cover at grey-2", "SSE-7.3.1"),
        ("place recruit cover at grey-3", "SSE-7.2"),
        ("place recruit cover at grey-1 up to 0", "SSE-13.3"),
        ("pass", "SSE-4.3.5"),
    ],
)
def test_the_rule_that_refuses_a_placement_is_cited(text: str, rule: str) -> None:
    assert fault(covering(), text).rule == rule  # SSE-13.9


def test_a_full_slot_is_refused_by_round_one() -> None:  # SSE-4.3.2
    state = placing({"aki": (2, 2)}, slots={"grey-1": [token(1, "attack")]})
    assert fault(state, "place recruit at grey-1").rule == "SSE-4.3.2"
    assert fault(state, "place recruit cover at grey-1").rule == "SSE-4.3.2"
