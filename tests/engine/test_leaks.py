"""How a table goes on tells a seat nothing but what it is told."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.contract import Event
from engine.registry import game as game_of
from engine.registry import games
from tests import toy
from tests.engine.leaks import Table, same_play
from tests.engine.test_contract import alike_of, moments, played, seats_of

HIDDEN = [name for name in sorted(games()) if games()[name].hidden]
MOMENTS, MOVES = 60, 6


def play_alike(name: str, tempo: str) -> int:
    """Play some moments on beside a table that looks the same. How many moves."""
    game, alike, dice, count = game_of(name), alike_of(name), Random(name), 0
    for moment in moments(name, MOMENTS):
        seat = dice.choice([None, *seats_of(game, moment.state)])
        for other in list(alike(moment.state, seat))[:2]:
            one, two = (
                Table(game, state, moment.chance, tempo)
                for state in (moment.state, other)
            )
            count += sum(1 for _ in same_play(one, two, seat, dice, MOVES))
    return count


@pytest.mark.parametrize("tempo", ["each", "phase"])
@pytest.mark.parametrize("name", HIDDEN)
def test_alike_hands_play_alike(name: str, tempo: str) -> None:
    assert play_alike(name, tempo) > MOMENTS // 2


# --------------------------------------------------------- games that tell too much


def is_odd(state: toy.State) -> bool:
    """Of the next prize, which nobody knows."""
    return bool(state.deck) and int(state.deck[0]) % 2 == 1


def tell_more(state: toy.State, seat: int, order: Any, chance: Any) -> Any:
    after, events = APPLY(state, seat, order, chance)
    sigh = [Event("seat_held", {"seat": seat})] if is_odd(state) else []
    return after, [*events, *sigh]


def wait_sometimes(state: toy.State) -> Any:
    """The table waits for a reaction."""
    return [
        decision._replace(waits=is_odd(state))
        if decision.point == "object"
        else decision
        for decision in DECISIONS(state)
    ]


def write_passes(state: toy.State) -> Any:
    """Who does not object is written down, though nothing is told of it."""
    found = DECISIONS(state)
    reactions = [one for one in found if one.point == "object"]
    return reactions if reactions and is_odd(state) else found


def fewer_options(state: toy.State, seat: int) -> Any:
    found = OPTIONS(state, seat)
    return found[:1] if is_odd(state) and len(found) > 2 else found


def better_advice(state: toy.State, seat: int, language: str = "en") -> Any:
    found = HINTS(state, seat, language)
    return found[:1] if is_odd(state) else found


APPLY, DECISIONS, OPTIONS = toy.apply, toy.decisions, toy.options
HINTS = toy.hints


@pytest.mark.parametrize(
    ("function", "leaky"),
    [
        ("apply", tell_more),
        ("decisions", wait_sometimes),
        ("decisions", write_passes),
        ("options", fewer_options),
        ("hints", better_advice),
    ],
    ids=["events", "questions", "entries", "options", "hints"],
)
def test_a_leak_is_found(
    function: str, leaky: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    played("toy")  # before it leaks
    monkeypatch.setattr(toy, function, leaky)
    with pytest.raises(AssertionError):
        play_alike("toy", "each")
