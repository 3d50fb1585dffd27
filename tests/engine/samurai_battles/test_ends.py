"""How battles end, and the rules of single scenarios. [SB-14, SB-15]"""

from __future__ import annotations

from typing import Any

from engine.samurai_battles import rules
from engine.samurai_battles.rules.ending import banners_of, command_size
from engine.samurai_battles.scenarios import SCENARIO, SCENARIOS
from engine.samurai_battles.state import WAVERING, State
from tests.engine.samurai_battles.table import at, figures, kinds, play, texts, told
from tests.engine.samurai_battles.test_command_cards import refused

EAST = {
    "wavering_group": {
        "owner": "red",
        "hexes": ["D1", "D2"],
        "from_own_turn": 1,
        "dice": {"red": 1, "yellow": 2},
        "face": "H",
    }
}


def test_a_player_may_resign_at_any_time() -> None:  # SB-14.4, SB-14.7
    state = at("AY E6", "AY F6", orders="E6")
    state.banners = (4, 0)
    state, events = rules.resign(state, 0)
    assert kinds(events) == ["seat_left", "match_ended"]
    assert [one.place for one in rules.score(state)] == [2, 1]
    assert rules.decisions(state) == []


def test_an_empty_field_loses() -> None:  # SB-14.4
    state = play(at("AY E6", "", banners=9), "done", "draw tokens")
    assert state.over == "empty"
    assert state.winner == 0


def test_banners_for_hexes_count_while_they_are_held() -> None:  # SB-14.3, SB-15.11
    group = {"army": "both", "hexes": ["F6"], "need": 1, "banners": 2, "keep": False}
    special = {"victory_hexes": [group]}
    state = at("AY E6", "AY K6", phase="moves", orders="E6", special=special)
    state = play(state, "move E6 F6")
    assert banners_of(state, 0) == 2
    assert state.banners == (0, 0)
    kept = {"victory_hexes": [{**group, "keep": True}]}
    state = at("AY E6", "AY K6", phase="moves", orders="E6", special=kept)
    assert play(state, "move E6 F6").banners == (2, 0)


def test_command_size_does_not_fall_by_playing() -> None:  # SB-14.5, SB-16.12
    state = at("AY E6", "AY K6", phase="play", sizes=(2, 2))
    state = play(state, texts(state, 0)[0], "proceed")
    assert command_size(state, 0) == 2
    assert state.over == ""


def test_a_fordable_river_is_a_ford() -> None:  # SB-13.3, SB-15.2
    anegawa = SCENARIO["anegawa-1570"]
    assert "river" in anegawa.data["terrain"]
    fields: dict[str, Any] = {"special": {"river_fordable": True}}
    fields["terrain"] = {"river": ["F6"], "ford": ["F7"]}
    state = at("AB E6", "AY K6", phase="moves", orders="E6", **fields)
    moves = texts(state, 0)
    assert "move E6 F6" in moves
    assert not [text for text in moves if text.startswith("move E6 F6 ")]


def test_every_hex_has_one_terrain() -> None:  # SB-13.5
    for scenario in SCENARIOS:
        named = [
            hex
            for kind, hexes in scenario.data["terrain"].items()
            for hex in (hexes.values() if kind == "camp" else hexes)
        ]
        assert len(named) == len({*named})


def test_a_hand_grows() -> None:  # SB-15.3
    growth = {
        "army": "red",
        "extra_draw_per_own_turn": 1,
        "until_command_size": 4,
        "from_own_turn": 1,
    }
    state = at("AY E6", "AY K6", sizes=(2, 5), special={"hand_growth": growth})
    state = play(state, "done", "draw tokens")
    assert len(state.command_hands[0]) == 3
    full = at("AY E6", "AY K6", sizes=(4, 5), special={"hand_growth": growth})
    assert len(play(full, "done", "draw tokens").command_hands[0]) == 4


def order_one(banners: tuple[int, int]) -> State:
    rule = {"army": "red", "cards": ["order-1-left"], "not_final": True}
    state = at(
        "AY E6",
        "AY K6",
        phase="play",
        commands=("order-1-left", ""),
        special={"banner_for_order_one": rule},
    )
    state.banners = banners
    state = play(state, "play order-1-left", "proceed")
    return play(state, texts(state, 0)[0], "draw tokens")


def test_a_banner_for_order_one_is_never_the_last() -> None:  # SB-15.4
    assert order_one((0, 0)).banners == (1, 0)
    assert order_one((4, 0)).banners == (4, 0)


def test_a_wavering_group_obeys_nobody() -> None:  # SB-15.5
    red = "AY D1, SN D2, AY E3"
    state = at(red, "AY E2", phase="orders", card="order-3-right", special=EAST)
    assert state.unit_seat[:2] == [WAVERING, WAVERING]
    assert texts(state, 0) == ["order E3", "done"]
    assert refused(state, "order D1") == ("SB-5.1", "E_NOT_YOURS")


def test_a_wavering_group_joins_who_is_not_the_attacker() -> None:  # SB-15.5
    state = at("AY D1, SN D2", "AY E2", active=1, orders="E2", special=EAST)
    state, events = told(state, "yellow declare E2 D2")
    assert "group_joined" in kinds(events)
    assert state.unit_seat[:2] == [0, 0]


def test_a_wavering_group_may_join_at_the_start_of_a_turn() -> None:  # SB-15.5
    state = at("AY D1, SN D2, AY A9", "AY K2", special=EAST)
    state = play(state, "done", "draw tokens", dice=["C H"])
    assert state.unit_seat[:2] == [1, 1]
    assert figures(state, "D2") == 4


def test_results_are_by_army() -> None:  # SB-15.6, SB-16.1
    assert [one.seat for one in rules.score(at("AY E6", "AY F6"))] == [0, 1]
