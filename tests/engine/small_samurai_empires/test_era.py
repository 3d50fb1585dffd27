"""The end of an era and of the game. [SSE-8.1, SSE-9.1]"""

from __future__ import annotations

from typing import Any

import pytest

from engine.small_samurai_empires.board import BOARD
from engine.small_samurai_empires.rules import score
from engine.small_samurai_empires.rules.control import controller, power_of
from engine.small_samurai_empires.rules.era import bonus_ranks
from engine.small_samurai_empires.state import State
from tests.engine.small_samurai_empires.table import (
    EDITIONS,
    Outcome,
    at,
    kinds,
    pieces,
    play,
    token,
    told,
)


def last(
    armies: Any, castles: Any = None, seats: int = 2, era: int = 1, **fields: Any
) -> State:
    """The last token of the era is about to act: seat 0's, which can only recruit."""
    return at(
        seats=seats,
        era=era,
        round=2,
        phase="resolution",
        slots=fields.pop("slots", {"grey-1": [token(0, "recruit")]}),
        provinces=pieces(seats, armies, castles),
        **fields,
    )


def end(armies: Any, castles: Any = None, seats: int = 2, **fields: Any) -> Outcome:
    return play(last(armies, castles, seats, **fields), "pass")


# --------------------------------------------------------------------------- control


def test_power_and_control() -> None:  # SSE-2.10, SSE-2.11, SSE-12.17
    fields = {"aki": [2, 1], "tosa": [2, 2], "kii": [1, 2], "izumo": [0, 2]}
    state = last(fields, {"kii": [0], "izumo": [0], "owari": [1], "echigo": [0, 1]})
    owner = {name: controller(state, BOARD.index[name]) for name in BOARD.provinces}
    assert power_of(state, BOARD.index["kii"], 0) == 3
    assert owner["aki"] == 0
    assert owner["tosa"] == -1  # shared
    assert owner["kii"] == 0  # 1 + 2 against 2
    assert owner["izumo"] == -1  # 2 against 2
    assert owner["owari"] == 1  # a castle alone
    assert owner["echigo"] == -1  # two castles [SSE-12.15]
    assert owner["kitami"] == -1  # empty


# ----------------------------------------------------------------------------- steps

STEPS = {
    "full_harvest_done",
    "tokens_returned",
    "influence_gained",
    "bonus_scored",
    "shrines_scored",
    "cards_drawn",
    "turn_order_set",
}


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_order_of_the_steps(edition: str) -> None:  # SSE-8.1, SSE-11.2
    outcome = end({"izumo": [1, 0]}, edition=edition)
    steps = list(dict.fromkeys(kind for kind in kinds(outcome) if kind in STEPS))
    expected = [
        "full_harvest_done",
        "tokens_returned",
        "influence_gained",
        "bonus_scored",
        "shrines_scored",
        "cards_drawn",
        "turn_order_set",
    ]
    if edition == "crowd-games":
        expected.insert(5, expected.pop(1))
        expected = [s for s in expected if s != "tokens_returned"]
        expected.insert(4, "tokens_returned")
    assert steps == expected


def test_full_harvest_goes_by_control() -> None:  # SSE-8.2
    seeds = {"satsuma": "food", "chikuzen": "bushido", "tosa": "food"}
    fields = {"satsuma": [1, 0], "tosa": [1, 2]}
    outcome = end(fields, {"chikuzen": [0]}, seeding=seeds)
    assert told(outcome, "full_harvest_done") == [
        {"seat": 0, "food": 1, "bushido": 1},
        {"seat": 1, "food": 1, "bushido": 0},
    ]


def test_a_short_supply_serves_the_turn_track() -> None:  # SSE-12.6, SSE-8.2
    seeds = {"satsuma": "food", "tosa": "food", "harima": "food"}
    fields = {"satsuma": [1, 0], "tosa": [1, 0], "harima": [0, 1]}
    outcome = end(fields, seeding=seeds, food=[14, 14], turn_track=[1, 0])
    assert told(outcome, "full_harvest_done") == [
        {"seat": 1, "food": 1, "bushido": 0},
        {"seat": 0, "food": 1, "bushido": 0},
    ]


def test_influence_for_provinces_and_castles() -> None:  # SSE-8.3, SSE-12.15
    fields = {"aki": [1, 0], "tosa": [0, 3], "izumo": [1, 0]}
    outcome = end(fields, {"tosa": [0]}, influence=[[1, 0, 0, 0], [0, 0, 0, 0]])
    assert told(outcome, "influence_gained") == [
        {"seat": 0, "region": "grey", "gain": 3, "influence": 4},
        {"seat": 1, "region": "grey", "gain": 1, "influence": 1},
    ]


@pytest.mark.parametrize(
    ("counts", "ranks"),
    [
        ([3, 1, 0], [(0, 1), (1, 2)]),
        ([1, 3, 1], [(1, 1), (0, 2), (2, 2)]),
        ([2, 2, 1], [(0, 2), (1, 2)]),
        ([2, 2, 0], [(0, 2), (1, 2)]),
        ([0, 0, 1], [(2, 1)]),
        ([0, 0, 0], []),
        ([1, 1, 1, 1], [(0, 2), (1, 2), (2, 2), (3, 2)]),
        ([4, 2, 1, 2], [(0, 1), (1, 2), (3, 2)]),
    ],
)
def test_who_scores_the_bonus(
    counts: list[int], ranks: list[tuple[int, int]]
) -> None:  # SSE-8.4, SSE-12.21
    assert bonus_ranks(counts) == ranks


def test_the_bonus_figures_of_a_region() -> None:  # SSE-8.4, SSE-2.1
    fields = {"kii": [1, 0], "owari": [1, 0], "suruga": [0, 1], "kitami": [0, 1]}
    outcome = end(fields)
    assert told(outcome, "bonus_scored") == [
        {"seat": 0, "region": "orange", "points": 5, "provinces": 2},
        {"seat": 1, "region": "orange", "points": 3, "provinces": 1},
        {"seat": 1, "region": "violet", "points": 3, "provinces": 1},
    ]


def test_a_point_for_each_shrine_controlled() -> None:  # SSE-8.5, SSE-11.4
    outcome = end({"kii": [1, 0], "owari": [1, 0], "izumo": [1, 1], "dewa": [0, 1]})
    assert told(outcome, "shrines_scored") == [
        {"seat": 0, "shrines": 2, "points": 2},
        {"seat": 1, "shrines": 1, "points": 1},
    ]


def test_cleanup_returns_covered_tokens_too() -> None:  # SSE-8.6, SSE-7.3.4
    slots = {"grey-1": [token(1, "castle"), token(0, "recruit")]}
    state, _ = end({"aki": [1, 1]}, slots=slots)
    assert not any(state.first)
    assert not any(state.second)
    assert state.covers == 0
    assert state.hands[0] == state.hands[1]


def test_a_card_is_drawn_in_turn_track_order() -> None:  # SSE-8.7
    hands = [["grey", "grey"], ["teal", "teal"]]
    deck = ["violet", "orange", *["grey"] * 3, *["orange"] * 4]
    deck += [*["teal"] * 3, *["violet"] * 4]
    state, events = end(
        {"aki": [1, 1]}, turn_track=[1, 0], destiny={"hands": hands, "deck": deck}
    )
    drawn = [e for e in events if e.kind == "card_drawn"]
    assert [(e.data["seat"], e.data["region"], e.to) for e in drawn] == [
        (1, "violet", (1,)),
        (0, "orange", (0,)),
    ]
    assert told((state, events), "cards_drawn") == [{"deck": len(deck) - 2}]
    assert (state.era, state.point) == (2, "destiny")


def test_four_players_use_up_the_deck() -> None:  # SSE-8.7
    shown = {"grey": 4, "orange": 4}
    state, _ = end({"aki": [1] * 4}, seats=4, era=2, destiny={"shown": shown})
    assert state.deck == ()


def test_the_lowest_score_goes_first() -> None:  # SSE-8.8, SSE-12.22
    state, _ = end({}, seats=4, score=[7, 3, 9, 3], turn_track=[0, 1, 2, 3])
    assert state.track == (3, 1, 0, 2)


def test_equal_scores_are_reversed() -> None:  # SSE-8.8, SSE-12.25
    state, _ = end({}, seats=3, turn_track=[2, 0, 1])
    assert state.track == (1, 0, 2)


# --------------------------------------------------------------------------- the end


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_happens_after_the_last_round(edition: str) -> None:  # SSE-9.1, SSE-4.1
    state, events = end({"izumo": [1, 0]}, era=3, edition=edition)
    told_kinds = kinds((state, events))
    assert "cards_drawn" not in told_kinds
    assert "turn_order_set" not in told_kinds
    assert ("tokens_returned" in told_kinds) == (edition == "archona-2019")
    assert any(state.first) == (edition == "crowd-games")
    assert told_kinds[-1] == "match_ended"
    assert events[-1].data == {"how": "points", "winners": [0]}
    assert (state.phase, state.point, state.over) == ("over", "", "points")


def test_the_scoring_example() -> None:  # SSE-9.2, SSE-2.9, SSE-11.4
    influence = [[1, 3, 5, 12], [0, 0, 0, 0]]
    shown = {"grey": 2, "orange": 5, "teal": 1}
    outcome = end({}, era=3, influence=influence, destiny={"shown": shown})
    scored = told(outcome, "influence_scored")
    assert [(s["region"], s["value"], s["points"]) for s in scored] == [
        ("grey", 1, 2),
        ("orange", 3, 15),
        ("teal", 4, 4),
    ]


def test_leftovers() -> None:  # SSE-9.3, SSE-12.23
    state, events = end({}, era=3, food=[3, 1], bushido=[2, 1])
    assert told((state, events), "leftovers_scored") == [
        {"seat": 0, "tokens": 5, "points": 1}
    ]
    assert (state.food[0], state.bushido[0]) == (3, 2)


@pytest.mark.parametrize(
    ("points", "armies", "food", "places"),
    [
        ([5, 4, 3], [1, 1, 1], [0, 0, 0], [1, 2, 3]),
        ([5, 5, 3], [2, 1, 1], [9, 0, 0], [2, 1, 3]),
        ([5, 5, 5], [1, 1, 1], [0, 2, 1], [3, 1, 2]),
        ([5, 5, 5], [1, 1, 1], [2, 2, 1], [1, 1, 3]),
        ([0, 0, 0], [1, 1, 1], [2, 2, 2], [1, 1, 1]),
    ],
)
def test_who_wins(
    points: list[int], armies: list[int], food: list[int], places: list[int]
) -> None:  # SSE-9.4
    state = last({"aki": armies}, seats=3, score=points, food=food, bushido=[0] * 3)
    assert [standing.place for standing in score(state)] == places
    assert [standing.points for standing in score(state)] == points


def test_castles_are_not_armies_in_a_tie() -> None:  # SSE-9.4
    state = last({"aki": [1, 2]}, {"kii": [0], "aizu": [0]}, score=[5, 5])
    assert [standing.place for standing in score(state)] == [1, 2]
    assert score(state)[0].detail == {"armies": 1, "resources": 4}


def test_hands_are_shown_at_the_end() -> None:  # SSE-13.2
    outcome = end({}, era=3)
    assert [len(shown["cards"]) for shown in told(outcome, "hand_shown")] == [2, 2]
