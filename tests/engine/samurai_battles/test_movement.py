"""Movement of units and leaders. [SB-6]"""

from __future__ import annotations

from typing import Any

from engine.samurai_battles.state import State
from tests.engine.samurai_battles.table import at, figures, leader, piece, play, texts
from tests.engine.samurai_battles.test_command_cards import refused


def moving(red: str, orders: str, yellow: str = "AY K6", **fields: Any) -> State:
    return at(red, yellow, phase="moves", orders=orders, **fields)


def goals(state: State) -> set[str]:
    moves = [text for text in texts(state, 0) if text.startswith("move")]
    return {text.split()[-1] for text in moves}


def test_a_unit_moves_as_far_as_its_kind() -> None:  # SB-6.1
    assert goals(moving("SN E6", "E6")) == {"D5", "D6", "E5", "E7", "F5", "F6"}
    state = play(moving("AY E6", "E6", "AY G8"), "move E6 F6 F7", "done")
    assert texts(state, 0) == ["done"]  # T that moved 2 may not battle [SB-8.2]
    assert refused(moving("AY E6, SN E8", "E6"), "move E8 E9")[0] == "SB-4.5"


def test_nobody_crosses_units_or_impassable_ground() -> None:  # SB-6.2
    state = moving("SN E6, AY E5, AY D5", "E6", "AY F6", terrain={"river": ["F5"]})
    assert goals(state) == {"D6", "E7"}
    assert refused(state, "move E6 E5") == ("SB-6.2", "E_NO_WAY")


def test_stop_terrain_ends_the_move() -> None:  # SB-6.3
    state = moving("AB E6", "E6", terrain={"forest": ["E7"], "rice": ["F6"]})
    assert "move E6 E7 E8" not in texts(state, 0)
    assert "E8" not in goals(
        moving("AB E6, AY D7, AY F7", "E6", terrain={"forest": ["E7"]})
    )


def test_a_unit_joins_a_lone_leader_and_stops() -> None:  # SB-6.4, SB-6.6
    state = moving("AB E6, FL E7, MSY D7", "E6 LE7 D7")
    assert "move D7 E7" not in texts(state, 0)  # a foot leader leads no cavalry
    state = play(state, "move E6 E7")
    assert goals(state) == goals(moving("MSY D7, AB E7, FL E7", "D7"))


def test_a_leader_passes_through_friends() -> None:  # SB-6.5, SB-6.8
    state = moving("FL E6, AY E7, SN E8, FL E8", "LE6", "AY D6")
    found = goals(state)
    assert "E7" in found
    assert "E8" not in found
    assert "D6" not in found
    state = play(state, "move leader E6 E7")
    assert piece(state, "LE7") == piece(moving("FL E7", ""), "LE7")
    assert texts(play(state, "done"), 0) == ["done"]  # a lone leader does not fight


def test_a_leader_leaves_the_field_from_his_home_row() -> None:  # SB-6.7
    state = moving("FL A6, AY B6", "LA6")
    assert "move leader A6 exit" in texts(state, 0)
    state = play(state, "move leader A6 exit")
    assert not leader(state, "A6")
    assert state.banners == (0, 0)
    far = moving("FL B6, AY E6", "LB6")
    assert {"move leader B6 A6 exit", "move leader B6 A7 exit"} <= {*texts(far, 0)}


def test_unit_and_leader_ordered_separately() -> None:  # SB-6.10, SB-10.1
    state = play(moving("AY E6, FL E6", "E6 LE6"), "move E6 F6")
    assert leader(state, "E6")
    assert not leader(state, "F6")
    together = play(moving("AY E6, FL E6", "E6"), "move E6 F6")
    assert leader(together, "F6")


def test_forced_march_adds_a_hex() -> None:  # SB-6.11
    state = moving("SN E6", "E6", dragons=("forced-march", ""))
    assert "G7" not in goals(state)
    state = play(state, "dragon forced-march E6")
    assert "G7" in goals(state)
    state = play(state, "move E6 F6 G7", "done")
    assert state.moved == {0: 2}


def test_mired_sets_back_to_the_first_hex() -> None:  # SB-6.9, SB-6.12
    state = moving("AB E6, FL F7, AY B1", "E6", dragons=("", "mired"))
    state = play(state, "move E6 F6 F7")
    assert leader(state, "F7")
    state = play(state, "yellow dragon mired F7")
    assert figures(state, "F6") == 4
    assert not leader(state, "F6")
    assert state.moved == {0: 1}
    assert not state.settled


def test_only_shortest_paths_are_moves() -> None:  # SB-6.13
    state = moving("AB E6", "E6")
    assert {"move E6 E7 F7", "move E6 F6 F7"} <= {*texts(state, 0)}
    assert refused(state, "move E6 F6 E7") == ("SB-6.13", "E_LONGER_PATH")


def test_the_commander_may_return_to_his_camp_and_nobody_else() -> None:  # SB-10.8
    fields: dict[str, Any] = {"terrain": {"camp": {"red": "B6"}}}
    state = moving("CU B6, AC C6, FL B5", "LC6 LB5", **fields)
    assert "move leader C6 B6" in texts(state, 0)
    assert "move leader B5 B6" not in texts(state, 0)


def test_a_camp_falls_when_it_is_left() -> None:  # SB-1.4, SB-13.4, SB-16.15
    fields: dict[str, Any] = {"terrain": {"camp": {"red": "B6"}}}
    state = play(moving("CU B6, AC B6", "B6", **fields), "move B6 C6")
    assert state.banners == (0, 3)
    assert state.camps == (-1, -1)
