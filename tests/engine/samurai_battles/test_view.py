"""What a seat may know: everything but the cards of others. [SB-3.2]"""

from __future__ import annotations

import json
from functools import cache

import pytest

from engine import samurai_battles as game
from engine.chance import Seeded
from engine.contract import OPEN, Order
from engine.samurai_battles.chronicle import chronicle
from engine.samurai_battles.hexes import INDEX
from engine.samurai_battles.scenario import NO_HEX
from engine.samurai_battles.state import State, Trace
from tests.engine.samurai_battles.views import SLUGS, opening

SEED = "5b" * 32


def begun(slug: str = "first-skirmish") -> State:
    choices = {"scenario": slug, "turn_cap": "0"}
    state, _ = game.setup(2, choices, Seeded(SEED))
    return state


@cache
def played(steps: int = 60) -> State:
    """As defaults play it, but the first of all options where there are many."""
    state, chance = begun(), Seeded(SEED)
    for _ in range(steps):
        seat = game.decisions(state)[-1].seat
        order = game.options(state, seat)[0]
        state, _ = game.apply(state, seat, order, chance)
    return state


@pytest.mark.parametrize("slug", SLUGS)
def test_an_opening_is_what_the_schema_says(slug: str) -> None:
    seen, wanted = game.view(begun(slug), 0), opening(slug)
    assert seen.keys() == wanted.keys()
    for key in ("scenario", "terrain", "camps", "tokens", "pool", "turn_of"):
        assert seen[key] == wanted[key], key
    assert seen["units"].keys() == wanted["units"].keys()
    assert seen["leaders"].keys() == wanted["leaders"].keys()
    assert json.loads(json.dumps(seen)) == seen


def test_everybody_sees_how_many_cards_there_are() -> None:  # SB-3.2
    state = played()
    for seat in (None, 0, 1, OPEN):
        seen = game.view(state, seat)
        for of in (0, 1):
            counts = seen["hand_counts"][of]
            assert counts["dragon"] == len(state.dragon_hands[of])
            assert counts["command"] >= len(state.command_hands[of])
        assert seen["decks"]["command"] == len(state.command_deck)


def test_hands_are_secret() -> None:  # SB-3.2
    state = played()
    seen = [game.view(state, seat) for seat in (None, 0, 1)]
    assert [view["hands"] for view in seen] == [None] * 3
    assert seen[0]["hand"] is None
    for seat in (0, 1):
        assert seen[1 + seat]["hand"]["command"] == list(state.command_hands[seat])
        assert seen[1 + seat]["hand"]["dragon"] == list(state.dragon_hands[seat])
    public = [{**view, "you": None, "hand": None} for view in seen]
    assert public[0] == public[1] == public[2]


def test_open_eyes_see_both_hands_and_no_deck() -> None:
    state = played()
    seen = game.view(state, OPEN)
    assert seen["you"] is None
    assert [hand["dragon"] for hand in seen["hands"]] == [
        list(hand) for hand in state.dragon_hands
    ]
    assert seen["decks"] == game.view(state, None)["decks"]


def test_drawn_cards_are_those_of_the_active_player() -> None:  # SB-4.7
    state = played().copy()
    state.drawn = ("shogun", "leadership")
    mine, other = (
        game.view(state, seat)["hand"] for seat in (state.active, 1 - state.active)
    )
    assert mine["drawn"] == ["shogun", "leadership"]
    assert other["drawn"] == []


def test_a_fallen_camp_is_plain_ground() -> None:  # SB-13.4
    state = begun("kawanakajima-1561-phase-5")
    assert game.view(state, None)["terrain"]["B6"] == "camp"
    state.camps = (NO_HEX, NO_HEX)
    seen = game.view(state, None)
    assert "B6" not in seen["terrain"]
    assert seen["camps"] == {}


def test_who_wavers_keeps_the_colours_of_its_owner() -> None:  # SB-15.5
    seen = game.view(begun("sekigahara-1600"), None)
    wavering = [name for name, unit in seen["units"].items() if unit["wavering"]]
    assert sorted(wavering) == ["C2", "D1", "D2"]
    assert {seen["units"][name]["seat"] for name in wavering} == {0}
    assert chronicle(seen).measures["units"] == [11, 14]


def test_traces_are_marks_until_the_next_card_is_played() -> None:
    state = begun().copy()
    path = (INDEX["D4"], INDEX["C4"])
    state.traces = (Trace("retreat", 1, path), Trace("fallen", 0, path[:1]))
    marks = game.view(state, None)["marks"]
    assert [(mark["kind"], mark["path"]) for mark in marks] == [
        ("retreat", ["D4", "C4"]),
        ("fallen", ["D4"]),
    ]
    card = state.command_hands[state.active][0]
    after, _ = game.apply(state, state.active, Order("play", (card,)), Seeded(SEED))
    assert game.view(after, None)["marks"] == []
    assert game.view(after, None)["card"] == card


def test_a_seat_that_was_given_up_has_left() -> None:  # SB-14.4
    state, _ = game.resign(begun(), 0)
    seen = game.view(state, None)
    assert seen["left"] == [0]
    assert seen["over"] == "resigned"
    assert game.colours(seen) == ["red", "yellow"]


def test_a_chapter_has_two_turns_of_each_player() -> None:  # SB-4.1
    seen = opening()
    chapters = [chronicle({**seen, "turn": turn}).chapter for turn in (1, 4, 5)]
    assert [chapter.values for chapter in chapters] == [
        {"first": 1, "last": 1},
        {"first": 1, "last": 4},
        {"first": 5, "last": 5},
    ]
