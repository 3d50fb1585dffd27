"""The bot that looks one step ahead, on one imagined table."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.chance import Seeded
from engine.contract import Game, Order, Seat
from engine.small_samurai_empires.bots.acts import act
from engine.small_samurai_empires.bots.forecast import margin
from engine.small_samurai_empires.bots.playing import finish_action
from engine.small_samurai_empires.bots.sketch import Sketch
from engine.small_samurai_empires.imagine import imagine
from engine.small_samurai_empires.rules import apply, options
from engine.small_samurai_empires.rules.steps import PLACE_ANY
from engine.small_samurai_empires.state import KIND, OWNER, State


def greedy(game: Game[Any], state: State, seat: Seat, dice: Random) -> str:
    """The order that looks best if the era ended after the own tokens have acted."""
    table, luck = imagine(state, seat, dice), dice.randbytes(32).hex()
    orders = [order for order in options(table, seat) if order != PLACE_ANY]
    return max(orders, key=lambda order: look(table, seat, order, luck)).text


def look(table: State, seat: Seat, order: Order, luck: str) -> float:
    after, _ = apply(table, seat, order, Seeded(luck))
    sketch = Sketch(after, seat, Random(luck), table.era)
    if after.seat == seat:
        finish_action(sketch)
    for slot in slots_to_act(after):
        token = sketch.second[slot] or sketch.first[slot]
        if token and OWNER[token] == seat:
            act(sketch, seat, KIND[token], sketch.board.slot_region[slot])
    return margin(sketch)


def slots_to_act(state: State) -> range:
    """Whose tokens are still to be turned up in this round. [SSE-4.4.1, SSE-7.4]"""
    slots = len(state.first)
    done = state.slot if state.phase == "resolution" else -1
    if state.round == 1:
        return range(done + 1, slots)
    return range((done if done >= 0 else slots) - 1, -1, -1)
