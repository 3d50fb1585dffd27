"""Recruit, attack, harvest, castle, and how tokens act. [SSE-4.4.1, SSE-5]"""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import OrderIllegal
from engine.small_samurai_empires.rules import decisions
from engine.small_samurai_empires.state import State
from tests.engine.small_samurai_empires.table import (
    acting,
    armies,
    at,
    kinds,
    pieces,
    placing,
    play,
    seat_of,
    texts,
    token,
    told,
)


def refused(state: State, order: str) -> str:
    with pytest.raises(OrderIllegal) as fault:
        play(state, order)
    return fault.value.rule


# ----------------------------------------------------------------------- resolution

TOKENS = {
    "grey-1": [token(0, "recruit")],
    "orange-1": [token(1, "recruit")],
    "violet-3": [token(0, "castle")],
}
STAND = {"aki": [2, 2], "ishikari": [2, 2]}


def test_from_south_to_north_and_back() -> None:  # SSE-4.4.1, SSE-7.4
    first = at(phase="resolution", slots=TOKENS, provinces=pieces(2, STAND))
    assert (first.slot, seat_of(first)) == (0, 0)
    first, events = play(first, "pass")
    assert told((first, events), "token_revealed")[0]["slot"] == "orange-1"
    assert seat_of(first) == 1
    back = at(phase="resolution", round=2, slots=TOKENS, provinces=pieces(2, STAND))
    assert back.slot == 11
    back, events = play(back, "pass")
    assert told((back, events), "token_activated") == [
        {"seat": 1, "slot": "orange-1", "token": "recruit"}
    ]


def test_tokens_stay_and_act_again_in_round_two() -> None:  # SSE-4.4.3, SSE-4.4.4
    state = acting("recruit", "grey-1", {"aki": [1, 1]})
    state, _ = play(state, "pass")
    assert (state.round, state.point) == (2, "placement")
    assert state.first[0]


def test_a_covered_token_is_silent() -> None:  # SSE-4.4.4, SSE-7.3.4, SSE-12.2
    slots = {
        "grey-1": [token(0, "recruit"), token(1, "castle")],
        "grey-3": [token(0, "castle")],
    }
    state = at(phase="resolution", round=2, slots=slots, provinces=pieces(2, STAND))
    assert seat_of(state) == 0
    outcome = play(state, "pass")
    assert told(outcome, "token_revealed") == [
        {"seat": 1, "slot": "grey-1", "token": "castle"}
    ]
    assert seat_of(outcome[0]) == 1


def test_a_token_need_not_be_used() -> None:  # SSE-4.4.5, SSE-12.1
    state = acting("recruit", "grey-1", {"aki": [1, 1]})
    outcome = play(state, "pass")
    assert kinds(outcome)[0] == "token_passed"
    assert outcome[0].armies == state.armies


def test_a_token_that_can_do_nothing_is_not_asked() -> None:  # SSE-4.4.5, SSE-13.6
    slots = {"grey-1": [token(0, "recruit")], "grey-2": [token(0, "attack")]}
    state = at(phase="resolution", slots=slots, provinces=pieces(2, {"aki": [3, 0]}))
    outcome = play(state, "recruit aki", "done")
    assert told(outcome, "token_passed") == [
        {"seat": 0, "slot": "grey-2", "token": "attack"}
    ]
    assert outcome[0].phase == "placement"


def test_the_region_of_the_slot_is_where_it_happens() -> None:  # SSE-4.4.2, SSE-5.1.1
    state = acting("recruit", "teal-3", {"aki": [1, 1]})
    assert texts(state) == ["recruit aizu", "pass"]


def test_what_a_token_does_not_show_it_does_not_do() -> None:  # SSE-4.4.1
    state = acting("recruit", "grey-1", {"aki": [3, 1]})
    before = state.copy()
    for order in (
        "attack aki blue",
        "castle aki",
        "harvest",
        "move aki izumo",
        "ship 1 aki tosa",
    ):
        assert refused(state, order) == "SSE-4.4.1"
    for order in ("decline", "reinforce", "harvest tosa", "done", "recruit"):
        refused(state, order)
    assert state == before


# --------------------------------------------------------------------------- recruit


def test_recruit_one_into_the_capital() -> None:  # SSE-5.2.1
    state = acting("recruit", "grey-1", {"kii": [1, 0]}, food=[0, 0])
    state, events = play(state, "recruit aki")
    assert armies(state, "aki") == [1, 0]
    assert told((state, events), "army_recruited") == [{"seat": 0, "province": "aki"}]
    assert state.phase == "placement"  # no food, no second


def test_recruit_into_the_own_castle() -> None:  # SSE-5.2.1
    castles = {"tosa": [0], "sanuki": [1], "kii": [0]}
    state = acting("recruit", "grey-1", {}, castles)
    assert texts(state) == ["recruit aki", "recruit tosa", "pass"]
    assert refused(state, "recruit sanuki") == "SSE-5.2.1"
    assert refused(state, "recruit kii") == "SSE-5.2.1"


def test_a_castle_in_the_capital_is_one_place() -> None:  # SSE-5.2.1
    state = acting("recruit", "grey-1", {}, {"aki": [0]})
    assert texts(state) == ["recruit aki", "pass"]


@pytest.mark.parametrize("second", ["aki", "tosa"])
def test_a_second_army_for_food(second: str) -> None:  # SSE-5.2.2, SSE-5.1.2
    state = acting("recruit", "grey-1", {}, {"tosa": [0]}, food=[1, 0])
    state, _ = play(state, "recruit aki")
    assert texts(state) == ["recruit aki", "recruit tosa", "done"]
    state, events = play(state, f"recruit {second}")
    assert state.food == (0, 0)
    assert [event.kind for event in events][:2] == ["resources_paid", "army_recruited"]
    assert state.reserve[0] == 14


def test_no_second_army_without_an_army() -> None:  # SSE-5.2.2, SSE-12.5, SSE-12.3
    state = acting("recruit", "grey-1", {"kii": [15, 0]})
    state, _ = play(state, "recruit aki")
    assert state.phase == "placement"
    assert state.food[0] == 2
    none = acting("recruit", "grey-1", {"kii": [16, 0]})
    assert texts(none) == ["pass"]
    assert refused(none, "recruit aki") == "SSE-12.5"


# ---------------------------------------------------------------------------- attack


def test_destroy_one_army_of_a_province_of_the_region() -> None:  # SSE-5.6.1
    fields: Armies3 = {"owari": [1, 1, 2], "kii": [0, 1, 0], "suruga": [1, 0, 0]}
    state = acting("attack", "orange-2", {**fields, "aki": [1, 1, 0]}, seats=3)
    assert texts(state) == ["attack owari blue", "attack owari green", "pass"]
    assert refused(state, "attack kii blue") == "SSE-5.6.1"
    assert refused(state, "attack aki blue") == "SSE-5.6.1"
    assert refused(state, "attack suruga blue") == "SSE-5.6.1"
    assert refused(state, "attack owari red") == "SSE-5.6.1"
    assert refused(state, "attack owari yellow") == "SSE-5.6.1"
    state, events = play(state, "attack owari green")
    assert armies(state, "owari") == [1, 1, 1]
    assert state.reserve[2] == 15
    assert told((state, events), "army_destroyed") == [
        {"seat": 0, "of_seat": 2, "province": "owari"}
    ]


Armies3 = dict[str, list[int]]


def test_blue_and_green_may_both_fall() -> None:  # SSE-5.6.2, SSE-12.11
    state = acting("attack", "orange-2", {"owari": [1, 1, 2], "kii": [1, 1]}, seats=3)
    state, _ = play(state, "attack owari blue")
    assert texts(state) == ["attack owari green", "done"]
    assert refused(state, "attack kii blue") == "SSE-5.6.2"
    state, events = play(state, "attack owari green")
    assert state.bushido[0] == 1
    assert told((state, events), "resources_paid")[0]["bushido"] == 1
    assert armies(state, "owari") == [1, 0, 1]


def test_no_second_army_without_bushido_or_victim() -> None:  # SSE-5.6.2, SSE-5.1.2
    poor = acting("attack", "orange-2", {"owari": [1, 2]}, bushido=[0, 0])
    assert play(poor, "attack owari blue")[0].phase == "placement"
    alone = acting("attack", "orange-2", {"owari": [1, 1]})
    after, _ = play(alone, "attack owari blue")
    assert after.phase == "placement"
    assert after.bushido[0] == 2


def test_castles_neither_attack_nor_fall() -> None:  # SSE-5.6.3, SSE-12.12, SSE-12.16
    own = acting("attack", "orange-2", {"owari": [0, 1]}, {"owari": [0]})
    assert texts(own) == ["pass"]
    assert refused(own, "attack owari blue") == "SSE-5.6.1"
    theirs = acting("attack", "orange-2", {"owari": [1, 1]}, {"owari": [1]})
    after, _ = play(theirs, "attack owari blue")
    assert after.castles == theirs.castles
    assert armies(after, "owari") == [1, 0]


# --------------------------------------------------------------------------- harvest

SEEDS = {"satsuma": "food", "chikuzen": "bushido", "tosa": "food"}


def test_harvest_every_resource_province_with_an_army() -> None:  # SSE-5.7.1
    fields = {"satsuma": [1, 5], "tosa": [1, 0], "aki": [1, 0], "chikuzen": [0, 1]}
    state = acting("harvest", "grey-3", fields, {"chikuzen": [0]}, seeding=SEEDS)
    assert texts(state) == ["harvest", "pass"]
    state, events = play(state, "harvest")
    assert told((state, events), "harvest_done") == [
        {"seat": 0, "region": "grey", "food": 2, "bushido": 0}
    ]
    assert (state.food[0], state.bushido[0]) == (4, 2)
    assert state.layout.seeds[0] == 0


def test_a_harvest_of_nothing_is_legal_but_not_asked() -> None:  # SSE-5.7.1, SSE-13.6
    state = acting("harvest", "grey-3", {"aki": [1, 0]}, seeding=SEEDS)
    assert "harvest" in texts(state)
    assert told(play(state, "harvest"), "harvest_done")[0]["food"] == 0
    slots = {"grey-1": [token(0, "recruit")], "grey-3": [token(0, "harvest")]}
    both = at(phase="resolution", slots=slots, provinces=pieces(2, {"aki": [1, 0]}))
    assert play(both, "pass")[0].phase == "placement"


def test_the_common_supply_is_a_limit() -> None:  # SSE-12.6
    fields = {"satsuma": [1, 0], "tosa": [1, 0]}
    state = acting("harvest", "grey-3", fields, seeding=SEEDS, food=[4, 25])
    after, events = play(state, "harvest")
    assert after.food == (5, 25)
    assert told((after, events), "harvest_done")[0]["food"] == 1


# ---------------------------------------------------------------------------- castle


def test_two_armies_become_a_castle() -> None:  # SSE-5.8.1
    state = acting("castle", "grey-1", {"aki": [3, 1], "tosa": [2, 0], "izumo": [1, 0]})
    assert texts(state) == ["castle tosa", "castle aki", "pass"]
    state, events = play(state, "castle aki")
    assert armies(state, "aki") == [1, 1]
    assert state.reserve[0] == 12
    assert told((state, events), "castle_built") == [{"seat": 0, "province": "aki"}]


def test_what_a_castle_needs() -> None:  # SSE-5.8.1, SSE-5.8.3, SSE-12.7
    state = acting("castle", "grey-1", {"aki": [1, 1], "tosa": [1, 0], "kii": [2, 0]})
    assert refused(state, "castle aki") == "SSE-5.8.1"
    assert refused(state, "castle kii") == "SSE-5.8.1"
    assert refused(state, "reinforce") == "SSE-5.8.2"
    three = {"kii": [0], "aizu": [0], "kitami": [0]}
    state = acting("castle", "grey-1", {"aki": [2, 0]}, three)
    assert texts(state) == ["pass"]
    assert refused(state, "castle aki") == "SSE-5.8.3"


def test_a_castle_that_is_there_gets_an_army() -> None:  # SSE-5.8.2, SSE-5.8.3
    state = acting("castle", "grey-1", {"aki": [4, 0]}, {"tosa": [0]})
    assert texts(state) == ["reinforce", "pass"]
    assert refused(state, "castle aki") == "SSE-5.8.3"
    state, events = play(state, "reinforce")
    assert armies(state, "tosa") == [1, 0]
    assert told((state, events), "castle_reinforced")[0]["province"] == "tosa"
    empty = acting("castle", "grey-1", {"aki": [16, 0]}, {"tosa": [0]})
    assert texts(empty) == ["pass"]
    assert refused(empty, "reinforce") == "SSE-12.5"


@pytest.mark.parametrize(
    ("edition", "capital", "shared"),
    [("archona-2019", True, True), ("crowd-games", False, False)],
)
def test_where_a_castle_may_stand(
    edition: str, capital: bool, shared: bool
) -> None:  # SSE-5.8.4, SSE-11.2, SSE-12.15
    fields: Any = {"aki": [2, 0], "tosa": [2, 0], "satsuma": [2, 0]}
    state = acting("castle", "grey-1", fields, {"tosa": [1]}, edition=edition)
    assert ("castle aki" in texts(state)) == capital
    assert ("castle tosa" in texts(state)) == shared
    assert "castle satsuma" in texts(state)
    if not capital:
        assert refused(state, "castle aki") == "SSE-5.8.4"
        assert refused(state, "castle tosa") == "SSE-5.8.4"


# ------------------------------------------------------------------- neutral actions


def neutral(slot: str, fields: Any, castles: Any = None, **more: Any) -> State:
    """Seat 0 has just placed a token in the slot."""
    return play(placing(fields, castles, **more), f"place castle {slot}")[0]


def test_neutral_move_is_one_point() -> None:  # SSE-6.2
    state = neutral("grey-2", {"aki": [2, 0], "kii": [1, 0]})
    assert [d.point for d in decisions(state)] == ["neutral"]
    assert texts(state) == [
        "move aki chikuzen",
        "move aki sanuki",
        "move aki izumo",
        "move aki harima",
        "decline",
    ]
    state, _ = play(state, "move aki harima")  # it may leave the region
    assert armies(state, "harima") == [1, 0]
    assert seat_of(state) == 1


def test_neutral_attack_is_never_improved() -> None:  # SSE-6.3, SSE-4.3.4, SSE-6.1
    state = neutral("orange-1", {"kii": [1, 2]})
    assert texts(state) == ["attack kii blue", "decline"]
    state, _ = play(state, "attack kii blue")
    assert seat_of(state) == 1
    assert state.bushido[0] == 2


def test_neutral_recruit_is_never_improved() -> None:  # SSE-6.4
    state = neutral("grey-1", {}, {"tosa": [0]})
    assert texts(state) == ["recruit aki", "recruit tosa", "decline"]
    state, _ = play(state, "recruit tosa")
    assert seat_of(state) == 1


def test_neutral_harvest_is_one_province() -> None:  # SSE-6.5, SSE-11.4
    fields = {"satsuma": [1, 0], "chikuzen": [1, 0], "aki": [1, 0], "tosa": [0, 1]}
    state = neutral("grey-3", fields, seeding=SEEDS)
    assert texts(state) == ["harvest satsuma", "harvest chikuzen", "decline"]
    assert refused(state, "harvest") == "SSE-6.5"
    assert refused(state, "harvest tosa") == "SSE-6.5"
    assert refused(state, "harvest kitami") == "SSE-6.5"
    after, events = play(state, "harvest chikuzen")
    assert (after.food[0], after.bushido[0]) == (2, 3)
    assert told((after, events), "resources_gained")[0]["province"] == "chikuzen"


def test_a_refused_neutral_action_leaves_the_placement() -> None:  # SSE-6.6
    state = neutral("grey-2", {"aki": [2, 0]})
    assert refused(state, "move tosa sanuki") == "SSE-6.2"
    assert refused(state, "pass") == "SSE-4.3.4"
    assert state.first[1]
    assert play(state, "move aki izumo")[0].point == "placement"


def test_the_rulebook_example_of_a_neutral_move() -> None:  # SSE-2.8, SSE-6.2
    state = neutral("orange-2", {"yamashiro": [2, 2]})
    state, _ = play(state, "move yamashiro echizen")
    assert armies(state, "echizen") == [1, 0]


def test_an_empty_supply_gives_no_neutral_harvest() -> None:  # SSE-12.6
    state = neutral("grey-3", {"satsuma": [1, 0]}, seeding=SEEDS, food=[5, 25])
    assert state.point == "placement"
