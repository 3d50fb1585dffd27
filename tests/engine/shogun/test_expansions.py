"""Expansions 2 to 4: Samurai, Generals, Dajokan. [SHO-13 to SHO-15]"""

from __future__ import annotations

import pytest

from engine.shogun.board import BOARD
from engine.shogun.rules import ahead, decisions, default, faults
from engine.shogun.rules.dajokan import line_scores, region_winner, shares
from engine.shogun.rules.hand import owned
from engine.shogun.rules.score import score_end
from engine.shogun.state import FACE_DOWN, IN_BAG, NOTHING, TILE, State
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
    empty_supply,
    give,
    opening,
    play,
    set_event,
    texts,
)
from tests.engine.shogun.test_examples import winter

STOP = {"battle-b": "MUS"}

# ------------------------------------------------------------------------------ Samurai


def honoured(stage: int = 0) -> State:
    """Purple owns provinces in four regions; it is step 5b."""
    state = opening("samurai")
    give(state, "SNN", PURPLE, 2)
    state.stages = (0, 0, 0, stage)
    ready = acting(state, {PURPLE: STOP}, ["battle-b"])
    ready.phase, ready.step, ready.queue = "choices", "samurai", (PURPLE,)
    return begin(ready).state


@pytest.mark.parametrize(
    ("stage", "bonuses"),
    [
        (0, ["chests", "tray", "none"]),
        (1, ["chests", "rice", "tray", "none"]),
        (2, ["chests", "rice", "tray", "vp", "none"]),
    ],
)
def test_bonuses_of_the_stages(stage: int, bonuses: list[str]) -> None:
    # SHO-13.1, SHO-13.2, SHO-13.3
    state = honoured(stage)
    assert state.stages[PURPLE] == stage + 1
    assert texts(state, PURPLE) == [f"samurai {bonus}" for bonus in bonuses]
    assert default(state, PURPLE).text == "samurai chests"
    after = play(state, PURPLE, "samurai chests").state
    assert after.chests[PURPLE] == 15 + 2 * (stage + 1)


def test_a_bonus_may_be_declined_and_armies_may_be_lacking() -> None:
    # SHO-13.4, SHO-17.43
    state = honoured()
    after = play(state, PURPLE, "samurai none").state
    assert after.stages[PURPLE] == 1
    empty_supply(state, PURPLE)
    assert "samurai tray" not in texts(state, PURPLE)


def test_samurai_armies_come_in_time_for_the_palace() -> None:  # SHO-13.6
    state = opening("samurai", "court")
    give(state, "SNN", PURPLE, 2)
    state.waiting = (0,) * 4
    ready = acting(state, {PURPLE: {"court1": "official", **STOP}}, ["battle-b"])
    ready.phase, ready.step, ready.queue = "choices", "samurai", (PURPLE,)
    after = play(begin(ready).state, PURPLE, "samurai tray")
    assert after.only("officials_sent")["how"] == "tray"


# ----------------------------------------------------------------------------- Generals


def test_generals_are_placed_in_the_first_spring() -> None:  # SHO-14.2, SHO-14.1
    ready = acting(opening("generals"), {}, ["castle"], order=(PURPLE, 0, 1, 2))
    ready.phase, ready.step, ready.queue = "choices", "post", ready.order
    now = begin(ready).state
    assert (now.point, now.seat) == ("post", PURPLE)
    assert default(now, PURPLE).text == "post KAI"
    after = play(now, PURPLE, "post MIN").state
    assert after.generals[PURPLE] == BOARD.index["MIN"]
    assert after.seat == BLUE


def test_generals_are_placed_in_the_draft() -> None:  # SHO-14.3
    state = opening("generals", mode="draft", seats=3)
    here = play(play(state, 0, "draft blind").state, 0, "group 5").state
    assert texts(here, 0) == ["post here", "post later"]
    placed = play(here, 0, "post here").state
    assert placed.generals[0] == here.taken
    state = play(here, 0, "post later").state
    while state.phase == "draft":
        state = play(state, state.seat, default(state, state.seat).text).state
    assert NOTHING not in state.generals
    assert faults(state) == []


@pytest.mark.parametrize(
    ("building", "cost"), [("castle", 2), ("temple", 1), ("theatre", 0)]
)
def test_a_general_builds_cheaper(building: str, cost: int) -> None:  # SHO-14.4
    state = opening("generals")
    state.generals = (NOTHING, NOTHING, NOTHING, BOARD.index["SGM"])
    cards = {PURPLE: {building: "SGM", **STOP}}
    after = begin(acting(state, cards, [building, "battle-b"])).state
    assert after.chests[PURPLE] == 15 - cost


@pytest.mark.parametrize(
    ("action", "event", "armies"),
    [
        ("recruit5", "", 6),
        ("recruit5", "recruit-cut", 4),
        ("recruit3", "", 4),
        ("recruit1", "", 2),
    ],
)
def test_a_general_recruits_more(action: str, event: str, armies: int) -> None:
    # SHO-14.4, SHO-17.21
    state = opening("generals")
    state.generals = (NOTHING, NOTHING, NOTHING, BOARD.index["SGM"])
    cards = {PURPLE: {action: "SGM", **STOP}}
    after = begin(acting(state, cards, [action, "battle-b"], event=event)).state
    assert at(after, "SGM")[1] == 2 + armies


def test_a_general_must_move_to_any_other_own_province() -> None:
    # SHO-14.5, SHO-14.6, SHO-17.45, SHO-18.2
    state = opening("generals")
    state.generals = (NOTHING, NOTHING, NOTHING, BOARD.index["KAI"])
    ready = acting(state, {}, ["castle"])
    ready.phase, ready.step, ready.queue = "end", "general", (PURPLE,)
    now = begin(ready).state
    found = texts(now, PURPLE)
    assert {"general MUS statue", "general MUS nostatue", "general AKI"} <= {*found}
    assert "general AKI statue" not in found
    assert default(now, PURPLE).text == "general MUS statue"
    assert play(now, PURPLE, "general AKI").told("statue_placed") == []
    for province in owned(ready, PURPLE)[1:]:
        give(ready, BOARD.codes[province], RED, 1)
    give(ready, "KAI", PURPLE, 1)
    give(ready, "AKI", RED, 1)
    assert begin(ready).state.generals[PURPLE] == BOARD.index["KAI"]


def test_statues_stay_and_may_share_a_province() -> None:  # SHO-14.9, SHO-17.46
    state = opening("generals")
    kai = BOARD.index["KAI"]
    statues = list(state.statues)
    statues[kai * 4 + PURPLE] = 2
    state.statues, state.statues_left = tuple(statues), (6, 6, 6, 4)
    attack = begin(
        acting(state, {RED: {"battle-a": "SNN"}}, ["battle-a", "castle"])
    ).state
    after = play(attack, RED, "move KAI 2", (0, 2, 0, 2, 0)).state
    assert at(after, "KAI")[0] == NOTHING
    assert after.statues[kai * 4 + PURPLE] == 2


def test_a_general_that_was_lost_comes_back_after_winter() -> None:
    # SHO-14.8, SHO-17.47, SHO-17.44
    state = opening("generals")
    statues = list(state.statues)
    statues[BOARD.index["MUS"] * 4 + RED] = 1
    state.statues, state.statues_left = tuple(statues), (6, 5, 6, 6)
    state.generals = (*(BOARD.index[code] for code in ("YAM", "KOZ", "MIM")), NOTHING)
    state.rice = (20,) * 4
    winter(state, "E12")
    now = begin(state).state
    assert (now.point, now.seat) == ("post", PURPLE)
    assert texts(now, PURPLE)[-1] == "post none"
    assert ahead(now, PURPLE) == ["post"]
    back = play(now, PURPLE, "post MUS").state
    assert back.generals[PURPLE] == BOARD.index["MUS"]
    assert back.trophies == (0,) * 4
    assert play(now, PURPLE, "post none").state.generals[PURPLE] == NOTHING


def test_statues_and_trophies_score() -> None:  # SHO-14.10, SHO-11.1
    state = opening("generals")
    statues = list(state.statues)
    statues[BOARD.index["KAI"] * 4 + PURPLE] = 2
    state.statues, state.trophies = tuple(statues), (0, 0, 0, 3)
    table = Table(state, Falls())
    score_end(table)
    assert table.state.points[PURPLE] == 5


# ------------------------------------------------------------------------------ Dajokan


def test_offices_and_regions_are_laid_out() -> None:  # SHO-15.1, SHO-15.2, SHO-15.3
    state = opening("dajokan")
    assert state.offices.count(TILE) == 6
    assert sorted(state.tokens) == list(range(5))


def test_ties_in_a_region_go_by_turn_order() -> None:  # SHO-15.4
    state = opening("dajokan")
    east = BOARD.region_index["east"]
    state.order = (BLUE, RED, YELLOW, PURPLE)
    assert region_winner(state, east) == PURPLE
    for province, region in enumerate(state.setup.region_of):
        if region == east:
            give(state, BOARD.codes[province], NOTHING, 0)
    assert region_winner(state, east) == NOTHING
    give(state, "KAI", PURPLE, 1)
    give(state, "MUS", RED, 1)
    assert region_winner(state, east) == RED


def test_an_office_is_taken_or_not() -> None:  # SHO-15.4, SHO-18.2
    ready = acting(opening("dajokan"), {}, ["castle"])
    ready.phase, ready.step, ready.queue = "end", "office", ready.tokens
    now = begin(ready).state
    assert texts(now, now.seat)[-1] == "office none"
    assert default(now, now.seat).text in texts(now, now.seat)
    assert decisions(now)[0].span == "Y1 spring end"
    after = play(now, now.seat, texts(now, now.seat)[0]).state
    assert after.offices.count(now.seat) == 1


def test_without_markers_nothing_is_taken() -> None:  # SHO-15.4, SHO-1.6
    state = opening("dajokan")
    spare = [n for n, held in enumerate(state.offices) if held == IN_BAG][:15]
    state.offices = tuple(
        PURPLE if n in spare else held for n, held in enumerate(state.offices)
    )
    ready = acting(state, {}, ["castle"])
    east = BOARD.region_index["east"]
    ready.phase, ready.step, ready.queue = "end", "office", (east,)
    assert begin(ready).told("region_won") == []


def test_no_office_in_winter() -> None:  # SHO-17.50, SHO-15.5
    state = opening("dajokan")
    tiles = state.offices.count(TILE)
    winter(state, "E12")
    state.rice = (20,) * 4
    after = begin(state).state
    assert after.season == 0
    assert after.offices.count(TILE) == 2 * tiles  # spring draws anew


def test_lines_score_with_the_neutral_player() -> None:  # SHO-15.6, SHO-17.52
    assert list(shares((0, 0, 1, FACE_DOWN, -1, -1), 3, 3)) == [(0, 3)]
    assert list(shares((0, 0, FACE_DOWN, FACE_DOWN, 1, 2), 3, 3)) == [(0, 2)]
    assert list(shares((FACE_DOWN, FACE_DOWN, 1), 3, 3)) == []
    assert list(shares((0, 1, 2), 3, 1)) == []
    assert list(shares((-1, -1, -1), 3, 3)) == []
    state = opening("dajokan")
    state.offices = tuple(PURPLE if n == 0 else IN_BAG for n in range(36))
    assert [(line.kind, line.points) for line in line_scores(state)] == [
        *(("row", 3), ("column", 3)),
    ]


def test_offices_come_before_generals() -> None:  # SHO-17.48
    state = opening("dajokan", "generals")
    state.generals = tuple(BOARD.index[c] for c in ("YAM", "KOZ", "MIM", "KAI"))
    ready = acting(state, {}, ["castle"])
    ready.phase, ready.step, ready.queue = "end", "office", ready.tokens
    now, points = begin(ready).state, []
    while now.phase == "end":
        points.append(now.point)
        now = play(now, now.seat, default(now, now.seat).text).state
    assert points == ["office"] * points.count("office") + ["general"] * 4


def test_an_event_in_force() -> None:  # SHO-7.1
    state = opening()
    set_event(state, "recruit-cut")
    assert state.kind == "recruit-cut"
