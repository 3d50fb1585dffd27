"""Mails: all or nothing, what is kept, for when,
and what is told of lines that were not used. [SSE-13.3, SSE-13.5, SSE-13.8, SSE-13.9]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine import small_samurai_empires as game
from engine.chance import Seeded
from engine.contract import Plan
from engine.errors import OrderError, Refused
from engine.match import Match
from engine.run import advance
from engine.small_samurai_empires.state import State
from tests.engine.small_samurai_empires.table import (
    acting,
    at,
    pieces,
    placing,
    token,
)

CHANCE = Seeded("32" * 32)
PEOPLE = ["Aki", "Botan", "Chie"]


def written(state: State, text: str, kept: Plan = "", seat: int = 0) -> Plan:
    return game.parse(state, seat, text, kept, PEOPLE)


def faults(state: State, text: str, seat: int = 0) -> list[OrderError]:
    with pytest.raises(Refused) as refused:
        written(state, text, "", seat)
    return refused.value.errors


def round_two(slots: dict[str, Any], **fields: Any) -> State:
    provinces = pieces(2, {"aki": (2, 2), "yamashiro": (1, 1)})
    return at(phase="placement", round=2, slots=slots, provinces=provinces, **fields)


WAITING = placing({"aki": (2, 2)}, turn_track=[1, 0])  # seat 1 is to place


# ---------------------------------------------------------------- order of the lines


def test_a_mail_may_withdraw_everything_and_begin_anew() -> None:  # SSE-13.5
    kept = written(WAITING, "place castle at 1; resolve 2: pass; destiny grey")
    kept = written(WAITING, "withdraw all\nplace attack at 5, neutral none", kept)
    assert kept == "place 1.1: place attack at orange-2, neutral none"


def test_what_is_written_before_a_withdrawal_is_withdrawn() -> None:  # SSE-13.5
    text = "place attack at 5; resolve 2: pass; withdraw; resolve 3: harvest"
    assert written(WAITING, text) == "resolve 1.1: resolve grey-3: harvest"


def test_withdrawing_a_slot_leaves_the_rest() -> None:  # SSE-13.8
    kept = written(WAITING, "place attack at 5; resolve 2: pass; resolve 3: pass")
    kept = written(WAITING, "withdraw 2", kept)
    assert "place attack" in kept
    assert "grey-2" not in kept
    assert "grey-3" in kept


def test_two_answers_to_the_same_decision_are_refused() -> None:  # SSE-13.8
    state = acting("move-3", "grey-2", {"aki": (2, 1)})
    (fault,) = faults(state, "move aki -> izumo\nmove aki -> harima")
    assert (fault.kind, fault.line) == ("ambiguous", 2)


# --------------------------------------------------------------- lines of refusals


def test_the_line_of_the_placement_that_would_be_used() -> None:  # SSE-13.9
    state = placing({"aki": (2, 2)}, slots={"orange-2": [token(1, "attack")]})
    text = "place attack at 5, neutral none\n\nplace castle at 2, move aki -> kitami"
    (fault,) = faults(state, text)
    assert (fault.rule, fault.line) == ("SSE-5.3.3", 3)


def test_the_line_of_a_neutral_action_on_a_line_of_its_own() -> None:  # SSE-13.9
    text = "place castle at 2\nmove aki -> kitami"
    (fault,) = faults(placing({"aki": (2, 2)}), text)
    assert (fault.rule, fault.line) == ("SSE-5.3.3", 2)


def test_every_problem_of_a_mail_is_told_at_once() -> None:  # SSE-13.8
    text = "plaice attack at 5\nresolve 99: pass\ndestiny gre\nplace recruit at 44"
    found = faults(placing({"aki": (2, 2)}), text)
    assert [fault.line for fault in found] == [1, 2, 4]


# ------------------------------------------------------- what would have been legal


ILLEGAL: list[tuple[State, str]] = [
    (placing({"aki": (2, 2)}), "pass"),
    (placing({"aki": (2, 2)}), "move aki -> izumo"),
    (placing({"aki": (2, 2)}), "place castle at 2, move aki -> izumo, aki -> harima"),
    (placing({"aki": (2, 2)}), "place castle at 2, attack aki blue"),
    (placing({"aki": (2, 2)}), "place castle at 1, recruit izumo"),
    (placing({"aki": (2, 2)}), "place castle at 3, harvest tosa"),
    (placing({"aki": (2, 2)}), "place castle at 4, attack owari blue"),
    (placing({"aki": (2, 2)}), "castle"),
    (placing({"aki": (2, 2)}), "orange"),
    (placing({"aki": (2, 2)}), "move"),
    (acting("move-3", "grey-2", {"aki": (2, 1)}), "castle aki"),
    (acting("move-3", "grey-2", {"aki": (2, 1)}), "move tosa -> sanuki"),
    (acting("move-3", "grey-2", {"aki": (2, 1)}), "ship aki -> harima"),
    (acting("move-3", "grey-2", {"aki": (4, 1)}), "move 4x aki -> izumo"),
    (acting("move-3", "grey-2", {"aki": (2, 1)}), "move yamashiro -> harima"),
    (acting("attack", "grey-2", {"aki": (1, 1)}), "attack aki yellow"),
    (acting("attack", "grey-2", {"aki": (1, 1)}), "attack aki blue, blue"),
    (acting("attack", "grey-2", {"aki": (1, 1)}), "attack izumo blue"),
    (acting("attack", "grey-2", {"aki": (1, 1)}), "attack owari blue"),
    (acting("attack", "grey-2", {"aki": (1, 3)}, bushido=[0, 0]), "attack aki 2x"),
    (acting("castle", "grey-1", {"aki": (2, 1), "tosa": (2, 0)}), "castle"),
    (acting("castle", "grey-1", {"aki": (2, 1), "tosa": (1, 0)}), "castle tosa"),
    (acting("recruit", "grey-1", {"aki": (2, 1)}, food=[0, 0]), "recruit aki, aki"),
    (acting("recruit", "grey-1", {"aki": (2, 1)}), "recruit aki, yamashiro"),
    (
        acting("move-2-or-ship", "grey-1", {"aki": (2, 1)}),
        "ship 1 aki -> yamashiro",
    ),
    (
        acting("move-2-or-ship", "grey-1", {"aki": (2, 1)}, food=[0, 0]),
        "ship 1 aki -> kitami",
    ),
]


@pytest.mark.parametrize(("state", "text"), ILLEGAL)
def test_every_refusal_says_what_would_be_legal(state: State, text: str) -> None:
    for fault in faults(state, text):  # SSE-13.9
        assert fault.legal, (fault.rule, fault.code)
        assert fault.rule.startswith("SSE-")
        assert fault.line == 1


@pytest.mark.parametrize(("state", "text"), ILLEGAL)
def test_what_would_be_legal_is_legal(state: State, text: str) -> None:  # SSE-13.9
    for fault in faults(state, text):
        if fault.kind == "illegal" and fault.legal_kind == "order":
            for legal in fault.legal:
                assert written(state, legal), legal


def placed(legal: Sequence[str]) -> list[str]:
    return [text.split(",")[0] for text in legal]


def test_the_nearest_placements_come_first() -> None:  # SSE-13.9
    state = placing({"aki": (2, 2)}, slots={"grey-2": [token(1, "attack")]})
    (fault,) = faults(state, "place castle at grey-2")
    assert placed(fault.legal)[:2] == [
        "place castle at grey-1",
        "place castle at grey-3",
    ]


def test_nearest_is_to_cover_where_that_is_allowed() -> None:  # SSE-13.9, SSE-7.2
    (fault,) = faults(round_two({"teal-2": [token(1, "attack")]}), "place castle at 8")
    assert placed(fault.legal)[0] == "place castle cover at teal-2"


def test_a_limit_that_is_too_low_is_called_by_its_name() -> None:  # SSE-13.3
    state = round_two({"teal-2": [token(1, "attack")]})
    (fault,) = faults(state, "place castle cover at 8 up to 0")
    assert fault.code == "E_OVER_LIMIT"
    assert fault.data["price"] == 1


# --------------------------------------------------------------- lapsed and skipped


def test_what_lapses_is_told() -> None:  # SSE-13.5
    plan = written(WAITING, "place attack at 5; resolve 2: pass")
    later = at(phase="placement", round=2, turn_track=[0, 1])
    done = advance(game, later, {0: plan}, CHANCE)
    assert done.skipped[0] == ["place attack at orange-2", "resolve grey-2: pass"]
    assert done.plans[0] == ""
    assert advance(game, later, done.plans, CHANCE).skipped == {}


def test_what_lapses_is_told_although_another_mail_came_first() -> None:  # SSE-13.5
    plan = written(WAITING, "place attack at 5; resolve 2: pass")
    later = at(phase="placement", round=2, turn_track=[1, 0])
    plan = written(later, "place castle at 6, neutral none", plan)
    now = at(phase="placement", round=2, turn_track=[0, 1])
    done = advance(game, now, {0: plan}, CHANCE)
    assert done.skipped[0] == ["place attack at orange-2", "resolve grey-2: pass"]


def test_a_sealed_choice_tells_its_skipped_lines_once() -> None:  # SSE-4.2.1
    match = Match("small_samurai_empires", PEOPLE, seed="32" * 32)
    hand = match.game.view(match.state, 0)["destiny"]["hand"]
    match.plans[0] = "place 0.1: place attack at grey-1"
    match.write(0, f"destiny {hand[0]}")
    first = match.skipped.get(0, [])
    match.write(1, f"destiny {match.game.view(match.state, 1)['destiny']['hand'][0]}")
    second = match.skipped.get(0, [])
    match.write(2, f"destiny {match.game.view(match.state, 2)['destiny']['hand'][0]}")
    third = match.skipped.get(0, [])
    assert first + second + third == ["place attack at grey-1"]


def test_a_step_that_was_skipped_is_told_as_one_writes_it() -> None:  # SSE-13.8
    state = acting(
        "move-3",
        "grey-2",
        {"aki": (2, 1), "izumo": (0, 1)},
        variants=["mountain"],
        mountains={"daisen": "independent-tribe"},
    )
    text = "move aki -> daisen -> izumo, aki -> sanuki on tribe move aki -> chikuzen"
    done = advance(game, state, {0: written(state, text)}, CHANCE)
    assert [step.order.text for step in done.steps][:2] == [
        "expedition aki daisen izumo",
        "move aki chikuzen",
    ]
    assert done.skipped[0] == ["move aki -> sanuki"]


# ------------------------------------------------------------------- for which phase


def test_a_destiny_list_serves_the_next_choice_only() -> None:  # SSE-13.5
    kept = written(WAITING, "destiny violet or grey")
    state = at(era=2, destiny={"hands": [["grey"] * 3, ["teal"] * 3]})
    answer = game.answer(state, 0, kept)
    assert answer.order is not None
    assert answer.order.text == "destiny grey"
    assert answer.plan == ""


def test_a_slot_that_has_acted_is_planned_for_the_next_round() -> None:  # SSE-13.5
    state = acting("move-3", "grey-3", {"aki": (2, 1)})
    assert written(state, "resolve 1: pass").startswith("resolve 1.2:")
    assert written(state, "resolve 4: pass").startswith("resolve 1.1:")
    assert written(state, "place attack at 1").startswith("place 1.2:")


def test_a_placement_plan_for_the_round_that_runs() -> None:  # SSE-13.5
    assert written(WAITING, "place attack at 1").startswith("place 1.1:")


def test_a_placement_replaces_that_of_its_slot_and_nothing_else() -> None:  # SSE-13.5
    kept = written(WAITING, "place attack at 5; place harvest at 6; resolve 2: pass")
    kept = written(WAITING, "place castle at 5; place recruit at 1", kept)
    assert kept.splitlines() == [
        "place 1.1: place castle at orange-2",
        "place 1.1: place harvest at orange-3",
        "place 1.1: place recruit at grey-1",
        "resolve 1.1: resolve grey-2: pass",
    ]


def test_of_a_region_a_placement_replaces_that_of_its_kind() -> None:  # SSE-13.5
    kept = written(
        WAITING, "place attack at teal; place attack at teal; place castle at any"
    )
    kept = written(WAITING, "place attack at teal or attack at grey", kept)
    assert kept.splitlines() == [
        "place 1.1: place attack at teal or attack at grey",
        "place 1.1: place castle at any",
    ]


def test_the_same_mail_twice_is_the_same_mail_once() -> None:  # SSE-13.5
    text = "place harvest at any; place harvest at any; place attack at 5"
    kept = written(WAITING, text)
    assert written(WAITING, text, kept) == kept


def test_who_begins_with_withdraw_replaces_everything() -> None:  # SSE-13.5
    kept = written(WAITING, "place attack at 5; place harvest at 6; resolve 2: pass")
    kept = written(WAITING, "withdraw; place castle at 1", kept)
    assert kept == "place 1.1: place castle at grey-1"


def test_a_placement_can_be_withdrawn_by_its_slot() -> None:  # SSE-13.8
    kept = written(WAITING, "place attack at 5; place harvest at 6")
    assert (
        written(WAITING, "withdraw 5", kept) == "place 1.1: place harvest at orange-3"
    )


def test_a_plan_kept_in_a_refused_mail_is_not_kept() -> None:  # SSE-13.8
    match = Match("small_samurai_empires", PEOPLE, seed="32" * 32)
    before = dict(match.plans)
    with pytest.raises(Refused):
        match.write(0, "place attack at 5\nresolve 2: moove aki -> izumo")
    assert match.plans == before
