"""The worked examples of the rulebooks, each played as it is told there. [SSE-0]"""

from __future__ import annotations

import pytest

from engine.small_samurai_empires.board import BOARD
from engine.small_samurai_empires.rules import options
from engine.small_samurai_empires.rules.control import controller
from tests.engine.small_samurai_empires.table import (
    EDITIONS,
    acting,
    armies,
    at,
    pieces,
    play,
    seat_of,
    texts,
    token,
    told,
)

SEEDS = {"echizen": "food", "shinano": "bushido", "harima": "food", "suruga": "food"}


def test_blue_recruits_then_yellow_attacks() -> None:  # SSE-4.4.1, SSE-5.2.1, SSE-5.6.1
    """Round 1, from the bottom up; the attack secures the province."""
    state = at(
        seats=4,
        phase="resolution",
        slots={"grey-1": [token(1, "recruit")], "grey-2": [token(3, "attack")]},
        provinces=pieces(4, {"tosa": [0, 1, 0, 1]}),
        bushido=[2, 2, 2, 0],
    )
    assert seat_of(state) == 1
    state, _ = play(state, "recruit aki", "done")
    assert armies(state, "aki") == [0, 1, 0, 0]
    assert seat_of(state) == 3
    assert controller(state, BOARD.index["tosa"]) == -1
    state, _ = play(state, "attack tosa blue")
    assert controller(state, BOARD.index["tosa"]) == 3


def test_green_recruits_in_the_capital_and_at_the_castle() -> None:  # SSE-5.2.2
    state = acting("recruit", "orange-1", {"aki": [1]}, {"kii": [0]}, food=[2, 2])
    state, _ = play(state, "recruit yamashiro", "recruit kii")
    assert armies(state, "yamashiro")[0] == armies(state, "kii")[0] == 1
    assert state.food[0] == 1


@pytest.mark.parametrize(
    ("orders", "result"),
    [
        (
            ("yamashiro kii", "yamashiro kii", "yamashiro owari"),
            {"kii": 2, "owari": 1},
        ),
        (
            ("yamashiro owari", "owari suruga", "yamashiro kii"),
            {"suruga": 1, "kii": 1, "yamashiro": 1},
        ),
        (
            ("yamashiro echizen", "echizen echigo", "echigo dewa"),
            {"dewa": 1, "yamashiro": 2},
        ),
    ],
)
def test_red_moves_three(
    orders: tuple[str, ...], result: dict[str, int]
) -> None:  # SSE-5.3.1, SSE-5.3.2
    """Three armies; two armies; one army deep into another region."""
    state = acting("move-3", "orange-1", {"yamashiro": [3]})
    state, _ = play(state, *(f"move {order}" for order in orders))
    found = {name: armies(state, name)[0] for name in BOARD.provinces}
    assert {name: count for name, count in found.items() if count} == result


def test_blue_sails_with_two_armies_from_teal_to_orange() -> None:  # SSE-5.5.2
    state = acting("move-2-or-ship", "teal-1", {"hitachi": [2]}, food=[1, 2])
    state, _ = play(state, "ship 2 hitachi suruga")
    assert armies(state, "suruga")[0] == 2
    assert state.food[0] == 0


def test_yellow_destroys_blue_and_green_and_holds_the_province() -> None:  # SSE-5.6.2
    state = acting("attack", "grey-1", {"tosa": [1, 1, 1]}, seats=3, bushido=[1, 2, 2])
    assert controller(state, BOARD.index["tosa"]) == -1
    state, _ = play(state, "attack tosa blue", "attack tosa green")
    assert controller(state, BOARD.index["tosa"]) == 0
    assert state.bushido[0] == 0


def test_green_harvests_in_the_north_of_orange_only() -> None:  # SSE-5.7.1
    fields = {"echizen": [1, 3], "shinano": [2], "suruga": [0, 1]}
    state = acting("harvest", "orange-1", fields, seeding=SEEDS)
    assert told(play(state, "harvest"), "harvest_done") == [
        {"seat": 0, "region": "orange", "food": 1, "bushido": 1}
    ]


def test_a_castle_and_an_army_against_two_armies() -> None:  # SSE-2.10, SSE-2.11
    state = acting("recruit", "grey-1", {"tosa": [1, 2]}, {"tosa": [0]})
    assert controller(state, BOARD.index["tosa"]) == 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_who_may_still_be_covered(edition: str) -> None:  # SSE-7.3.2
    """A covers B, B covers C; C may cover A alone, in the English booklet also B."""
    state = at(
        seats=3,
        edition=edition,
        round=2,
        phase="placement",
        slots={
            slot: [token(seat, kind)]
            for slot, seat, kind in (
                ("grey-1", 0, "attack"),
                ("grey-2", 1, "attack"),
                ("grey-3", 2, "attack"),
                ("orange-1", 0, "harvest"),
                ("orange-2", 1, "harvest"),
                ("orange-3", 2, "harvest"),
            )
        },
        provinces=pieces(3, {}),
    )
    state, _ = play(state, "cover castle grey-2", "cover castle orange-3", "decline")
    open = {order.args[1] for order in options(state, 2) if order.verb == "cover"}
    both = {"grey-1", "orange-1"}
    assert open == (both if edition == "crowd-games" else both | {"orange-2"})


def test_influence_of_red_at_the_end_of_an_era() -> None:  # SSE-8.3
    """Two provinces grey, three orange, one and a castle teal, nothing violet."""
    fields = {"aki": [1], "tosa": [2, 1], "harima": [1], "kii": [1], "owari": [1]}
    state = at(
        seats=2,
        round=2,
        phase="resolution",
        slots={"violet-1": [token(0, "castle")]},
        provinces=pieces(2, fields | {"hidaka": [2]}, {"dewa": [0]}),
    )
    state, _ = play(state, "pass")
    assert state.influence[:4] == (2, 3, 2, 1)


def test_green_scores_28_points_of_influence() -> None:  # SSE-9.2, SSE-2.9
    state = at(
        seats=4,
        era=3,
        round=2,
        phase="resolution",
        slots={"grey-1": [token(0, "recruit")]},
        provinces=pieces(4, {}),
        influence=[[1, 3, 5, 1], *[[0] * 4] * 3],
        destiny={"shown": {"grey": 3, "orange": 5, "teal": 2, "violet": 2}},
        food=[0] * 4,
        bushido=[0] * 4,
    )
    state, events = play(state, "pass")
    scored = told((state, events), "influence_scored")
    assert [score["points"] for score in scored] == [3, 15, 8, 2]
    assert state.scores == (28, 0, 0, 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_blue_meets_the_agenda_of_the_region_it_sails_to(
    edition: str,
) -> None:  # SSE-10.1.2, SSE-10.1.4
    fields = {"kii": [2], "dewa": [3], "mutsu": [3], "hitachi": [1]}
    state = acting(
        "move-2-or-ship",
        "orange-1",
        fields,
        edition=edition,
        variants=["agenda"],
        agenda={"teal": "3a", "orange": "4b"},
        food=[0, 0],
    )
    state, _ = play(state, "ship 2 kii hitachi")
    assert state.scores == (4, 0)
    assert state.food == (0, 0)  # orange has the decree [SSE-10.1.6]


def test_yellow_meets_land_and_people() -> None:  # SSE-10.1.5
    state = acting(
        "move-3",
        "orange-1",
        {"yamashiro": [3, 1], "harima": [1], "kii": [1]},
        variants=["agenda"],
        agenda={"orange": "4b"},
    )
    state, events = play(state, "move yamashiro echizen")
    assert told((state, events), "agenda_scored") == [
        {"seat": 0, "region": "orange", "tile": "4b", "points": 4}
    ]


def test_blue_meets_a_master_and_a_second_army_follows() -> None:  # SSE-10.2.2
    state = acting(
        "move-2-or-ship",
        "teal-1",
        {"aizu": [2]},
        variants=["mountain"],
        mountains={"azuma": "bushido-master"},
    )
    state, _ = play(state, "expedition aizu azuma dewa")
    assert state.bushido[0] == 3
    assert "expedition dewa azuma aizu" not in texts(state)
    state, _ = play(state, "move aizu dewa")
    assert armies(state, "dewa")[0] == 2


def test_red_has_two_brown_shrines_yellow_one_black_and_one_white() -> (
    None
):  # SSE-10.3.2
    colours = {"kii": "brown", "owari": "brown", "izumo": "brown"}
    colours |= {"dewa": "black", "hitachi": "white", "sanuki": "black"}
    state = at(
        seats=2,
        round=2,
        phase="resolution",
        variants=["shrines"],
        shrines={**colours, "oshima": "white"},
        slots={"grey-1": [token(0, "recruit")]},
        provinces=pieces(
            2, {"kii": [1], "owari": [1], "dewa": [0, 1]}, {"hitachi": [1]}
        ),
    )
    assert [s["points"] for s in told(play(state, "pass"), "shrines_scored")] == [3, 2]
