"""The worked examples of the sheet, each by the mails that it shows. [SB-19]"""

from __future__ import annotations

import pytest

from engine.contract import Seat
from engine.samurai_battles.hexes import INDEX
from engine.samurai_battles.state import NOBODY, State
from tests.engine.samurai_battles.orders import (
    RED,
    YELLOW,
    battle,
    mailed,
    parse,
    record,
    table,
    told,
)


def figures(state: State, hex: str) -> int:
    unit = state.unit_at[INDEX[hex]]
    return 0 if unit == NOBODY else state.figures[unit]


def test_e_01_fire() -> None:  # E-01, SB-17.14
    state = battle({"D6": "AA"}, {"G7": "AB"}, ["D6"], tokens=(5, 3))
    done = mailed(state, {RED: "FIRE D6 > G7"}, "X F")
    assert record(done) == ["aim D6 G7", "ready", "roll", "stand", "*retreat H6"]
    assert figures(done.state, "H6") == 3
    assert done.state.tokens[YELLOW] == 2


def test_e_02_melee_with_retreat_and_bonus_melee() -> None:  # E-02, SB-17.14
    state = battle({"E6": "MSY"}, {"F6": "AB 3", "G7": "AY 2"}, ["E6"])
    text = "ATTACK E6 X F6 THEN ADVANCE BONUS G7, G6 THEN REMAIN"
    done = mailed(state, {RED: text}, "C X F H", "T T S X")
    assert record(done) == [
        *("declare E6 F6", "ready", "roll", "stand", "advance"),
        *("declare F6 G7", "ready", "roll", "stand", "remain"),
    ]
    assert (figures(done.state, "G6"), figures(done.state, "F6")) == (1, 4)
    assert done.state.banners[RED] == 1
    assert told(done, RED) == []


def test_e_03_battle_back() -> None:  # E-03
    state = battle({"E6": "AY"}, {"F6": "SN"}, ["E6"])
    done = mailed(state, {RED: "ATTACK E6 X F6"}, "X X F", "T X H C")
    assert record(done)[4:] == ["*ignore 1", "*ready", "*roll", "*stand"]
    assert (figures(done.state, "E6"), figures(done.state, "F6")) == (2, 3)


def test_e_04_leader_lost() -> None:  # E-04
    yellow = {"F6": "AY+FL 3", "G6": "AB", "G7": "AB"}
    state = battle({"E6": "SN"}, yellow, ["E6"])
    done = mailed(state, {RED: "ATTACK E6 X F6"}, "T X F F", "X")
    assert record(done)[-1] == "remain"
    assert done.state.banners[RED] == 2
    assert figures(done.state, "E6") == 4


def test_e_05_honor_test() -> None:  # E-05
    yellow = {"F6": "SN+FL 3", "H7": "AB", "I6": "AY"}
    state = battle({"E6": "MSY"}, yellow, ["E6"], tokens=(5, 2))
    text = {RED: "ATTACK E6 X F6 THEN ADVANCE"}
    done = mailed(state, text, "F F F C", "S T F C")
    assert record(done)[4:] == ["*ignore 2", "*retreat G7", "advance"]
    assert [figures(done.state, hex) for hex in ("G7", "H7", "I6")] == [2, 3, 3]
    assert done.state.tokens[YELLOW] == 0


CLOUD = "REACT THREATENED any DICE >= 4: DRAGON dust-cloud KEEP 1"


def test_e_06_a_dragon_card_window() -> None:  # E-06, SB-17.16
    state = battle(
        {"E6": "SN+FL"},
        {"F6": "AB"},
        ["E6"],
        tokens=(4, 2),
        dragons={YELLOW: ["dust-cloud"]},
    )
    texts = {RED: "ATTACK E6 X F6 INSPIRE", YELLOW: CLOUD}
    done = mailed(state, texts, "X H", "C T")
    assert record(done) == [
        *("declare E6 F6", "ready inspire", "*dragon dust-cloud", "roll", "stand"),
        *("*ready", "*roll", "*stand"),
    ]
    assert done.state.tokens == (3, 1)


@pytest.mark.parametrize(
    ("hand", "text"), [([], CLOUD), (["dust-cloud"], "PREFER BATTLEBACK")]
)
def test_e_06_nobody_can_tell_which_it_was(hand: list[str], text: str) -> None:
    # E-06, SB-17.2: without the card, or without the line, the entry is missing
    state = battle(
        {"E6": "SN+FL"}, {"F6": "AB"}, ["E6"], tokens=(4, 2), dragons={YELLOW: hand}
    )
    texts = {RED: "ATTACK E6 X F6 INSPIRE", YELLOW: text}
    done = mailed(state, texts, "X H T T T", "C T")
    assert record(done) == [
        *("declare E6 F6", "ready inspire", "roll", "stand"),
        *("*ready", "*roll", "*stand"),
    ]
    assert [step.by for step in done.steps[4:]] == ["default"] * 3


def test_e_08_ford() -> None:  # E-08, SB-8.10
    state = table(
        {"E3": "AB"},
        {"G2": "AY+ML"},
        active=YELLOW,
        tokens=(5, 10),
        commands={YELLOW: ["order-1-left"] * 5},
        terrain={"F2": "ford"},
    )
    text = (
        "CARD order-1-left; ORDER G2; MOVE G2-F2\nATTACK F2 X E3 INSPIRE THEN ADVANCE"
    )
    done = mailed(state, {YELLOW: text}, "C F H")
    assert done.steps[-1].order.text in ("retreat D2", "remain")
    assert figures(done.state, "D2") == 3
    assert told(done, YELLOW) == [("then advance", "SB-8.10")]


def test_e_10_first_strike() -> None:  # E-10, SB-17.16
    state = battle(
        {"E6": "MSY"}, {"F6": "AY"}, ["E6"], commands={YELLOW: ["first-strike"] * 5}
    )
    texts = {
        RED: "ATTACK E6 X F6 THEN ADVANCE",
        YELLOW: "REACT ATTACKED F6 BY cavalry: STRIKE",
    }
    done = mailed(state, texts, "X X X", "T F C H")
    assert record(done) == [
        *("declare E6 F6", "*strike", "*ready", "*roll", "*stand"),
        *("ready", "roll", "stand", "*retreat G6", "advance"),
    ]


def lone_leader() -> State:
    return battle(
        {"H6": "AY"},
        {"I6": "FL"},
        ["H6"],
        tokens=(5, 1),
        commands={YELLOW: ["shogun", "leadership"]},
    )


def test_e_11_surrender() -> None:  # E-11, SB-17.17
    texts = {RED: "ATTACK H6 X I6", YELLOW: "PREFER LONE seppuku"}
    done = mailed(lone_leader(), texts, "C T F")
    assert record(done)[-1] == "*seppuku"
    assert (done.state.over, done.state.winner) == ("surrender", RED)


def test_e_11_without_the_line_he_flees() -> None:  # E-11, SB-17.7
    done = mailed(lone_leader(), {RED: "ATTACK H6 X I6"}, "C T F", "C C C C")
    assert any(step.order.verb == "flee" for step in done.steps)


def pass_hand(seat: Seat) -> State:
    return table(
        {"D6": "AA"},
        {"G7": "AB"},
        active=seat,
        commands={seat: ["first-strike"] * 5},
        dragons={seat: ["insult"]},
    )


def test_e_12_a_pass() -> None:  # E-12, SB-17.13
    done = mailed(pass_hand(YELLOW), {YELLOW: "CARD first-strike\nDRAW TOKENS"})
    assert record(done) == ["play first-strike", "proceed", "draw tokens", "done"]
    assert [asked.seat for asked in done.asked] == [RED]


def test_the_two_mails_of_the_sheet_are_read() -> None:  # SB-17.13
    state = pass_hand(YELLOW)
    one = "CARD order-3-center\nORDER D5 D6 C6\nMOVE D5-E6\nMOVE C6-D5\nDRAW TOKENS"
    assert parse(state, RED, one).count("turn 8") == 5
