"""Positions as plain JSON: kept, completed, and refused where no match can be.

A position describes AOW-1.5 in full; what no legal match can reach is impossible.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import inf, nan
from random import Random
from typing import Any

import pytest

from engine.age_of_war import (
    apply,
    decisions,
    default,
    from_position,
    options,
    position,
    resign,
    setup,
)
from engine.age_of_war.board import CENTRE, SLOTS
from engine.age_of_war.state import NO_TARGET, State
from engine.chance import Seeded
from engine.errors import PositionImpossible
from engine.registry import games

AKI, BOTAN = 0, 1
ROLLED = {"hand": "332ACG1"}
SIEGE = {"target": "D1", "placed": [[2, "332"]], "hand": "AAC1"}
ALL = dict.fromkeys(SLOTS, AKI)


# ------------------------------------------------------------------ there and back


def random_states(seed: int) -> Iterator[State]:
    """Every state of a match in which orders are good or any, and somebody leaves."""
    dice = Random(seed)
    seats = dice.randint(2, 6)
    choices = {
        "turn_cap": dice.choice(["0", "25"]),
        "dropout": dice.choice(["auto", "pass"]),
        "set": dice.choice(["qin-2024", "sengoku-2014"]),
    }
    chance = Seeded(dice.randbytes(32).hex())
    complete = games()["age_of_war"].complete(seats, choices)
    state, _ = setup(seats, complete, chance)
    for _ in range(250):
        yield state
        if not decisions(state):
            return
        if dice.random() < 0.01 and state.seat not in state.left:
            state, _ = resign(state, state.seat)
            continue
        legal = options(state, state.seat)
        order = default(state, state.seat)
        order = order if dice.random() < 0.7 else dice.choice(legal)
        state, _ = apply(state, state.seat, order, chance.again())


@pytest.mark.parametrize("seed", range(12))
def test_every_state_of_a_match_survives_as_json(seed: int) -> None:  # AOW-1.5
    for state in random_states(seed):
        kept = json.loads(json.dumps(position(state)))
        again = from_position(kept)
        assert again == state
        assert position(again) == kept
        assert options(again, again.seat) == options(state, state.seat)


def test_a_position_says_all_of_the_state_model() -> None:  # AOW-1.5
    state = from_position({**SIEGE, "cards": {"D1": 1, "C1": 0}, "left": [1]})
    assert position(state) == {
        "game": "age_of_war",
        "set": "qin-2024",
        "seats": 2,
        "first": 0,
        "turn_cap": 0,
        "dropout": "auto",
        "turn": 1,
        "seat": 0,
        "cards": {"C1": 0, "D1": 1},
        "hand": "AAC1",
        "lost": 0,
        "rolls": 2,
        "target": "D1",
        "placed": [[2, "332"]],
        "left": [1],
        "over": "",
    }


# ------------------------------------------------------------------ what is not said


def test_nothing_said_is_the_table_before_the_first_roll() -> None:  # AOW-3.1, AOW-4.1
    state = from_position({})
    assert state.holder == (CENTRE,) * 14
    assert (state.seat, state.turn, state.setup.seats) == (AKI, 1, 2)
    assert (state.hand, state.lost, state.rolls) == ("???????", 0, 0)
    assert (state.target, state.placed) == (NO_TARGET, ())


@pytest.mark.parametrize(
    ("said", "follows"),
    [
        ({"seat": 1}, {"turn": 2}),
        ({"seat": 1, "first": 2, "seats": 3}, {"turn": 3}),
        ({"turn": 8, "seats": 3}, {"seat": 1}),
        ({"turn": 8, "seats": 3, "first": 2}, {"seat": 0}),
        ({"lost": 3}, {"hand": "????", "rolls": 3}),
        ({"hand": "GAC", "lost": 4}, {"rolls": 5}),
        ({"hand": "3 3 2 A C G 1"}, {"hand": "332ACG1", "rolls": 1}),
        ({"target": "D1", "placed": [[2, "3 3 2"]]}, {"hand": "????", "rolls": 1}),
        (SIEGE, {"lost": 0, "rolls": 2}),
        ({"target": None}, {"target": None, "placed": []}),
        ({"cards": {"F1": 1}}, {"cards": {"F1": 1}}),
        ({"set": "sengoku-2014"}, {"set": "sengoku-2014"}),
        ({"cards": ALL, "over": "conquest"}, {"over": "conquest"}),
    ],
)
def test_what_is_not_said_follows(
    said: dict[str, Any], follows: dict[str, Any]
) -> None:  # AOW-1.5
    found = position(from_position(said))
    assert {name: found[name] for name in follows} == follows


# ----------------------------------------------------------------------- refusals


def refusal(written: Any) -> str:
    with pytest.raises(PositionImpossible) as caught:
        from_position(written)
    return str(caught.value)


@pytest.mark.parametrize(
    "written", [None, [], "{}", 7, True, [["seats", 2]], 1.5, [[[]]]]
)
def test_a_position_is_an_object(written: Any) -> None:  # AOW-1.5
    assert refusal(written) == "A position is an object with named fields."


@pytest.mark.parametrize("name", ["hands", "Seat", "", "holder", "__class__", "ｈand"])
def test_a_field_that_does_not_exist_is_named(name: str) -> None:  # AOW-1.5
    said = refusal({name: 1})
    assert f"no field “{name}”" in said
    assert "hand" in said


NUMBERS = {
    "seats": (1, 7),
    "first": (-1, 2),
    "turn_cap": (-1, 10**9),
    "turn": (0, 10**40),
    "seat": (-1, 2),
    "lost": (-1, 8),
    "rolls": (-1, 10**6),
}


@pytest.mark.parametrize(
    "value", ["2", True, False, 1.0, nan, inf, -inf, None, [1], {"a": 1}, [[[]]], 1e308]
)
@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_is_a_whole_number(name: str, value: Any) -> None:  # AOW-1.5
    assert f"“{name}” is a number" in refusal({name: value})


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_has_its_bounds(name: str) -> None:  # AOW-1.5, AOW-1.4
    for value in NUMBERS[name]:
        said = refusal({name: value})
        assert f"“{name}” is a number" in said
        assert str(value) in said


@pytest.mark.parametrize("value", [1, None, True, [], {}, "", "no such word", ["auto"]])
@pytest.mark.parametrize("name", ["game", "set", "dropout", "over"])
def test_a_word_is_one_of_a_few(name: str, value: Any) -> None:  # AOW-1.5
    if (name, value) != ("over", ""):
        assert f"“{name}” is one of" in refusal({name: value})


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ({"target": "Z9"}, "“target” is one of A1"),
        ({"target": ["D1"]}, "“target” is one of"),
        ({"hand": 7}, "“hand” is a text"),
        ({"hand": ["A", "C"]}, "“hand” is a text"),
        ({"hand": None}, "“hand” is a text"),
        ({"hand": "332ACGX"}, "dice show 1 2 3 A C G"),
        ({"hand": "332acg1"}, "dice show 1 2 3 A C G"),
        ({"hand": "33?????"}, "dice show 1 2 3 A C G"),
        ({"hand": "332АСG1"}, "dice show 1 2 3 A C G"),  # Cyrillic
        ({"placed": "332"}, "“placed” is a list"),
        ({"placed": {"2": "332"}}, "“placed” is a list"),
        ({"placed": [[2]]}, "[line, dice]"),
        ({"placed": [[2, "332", 1]]}, "[line, dice]"),
        ({"placed": [["2", "332"]]}, "[line, dice]"),
        ({"placed": [[True, "G"]]}, "[line, dice]"),
        ({"placed": [[2.0, "332"]]}, "[line, dice]"),
        ({"placed": [[2, 332]]}, "[line, dice]"),
        ({"placed": [[2, ["3", "3"]]]}, "[line, dice]"),
        ({"placed": [None]}, "[line, dice]"),
        ({"cards": ["D1"]}, "“cards” is an object"),
        ({"cards": {"Z9": 0}}, "no card “Z9”"),
        ({"cards": {"dalian": 0}}, "no card “dalian”"),
        ({"cards": {"D1": 2}}, "“cards.D1” is a number from 0 to 1"),
        ({"cards": {"D1": -1}}, "“cards.D1” is a number from 0 to 1"),
        ({"cards": {"D1": None}}, "“cards.D1” is a number"),
        ({"cards": {"D1": True}}, "“cards.D1” is a number"),
        ({"cards": {"D1": [0]}}, "“cards.D1” is a number"),
        ({"left": 0}, "“left” is a list"),
        ({"left": [2]}, "“left” is a number from 0 to 1"),
        ({"left": ["0"]}, "“left” is a number"),
        ({"left": [True]}, "“left” is a number"),
    ],
)
def test_what_cannot_be_read_is_explained(
    written: dict[str, Any], words: str
) -> None:  # AOW-1.5
    assert words in refusal(written)


IMPOSSIBLE: dict[str, dict[str, Any]] = {
    # AOW-1.5, 1: seven dice
    "eight dice": {"hand": "332ACG11"},
    "six dice": {"hand": "332ACG"},
    "seven dice and one lost": {**ROLLED, "lost": 1},
    "more dice on the card": {**SIEGE, "hand": "AAC11"},
    "eight dice placed": {"target": "A3", "placed": [[1, "11111111"]], "hand": ""},
    # AOW-1.5, 4: target and lines
    "a target without a line": {**ROLLED, "target": "D1"},
    "a line without a target": {"placed": [[2, "332"]], "hand": "AAC1"},
    "a line the card lacks": {**SIEGE, "placed": [[4, "332"]]},
    "line nought": {**SIEGE, "placed": [[0, "332"]]},
    "line minus one": {**SIEGE, "placed": [[-1, "332"]]},
    "the special line in the centre": {**SIEGE, "placed": [[3, "G"]], "lost": 2},
    "a line short of infantry": {**SIEGE, "placed": [[2, "331"]]},
    "a line with other symbols": {**SIEGE, "placed": [[1, "A"]], "lost": 2},
    "a die too many on a line": {**SIEGE, "placed": [[2, "3331"]], "hand": "AAC"},
    "placed dice that are no dice": {**SIEGE, "placed": [[2, "XYZ"]]},
    "no dice on a line": {**SIEGE, "placed": [[1, ""]], "lost": 3},
    # AOW-3.3: whose turn it is
    "the wrong seat for the turn": {**ROLLED, "seat": 1, "turn": 1},
    "the wrong seat after the first": {**ROLLED, "seat": 0, "turn": 1, "first": 1},
    # AOW-8.1: the end
    "an empty centre but not over": {**ROLLED, "cards": ALL},
}
UNREACHABLE: dict[str, dict[str, Any]] = {
    # AOW-5.1, AOW-7.2: what cannot be attacked cannot be the target
    "a target one holds": {**SIEGE, "cards": {"D1": AKI}},
    "a target in ones own province": {**SIEGE, "cards": {"D1": AKI, "D2": AKI}},
    "a target in a subdued province": {**SIEGE, "cards": {"D1": BOTAN, "D2": BOTAN}},
    "F1 under attack from an opponent": {
        "cards": {"F1": BOTAN},
        "target": "F1",
        "placed": [[1, "GG"]],
        "hand": "A1111",
    },
    # AOW-5.10, AOW-6.4: lines
    "a line filled twice": {
        "target": "D1",
        "placed": [[1, "G"], [1, "G"]],
        "hand": "A1111",
    },
    "all lines filled, but no conquest": {
        "target": "D1",
        "placed": [[1, "G"], [2, "332"]],
        "hand": "A11",
    },
    # AOW-4.6: without dice in hand the turn is over
    "no dice in hand": {"hand": "", "lost": 7},
    "all dice lost by silence": {"lost": 7},
    "no dice in hand in a siege": {
        "target": "D1",
        "placed": [[2, "332"]],
        "lost": 4,
        "hand": "",
    },
    # AOW-4.9: a hopeless roll ends the turn at once
    "a hopeless open roll": {"hand": "111", "lost": 4},
    "a hopeless siege": {**SIEGE, "cards": {"D1": BOTAN}, "hand": "A", "lost": 3},
    # AOW-4.9: too few dice are not rolled again after a fill
    "too few dice after a fill": {
        "target": "A1",
        "placed": [[1, "A"], [3, "11111"]],
        "hand": "?",
    },
    # AOW-10.14: every roll but the first follows a loss or a fill
    "too few rolls": {**SIEGE, "rolls": 1},
    "too many rolls": {**ROLLED, "rolls": 5},
    "a roll before the dice are rolled": {"rolls": 1},
    "rolled dice and no roll": {**ROLLED, "rolls": 0},
    # AOW-8.1, AOW-9.19, AOW-9.20: the end
    "over by conquest with cards in the centre": {"over": "conquest"},
    "adjudicated with an empty centre": {"cards": ALL, "over": "adjudicated"},
    "adjudicated without a cap or leaving": {"over": "adjudicated"},
    "adjudicated before the cap": {"over": "adjudicated", "turn_cap": 9, "turn": 3},
    "a turn after the cap": {**ROLLED, "turn": 11, "turn_cap": 9},
    "everybody left but not over": {**ROLLED, "left": [0, 1]},
}


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_an_impossible_position_is_refused(what: str) -> None:  # AOW-1.5
    said = refusal(IMPOSSIBLE[what])
    assert said.startswith("This position cannot be: ")
    assert said.endswith(".")


@pytest.mark.parametrize("what", UNREACHABLE)
def test_a_position_no_match_can_reach_is_refused(what: str) -> None:  # AOW-1.5
    assert refusal(UNREACHABLE[what])


def test_several_faults_are_told_at_once() -> None:  # AOW-1.5
    said = refusal({"hand": "11", "target": "D1", "turn": 2, "seat": 0})
    assert "7 together" in said
    assert "target" in said
    assert "seat 0 does not have turn 2" in said


# ----------------------------------------------------------------- hostile positions


def nested(depth: int) -> list[Any]:
    inner: list[Any] = []
    for _ in range(depth):
        inner = [inner]
    return inner


HOSTILE: dict[str, Any] = {
    "thousands of dice on a line": {
        "target": "D1",
        "placed": [[2, "1" * 2000 + "2" * 2000 + "3" * 2000]],
    },
    "a million dice in hand": {"hand": "1" * 1_000_000},
    "a hundred thousand lines": {"target": "D1", "placed": [[2, "332"]] * 100_000},
    "a huge line number": {"target": "D1", "placed": [[10**4000, "332"]]},
    "a huge seat": {"seat": 10**4000},
    "a number too long to be written": {"turn": 10**5000},
    "a line number too long to be written": {
        "target": "D1",
        "placed": [[10**5000, "332"]],
    },
    "lists in lists": {"seats": nested(200)},
    "lists in lists without end": {"seats": nested(100_000)},
    "placed lists without end": {"placed": nested(100_000)},
    "surrogates": {"hand": "\ud800" * 7},
    "a null byte": {"set": "qin-2024\x00"},
    "a number with digits of another script": {"seats": "٢"},
    "keys that are no text": {"cards": {1: 0}},
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_position_is_refused_at_once(what: str) -> None:  # AOW-1.5
    assert refusal(HOSTILE[what])


@pytest.mark.parametrize(
    "written",
    [
        {"hand": "X" * 100_000},
        {"set": "X" * 100_000},
        {"cards": {"X" * 100_000: 0}},
        {"X" * 100_000: 0},
    ],
    ids=["hand", "set", "cards", "field"],
)
def test_a_refusal_does_not_repeat_a_whole_book(written: dict[str, Any]) -> None:
    assert len(refusal(written)) < 2000  # AOW-1.5; it is an answer to a person
