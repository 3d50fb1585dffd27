"""Expansion 1: Tenno's Court. [SHO-12]"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.errors import OrderIllegal
from engine.shogun.board import BOARD
from engine.shogun.rules import ahead, decisions, default
from engine.shogun.rules.hand import owned
from engine.shogun.state import NOTHING, State
from tests.engine.shogun.table import (
    BLUE,
    PURPLE,
    RED,
    YELLOW,
    Played,
    acting,
    at,
    begin,
    build,
    empty_supply,
    opening,
    play,
    put_in_tray,
    texts,
)
from tests.engine.shogun.test_examples import winter

STOP = {"battle-b": "MUS"}


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
