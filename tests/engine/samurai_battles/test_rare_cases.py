"""Rare cases: tied duels, fallen camps, lone leaders, each with its rule."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import Refused
from engine.run import advance
from engine.samurai_battles import rules
from engine.samurai_battles.rules.pieces import lift_leader
from engine.samurai_battles.state import Battle
from tests.engine.samurai_battles.table import (
    GAME,
    Dice,
    at,
    by_mail,
    play,
    record,
    texts,
)

CAMP: dict[str, Any] = {"terrain": {"camp": {"yellow": "J6"}}}


def test_after_a_tied_duel_nobody_challenges_again() -> None:  # SB-8.3, SB-16.19
    state = at(
        "SN E6, FL E6",
        "SN F6, FL F6",
        orders="E6",
        dragons=("issue-challenge", "issue-challenge"),
    )
    state = play(
        state, "declare E6 F6 challenge", "duel", dice=["C " * 6 + "C", "C " * 4 + "C"]
    )
    assert [one.point for one in rules.decisions(state)] == ["D-10", "D-11"]
    assert "dragon issue-challenge" not in texts(state, 1)


def test_a_camp_falls_when_a_blocked_retreat_destroys_its_guard() -> None:  # SB-13.4
    state = at("SN I6", "CU J6 1, AC J6, AY K6, AY K7", orders="I6", banners=9, **CAMP)
    lift_leader(state, 0, "killed")
    state = play(state, "declare I6 J6", "ready", "roll", "stand", dice=["F F F F"])
    while rules.decisions(state)[0].seat == 1:
        state = play(state, "yellow " + texts(state, 1)[0])
    assert state.camps[1] == -1
    assert state.banners == (4, 0)
    assert "advance" in texts(state, 0)


def test_a_camp_falls_when_a_lost_test_of_honor_destroys_its_guard() -> None:
    # SB-13.4, SB-9.12
    state = at(
        "SN E6", "CU J6 1, AC J6, AY F6", orders="E6", tokens=(5, 0), banners=9, **CAMP
    )
    lift_leader(state, 0, "killed")
    state = play(state, "declare E6 F6", "ready", "roll", "stand", dice=["F C C C"])
    state = play(state, "yellow retreat G6", dice=["S F F F"])
    assert state.camps[1] == -1
    assert state.banners == (4, 0)


def test_a_challenge_comes_before_a_first_strike() -> None:  # SB-8.3, SB-17.16
    state = at(
        "SN E6, FL E6",
        "SN F6, FL F6",
        orders="E6",
        dragons=("", "issue-challenge"),
        commands=("", "first-strike"),
    )
    done = by_mail(
        state,
        "attack E6 x F6",
        "react attacked any: strike\nreact attacked any: challenge",
        dice=["C C C C C", "C C C C C C C", "C C C C", "C C C C"],
    )
    assert record(done)[:3] == [
        "declare E6 F6",
        "yellow dragon issue-challenge",
        "yellow strike",
    ]


def test_an_enemy_is_a_lone_leader_too() -> None:  # SB-17.8, SB-0.5
    state = at(
        "AY C6, FL H9", "AB F6, AB H8", phase="omen", dragons=("rice-famine", "")
    )
    state = play(state, "dragon rice-famine", dice=["C F"])
    assert rules.default(state, 1).text == "lose F6"


def test_a_late_player_passes_only_where_he_wanted_to_be_asked() -> None:
    # SB-17.2 (b), SB-17.3
    state = at("SN E6", "SN F6", orders="E6", dragons=("", "war-cry"))
    state.asks = frozenset({(1, "melee")})
    plan = GAME.parse(state, 0, "attack E6 x F6\ndraw tokens")
    dice = Dice("C C C C", "C C C C")
    late = [(1, "turn 1")]
    done = advance(GAME, state, {0: plan, 1: ""}, dice, late=late)
    assert record(done)[:4] == ["declare E6 F6", "yellow pass", "ready", "roll"]


def test_a_leader_who_left_the_field_is_a_leader() -> None:  # SB-6.12, SB-17.16
    state = at(
        "FL B6, AY D6",
        "AY K6",
        phase="moves",
        orders="LB6",
        dragons=("", "mired"),
    )
    yellow = "react moved infantry near B5, B6, A6: dragon mired"
    done = by_mail(state, "move leader B6-A6-exit", yellow)
    assert record(done)[:2] == ["move leader B6 A6 exit", "yellow dragon mired A6"]
    yellow = "react moved AY near any: dragon mired"
    done = by_mail(state, "move leader B6-A6-exit", yellow)
    assert record(done) == ["move leader B6 A6 exit"]


def test_a_line_behind_an_advance_is_not_refused() -> None:  # SB-17.9, SB-8.11
    state = at("MSY E6", "AY F6 1, AY G6", orders="E6")
    lines = "attack E6 x F6 then advance\nif won E6: attack F6 x G6\ndraw tokens"
    done = by_mail(state, lines, dice=["X X X X", "C C C C", "C C C"])
    assert "declare F6 G6" in record(done)
    with pytest.raises(Refused):
        by_mail(state, "attack E6 x F6\nattack F6 x G6\ndraw tokens")


def test_a_test_speaks_of_this_turn() -> None:  # SB-17.15
    before = Battle("melee", 0, 1, True, 1)
    state = at("AY C6", "AY K6", phase="play", commands=("order-1-left", ""))
    state.battles, state.last_faces = (before,), (("X",), ())
    lines = "if won: wait\nif not won: wait\nif rolled X: wait\ncard order-1-left"
    assert record(by_mail(state, lines))[0] == "play order-1-left"


def test_banners_of_a_camp_count_before_a_surrender() -> None:  # SB-14.5, SB-10.6
    pieces = "CU J6 1, AC J6, AY K6"
    state = at("SN I6", pieces, orders="I6", sizes=(5, 2), banners=4, **CAMP)
    steps = ("declare I6 J6", "ready", "roll", "stand", "yellow seppuku")
    state = play(state, *steps, dice=["S C C C", "C"])
    assert (state.over, state.winner) == ("banners", 0)
    assert state.banners == (4, 0)
