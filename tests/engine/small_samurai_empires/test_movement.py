"""Moves and voyages. [SSE-5.3.1, SSE-5.4.1, SSE-5.5.1]"""

from __future__ import annotations

import pytest

from engine.errors import OrderIllegal
from engine.small_samurai_empires.state import State
from tests.engine.small_samurai_empires.table import (
    acting,
    armies,
    play,
    texts,
    told,
)


def refused(state: State, order: str) -> str:
    with pytest.raises(OrderIllegal) as fault:
        play(state, order)
    return fault.value.rule


def test_three_points_for_one_army_or_for_several() -> None:  # SSE-5.3.1, SSE-5.3.2
    state = acting("move-3", "grey-2", {"aki": [3, 0]})
    far, _ = play(
        state, "move aki harima", "move harima echizen", "move echizen echigo"
    )
    assert armies(far, "echigo") == [1, 0]
    assert far.phase == "placement"
    wide, _ = play(state, "move aki harima", "move aki izumo", "move aki chikuzen")
    assert armies(wide, "aki") == [0, 0]


def test_only_armies_of_the_region_move() -> None:  # SSE-5.3.2, SSE-12.9
    state = acting("move-3", "grey-2", {"aki": [1, 0], "harima": [1, 0]})
    assert all(order.split()[1] == "aki" for order in texts(state)[:-1])
    state, _ = play(state, "move aki harima", "move harima yamashiro")
    assert armies(state, "harima") == [1, 0]
    assert refused(state, "move harima aki") == "SSE-5.3.2"
    assert state.movers == (7,)


def test_adjacent_provinces_only() -> None:  # SSE-5.3.3, SSE-13.9
    state = acting("move-3", "grey-2", {"aki": [1, 0]})
    with pytest.raises(OrderIllegal) as fault:
        play(state, "move aki owari")
    assert fault.value.rule == "SSE-5.3.3"
    assert set(fault.value.legal) == {"chikuzen", "harima", "izumo", "sanuki"}


def test_an_army_may_turn_back() -> None:  # SSE-5.3.3
    state = acting("move-3", "grey-2", {"aki": [1, 0]})
    state, _ = play(state, "move aki izumo", "move izumo aki", "move aki izumo")
    assert armies(state, "izumo") == [1, 0]


def test_nobody_hinders_and_nothing_is_fought() -> None:  # SSE-5.3.4, SSE-12.8
    state = acting("move-3", "grey-2", {"aki": [1, 0], "izumo": [0, 9]}, {"izumo": [1]})
    state, _ = play(state, "move aki izumo", "move izumo harima", "done")
    assert armies(state, "izumo") == [0, 9]
    assert armies(state, "harima") == [1, 0]


def test_an_army_that_left_is_used_by_the_other_region() -> None:  # SSE-5.3.5
    state = acting("move-3", "grey-2", {"aki": [1, 0]})
    state, _ = play(state, "move aki harima", "done")
    orange = acting("move-3", "orange-2", {"harima": armies(state, "harima")})
    assert "move harima aki" in texts(orange)


def test_unused_points_lapse() -> None:  # SSE-5.3.1, SSE-4.4.5
    state = acting("move-3", "grey-2", {"aki": [1, 0]})
    state, _ = play(state, "move aki izumo")
    assert texts(state)[-1] == "done"
    assert refused(state, "pass") == "SSE-4.4.5"
    outcome = play(state, "done")
    assert told(outcome, "action_stopped") == [{"seat": 0, "slot": "grey-2"}]
    assert outcome[0].movers == ()


def test_a_third_point_for_food() -> None:  # SSE-5.4.1, SSE-5.4.2
    state = acting("move-2-or-3", "grey-2", {"aki": [2, 0]}, food=[1, 0])
    state, _ = play(state, "move aki izumo", "move aki izumo")
    assert state.point == "resolution"
    assert state.food == (1, 0)
    outcome = play(state, "move izumo harima")
    assert outcome[0].food == (0, 0)
    assert told(outcome, "resources_paid")[0]["how"] == "move_2_or_3_third"
    assert outcome[0].phase == "placement"
    assert play(state, "done")[0].food == (1, 0)


def test_no_third_point_without_food() -> None:  # SSE-5.4.2, SSE-5.1.2
    state = acting("move-2-or-3", "grey-2", {"aki": [2, 0]}, food=[0, 0])
    state, _ = play(state, "move aki izumo", "move aki izumo")
    assert state.phase == "placement"


def test_two_points_or_a_voyage() -> None:  # SSE-5.5.1
    state = acting("move-2-or-ship", "teal-3", {"aizu": [1, 0], "hitachi": [3, 0]})
    listed = texts(state)
    assert "ship 2 hitachi suruga" in listed
    assert "ship 1 hitachi satsuma" in listed
    assert "move aizu dewa" in listed
    assert not any(order.startswith("ship 1 aizu") for order in listed)
    state, _ = play(state, "move aizu dewa")
    assert not any(order.startswith("ship") for order in texts(state))
    assert refused(state, "ship 1 hitachi suruga") == "SSE-5.5.2"  # no mixing
    state, _ = play(state, "move dewa echigo")
    assert state.phase == "placement"


def test_a_voyage_ends_the_action() -> None:  # SSE-5.5.2, SSE-12.13
    state = acting("move-2-or-ship", "teal-3", {"hitachi": [3, 0]}, food=[1, 0])
    after, events = play(state, "ship 2 hitachi mutsu")
    assert armies(after, "mutsu") == [2, 0]
    assert after.food == (0, 0)
    assert told((after, events), "armies_shipped") == [
        {"seat": 0, "count": 2, "origin": "hitachi", "province": "mutsu"}
    ]
    assert after.phase == "placement"


def test_what_a_voyage_must_not_do() -> None:  # SSE-5.5.2, SSE-2.4, SSE-12.14
    fields = {"hitachi": [1, 0], "aizu": [2, 0], "kii": [2, 0]}
    state = acting("move-2-or-ship", "teal-3", fields)
    for order in (
        "ship 2 hitachi suruga",
        "ship 1 aizu suruga",
        "ship 1 hitachi shinano",
        "ship 1 hitachi hitachi",
        "ship 3 hitachi suruga",
        "ship 0 hitachi suruga",
        "ship 1 kii suruga",
    ):
        assert order not in texts(state)
        refused(state, order)
    poor = acting("move-2-or-ship", "teal-3", fields, food=[0, 0])
    assert refused(poor, "ship 1 hitachi suruga") == "SSE-5.5.2"
    assert "move hitachi mutsu" in texts(poor)
    other = acting("move-3", "teal-3", fields)
    assert refused(other, "ship 1 hitachi suruga") == "SSE-5.5.1"


def test_no_army_no_move() -> None:  # SSE-4.4.5
    state = acting("move-3", "grey-2", {"kii": [1, 0]})
    assert texts(state) == ["pass"]
