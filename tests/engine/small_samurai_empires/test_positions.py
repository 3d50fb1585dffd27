"""Positions written by hand, and what a seat sees. [SSE-13.1, SSE-13.2]"""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import PositionImpossible
from engine.small_samurai_empires.board import BOARD
from engine.small_samurai_empires.positions import from_position, position
from engine.small_samurai_empires.rules import faults
from engine.small_samurai_empires.view import view
from tests.engine.small_samurai_empires.table import acting, at, pieces, play, token


def test_nothing_said_is_the_start() -> None:  # SSE-3.4, SSE-3.5
    state = at()
    assert faults(state) == []
    assert state.setup.seats == 2
    assert state.reserve == (8, 8)
    assert state.point == "destiny"
    assert from_position(position(state)) == state


@pytest.mark.parametrize(
    "variants", [[], ["agenda"], ["mountain"], ["shrines"], ["random-neutral"]]
)
def test_variants_are_completed(variants: list[str]) -> None:  # SSE-10.1.1, SSE-10.2.1
    state = at(seats=4, variants=variants)
    assert state.setup.variants == variants
    assert from_position(position(state)) == state


@pytest.mark.parametrize(
    "fields",
    [
        {"seats": 5},
        {"board": "mine"},
        {"edition": "first"},
        {"variants": ["dragons"]},
        {"phase": "war"},
        {"phase": "placement", "point": "destiny"},
        {"era": 4},
        {"round": 2},
        {"colour": "red"},
        {"provinces": {"edo": {"armies": [1, 1]}}},
        {"provinces": {"aki": {"armies": [17, 1]}}},
        {"provinces": {"aki": {"armies": [10, 1]}, "kii": {"armies": [10, 1]}}},
        {"provinces": {"aki": {"armies": [1]}}},
        {"provinces": {"aki": {"dragons": [1, 1]}}},
        {"provinces": {"aki": {"castles": [1, 0]}, "tosa": {"castles": [1, 0]}}},
        {"provinces": {"aki": {"castles": [1, 0]}}, "edition": "crowd-games"},
        {"provinces": {"kii": {"castles": [1, 1]}}, "edition": "crowd-games"},
        {
            "provinces": {
                name: {"castles": [1, 0]} for name in ("aki", "kii", "aizu", "kitami")
            }
        },
        {"food": [31, 0]},
        {"food": [20, 20]},
        {"food": [1]},
        {"score": [-1, 0]},
        {"influence": [[1, 2, 3, 4]]},
        {"turn_track": [0, 0]},
        {"seeding": {"aki": "food"}},
        {"seeding": dict.fromkeys(list(BOARD.index)[:3], "food"), "x": 1},
        {"seeding": {BOARD.provinces[p]: "food" for p in BOARD.resources}},
        {"seeding": {"tosa": "gold"}},
        {"neutrals": {"grey-1": "harvest"}},
        {"shrines": {"kii": "brown"}},
        {"variants": ["shrines"], "shrines": {"aki": "brown"}},
        {"variants": ["shrines"], "shrines": {"kii": "pink"}},
        {"agenda": {"grey": "1a"}},
        {"variants": ["agenda"], "agenda": {"grey": "1a", "teal": "1b"}},
        {"variants": ["agenda"], "agenda": {"grey": "5a"}},
        {"mountains": {"daisen": "ambush"}},
        {"variants": ["mountain"], "mountains": {"daisen": "volcano"}},
        {
            "variants": ["mountain"],
            "mountains": dict.fromkeys(BOARD.mountains, "journey"),
        },
        {"agenda_done": {"grey": [0]}},
        {"destiny": {"hands": [["grey"], ["teal"]]}},
        {"destiny": {"hands": [["grey"] * 3, ["grey"] * 3]}},
        {"destiny": {"shown": {"grey": 6}}},
        {"destiny": {"deck": ["grey"]}},
        {"destiny": {"chosen": ["grey"]}},
        {"destiny": {"cards": []}},
        {"slots": {"grey-1": [token(0, "castle")]}},
        {"phase": "placement", "slots": {"grey-9": [token(0, "castle")]}},
        {"phase": "placement", "slots": {"grey-1": [token(0, "ninja")]}},
        {"phase": "placement", "slots": {"grey-1": [token(7, "castle")]}},
        {
            "phase": "placement",
            "slots": {"grey-1": [token(0, "castle"), token(1, "castle")]},
        },
        {
            "phase": "placement",
            "slots": {"grey-1": [token(0, "castle")], "grey-2": [token(0, "castle")]},
        },
        {"phase": "placement", "to_place": [5, 4]},
        {"phase": "placement", "to_place": [0, 0]},
        {"phase": "placement", "point": "neutral"},
        {"phase": "resolution"},
        {"phase": "resolution", "slots": {"grey-1": [token(0, "castle")]}, "active": 1},
        {
            "phase": "resolution",
            "slots": {"grey-1": [token(0, "castle")]},
            "action": {"steps": 2},
        },
        {
            "phase": "resolution",
            "slots": {"grey-1": [token(0, "move-3")]},
            "action": {"movers": ["tosa"]},
        },
        {"action": {"steps": 1}},
        {"action": {"expedition": ["aki", "daisen", "izumo"]}},
        {"left": [3]},
        {"over": "points"},
        {"game": "age_of_war"},
    ],
)
def test_impossible_positions_are_refused_with_a_sentence(fields: Any) -> None:
    with pytest.raises(PositionImpossible) as refused:  # SSE-1.6, SSE-2.12
        from_position(fields)
    assert str(refused.value).endswith(".")


def test_a_position_is_no_list() -> None:
    with pytest.raises(PositionImpossible):
        from_position([])  # type: ignore[arg-type]


# ------------------------------------------------------------------------------ view


def test_the_shape_of_a_view() -> None:  # SSE-13.2
    seen = view(at(seats=3, variants=["agenda", "mountain"]), 1)
    assert seen["you"] == 1
    assert seen["phase"] == "destiny"
    assert seen["active"] is None
    assert seen["colours"] == ["red", "blue", "green"]
    assert seen["provinces"]["kii"]["shrine"] == "plain"
    assert seen["provinces"]["aki"] == {
        "armies": [2, 2, 2],
        "castles": [0, 0, 0],
        "seed": None,
        "shrine": None,
        "control": None,
    }
    assert seen["slots"]["orange-2"] == {"neutral": "move", "tokens": []}
    assert seen["hand"]["attack"] == 2
    assert seen["hand_counts"] == [11, 11, 11]
    assert len(seen["destiny"]["hand"]) == 3
    assert seen["destiny"]["hand_counts"] == [3, 3, 3]
    assert seen["mountains"]["fuji"] == "down"
    assert seen["agenda"]["grey"] == {"tile": "1a", "done": []}
    spectator = view(at(seats=3), None)
    assert spectator["hand"] is None
    assert spectator["destiny"]["hand"] is None
    assert spectator["agenda"] is None
    assert spectator["mountains"] is None


def test_face_down_kinds_are_their_owners_secret() -> None:  # SSE-4.3.3, SSE-13.2
    slots = {"grey-1": [token(0, "recruit")], "teal-1": [token(1, "attack")]}
    state = at(phase="resolution", slots=slots)
    mine, theirs = view(state, 1)["slots"], view(state, 0)["slots"]
    assert mine["teal-1"]["tokens"] == [{"seat": 1, "kind": "attack", "up": False}]
    assert theirs["teal-1"]["tokens"] == [{"seat": 1, "kind": None, "up": False}]
    assert mine["grey-1"]["tokens"] == [{"seat": 0, "kind": "recruit", "up": True}]
    assert view(state, 0)["slot"] == "grey-1"


def test_tokens_of_round_one_lie_face_up_in_round_two() -> None:  # SSE-4.4.3, SSE-7.1
    slots = {"grey-1": [token(0, "recruit"), token(1, "attack")]}
    state = at(round=2, phase="placement", slots=slots)
    assert view(state, None)["slots"]["grey-1"]["tokens"] == [
        {"seat": 0, "kind": "recruit", "up": True},
        {"seat": 1, "kind": None, "up": False},
    ]


def test_food_and_bushido_are_public_without_screens() -> None:  # SSE-13.1
    assert view(at(), 0)["food"] == [2, 2]
    hidden = view(at(screens=True), 0)
    assert hidden["food"] == [2, None]
    assert hidden["bushido"] == [2, None]
    assert "resources" not in hidden["standings"][0]
    assert view(at(screens=True), None)["food"] == [None, None]


def test_screens_hide_no_payment() -> None:  # SSE-13.1
    state = acting("recruit", "grey-1", {"aki": [1, 0]}, screens=True)
    _, events = play(state, "recruit aki", "recruit aki")
    paid = [event for event in events if event.kind == "resources_paid"]
    assert paid[0].to is None


def test_the_choice_is_seen_by_its_owner() -> None:  # SSE-4.2.1
    state, _ = play(at(), "destiny grey")
    assert view(state, 0)["destiny"]["choice"] == "grey"
    assert view(state, 1)["destiny"]["choice"] is None
    assert view(state, 1)["destiny"]["chosen"] == [True, False]


def test_hands_are_seen_after_the_end() -> None:  # SSE-13.2
    over = at(era=3, round=2, phase="over")
    assert view(over, None)["destiny"]["hands"] == [
        ["grey", "orange"],
        ["teal", "violet"],
    ]
    assert view(at(), None)["destiny"]["hands"] is None


def test_an_open_action_is_seen() -> None:  # SSE-5.3.2
    seen = view(acting("move-3", "grey-2", {"aki": [2, 0]}), None)
    assert seen["action"]["movers"] == {"aki": 2}
    assert seen["active"] == 0


# ----------------------------------------- positions that no match can reach

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
