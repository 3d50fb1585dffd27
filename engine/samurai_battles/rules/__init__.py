"""The rules: what an order does, and what is open. [SB-17.1]

Checks refuse with the number of the rule. [SB-0.4]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import NamedTuple

from engine.chance import Chance
from engine.contract import Event, Order, Seat
from engine.errors import OrderIllegal
from engine.samurai_battles.hexes import INDEX
from engine.samurai_battles.rules import (
    battle,
    fighting,
    honor,
    leaders,
    movement,
    ordering,
    retreat,
    turn,
)
from engine.samurai_battles.rules.dragons import check_dragon, dragon, strike
from engine.samurai_battles.rules.duels import duel
from engine.samurai_battles.rules.ending import BattleOver, end, score
from engine.samurai_battles.rules.frames import Battlefield, pop
from engine.samurai_battles.rules.invariants import faults
from engine.samurai_battles.rules.sequence import (
    POINTS,
    REACTIONS,
    decisions,
    default,
    frame_of,
    options,
    settle,
)
from engine.samurai_battles.rules.setup import begin, setup
from engine.samurai_battles.rules.windows import CARDS
from engine.samurai_battles.state import State
from engine.table import Table

__all__ = [
    "ahead",
    "apply",
    "begin",
    "decisions",
    "default",
    "faults",
    "options",
    "resign",
    "score",
    "setup",
]

# What a seat may do at each pending step, by verb. [SB-17 b]
VERBS: Mapping[tuple[str, str], Callable[..., None]] = {
    ("play", "play"): turn.play,
    ("omen", "proceed"): turn.proceed,
    ("shogun", "roll"): ordering.roll_shogun,
    ("orders", "order"): ordering.order,
    ("orders", "done"): ordering.end_orders,
    ("moves", "move"): movement.move,
    ("moves", "done"): movement.end_movement,
    ("battles", "declare"): fighting.declare,
    ("battles", "aim"): fighting.aim,
    ("battles", "done"): fighting.end_battles,
    ("duel", "duel"): duel,
    ("roll", "roll"): battle.roll_dice,
    ("stand", "stand"): battle.stand,
    ("success", "advance"): fighting.advance,
    ("success", "remain"): fighting.remain,
    ("back", "refrain"): fighting.refrain,
    ("draw", "draw"): turn.draw,
    ("sale", "sell"): turn.sell,
    ("sale", "done"): turn.no_sale,
    ("keep", "keep"): turn.keep,
}
# These are few, so that the list of options is the check.
LISTED: Mapping[tuple[str, str], Callable[..., None]] = {
    ("ready", "ready"): battle.ready,
    ("back", "ready"): battle.ready,
    ("flags", "ignore"): retreat.ignore,
    ("retreat", "retreat"): retreat.retreat,
    ("fate", "flee"): leaders.flee,
    ("fate", "seppuku"): leaders.seppuku,
    ("loss", "lose"): honor.lose,
}
ENDS = ("omen",)  # windows of the active player that a card closes
NAMED = ("play", "draw", "sell", "keep")  # one word follows: a card, or what is drawn


class Shape(NamedTuple):
    """How many places a step names, and the words that may stand by them."""

    least: int
    most: int
    first: str | None = None  # before the places
    goal: str | None = None  # instead of the last hex
    last: str | None = None  # after the places


SHAPES: Mapping[str, Shape] = {  # SB-17.1
    "order": Shape(1, 1, first="leader"),
    "move": Shape(2, 9, first="leader", goal="exit"),
    "declare": Shape(2, 2, last="challenge"),
    "aim": Shape(2, 2),
}


def apply(
    state: State, seat: Seat, order: Order, chance: Chance
) -> tuple[State, list[Event]]:
    """One step, checked as a whole; if it is illegal nothing changes."""
    frame = frame_of(state, seat)
    if frame is None:
        raise not_his_turn(state)
    table = Table(state.copy(), chance)
    with suppress(BattleOver):
        if frame[0] in REACTIONS:
            react(table, seat, frame[0], order)
        else:
            if table.state.stack[-1] != frame:
                pop(table.state)  # the reaction has not been made
            act(table, seat, frame, order)
        settle(table)
    return table.state, table.events


def not_his_turn(state: State) -> OrderIllegal:
    if not state.stack:
        return OrderIllegal("SB-14.2", "E_GAME_OVER")
    return OrderIllegal("SB-4.1", "E_NOT_YOUR_TURN")


def act(
    table: Battlefield, seat: Seat, frame: tuple[str, tuple[int, ...]], order: Order
) -> None:
    name, numbers = frame
    key = (name, order.verb)
    if order.verb == "dragon" and name in CARDS:
        check_dragon(table.state, seat, name, order.args)
        if name in ENDS:
            pop(table.state)
        dragon(table, seat, order.args)
    elif key in VERBS:
        check_shape(order)
        VERBS[key](table, *order.args)
    elif key in LISTED:
        check_listed(table.state, name, numbers, order)
        LISTED[key](table, *order.args)
    else:
        raise OrderIllegal("SB-17.1", "E_NO_SUCH_STEP", step=order.verb)


def check_shape(order: Order) -> None:
    """Refuse words that are too many, too few or in a wrong place. [SB-17.1]"""
    words, shape = order.args, SHAPES.get(order.verb)
    if shape is None:
        if len(words) != (order.verb in NAMED):
            raise OrderIllegal("SB-17.1", "E_NO_SUCH_STEP", step=order.text)
        return
    first = words[:1] == (shape.first,)
    last = words[-1:] == (shape.last,)
    places = words[first : len(words) - last]
    if not shape.least <= len(places) <= shape.most:
        raise OrderIllegal("SB-17.1", "E_NO_SUCH_STEP", step=order.text)
    hexes = places[:-1] if places[-1] == shape.goal else places
    for word in hexes:
        if word not in INDEX:
            raise OrderIllegal("SB-2.2", "E_NO_SUCH_HEX", hex=word)


def check_listed(
    state: State, name: str, numbers: tuple[int, ...], order: Order
) -> None:
    legal = POINTS[name].options(state, *numbers)
    if order not in legal:
        rule, code = REFUSED[order.verb]
        steps = [step.text for step in legal]
        raise OrderIllegal(rule, code, step=order.text, legal=steps, legal_kind="order")


REFUSED = {
    "ready": ("SB-8.5", "E_NOT_READY"),
    "ignore": ("SB-9.3", "E_FLAGS"),
    "retreat": ("SB-9.7", "E_RETREAT"),
    "flee": ("SB-10.5", "E_RETREAT"),
    "seppuku": ("SB-10.6", "E_RETREAT"),
    "lose": ("SB-9.12", "E_LOSS"),
}


def react(table: Battlefield, seat: Seat, frame: str, order: Order) -> None:
    """A card, First strike, or `pass`. [SB-17.2]"""
    state = table.state
    window = state.stack[-1]
    if order.verb == "dragon":
        check_dragon(state, seat, frame, order.args)
        pop(state)
        dragon(table, seat, order.args)
        if frame == "defence" and order.args == ("issue-challenge",):
            state.stack = (*state.stack, window)  # First strike is still to come
    elif order.text == "strike" and frame == "defence":
        pop(state)
        strike(table, seat)
    elif order.text == "pass":
        pop(state)
        table.tell("reaction_passed", seat=seat)
    else:
        raise OrderIllegal("SB-17.1", "E_NO_SUCH_STEP", step=order.verb)


# ------------------------------------------------------------------------ the contract


AHEAD = ("D-01", "D-02", "D-05", "D-06", "D-08", "D-21")  # of an active player


def ahead(state: State, seat: Seat) -> list[str]:
    """The rest of the own turn; in the opponent's, only what is open. [SB-17.3]"""
    now = [one.point for one in decisions(state) if one.seat == seat]
    if not state.stack or seat != state.active:
        return now
    due = AHEAD[PHASE_BEGINS[state.phase] :]
    return list(dict.fromkeys([*now, *due]))


PHASE_BEGINS = {1: 0, 2: 2, 3: 3, 4: 4, 5: 5}


def resign(state: State, seat: Seat) -> tuple[State, list[Event]]:
    """The other player is first, whatever the banners. [SB-14.4, SB-14.7]"""
    if seat not in (0, 1):
        raise OrderIllegal("SB-3.5", "E_NO_SEAT")
    if not state.stack:
        raise OrderIllegal("SB-14.2", "E_GAME_OVER")
    table = Table(state.copy(), Chance())
    table.state.left = state.left | {seat}
    table.tell("seat_left", seat=seat)
    with suppress(BattleOver):
        end(table, "resigned", 1 - seat)
    return table.state, table.events
