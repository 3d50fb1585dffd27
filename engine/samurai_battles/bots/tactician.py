"""A player that weighs every order by what it is expected to bring."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.contract import Game, Order, Seat
from engine.samurai_battles.bots.choices import CHOICES
from engine.samurai_battles.bots.reactions import standing_lines
from engine.samurai_battles.state import State


def tactician(game: Game[Any], state: State, seat: Seat, dice: Random) -> str:
    """One step; with its card it also writes down how it will react. [SB-17.16]"""
    table: State = game.imagine(state, seat, dice)
    order = chosen(game, table, seat)
    if order.verb != "play":
        return order.text
    return "\n".join([*standing_lines(table, seat), order.text])


def chosen(game: Game[Any], table: State, seat: Seat) -> Order:
    """The best of the legal orders, for all the seat can know."""
    found = game.options(table, seat)
    point = next(d.point for d in game.decisions(table) if d.seat == seat)
    if len(found) == 1:
        return found[0]
    choose = CHOICES.get(point)
    return choose(table, seat, found) if choose else game.default(table, seat)
