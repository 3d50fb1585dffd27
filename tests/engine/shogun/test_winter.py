"""Winter, scoring, the end of the year and of the match. [SHO-10, SHO-11]"""

from __future__ import annotations

import pytest

from engine.shogun.board import BOARD
from engine.shogun.rules import ahead, decisions, default, faults, resign, score
from engine.shogun.rules.hand import owned
from engine.shogun.rules.score import majorities
from engine.shogun.rules.season import close_season
from engine.shogun.rules.winter import shortage
from engine.shogun.state import NOTHING, State
from engine.shogun.view import view
from engine.table import Table
from tests.engine.shogun.table import (
    BLUE,
    PURPLE,
    RED,
    YELLOW,
    Falls,
    acting,
    at,
    begin,
    build,
    give,
    opening,
    play,
    texts,
)
from tests.engine.shogun.test_examples import winter


def wintry(*expansions: str, rice: tuple[int, ...] = (20,) * 4, year: int = 1) -> State:
    state = opening(*expansions)
    winter(state, "E12")  # everyone loses 1
    state.rice, state.year = rice, year
    return state


def test_everybody_loses_rice_down_to_none() -> None:  # SHO-10.1, SHO-4.4
    state = wintry(rice=(20, 0, 9, 9))
    after = begin(state)
    assert [told["rice"] for told in after.told("rice_lost")] == [1, 0, 1, 1]


def test_rice_is_counted_once() -> None:  # SHO-10.2, SHO-17.31
    after = begin(wintry(rice=(20, 20, 20, 6)))
    assert after.only("rice_missing") == {"seat": PURPLE, "rice": 3}
    assert len(after.state.revolts) == 2


@pytest.mark.parametrize(
    ("missing", "expected"),
    [
        (1, (1, 1)),
        (2, (1, 2)),
        (3, (2, 2)),
        (4, (2, 2)),
        (6, (2, 3)),
        (7, (3, 3)),
        (20, (3, 3)),
    ],
)
def test_the_revolt_table(missing: int, expected: tuple[int, int]) -> None:  # SHO-10.4
    line = shortage(missing)
    assert (line.revolts, line.farmers) == expected


def test_hungry_players_handle_revolts_in_turn_order() -> None:  # SHO-10.3
    state = wintry(rice=(8, 20, 20, 8))
    state.order = (PURPLE, RED, YELLOW, BLUE)
    after = begin(state)
    assert [told["seat"] for told in after.told("revolts_drawn")] == [PURPLE, BLUE]


def test_provinces_are_drawn_by_lot_and_all_if_too_few() -> None:
    # SHO-10.5, SHO-17.29, SHO-17.30
    state = wintry(rice=(20, 20, 20, 0))
    for province in owned(state, PURPLE)[2:]:
        give(state, BOARD.codes[province], BLUE, 1)
    state.rice = (30, 20, 20, 0)
    after = begin(state)
    assert len(after.only("revolts_drawn")["provinces"]) == 1  # 2 missing: 1 revolt
    state.rice, state.events = (30, 20, 20, 0), (BOARD.event_index["E12"],)
    give(state, "SUR", PURPLE, 1)
    drawn = begin(state).told("revolts_drawn")
    assert len(drawn[0]["provinces"]) == 2


def test_the_player_chooses_the_order_of_revolts() -> None:  # SHO-10.6, SHO-18.2
    state = begin(wintry(rice=(20, 20, 20, 6))).state
    assert (state.point, state.seat) == ("revolts", PURPLE)
    codes = [BOARD.codes[p] for p in state.revolts]
    assert texts(state, PURPLE) == [f"revolts {code}" for code in codes]
    fewest = min(state.revolts, key=lambda p: state.armies[p])
    assert default(state, PURPLE).text == f"revolts {BOARD.codes[fewest]}"
    assert decisions(state)[0].span == "Y1 winter"
    assert ahead(state, PURPLE) == ["revolts"]


def test_points_for_provinces_and_buildings() -> None:  # SHO-10.7
    state = wintry()
    build(state, "SGM", "castle", "temple")
    after = begin(state)
    mine = [told for told in after.told("realm_scored") if told["seat"] == PURPLE]
    assert mine == [{"seat": 3, "provinces": 8, "buildings": 2, "points": 10}]
    assert after.state.points[PURPLE] == 8 + 2 + 3 + 2


def test_majorities_and_ties() -> None:  # SHO-10.7, SHO-17.32, SHO-17.54
    state = opening()
    build(state, "SGM", "castle", "theatre")  # east, purple
    build(state, "KAZ", "castle", "theatre")  # east, yellow
    east = BOARD.region_index["east"]
    assert majorities(state) == [(east, 0, [YELLOW, PURPLE], 2)]  # a shared theatre: 0
    build(state, "SGM", "castle")
    assert (east, 2, [YELLOW], 1) in majorities(state)


def test_the_year_ends() -> None:  # SHO-10.8, SHO-7.5, SHO-13.5
    state = wintry("samurai")
    state.stages = (1, 2, 3, 0)
    state.unrest[BOARD.index["KAI"]] = 2
    state.inside, state.supply = (1, 0, 0, 0, 2), (36, 37, 37, 37, 18)
    coming = state.event_deck[:4]
    after = begin(state).state
    assert (after.year, after.season, after.phase) == (2, 0, "planning")
    assert sum(after.unrest) == 0
    assert after.rice == after.stages == (0,) * 4
    assert {*after.events} == {*coming}
    assert after.inside == (1, 0, 0, 0, 2)


def test_the_match_ends_after_the_second_winter() -> None:  # SHO-11.1, SHO-1.7
    state = wintry(year=2)
    state.chests = (1, 2, 3, 9)
    after = begin(state)
    assert after.state.phase == "over"
    assert view(after.state, None)["over"] == "points"
    assert decisions(after.state) == []
    assert after.only("match_ended")["winners"] == [PURPLE]


def test_ties_are_broken_by_chests_and_then_shared() -> None:  # SHO-11.2, SHO-17.33
    state = opening()
    state.points, state.chests = (5, 9, 9, 9), (20, 3, 4, 4)
    assert [standing.place for standing in score(state)] == [4, 3, 1, 1]


def test_nobody_is_eliminated() -> None:  # SHO-11.3, SHO-17.34
    state = opening()
    for province in owned(state, PURPLE):
        give(state, BOARD.codes[province], BLUE, 1)
    assert faults(state) == []
    assert "bid 4" in texts(state, PURPLE)
    assert default(state, PURPLE).text == "bid 0"


def test_the_season_ends() -> None:  # SHO-4.8, SHO-17.60, SHO-1.4
    state = acting(opening("court"), {PURPLE: {"castle": "KAI"}}, ["castle"])
    state.protected = (1, 0, 0, 0)
    table = Table(state.copy(), Falls())
    close_season(table)
    after = table.state
    assert after.special_of == (NOTHING,) * 4
    assert after.event == NOTHING
    assert after.protected == (0,) * 4
    assert {card for board in after.boards for card in board} == {-1}
    assert (after.season, after.order) == (1, state.order)


# -------------------------------------------------------------------------- resignation


def test_a_seat_that_left_is_not_waited_for() -> None:  # SHO-11.4, SHO-17.62
    state, events = resign(opening(), PURPLE)
    assert [event.kind for event in events] == ["seat_left"]
    assert [d.waits for d in decisions(state)] == [True, True, True, False]
    assert at(state, "KAI") == (PURPLE, 5, 0)
    assert ahead(state, PURPLE) == ["plan"]


def test_a_plan_that_is_not_locked_returns_to_the_hand() -> None:  # SHO-11.4
    state = play(opening(), PURPLE, "bid 3").state
    after, _ = resign(state, PURPLE)
    assert {*after.boards[PURPLE]} == {-1}
    locked = acting(
        opening(), {PURPLE: {"castle": "SGM", "battle-b": "KAI"}}, ["battle-b"]
    )
    now = begin(locked).state
    gone, _ = resign(now, PURPLE)
    assert gone.boards == now.boards
    assert not decisions(gone)[0].waits


def test_when_all_have_left_the_match_ends_as_it_stands() -> None:  # SHO-11.4
    state = opening()
    state.points = (3, 1, 2, 0)
    for seat in range(4):
        state, events = resign(state, seat)
    assert decisions(state) == []
    assert dict(events[-1].data) == {"how": "left", "winners": [BLUE]}
    assert view(state, None)["over"] == "left"
    assert [standing.points for standing in score(state)] == [3, 1, 2, 0]
