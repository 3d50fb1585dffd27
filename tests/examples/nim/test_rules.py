"""Rule by rule: each test cites its id."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.chance import Seeded
from engine.contract import Order
from engine.registry import game

from . import apply, decisions, default, from_position, options, resign, score, setup
from .bots import perfect
from .state import State

CHANCE = Seeded("00" * 32)


def at(*heaps: int) -> State:
    return from_position({"heaps": list(heaps)})


def test_heaps_lie_on_the_table() -> None:  # NIM-1
    state, _ = setup(2, {"heaps": "3-4-5"}, CHANCE)
    assert state.heaps == (3, 4, 5)


def test_sticks_are_taken_from_one_heap() -> None:  # NIM-2
    found = [order.text for order in options(at(1, 2), 0)]
    assert found == ["take 1 1", "take 2 1", "take 2 2"]


def test_the_last_stick_wins() -> None:  # NIM-3
    state, events = apply(at(0, 2), 0, Order("take", ("2", "2")), CHANCE)
    assert [event.kind for event in events] == ["sticks_taken", "match_ended"]
    assert decisions(state) == []
    assert [standing.points for standing in score(state)] == [1, 0]


def test_silence_takes_one_stick() -> None:  # NIM-4
    assert default(at(0, 2), 0).text == "take 2 1"


def test_nobody_waits_for_a_seat_that_was_given_up() -> None:  # NIM-5
    state, _ = resign(at(3, 4), 0)
    assert not decisions(state)[0].waits


def test_a_bot_wins_where_it_can() -> None:
    rules: Any = game("nim")
    assert perfect(rules, at(3, 4, 5), 0, Random(1)) == "take 1 2"
