"""The bots play by the rules, and by what their seat can see."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from engine.bots import Bot, random_order
from engine.chance import Seeded
from engine.contract import Game, Order
from engine.small_samurai_empires import rules
from engine.small_samurai_empires.bots import BOTS
from engine.small_samurai_empires.bots.daimyo import LEAST, search
from engine.small_samurai_empires.bots.playing import play_era
from engine.small_samurai_empires.bots.sketch import Sketch
from engine.small_samurai_empires.imagine import imagine
from engine.small_samurai_empires.rules import (
    apply,
    decisions,
    faults,
    options,
    score,
    setup,
)
from engine.small_samurai_empires.state import State
from engine.small_samurai_empires.view import view
from tests.engine.small_samurai_empires.secrets import alike
from tests.engine.small_samurai_empires.table import random_match

GAME: Game[Any] = rules  # type: ignore[assignment]  # all of it that bots ask for
few = pytest.mark.parametrize("seed", range(4))
many = pytest.mark.parametrize("seed", range(8))


def plain(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


# ------------------------------------------------------------------------ imagining


@many
def test_an_imagined_table_looks_the_same_and_is_possible(seed: int) -> None:
    """SSE-13.2, SSE-4.3.3"""
    dice = Random(seed)
    for moment in list(random_match(seed, leaving=0.002))[seed % 3 :: 3]:
        for seat in range(moment.state.setup.seats):
            table = imagine(moment.state, seat, dice)
            assert faults(table) == []
            assert plain(view(table, seat)) == plain(view(moment.state, seat))


@few
def test_what_is_imagined_does_not_depend_on_secrets(seed: int) -> None:  # SSE-13.2
    compared = 0
    for moment in list(random_match(seed, limit=120))[seed::6]:
        for seat in range(moment.state.setup.seats):
            table = imagine(moment.state, seat, Random(seed))
            for other in alike(moment.state, seat):
                assert imagine(other, seat, Random(seed)) == table
                compared += 1
    assert compared


def test_what_is_hidden_is_imagined_in_more_than_one_way() -> None:  # SSE-4.3.3
    moments = [m for m in random_match(1) if m.state.phase == "placement"]
    state, seat = moments[8].state, moments[8].seat
    tables = [imagine(state, seat, Random(seed)) for seed in range(5)]
    assert any(table.deck != tables[0].deck for table in tables)
    assert any(table.cards != tables[0].cards for table in tables)
    assert any(table.first != tables[0].first for table in tables)


def test_imagining_leaves_the_table_alone() -> None:
    for moment in random_match(2):
        before = moment.state.copy()
        imagine(moment.state, moment.seat, Random(0))
        assert moment.state == before


# ------------------------------------------------------------------------- sketching


@many
def test_a_sketch_loses_no_piece_and_spends_nothing_it_has_not(seed: int) -> None:
    """SSE-1.1, SSE-1.2, SSE-1.6"""
    dice = Random(seed)
    for moment in list(random_match(seed, leaving=0.002))[::15]:
        sketch = Sketch(moment.state, moment.seat, dice)
        play_era(sketch)
        board, seats = sketch.board, sketch.seats
        assert min(sketch.armies + sketch.reserve + sketch.food + sketch.bushido) >= 0
        assert min(sketch.hands) >= 0
        for seat in range(seats):
            on_board = sum(sketch.armies[seat::seats])
            assert on_board + sketch.reserve[seat] == board.armies
            assert sketch.castles[seat].bit_count() <= board.castles
        assert sum(sketch.food) <= board.tokens[0]
        assert sum(sketch.bushido) <= board.tokens[1]


@few
def test_a_sketch_leaves_its_state_alone(seed: int) -> None:
    for moment in list(random_match(seed))[::9]:
        before = moment.state.copy()
        play_era(Sketch(moment.state, moment.seat, Random(seed)))
        assert moment.state == before


# --------------------------------------------------------------------------- playing


@many
def test_bots_give_legal_orders_everywhere(seed: int) -> None:
    """Any number of seats, any edition, any variants. [SSE-3.7]"""
    dice = Random(seed)
    for moment in list(random_match(seed))[seed::25]:
        state, seat = moment.state, moment.seat
        legal = {order.text for order in options(state, seat)}
        assert BOTS["greedy"](GAME, state, seat, dice) in legal
        assert search(state, seat, dice, LEAST).text in legal


@pytest.mark.parametrize("seed", range(3))
def test_bots_decide_alike_with_equal_dice_and_equal_views(seed: int) -> None:
    for moment in list(random_match(seed))[20::60]:
        state, seat = moment.state, moment.seat
        chosen = [bot_texts(state, seat), bot_texts(state, seat)]
        chosen += [bot_texts(other, seat) for other in list(alike(state, seat))[:1]]
        assert all(texts == chosen[0] for texts in chosen)


def bot_texts(state: State, seat: int) -> list[str]:
    greedy = BOTS["greedy"](GAME, state, seat, Random(5))
    return [greedy, search(state, seat, Random(5), LEAST).text]


def test_search_answers_at_every_point() -> None:
    moments = {m.state.point: m for seed in range(8) for m in random_match(seed)}
    assert {*moments} == {
        "destiny",
        "placement",
        "neutral",
        "resolution",
        "tribe",
        "journey",
    }
    for moment in moments.values():
        order = search(moment.state, moment.seat, Random(3), LEAST)
        assert order in options(moment.state, moment.seat)


def test_daimyo_gives_a_legal_order() -> None:
    state, _ = setup(2, {}, Seeded("07" * 32))
    text = BOTS["daimyo"](GAME, state, 1, Random(3))
    assert Order.read(text) in options(state, 1)


def played(bots: list[Bot], seed: int) -> list[int]:
    """The points of a whole match."""
    dice = Random(seed)
    chance = Seeded(dice.randbytes(32).hex())
    state, _ = setup(len(bots), {}, chance.again())
    while open := decisions(state):
        seat = open[0].seat
        text = bots[seat](GAME, state, seat, dice)
        state, _ = apply(state, seat, Order.read(text), chance.again())
    return [standing.points for standing in score(state)]


@pytest.mark.parametrize("seed", range(2))
def test_greedy_beats_random(seed: int) -> None:
    points = played([BOTS["greedy"], random_order], seed)
    assert points[0] > points[1]
