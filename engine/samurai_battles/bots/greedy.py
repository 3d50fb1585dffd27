"""A player that hits where it can, and else marches on the enemy."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.contract import Game, Order, Seat
from engine.samurai_battles.bots.choices import choose_battle
from engine.samurai_battles.hexes import DISTANCE, INDEX
from engine.samurai_battles.rules.pieces import units_of
from engine.samurai_battles.state import State


def greedy(game: Game[Any], state: State, seat: Seat, dice: Random) -> str:
    """Any card, as many orders as it gives, every good battle."""
    table: State = game.imagine(state, seat, dice)
    found = game.options(table, seat)
    point = next(d.point for d in game.decisions(table) if d.seat == seat)
    if point == "D-08":
        return choose_battle(table, seat, found).text
    if point == "D-06":
        return nearest_move(table, seat, found).text
    if point == "D-05":
        orders = [order for order in found if order.verb == "order"]
        return dice.choice(orders or found).text
    if point == "D-01":
        cards = [order for order in found if order.args[0] != "first-strike"]
        return dice.choice(cards or found).text
    return game.default(table, seat).text


def nearest_move(state: State, seat: Seat, found: list[Order]) -> Order:
    """The unit that can come nearer to an enemy does; nobody goes away."""
    enemies = [state.unit_hex[unit] for unit in units_of(state, 1 - seat)]

    def nearer(order: Order) -> int:
        start, goal = INDEX[order.args[0]], INDEX[order.args[-1]]
        return far(start) - far(goal)

    def far(hex: int) -> int:
        return min((DISTANCE[hex][enemy] for enemy in enemies), default=0)

    moves = [
        order for order in found if order.verb == "move" and order.args[0] != "leader"
    ]
    best = max(moves, key=nearer, default=None)
    return best if best is not None and nearer(best) > 0 else Order("done")
