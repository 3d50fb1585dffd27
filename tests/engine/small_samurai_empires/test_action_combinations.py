"""Actions where rules meet: supplies, prices, parts of an action. [SSE-5, SSE-6]"""

from __future__ import annotations

import pytest

from engine.errors import OrderIllegal
from engine.small_samurai_empires.board import BOARD
from engine.small_samurai_empires.rules import default, resign
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

SOUTH = BOARD.slots[:8]  # grey, orange, and two of teal


def refused(state: State, order: str) -> str:
    with pytest.raises(OrderIllegal) as fault:
        play(state, order)
    return fault.value.rule


def test_the_last_army_is_recruited_and_nothing_is_paid() -> None:  # SSE-5.2.2, 12.5
    state, events = play(acting("recruit", "grey-1", {"aki": [15]}), "recruit aki")
    assert state.food[0] == 2
    assert "resources_paid" not in [event.kind for event in events]
    assert state.point != "resolution"  # the action is over by itself


def test_a_castle_brings_armies_back_into_supply() -> None:  # SSE-5.8.1, SSE-12.5
    state = acting("castle", "grey-1", {"tosa": [16]})
    state, _ = play(state, "castle tosa")
    assert (state.reserve[0], armies(state, "tosa")[0]) == (2, 14)


def test_two_tokens_of_armies_for_a_castle_stand_in_one_province() -> None:  # SSE-5.8.1
    state = acting("castle", "grey-1", {"tosa": [1], "aki": [1], "kii": [2]})
    assert seat_of(state) == 0
    assert texts(state) == ["pass"]
    assert refused(state, "castle tosa") == "SSE-5.8.1"
    assert refused(state, "castle kii") == "SSE-5.8.1"


def test_three_castles_elsewhere_leave_nothing_to_do() -> None:  # SSE-5.8.3, SSE-12.7
    castles = {"kii": [0], "dewa": [0], "hidaka": [0]}
    state = acting("castle", "grey-1", {"tosa": [2]}, castles)
    assert texts(state) == ["pass"]
    assert refused(state, "castle tosa") == "SSE-5.8.3"
    assert refused(state, "reinforce") == "SSE-5.8.2"


def test_a_castle_of_another_is_no_place_to_recruit() -> None:  # SSE-5.2.1
    state = acting("recruit", "grey-1", {"tosa": [1]}, {"tosa": [1], "kii": [0]})
    assert texts(state) == ["recruit aki", "pass"]


def test_the_second_victim_is_chosen_freely_but_never_oneself() -> None:  # SSE-12.11
    state = acting("attack", "grey-1", {"aki": [2, 1, 2]}, seats=3)
    state, _ = play(state, "attack aki green")
    assert texts(state) == ["attack aki blue", "attack aki green", "done"]
    assert refused(state, "attack aki red") == "SSE-5.6.1"
    assert refused(state, "attack tosa blue") == "SSE-5.6.1"


def test_armies_met_on_the_way_stay() -> None:  # SSE-5.3.2, SSE-12.9
    """One red army walks into orange; the red armies there do not move."""
    state = acting("move-3", "grey-1", {"aki": [1], "harima": [3]})
    state, _ = play(state, "move aki harima", "move harima yamashiro")
    assert armies(state, "harima")[0] == 3
    assert {order.split()[1] for order in texts(state)[:-1]} == {"yamashiro"}
    assert refused(state, "move harima aki") == "SSE-5.3.2"


def test_the_third_point_belongs_to_the_same_armies() -> None:  # SSE-5.4.2
    state = acting("move-2-or-3", "grey-1", {"aki": [1], "harima": [1]}, food=[1, 0])
    state, _ = play(state, "move aki harima", "move harima yamashiro")
    assert {order.split()[1] for order in texts(state)[:-1]} == {"yamashiro"}
    state, _ = play(state, "move yamashiro kii")
    assert state.food == (0, 0)
    assert armies(state, "harima")[0] == 1


def test_one_point_of_movement_shuts_the_port() -> None:  # SSE-5.5.1
    state = acting("move-2-or-ship", "grey-1", {"aki": [2]})
    state, _ = play(state, "move aki izumo")
    assert not any(order.startswith("ship") for order in texts(state))
    assert refused(state, "ship 1 aki kii") == "SSE-5.5.2"


def test_a_voyage_needs_no_link_and_no_border() -> None:  # SSE-5.5.2, SSE-12.13
    state = acting("move-2-or-ship", "violet-1", {"kitami": [1]})
    ports = {order.split()[3] for order in texts(state) if order.startswith("ship")}
    assert len(ports) == 19  # 20 coastal provinces but one
    assert not ports & {"kitami", "yamashiro", "shinano", "aizu"}


def test_harvest_takes_what_is_there() -> None:  # SSE-12.6, SSE-5.7.1
    seeds = {"satsuma": "food", "tosa": "food", "chikuzen": "bushido"}
    fields = {"satsuma": [1], "tosa": [1], "chikuzen": [1]}
    state = acting("harvest", "grey-1", fields, seeding=seeds, food=[14, 15])
    outcome = play(state, "harvest")
    assert told(outcome, "harvest_done")[0] | {"region": ""} == {
        "seat": 0,
        "region": "",
        "food": 1,
        "bushido": 1,
    }


def test_spent_resources_can_be_harvested_again() -> None:  # SSE-1.6
    seeds = {"satsuma": "food"}
    slots = {"grey-1": [token(0, "recruit")], "grey-3": [token(1, "harvest")]}
    state = at(
        seats=2,
        phase="resolution",
        slots=slots,
        provinces=pieces(2, {"satsuma": [0, 1]}),
        seeding=seeds,
        food=[30, 0],
    )
    state, _ = play(state, "recruit aki", "recruit aki")
    state, _ = play(state, "harvest")
    assert state.food == (29, 1)


def test_a_neutral_action_is_never_cheaper_nor_longer() -> None:  # SSE-4.3.4, SSE-6.1
    """Decrees speak of tokens; the neutral action stays one army."""
    state = placing(
        {"aki": [2, 2]}, variants=["agenda"], agenda={"grey": "3a", "orange": "1a"}
    )
    state, _ = play(state, "place attack grey-1", "recruit aki")
    assert seat_of(state) == 1
    assert armies(state, "aki") == [3, 2]


def test_the_clock_declines_all_but_a_harvest() -> None:  # SSE-13.7
    fields = {"satsuma": [2, 1], "aki": [2, 1]}
    for kind in ("recruit", "move-3", "move-2-or-3", "attack", "castle"):
        state = acting(kind, "grey-1", fields)
        assert default(state, 0).text == "pass"
    assert default(acting("harvest", "grey-1", fields), 0).text == "harvest"
    begun, _ = play(acting("move-3", "grey-1", fields), "move aki izumo")
    assert default(begun, 0).text == "done"


def test_the_clock_never_pays_for_a_cover() -> None:  # SSE-13.7, SSE-4.3.5
    """One slot is left, the northernmost; all others show tokens of blue and green."""
    shown = ["recruit", "attack", "harvest", "castle", "move-3", "move-2-or-ship"]
    slots = {slot: [token(1 + at % 2, shown[at // 2])] for at, slot in enumerate(SOUTH)}
    state = at(
        seats=3,
        round=2,
        phase="placement",
        slots=slots,
        provinces=pieces(3, {}),
        to_place=[1, 1, 1],
    )
    assert default(state, 0).text == "place any"
    drawn = {"era 1 round 2 seat 0 placement 3": "castle"}
    outcome = play(state, "place any", draws=drawn)
    assert told(outcome, "slot_taken") == [{"seat": 0, "slot": "teal-3"}]
    assert "cover_paid" not in kinds(outcome)
    slots["teal-3"] = [token(0, "attack"), token(1, "recruit")]
    slots["violet-1"] = [token(0, "harvest"), token(2, "recruit")]
    slots["violet-2"] = [token(1, "move-2-or-3", 2)]
    slots["violet-3"] = [token(2, "move-2-or-3", 2)]
    full = at(
        seats=3,
        round=2,
        phase="placement",
        slots=slots,
        provinces=pieces(3, {}),
        to_place=[2, 1, 1],
    )
    assert {order.split()[0] for order in texts(full)} == {"cover", "pass"}
    assert default(full, 0).text == "pass"


def test_who_leaves_in_mid_action_stops_where_it_is() -> None:  # SSE-13.7
    slots = {"grey-1": [token(0, "move-3")], "grey-2": [token(1, "recruit")]}
    state = at(
        seats=2, phase="resolution", slots=slots, provinces=pieces(2, {"aki": [2, 0]})
    )
    state, _ = play(state, "move aki izumo")
    state, events = resign(state, 0)
    assert events[0].kind == "seat_left"
    assert armies(state, "izumo")[0] == armies(state, "aki")[0] == 1
    assert (seat_of(state), state.point) == (1, "resolution")
    assert state.movers == ()


def test_a_token_of_who_left_is_turned_up_and_passes() -> None:  # SSE-13.7
    slots = {"grey-1": [token(0, "recruit")], "grey-2": [token(1, "recruit")]}
    state = at(seats=2, phase="resolution", slots=slots)
    state, _ = resign(state, 1)
    outcome = play(state, "recruit aki", "done")
    assert {"seat": 1, "slot": "grey-2", "token": "recruit"} in told(
        outcome, "token_revealed"
    )
    assert "token_passed" in kinds(outcome)


@pytest.mark.parametrize("edition", ["archona-2019", "crowd-games"])
def test_castles_in_capitals_and_beside_castles(edition: str) -> None:  # SSE-5.8.4
    fields = {"aki": [2], "tosa": [2], "izumo": [2], "sanuki": [1]}
    state = acting("castle", "grey-1", fields, {"tosa": [1]}, edition=edition)
    open = {"castle izumo"}
    if edition == "archona-2019":
        open |= {"castle aki", "castle tosa"}
    assert set(texts(state)) == open | {"pass"}


def test_a_neutral_harvest_asks_for_what_the_supply_has() -> None:  # SSE-12.6, SSE-6.5
    seeds = {"satsuma": "food", "tosa": "bushido"}
    state = placing({"satsuma": [1], "tosa": [1]}, seeding=seeds, food=[20, 10])
    state, _ = play(state, "place attack grey-3")
    assert texts(state) == ["harvest tosa", "decline"]
