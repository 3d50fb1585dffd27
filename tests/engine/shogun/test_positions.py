"""Positions, invariants and imagined tables. [SHO-1]"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import engine.shogun as game
from engine.chance import Seeded
from engine.errors import PositionImpossible
from engine.shogun.board import BOARD
from engine.shogun.imagine import cards_unseen
from engine.shogun.state import BLUFF, EMPTY, EXPANSIONS, NOTHING, State
from tests.engine.shogun.table import (
    PURPLE,
    RED,
    acting,
    begin,
    build,
    give,
    opening,
    play,
)


def moments(seed: int, seats: int, mode: str, *expansions: str) -> Iterator[State]:
    """Every state of a match of random orders."""
    dice, chance = Random(seed), Seeded(f"{seed:02x}" * 32)
    choices = {name: "yes" if name in expansions else "no" for name in EXPANSIONS}
    choices |= {"side": "moon" if mode == "draft" else "sun", "mode": mode}
    state, _ = game.setup(seats, choices, chance.again())
    while open := game.decisions(state):
        yield state
        decision = dice.choice(open)
        order = dice.choice(game.options(state, decision.seat))
        state, _ = game.apply(state, decision.seat, order, chance.again())
    yield state


MATCHES = [
    (3, "recommended"),
    (4, "draft", *EXPANSIONS),
    (5, "recommended", *EXPANSIONS),
]


@pytest.mark.parametrize("match", MATCHES)
def test_invariants_hold_and_positions_give_states_back(match: Any) -> None:
    # SHO-1.8, SHO-16.9, SHO-1.4
    for state in moments(5, *match):
        assert game.faults(state) == []
        assert game.from_position(game.position(state)) == state


@pytest.mark.parametrize("match", MATCHES)
def test_an_imagined_table_looks_the_same(match: Any) -> None:  # SHO-1.5
    for number, state in enumerate(moments(6, *match)):
        if number % 9:
            continue
        for seat in (None, *range(match[0])):
            table = game.imagine(state, seat, Random(1))
            assert game.view(table, seat) == game.view(state, seat)
            assert game.faults(table) == []
            again = game.imagine(game.imagine(state, seat, Random(2)), seat, Random(1))
            assert again == table


def test_a_province_won_this_season_lies_on_no_imagined_board() -> None:
    # SHO-1.5, SHO-17.25
    cards = {PURPLE: {"battle-a": "KAI", "battle-b": "MUS"}, RED: {"tax": "KOZ"}}
    state = begin(acting(opening(), cards, ["battle-a", "battle-b"])).state
    after = play(state, PURPLE, "move SUR 4", (0, 0, 0, 3, 0)).state
    unseen = cards_unseen(after, PURPLE, [BOARD.index["KAI"], BOARD.index["MUS"]])
    assert BOARD.index["SUR"] not in unseen
    assert unseen.count(BLUFF) == 5
    assert EMPTY not in unseen
    for province in range(len(BOARD.codes)):
        if after.owner[province] == RED and province != BOARD.index["KOZ"]:
            give(after, BOARD.codes[province], NOTHING, 0)
    assert cards_unseen(after, RED, []).count(EMPTY) == 11 - 5 - 1


def test_a_partial_position_is_completed() -> None:
    state = game.from_position({"seats": 4, "chests": [1, 2, 3, 4]})
    assert (state.phase, state.chests) == ("planning", (1, 2, 3, 4))
    assert state.owner[BOARD.index["KAI"]] == PURPLE
    assert sum(state.supply) == 4 * (62 - 25) + 20
    everything = game.from_position({"seats": 5, "expansions": [*EXPANSIONS]})
    assert len(everything.favours) == 3
    assert game.decisions(everything)


@pytest.mark.parametrize(
    "fields",
    [
        {"seats": 2},
        {"side": "moon"},
        {"colour": "red"},
        {"chests": [1, 2]},
        {"phase": "actions"},
        {"phase": "winter"},
        {"point": "special"},
        {"season": "winter"},
        {"provinces": {"KAI": {"owner": 0, "armies": 0}}},
        {"provinces": {"KAI": {"owner": 0, "armies": 63}}},
        {"provinces": {"XYZ": {}}},
        {"provinces": {"MUT": {"owner": 0, "armies": 1}}},
        {"provinces": {"KAI": {"buildings": ["castle"]}}},
        {"inside": [63, 0, 0, 0]},
        {"boards": [{"castle": "KAI"}, {}, {}]},
        {"boards": [{"court1": "official"}, {}, {}]},
        {"expansions": ["ninja"]},
        {"events": ["E01", "E01"]},
        {"queue": [7]},
        {"battle": ["KAI"]},
        {"draft": {"known": 1}},
        {"phase": "draft", "step": "draft", "point": "draft", "active": 0},
    ],
)
def test_impossible_positions_are_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(PositionImpossible):
        game.from_position(fields)


def broken(change: str) -> State:
    """A state in which one thing cannot be."""
    state = opening(*EXPANSIONS)
    state.generals = (NOTHING,) * 4
    kai = BOARD.index["KAI"]
    match change:
        case "armies":
            state.armies[kai] += 1
        case "farmers":
            state.tray = (0, 0, 0, 0, 1)
        case "owner":
            state.owner[kai] = NOTHING
        case "sites":
            build(state, "KAI", "castle", "temple")
        case "neutral":
            build(state, "SUR", "castle")
        case "chests":
            state.chests = (-1, 0, 0, 0)
        case "officials":
            state.waiting = (8, 0, 0, 0)
        case "card":
            state.boards = ((kai, *state.boards[0][1:]), *state.boards[1:])
        case "general":
            state.generals = (kai, NOTHING, NOTHING, NOTHING)
        case "statues":
            state.trophies = (1, 0, 0, 0)
        case "unrest":
            state.unrest[BOARD.index["SUR"]] = 1
        case "actions":
            state.actions = (0, *state.actions[1:-1], 0)
    return state


@pytest.mark.parametrize(
    "change",
    [
        *("armies", "farmers", "owner", "sites", "neutral", "chests", "officials"),
        *("card", "general", "statues", "unrest", "actions"),
    ],
)
def test_what_cannot_be_is_found(change: str) -> None:  # SHO-1.8
    assert game.faults(broken(change))
    assert game.faults(opening(*EXPANSIONS)) == []


def test_unused_provinces_are_never_entered() -> None:  # SHO-1.8, SHO-2.4
    state = opening(seats=3)
    mutsu = BOARD.index["MUT"]
    assert mutsu not in state.setup.used
    state.owner[mutsu], state.armies[mutsu] = 0, 1
    state.supply = (state.supply[0] - 1, *state.supply[1:])
    assert any("MUT" in fault for fault in game.faults(state))


def test_the_state_tells_what_was_agreed() -> None:  # SHO-3.1
    state = opening("court", "dajokan")
    assert game.agreed(state) == {
        "side": "sun",
        "mode": "recommended",
        "court": "yes",
        "samurai": "no",
        "generals": "no",
        "dajokan": "yes",
    }
