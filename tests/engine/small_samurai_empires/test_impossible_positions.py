"""Positions that no match can reach are refused; the others can be played on."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import PositionImpossible
from engine.small_samurai_empires.positions import from_position, position
from engine.small_samurai_empires.rules import faults
from tests.engine.small_samurai_empires.table import acting, at, pieces, play, token

DECK = [*["grey"] * 4, *["orange"] * 4, *["teal"] * 3, *["violet"] * 3]
HANDS = [["grey", "orange", "teal"], ["teal", "violet", "violet"]]


def test_a_deck_of_cards_of_no_region_is_refused() -> None:  # SSE-3.2
    assert at(destiny={"hands": HANDS, "deck": DECK})
    with pytest.raises(PositionImpossible, match="deck"):
        at(destiny={"hands": HANDS, "deck": [None, *DECK]})


@pytest.mark.parametrize(
    ("kind", "action", "more"),
    [
        ("move-3", {"steps": 3}, {}),
        ("move-2-or-ship", {"steps": 2}, {}),
        ("move-2-or-3", {"steps": 3}, {}),
        ("move-2-or-3", {"steps": 2}, {"food": [0, 2]}),
        ("recruit", {"steps": 1}, {"food": [0, 2]}),
        ("recruit", {"steps": 2}, {}),
        ("attack", {"steps": 1, "target": "aki"}, {"bushido": [0, 2]}),
        ("attack", {"steps": 1, "target": "tosa"}, {}),
        ("harvest", {"steps": 1}, {}),
        ("castle", {"steps": 1}, {}),
    ],
)
def test_an_action_that_is_over_is_not_open(
    kind: str, action: dict[str, Any], more: dict[str, Any]
) -> None:  # SSE-5.1.2, SSE-5.3.3, SSE-12.3
    """Else a fourth step of `move-3`, or an improvement for nothing, could be had."""
    fields = {"aki": [2, 2], "tosa": [1, 0]}
    with pytest.raises(PositionImpossible, match="over"):
        acting(kind, "grey-1", fields, action=action, **more)


@pytest.mark.parametrize(
    ("kind", "action"),
    [
        ("move-3", {"steps": 2}),
        ("move-2-or-3", {"steps": 2}),
        ("recruit", {"steps": 1}),
        ("attack", {"steps": 1, "target": "aki"}),
    ],
)
def test_an_action_that_goes_on_can_be_written(
    kind: str, action: dict[str, Any]
) -> None:  # SSE-5.1.3
    state = acting(kind, "grey-1", {"aki": [2, 2]}, action=action)
    assert from_position(position(state)) == state


def test_the_paid_third_point_may_be_on_a_mountain() -> None:  # SSE-5.4.2, SSE-10.2.2
    state = acting(
        "move-2-or-3",
        "grey-1",
        {"aki": [3, 1], "kii": [0, 1]},
        variants=["mountain"],
        mountains={"daisen": "independent-tribe"},
        food=[1, 0],
    )
    state, _ = play(state, "move aki izumo", "move izumo aki")
    state, _ = play(state, "expedition aki daisen izumo")
    assert (state.point, state.food[0]) == ("tribe", 0)
    assert faults(state) == []
    assert from_position(position(state)) == state


def test_who_has_left_has_nothing_to_place() -> None:  # SSE-13.7
    with pytest.raises(PositionImpossible, match="left"):
        at(
            phase="placement",
            provinces=pieces(2, {}),
            left=[1],
            to_place=[4, 4],
        )


@pytest.mark.parametrize("kind", ["recruit", "harvest"])
def test_a_token_that_acts_has_no_armies_on_the_move(kind: str) -> None:  # SSE-5.3.2
    with pytest.raises(PositionImpossible, match="move"):
        acting(kind, "grey-1", {"aki": [2, 2]}, action={"movers": ["aki"]})


def test_a_region_has_one_neutral_token_of_each_kind() -> None:  # SSE-10.4.1
    twice = {"grey-1": "move", "grey-2": "move", "grey-3": "attack"}
    with pytest.raises(PositionImpossible, match="grey"):
        at(variants=["random-neutral"], neutrals=twice)
    assert at(variants=["random-neutral"], neutrals=twice | {"grey-2": "harvest"})


def test_a_token_of_the_wrong_round_is_refused() -> None:  # SSE-7.3.1
    with pytest.raises(PositionImpossible):
        at(phase="placement", slots={"grey-1": [token(0, "attack", 2)]})
