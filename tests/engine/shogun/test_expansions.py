"""Tenno's Court, Samurai, Generals, Dajokan. [SHO-12 to SHO-15]"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.errors import OrderIllegal
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
    Played,
    acting,
    at,
    begin,
    build,
    empty_supply,
    give,
    opening,
    play,
    put_in_tray,
    set_event,
    texts,
)
from tests.engine.shogun.test_examples import winter

STOP = {"battle-b": "MUS"}


# ------------------------------------------------------------------------ Tenno's Court


def palace(
    state: State, cards: Mapping[str, str] | None = None, event: str = ""
) -> Played:
    """Step 5c with purple's court cards."""
    ready = acting(state, {PURPLE: {**STOP, **(cards or {})}}, ["battle-b"], event)
    ready.phase, ready.step = "choices", "palace"
    return begin(ready)


def favoured(favour: int, officials: int = 4, event: str = "") -> Played:
    """Purple may take this card; three lie open."""
    state = opening("court")
    return palace(with_favour(state, favour, officials), event=event)


def with_favour(state: State, favour: int, officials: int = 4) -> State:
    others = [n for n in (16, 9, 2, 5) if n != favour][:2]
    state.favours = tuple(sorted((favour, *others), reverse=True))
    state.favour_deck = tuple(n for n in BOARD.favours if n not in state.favours)
    state.waiting = (0, 0, 0, officials)
    return state


def test_officials_wait_for_what_fell_out() -> None:  # SHO-12.2, SHO-12.1
    state = opening("court")
    assert all(0 <= officials <= 7 for officials in state.waiting)
    assert sum(state.waiting) > 0
    assert state.tray == (0,) * 5


def test_three_favours_are_opened_the_dearest_is_the_highest() -> None:  # SHO-12.3
    state = opening("court")
    assert list(state.favours) == sorted(state.favours, reverse=True)
    assert len(state.favour_deck) == 21 - 3
    assert BOARD.hall_costs == (4, 3, 2)


def test_the_court_is_resolved_in_turn_order() -> None:  # SHO-12.5, SHO-12.4
    cards = {
        seat: {"court3": code, "court1": "bluff"}
        for seat, code in enumerate(("YAM", "KOZ", "MIM", "KAI"))
    }
    cards[PURPLE] |= STOP
    state = opening("court")
    state.waiting = (0, 0, 0, 0)
    ready = acting(state, cards, ["battle-b"], order=(2, 0, 3, 1))
    ready.phase, ready.step = "choices", "palace"
    after = begin(ready)
    assert [told["seat"] for told in after.told("officials_sent")] == [2, 0, 3, 1]
    shown = [told["slot"] for told in after.told("card_revealed")][:3]
    assert shown == ["court3", "court2", "court1"]


def test_armies_of_a_province_become_officials() -> None:  # SHO-12.6, SHO-17.42
    state = opening("court")
    state.waiting = (0,) * 4
    after = palace(state, {"court3": "KAI", "court2": "AKI"})
    assert at(after.state, "KAI")[1] == 2
    assert at(after.state, "AKI")[1] == 2  # one must stay: all or nothing
    assert after.only("exchange_void")["reason"] == "armies"
    assert after.state.waiting[PURPLE] + after.state.audience[PURPLE] == 3


def test_armies_in_the_tray_become_officials() -> None:  # SHO-12.6
    state = opening("court")
    state.waiting = (0,) * 4
    put_in_tray(state, (0, 0, 0, 2, 0))
    after = palace(state, {"court2": "official", "court1": "official"})
    assert after.state.tray[PURPLE] == 0
    assert after.only("exchange_void")["slot"] == "court1"
    state.waiting = (0, 0, 0, 6)
    short = palace(state, {"court2": "official"})
    assert short.only("exchange_void")["reason"] == "officials"


def test_most_officials_come_first_and_only_those_who_can_pay() -> None:
    # SHO-12.7, SHO-17.41
    state = opening("court")
    state.waiting = (2, 4, 1, 4)
    after = palace(state)
    assert (after.state.point, after.state.seat) == ("favour", RED)
    assert after.state.queue == (PURPLE, BLUE, YELLOW)
    assert ahead(after.state, YELLOW) == []
    state = play(after.state, RED, "favour none").state
    assert state.seat == PURPLE
    assert state.queue == (BLUE, YELLOW)


def test_one_favour_a_season_that_can_be_paid() -> None:  # SHO-12.8, SHO-17.61
    state = opening("court")
    state.waiting = (0, 0, 0, 3)
    state.favours = (20, 16, 2)
    state.favour_deck = tuple(n for n in BOARD.favours if n not in state.favours)
    now = palace(state).state
    assert texts(now, PURPLE) == ["favour none", "favour 16", "favour 2"]
    assert default(now, PURPLE).text == "favour none"
    after = play(now, PURPLE, "favour 16")
    assert after.state.chests[PURPLE] == 22  # SHO-12.14
    assert after.state.phase == "actions"
    assert after.state.waiting[PURPLE] == 0
    assert after.state.favours == ()  # SHO-12.9


@pytest.mark.parametrize(
    ("favour", "field", "gain"), [(9, "chests", 5), (20, "rice", 4), (13, "points", 2)]
)
def test_chests_rice_and_points(
    favour: int, field: str, gain: int
) -> None:  # SHO-12.14
    now = favoured(favour).state
    after = play(now, PURPLE, f"favour {favour}").state
    assert getattr(after, field)[PURPLE] == getattr(now, field)[PURPLE] + gain


def test_armies_into_the_tray() -> None:  # SHO-12.15
    now = favoured(14).state
    assert play(now, PURPLE, "favour 14").state.tray[PURPLE] == 5
    empty_supply(now, PURPLE, 2)
    assert play(now, PURPLE, "favour 14").state.tray[PURPLE] == 2


def test_an_event_is_cancelled_or_left() -> None:  # SHO-12.10, SHO-17.35, SHO-7.1
    now = favoured(1, event="temple-peace").state
    assert now.kind == "temple-peace"
    assert {"favour 1", "favour 1@keep"} <= {*texts(now, PURPLE)}
    assert play(now, PURPLE, "favour 1").state.kind == ""
    assert play(now, PURPLE, "favour 1@keep").state.kind == "temple-peace"


def test_a_token_is_removed_or_the_card_is_kept() -> None:  # SHO-12.11
    now = favoured(4).state
    assert "favour 4@keep" in texts(now, PURPLE)
    assert play(now, PURPLE, "favour 4@keep").state.calmer == PURPLE
    now.unrest[BOARD.index["KAI"]] = 1
    assert "favour 4@keep" not in texts(now, PURPLE)
    after = play(now, PURPLE, "favour 4@KAI").state
    assert at(after, "KAI")[2] == 0
    assert after.calmer == NOTHING


def test_a_kept_favour_saves_a_token() -> None:  # SHO-12.11, SHO-17.36, SHO-18.2
    state = opening("court")
    state.calmer = PURPLE
    now = begin(
        acting(state, {PURPLE: {"tax": "TOT", **STOP}}, ["tax", "battle-b"])
    ).state
    assert (now.point, texts(now, PURPLE)) == ("calm", ["calm later", "calm now"])
    assert not decisions(now)[0].waits
    assert default(now, PURPLE).text == "calm now"
    assert at(now, "TOT")[2] == 0  # not placed yet [SHO-18.8]
    saved = play(now, PURPLE, "calm now").state
    assert (at(saved, "TOT")[2], saved.calmer) == (0, NOTHING)
    later = play(now, PURPLE, "calm later").state
    assert (at(later, "TOT")[2], later.calmer) == (1, PURPLE)


def test_in_winter_the_favour_is_kept_by_default() -> None:  # SHO-17.36, SHO-12.18
    state = opening("court")
    state.calmer, state.favours = PURPLE, ()
    winter(state, "E12")
    state.rice = (20, 20, 20, 8)
    now = begin(state, (0, 0, 0, 2, 0)).state
    assert now.point == "calm"
    assert default(now, PURPLE).text == "calm later"


def test_free_armies_take_a_neutral_province() -> None:  # SHO-12.12, SHO-17.38
    now = favoured(12).state
    assert "favour 12@SNN" not in texts(now, PURPLE)
    after = play(now, PURPLE, "favour 12@SUR").state
    assert at(after, "SUR") == (PURPLE, 3, 0)
    assert at(play(now, PURPLE, "favour 12@KAI").state, "KAI")[1] == 8
    empty_supply(now, PURPLE, 1)
    assert at(play(now, PURPLE, "favour 12@SUR").state, "SUR") == (PURPLE, 1, 0)
    empty_supply(now, PURPLE, 0)
    assert "favour 12" in texts(now, PURPLE)  # in vain [SHO-12.17]


@pytest.mark.parametrize(("favour", "closed"), [(10, "a"), (11, "b"), (18, "ab")])
def test_protection(favour: int, closed: str) -> None:  # SHO-12.13, SHO-17.37
    protected = play(favoured(favour).state, PURPLE, f"favour {favour}").state
    cards = {RED: {"battle-a": "SNN", "battle-b": "KOZ"}}
    for slot in ("a", "b"):
        name, code = f"battle-{slot}", {"a": "KAI", "b": "MUS"}[slot]
        now = begin(acting(protected, cards, [name, "castle"])).state
        now.protected = protected.protected
        is_open = any(text.startswith(f"move {code}") for text in texts(now, RED))
        assert is_open == (slot not in closed)
        if not is_open:
            with pytest.raises(OrderIllegal, match="E_PROTECTED"):
                play(now, RED, f"move {code} 1")


def test_a_free_building() -> None:  # SHO-12.16, SHO-17.26, SHO-7.2
    now = favoured(7, event="theatre-calms").state
    now.unrest[BOARD.index["SGM"]] = 1
    after = play(now, PURPLE, "favour 7@SGM").state
    assert after.buildings[BOARD.index["SGM"]] == 4
    assert at(after, "SGM")[2] == 0
    assert after.chests[PURPLE] == now.chests[PURPLE]


def test_a_favour_may_be_taken_in_vain() -> None:  # SHO-12.17, SHO-17.39
    now = favoured(21).state
    for province in owned(now, PURPLE):
        build(now, BOARD.codes[province], "castle")
    after = play(now, PURPLE, "favour 21").state
    assert after.buildings == now.buildings


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
