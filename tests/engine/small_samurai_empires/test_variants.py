"""Agenda tiles, mountains, sacred shrines, random neutral actions. [SSE-10.1.1]"""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import OrderIllegal
from engine.small_samurai_empires.board import BOARD
from engine.small_samurai_empires.rules.agenda import AGENDAS
from engine.small_samurai_empires.state import State
from tests.engine.small_samurai_empires.table import (
    EDITIONS,
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


# ---------------------------------------------------------------------------- agenda


def agenda(
    kind: str, slot: str, armies: Any, castles: Any = None, **more: Any
) -> State:
    tiles = more.pop("tiles")
    return acting(
        kind, slot, armies, castles, variants=["agenda"], agenda=tiles, **more
    )


@pytest.mark.parametrize(
    ("tile", "fields", "castles", "met"),
    [
        ("1a", {"aki": [2, 1], "tosa": [2, 0]}, {}, True),
        ("1a", {"aki": [2, 2], "tosa": [2, 0]}, {}, False),
        ("1a", {"aki": [2, 1], "tosa": [1, 0]}, {"tosa": [0]}, False),
        ("1a", {"aki": [2, 1], "kii": [2, 0]}, {}, False),
        ("1b", {"aki": [1], "tosa": [1], "sanuki": [1], "izumo": [1]}, {}, True),
        ("1b", {"aki": [1], "tosa": [1], "sanuki": [1]}, {"izumo": [0]}, True),
        ("1b", {"aki": [1], "tosa": [1], "sanuki": [1], "izumo": [1, 1]}, {}, False),
        ("2a", {"aki": [4], "tosa": [3]}, {}, True),
        ("2a", {"aki": [4], "tosa": [2], "kii": [1]}, {}, False),
        ("2b", {"aki": [1, 3], "tosa": [1], "sanuki": [1], "izumo": [1]}, {}, True),
        ("2b", {"aki": [4], "tosa": [1], "sanuki": [1]}, {"izumo": [0]}, False),
        ("3a", {"aki": [3], "tosa": [3], "sanuki": [3]}, {}, True),
        ("3a", {"aki": [3], "tosa": [3], "sanuki": [2]}, {}, False),
        ("3b", {"aki": [2], "tosa": [2]}, {"izumo": [0]}, True),
        ("3b", {"aki": [2], "tosa": [2]}, {"kii": [0]}, False),
        ("3b", {"aki": [2], "tosa": [1]}, {"izumo": [0]}, False),
        ("4a", {"satsuma": [1], "tosa": [1], "izumo": [1]}, {}, True),
        ("4a", {"satsuma": [1], "tosa": [1], "izumo": [1, 1]}, {}, False),
        ("4a", {"satsuma": [1], "aki": [1], "izumo": [1]}, {}, False),
        ("4b", {"satsuma": [1], "tosa": [1], "aki": [1]}, {}, True),
        ("4b", {"satsuma": [1], "tosa": [1], "izumo": [1]}, {}, False),
    ],
)
def test_when_a_tile_is_met(
    tile: str, fields: Any, castles: Any, met: bool
) -> None:  # SSE-10.1.5, SSE-11.4
    state = agenda("recruit", "teal-1", fields, castles, tiles={"grey": tile})
    assert AGENDAS[tile](state, 0, 0) == met


@pytest.mark.parametrize("edition", EDITIONS)
def test_tile_3b_and_control_of_the_castle(edition: str) -> None:  # SSE-10.1.5, 11.2
    fields = {"aki": [2], "tosa": [2], "izumo": [0, 3]}
    state = agenda(
        "recruit",
        "teal-1",
        fields,
        {"izumo": [0]},
        tiles={"grey": "3b"},
        edition=edition,
    )
    assert AGENDAS["3b"](state, 0, 0) == (edition == "archona-2019")


@pytest.mark.parametrize("tile", sorted(BOARD.tiles))
def test_the_points_of_a_tile(tile: str) -> None:  # SSE-10.1.5
    points = {"1a": 3, "1b": 5, "2b": 3}.get(tile, 4)
    assert BOARD.tiles[tile].points == points


def test_a_tile_is_scored_at_once_and_once() -> None:  # SSE-10.1.2, SSE-12.22
    tiles = {"grey": "2a"}
    state = agenda("recruit", "grey-1", {"aki": [6, 6]}, tiles=tiles)
    state, events = play(state, "recruit aki")
    assert told((state, events), "agenda_scored") == [
        {"seat": 0, "region": "grey", "tile": "2a", "points": 4}
    ]
    assert state.scores == (4, 0)
    again = play(state, "recruit aki")
    assert told(again, "agenda_scored") == []
    done = agenda(
        "recruit", "grey-1", {"aki": [6, 6]}, tiles=tiles, agenda_done={"grey": [0]}
    )
    assert told(play(done, "recruit aki"), "agenda_scored") == []


def test_several_players_score_the_same_tile() -> None:  # SSE-10.1.2
    state = agenda(
        "recruit",
        "grey-1",
        {"aki": [6, 7]},
        tiles={"grey": "2a"},
        agenda_done={"grey": [1]},
    )
    assert told(play(state, "recruit aki"), "agenda_scored")[0]["seat"] == 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_agenda_met_by_anothers_deed(edition: str) -> None:  # SSE-12.18
    """Red's army leaves Aki; blue then controls four provinces of grey."""
    fields = {"aki": [1, 1], "tosa": [0, 1], "sanuki": [0, 1], "izumo": [0, 1]}
    slots = {"grey-2": [token(0, "move-3")], "teal-1": [token(1, "recruit")]}
    state = at(
        phase="resolution",
        slots=slots,
        provinces=pieces(2, fields),
        variants=["agenda"],
        agenda={"grey": "1b"},
        edition=edition,
    )
    state, events = play(state, "move aki harima")
    scored = [event["seat"] for event in told((state, events), "agenda_scored")]
    assert scored == ([1] if edition == "archona-2019" else [])
    state, events = play(state, "done")  # blue's own token is next
    scored = [event["seat"] for event in told((state, events), "agenda_scored")]
    assert scored == ([] if edition == "archona-2019" else [1])


def test_ones_own_turn_also_begins_with_a_placement() -> None:  # SSE-10.1.3
    fields = {"aki": [0, 7], "harima": [1, 0]}
    state = placing(
        fields, variants=["agenda"], agenda={"grey": "2a"}, edition="crowd-games"
    )
    state, events = play(state, "place castle orange-1")
    assert told((state, events), "agenda_scored")[0]["seat"] == 1


def test_passing_through_counts() -> None:  # SSE-10.1.4
    fields = {"satsuma": [1], "tosa": [1], "aki": [1]}
    state = agenda("move-3", "grey-2", fields, tiles={"grey": "4a"})
    state, events = play(state, "move aki izumo")
    assert told((state, events), "agenda_scored")[0]["tile"] == "4a"
    state, _ = play(state, "move izumo aki")
    assert state.scores == (4, 0)


def test_an_army_on_a_mountain_is_in_no_province() -> None:  # SSE-10.1.4
    state = acting(
        "move-3",
        "grey-2",
        {"aki": [7, 0], "kii": [0, 1]},
        variants=["agenda", "mountain"],
        agenda={"grey": "3a"},
        mountains={"daisen": "independent-tribe"},
    )
    state, _ = play(state, "expedition aki daisen izumo")
    assert sum(state.armies[0::2]) == 6


@pytest.mark.parametrize(
    ("tile", "kind", "fields", "orders"),
    [
        ("1a", "attack", {"aki": [1, 2]}, ["attack aki blue"] * 2),
        ("1b", "attack", {"aki": [1, 2]}, ["attack aki blue"] * 2),
        ("2a", "move-2-or-3", {"aki": [3, 0]}, ["move aki izumo"] * 3),
        ("2b", "move-2-or-3", {"aki": [3, 0]}, ["move aki izumo"] * 3),
        ("3a", "recruit", {"aki": [1, 0]}, ["recruit aki"] * 2),
        ("3b", "recruit", {"aki": [1, 0]}, ["recruit aki"] * 2),
        ("4a", "move-2-or-ship", {"aki": [1, 0]}, ["ship 1 aki kii"]),
        ("4b", "move-2-or-ship", {"aki": [1, 0]}, ["ship 1 aki kii"]),
    ],
)
def test_decrees_make_improvements_free(
    tile: str, kind: str, fields: Any, orders: list[str]
) -> None:  # SSE-10.1.6
    poor = {"food": [0, 0], "bushido": [0, 0]}
    state = agenda(kind, "grey-2", fields, tiles={"grey": tile}, **poor)
    outcome = play(state, *orders)
    assert "resources_paid" not in kinds(outcome)
    assert outcome[0].phase == "placement"
    other = "4a" if tile[0] != "4" else "1a"
    state = agenda(kind, "grey-2", fields, tiles={"grey": other}, **poor)
    with pytest.raises(OrderIllegal):
        play(state, *orders)


def test_a_decree_holds_for_the_tokens_region() -> None:  # SSE-10.1.6
    poor = {"food": [0, 0]}
    state = agenda(
        "move-2-or-ship", "grey-2", {"aki": [1, 0]}, tiles={"orange": "4a"}, **poor
    )
    assert refused(state, "ship 1 aki kii") == "SSE-5.5.2"


# --------------------------------------------------------------------------- mountain


def climbing(
    mountain: str,
    effect: str,
    fields: Any,
    kind: str = "move-3",
    slot: str = "grey-2",
    seats: int = 2,
    **more: Any,
) -> State:
    return acting(
        kind,
        slot,
        fields,
        variants=["mountain", *more.pop("also", [])],
        mountains={mountain: effect},
        seats=seats,
        **more,
    )


def test_an_expedition_or_past_it() -> None:  # SSE-10.2.2, SSE-2.7
    state = climbing("daisen", "highland-farms", {"aki": [1, 0]})
    assert "expedition aki daisen izumo" in texts(state)
    assert "move aki izumo" in texts(state)
    after, _ = play(state, "move aki izumo")
    assert after.mountains == state.mountains
    gone = climbing("daisen", None, {"aki": [1, 0]})  # type: ignore[arg-type]
    assert "expedition aki daisen izumo" not in texts(gone)
    assert refused(gone, "expedition aki daisen izumo") == "SSE-10.2.2"


def test_without_the_variant_mountains_do_nothing() -> None:  # SSE-2.7
    state = acting("move-3", "grey-2", {"aki": [1, 0]})
    assert not any(order.startswith("expedition") for order in texts(state))
    assert refused(state, "expedition aki daisen izumo") == "SSE-10.2.2"


def test_farms_and_master() -> None:  # SSE-10.2.5, SSE-10.2.2
    farms = climbing("daisen", "highland-farms", {"aki": [1, 0]})
    state, events = play(farms, "expedition aki daisen izumo")
    assert [event.kind for event in events] == [
        "mountain_revealed",
        "resources_found",
        "army_moved",
    ]
    assert state.food == (3, 2)
    assert armies(state, "izumo") == [1, 0]
    assert state.step == 1
    master = climbing("daisen", "bushido-master", {"aki": [1, 0]})
    assert play(master, "expedition aki daisen izumo")[0].bushido == (3, 2)


def test_one_expedition_per_action() -> None:  # SSE-10.2.3
    fields = {"aki": [1, 0], "tosa": [1, 0]}
    state = climbing("daisen", "highland-farms", fields)
    state, _ = play(state, "expedition aki daisen izumo")
    assert not any(order.startswith("expedition") for order in texts(state))
    assert refused(state, "expedition tosa tsurugi sanuki") == "SSE-10.2.3"


def test_an_expedition_by_neutral_move() -> None:  # SSE-10.2.3, SSE-6.2
    state = placing(
        {"aki": [1, 0]}, variants=["mountain"], mountains={"daisen": "highland-farms"}
    )
    state, _ = play(state, "place castle grey-2", "expedition aki daisen izumo")
    assert state.food[0] == 3
    assert seat_of(state) == 1


def test_an_ambush_sends_the_army_back() -> None:  # SSE-10.2.5, SSE-12.19, SSE-12.20
    state = climbing("daisen", "ambush", {"sanuki": [1, 0]})
    state, _ = play(state, "move sanuki aki")
    state, events = play(state, "expedition aki daisen izumo")
    assert told((state, events), "army_ambushed") == [{"seat": 0, "province": "aki"}]
    assert armies(state, "aki") == [1, 0]
    assert state.step == 2
    state, _ = play(state, "move aki izumo")  # SSE-10.2.7
    assert armies(state, "izumo") == [1, 0]


def test_mercenaries_join_where_the_army_came_from() -> None:  # SSE-12.10
    state = climbing("daisen", "mercenaries", {"aki": [1, 0]})
    state, events = play(state, "expedition aki daisen izumo")
    assert told((state, events), "mercenaries_hired") == [
        {"seat": 0, "province": "aki"}
    ]
    assert armies(state, "aki") == [1, 0]
    assert armies(state, "izumo") == [1, 0]
    assert refused(state, "move aki harima") == "SSE-5.3.2"
    none = climbing("daisen", "mercenaries", {"aki": [1, 0], "kii": [15, 0]})
    assert "mercenaries_hired" not in kinds(play(none, "expedition aki daisen izumo"))


def test_a_tribe_offers_the_neutral_actions_of_the_region() -> None:  # SSE-10.2.5
    fields = {"aki": [2, 1], "tosa": [1, 1]}
    state = climbing("daisen", "independent-tribe", fields)
    state, events = play(state, "expedition aki daisen izumo")
    assert state.point == "tribe"
    listed = texts(state)
    assert "recruit aki" in listed
    assert "harvest tosa" in listed
    assert "move aki harima" in listed
    assert not any(order.startswith(("attack", "expedition")) for order in listed)
    assert listed[-1] == "decline"
    assert refused(state, "attack tosa blue") == "SSE-10.2.5"  # grey shows no attack
    assert refused(state, "expedition tosa tsurugi sanuki") == "SSE-10.2.3"
    after, events = play(state, "recruit aki")
    assert [event.kind for event in events] == ["army_recruited", "army_moved"]
    assert (after.point, after.step) == ("resolution", 1)
    assert armies(after, "aki") == [2, 1]
    assert refused(after, "move izumo nowhere")


def test_the_expedition_itself_cannot_be_chosen() -> None:  # SSE-10.2.6
    state = climbing("daisen", "independent-tribe", {"aki": [1, 0]})
    state, _ = play(state, "expedition aki daisen izumo")
    assert texts(state) == ["recruit aki", "decline"]
    state, events = play(state, "decline")
    assert [event.kind for event in events] == ["effect_declined", "army_moved"]


def test_a_tribe_moves_others_before_the_movers() -> None:  # SSE-10.2.6, SSE-10.2.7
    state = climbing(
        "asama",
        "independent-tribe",
        {"shinano": [1, 0], "aizu": [1, 0]},
        slot="orange-2",
    )
    state, _ = play(state, "expedition shinano asama musashi")
    assert "move aizu dewa" in texts(state)
    state, _ = play(state, "move aizu dewa")
    assert state.movers == (BOARD.index["musashi"],)


def test_the_region_of_a_mountain_between_regions() -> None:  # SSE-10.2.4, SSE-11.3
    fields = {"shinano": [1, 0], "musashi": [0, 1], "kii": [0, 1]}
    state = climbing("asama", "journey", fields, slot="orange-2")
    state, _ = play(state, "expedition shinano asama musashi")
    assert texts(state) == ["attack musashi blue", "decline"]
    back = climbing("asama", "journey", {**fields, "musashi": [1, 1]}, slot="teal-3")
    back, _ = play(back, "expedition musashi asama shinano")
    assert texts(back) == ["attack kii blue", "decline"]


def test_a_journey_destroys_for_bushido() -> None:  # SSE-10.2.5, SSE-1.5
    state = climbing("daisen", "journey", {"aki": [1, 0], "tosa": [0, 1]})
    state, _ = play(state, "expedition aki daisen izumo")
    assert state.point == "journey"
    after, events = play(state, "attack tosa blue")
    assert [event.kind for event in events] == [
        "resources_paid",
        "army_destroyed",
        "army_moved",
    ]
    assert after.bushido[0] == 1
    assert after.target == -1
    assert refused(state, "attack kitami blue") == "SSE-5.6.1"
    poor = climbing(
        "daisen", "journey", {"aki": [1, 0], "tosa": [0, 1]}, bushido=[0, 0]
    )
    assert play(poor, "expedition aki daisen izumo")[0].point == "resolution"


def test_an_expedition_with_the_paid_point() -> None:  # SSE-5.4.2, SSE-10.2.2
    state = climbing("daisen", "bushido-master", {"aki": [3, 0]}, kind="move-2-or-3")
    state, _ = play(state, "move aki harima", "move aki harima")
    state, _ = play(state, "expedition aki daisen izumo")
    assert (state.food[0], state.bushido[0]) == (1, 3)
    assert state.phase == "placement"


# ---------------------------------------------------------------------------- shrines


@pytest.mark.parametrize(
    ("held", "points"),
    [
        (["kii"], 1),
        (["kii", "owari"], 3),
        (["kii", "owari", "izumo"], 5),
        (["kii", "owari", "dewa"], 4),
        (["kii", "dewa", "oshima"], 3),
        (["kii", "owari", "izumo", "dewa", "sanuki", "oshima"], 9),
    ],
)
def test_shrines_of_one_colour(held: list[str], points: int) -> None:  # SSE-10.3.2
    colours = {
        "kii": "brown",
        "owari": "brown",
        "izumo": "brown",
        "dewa": "black",
        "sanuki": "black",
        "oshima": "white",
    }
    state = at(
        round=2,
        phase="resolution",
        variants=["shrines"],
        shrines=colours,
        slots={"grey-1": [token(0, "recruit")]},
        provinces=pieces(2, {name: [1, 0] for name in held}),
    )
    assert told(play(state, "pass"), "shrines_scored") == [
        {"seat": 0, "shrines": len(held), "points": points}
    ]


# --------------------------------------------------------------------- random neutral


def test_the_token_replaces_the_printed_action() -> None:  # SSE-10.4.1
    state = placing(
        {"aki": [1, 1]}, variants=["random-neutral"], neutrals={"grey-1": "attack"}
    )
    state, _ = play(state, "place castle grey-1")
    assert texts(state) == ["attack aki blue", "decline"]
