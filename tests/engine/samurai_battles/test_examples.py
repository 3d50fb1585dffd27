"""The twelve worked examples of the sheet, by mail. [SB-19]"""

from __future__ import annotations

from typing import Any

from engine.samurai_battles.hexes import INDEX
from engine.samurai_battles.rules import score
from engine.samurai_battles.rules.battle import dice_of
from engine.samurai_battles.rules.ending import command_size
from engine.samurai_battles.state import Roll
from tests.engine.samurai_battles.table import (
    at,
    by_mail,
    figures,
    leader,
    play,
    record,
    texts,
)


def test_e01_fire() -> None:  # SB-7.1, SB-7.4, SB-7.5, SB-9.4, SB-17.6
    state = at("AA D6", "AB G7", orders="D6", tokens=(5, 3))
    done = by_mail(state, "FIRE D6 > G7", dice=["X F"])
    steps = ["aim D6 G7", "ready", "roll", "stand", "yellow retreat H6"]
    assert record(done) == steps
    assert figures(done.state, "H6") == 3
    assert done.state.tokens == (5, 2)


def test_e02_melee_with_retreat_and_bonus_melee() -> None:  # SB-8.9, SB-8.11, SB-9.6
    state = at("MSY E6", "AB F6 3, AY G7 2, SN K1", orders="E6")
    text = "ATTACK E6 X F6 THEN ADVANCE BONUS G7, G6 THEN REMAIN"
    done = by_mail(state, text, dice=["C X F H", "T T S X"])
    assert figures(done.state, "G6") == 1
    assert figures(done.state, "F6") == 4
    assert done.state.tokens == (6, 4)
    assert done.state.banners == (1, 0)
    assert figures(done.state, "G7") == 0


def test_e03_battle_back() -> None:  # SB-8.7, SB-8.12, SB-9.2, SB-16.3
    state = at("AY E6", "SN F6", orders="E6")
    done = by_mail(state, "ATTACK E6 X F6", dice=["X X F", "T X H C"])
    assert figures(done.state, "F6") == 3
    assert figures(done.state, "E6") == 2
    assert done.state.tokens == (5, 6)


def test_e04_leader_lost() -> None:  # SB-10.3, SB-9.7, SB-9.9
    state = at("SN E6", "AY F6 3, FL F6, AY G6, AY G7", orders="E6")
    done = by_mail(state, "ATTACK E6 X F6", dice=["T X F F", "X"])
    assert done.state.banners == (2, 0)
    assert figures(done.state, "F6") == 0
    assert done.state.tokens == (5, 5)
    assert figures(done.state, "E6") == 4


def test_e05_honor_test() -> None:  # SB-9.3, SB-9.9, SB-9.11, SB-9.12
    yellow = "SN F6 3, FL F6, AB H7, AY I6"
    state = at("MSY E6", yellow, orders="E6", tokens=(5, 2))
    text = "ATTACK E6 X F6 THEN ADVANCE"
    done = by_mail(state, text, dice=["F F F C", "S T F C"])
    assert figures(done.state, "G7") == 2
    assert leader(done.state, "G7")
    assert figures(done.state, "I6") == 3
    assert figures(done.state, "H7") == 3
    assert done.state.tokens == (5, 0)
    assert figures(done.state, "F6") == 4


def test_e06_a_dragon_card_window() -> None:  # SB-8.5, SB-12.7, SB-17.2, SB-17.16
    dragons = ("", "dust-cloud")
    state = at("SN E6, FL E6", "AB F6", orders="E6", tokens=(4, 2), dragons=dragons)
    react = "REACT THREATENED any DICE >= 4: DRAGON dust-cloud KEEP 1"
    done = by_mail(state, "ATTACK E6 X F6 INSPIRE", react, dice=["X H", "C T"])
    own = ["declare E6 F6", "ready inspire", "yellow dragon dust-cloud"]
    rest = ["roll", "stand", "yellow ready", "yellow roll", "yellow stand"]
    assert record(done) == [*own, *rest]
    assert done.state.tokens == (3, 1)
    assert figures(done.state, "F6") == 3
    silent = by_mail(state, "ATTACK E6 X F6 INSPIRE", dice=["X H T T T", "C T"])
    assert record(silent) == [*own[:2], *rest]


def test_e07_camp_captured() -> None:  # SB-13.4, SB-10.4, SB-16.14
    state = at(
        "CU B6 1, AC B6, AY A1",
        "SN C6, FL C6",
        scenario="kawanakajima-1561-phase-5",
        active=1,
        orders="C6",
        tokens=(4, 5),
    )
    text = "ATTACK C6 X B6 THEN ADVANCE BONUS A6, A7"
    done = by_mail(state, yellow=text, dice=["S F T H", "T", "X X C F"])
    assert done.state.banners == (0, 5)
    assert done.state.tokens == (1, 6)
    assert command_size(done.state, 0) == 4
    assert figures(done.state, "B6") == 4
    assert not leader(done.state, "A6")


def test_e08_ford() -> None:  # SB-6.3, SB-8.10, SB-13.1, SB-16.6
    fields: dict[str, Any] = {"scenario": "kawanakajima-1561-phase-5", "active": 1}
    state = at(
        "AB E3", "AY G2, ML G2", orders="G2", phase="moves", tokens=(5, 10), **fields
    )
    text = "MOVE G2-F2\nATTACK F2 X E3 INSPIRE THEN ADVANCE"
    done = by_mail(state, yellow=text, dice=["C F H"])
    assert figures(done.state, "D2") == 3
    assert figures(done.state, "F2") == 4
    assert done.state.tokens == (4, 9)
    there = at("AB E3", "AY F2, ML F2", orders="F2", tokens=(5, 10), **fields)
    text = "ATTACK F2 X E3 INSPIRE THEN ADVANCE"
    done = by_mail(there, yellow=text, dice=["C F H"])
    assert figures(done.state, "E3") == 4


def test_e09_village_forest_hill() -> None:  # SB-8.4, SB-13.1, SB-8.5
    terrain = {"forest": ["E6"], "hill": ["F6"]}
    state = at("SN E6, FL E6", "SN F6", orders="E6", terrain=terrain)
    done = by_mail(state, "ATTACK E6 X F6 INSPIRE", dice=["S X F", "H F"])
    assert figures(done.state, "F6") == 2
    assert figures(done.state, "E6") == 4
    assert done.state.tokens == (4, 6)


def melee_dice(roller: str, here: str, target: str, there: str, kind: str) -> int:
    terrain: dict[str, list[str]] = {}
    for name, hex in ((here, "E6"), (there, "F6" if kind == "attack" else "G7")):
        if name != "plain":
            terrain.setdefault(name, []).append(hex)
    hex = "F6" if kind == "attack" else "G7"
    state = at(
        f"{roller} {'E6' if kind == 'attack' else 'D6'}",
        f"{target} {hex}",
        terrain=terrain,
    )
    return dice_of(state, roll_at(state, "E6", hex, kind))


def roll_at(state: object, here: str, there: str, kind: str) -> Roll:
    return Roll(kind, 0, 1, INDEX[here], INDEX[there])


def test_e09_further_dice_numbers() -> None:  # SB-13.1, SB-13.2
    table = [
        ("SN", "hill", "SN", "hill", 3),
        ("SN", "hill", "AY", "plain", 3),
        ("MSY", "village", "AY", "plain", 1),
        ("SN", "plain", "AB", "village", 2),
        ("MSY", "plain", "AY", "rice", 2),
        ("SN", "plain", "AY", "rice", 4),
    ]
    for roller, here, target, there, dice in table:
        assert melee_dice(roller, here, target, there, "attack") == dice
    terrain = {"village": ["D6"], "forest": ["G7"]}
    state = at("AA D6", "AB G7", orders="D6", terrain=terrain)
    ready = play(state, "aim D6 G7", "ready")
    assert ready.roll is not None
    assert ready.roll.dice == 1
    entered = at(
        "AY E6", "AB F6", orders="E6", moved={"E6": 1}, terrain={"village": ["E6"]}
    )
    assert texts(entered, 0) == ["done"]


def test_e10_first_strike() -> None:  # SB-5.9, SB-8.7, SB-16.7, SB-4.7
    commands = ("", "first-strike")
    state = at("MSY E6", "AY F6", orders="E6", commands=commands)
    text, react = "ATTACK E6 X F6 THEN ADVANCE", "REACT ATTACKED F6 BY cavalry: STRIKE"
    done = by_mail(state, text, react, dice=["X X X", "T F C H"])
    assert record(done) == [
        "declare E6 F6",
        "yellow strike",
        "yellow ready",
        "yellow roll",
        "yellow stand",
        "ready",
        "roll",
        "stand",
        "yellow retreat G6",
        "advance",
    ]
    assert figures(done.state, "F6") == 3
    assert figures(done.state, "G6") == 3
    assert done.state.tokens == (6, 4)
    ended = play(done.state, "done")
    assert len(ended.command_hands[1]) == 5
    assert ended.strikes == (0, 0)


def test_e11_surrender() -> None:  # SB-8.13, SB-10.6, SB-14.5, SB-14.7
    state = at("AY H6", "FL I6, AY K1", orders="H6", tokens=(5, 1), sizes=(5, 2))
    state.banners = (2, 4)
    done = by_mail(state, "ATTACK H6 X I6", "PREFER LONE seppuku", dice=["C T F"])
    assert done.state.over == "surrender"
    assert [one.place for one in score(done.state)] == [1, 2]
    assert done.state.tokens == (5, 6)
    fled = by_mail(state, "ATTACK H6 X I6", dice=["C T F", "C T S F"])
    assert fled.state.over == ""
    assert not leader(fled.state, "I6")


def test_e12_turn_cap() -> None:  # SB-4.3, SB-5.9, SB-14.6
    commands, dragons = ("", "first-strike"), ("", "war-cry")
    for banners, places in (((4, 4), [1, 1]), ((4, 3), [1, 2])):
        state = at(
            "AY A1",
            "AY K1",
            active=1,
            phase="play",
            commands=commands,
            dragons=dragons,
            turn_cap=120,
        )
        state.turn, state.banners = 120, banners
        done = by_mail(state, yellow="CARD first-strike\nDRAW TOKENS")
        steps = ["play first-strike", "proceed", "draw tokens", "done"]
        assert record(done) == [f"yellow {step}" for step in steps]
        assert done.state.over == "cap"
        assert [one.place for one in score(done.state)] == places
        assert done.state.tokens == (5, 7)
