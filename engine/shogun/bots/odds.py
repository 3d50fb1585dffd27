"""What the tower will do, exactly: every cube falls or stays by itself. [SHO-16.3]"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

from engine.chance import CERTAIN
from engine.shogun.board import BOARD
from engine.shogun.state import NOTHING, State
from engine.shogun.tower import loose_below

FALLS = 1 - BOARD.stick / CERTAIN  # the chance of a dropped cube
FARMERS = -1  # their place in a vector of cubes


class Odds(NamedTuple):
    """How a battle ends; the rest of the chances is a province that becomes neutral."""

    win: float  # the attacker takes the province
    left: float  # its armies there, on the average of all ends
    held: float  # the defender keeps it


@lru_cache(maxsize=4096)
def falling(count: int, chance: float) -> tuple[float, ...]:
    """The chances that 0, 1, 2 … of so many cubes fall."""
    stays = 1 - chance
    return tuple(
        comb(count, n) * chance**n * stays ** (count - n) for n in range(count + 1)
    )


@lru_cache(maxsize=65536)
def fallen(dropped: int, inside: int, thrown: int) -> tuple[float, ...]:
    """The chances of 0, 1, 2 … cubes of a colour in the tray. [SHO-16.3]

    `thrown` are the cubes of all colours that come down.
    """
    loose = loose_below(thrown) / CERTAIN
    return folded(falling(dropped, FALLS), falling(inside, loose))


def folded(one: tuple[float, ...], other: tuple[float, ...]) -> tuple[float, ...]:
    """The chances of the sum of two numbers."""
    found = [0.0] * (len(one) + len(other) - 1)
    for at, chance in enumerate(one):
        for more, besides in enumerate(other):
            found[at + more] += chance * besides
    return tuple(found)


@lru_cache(maxsize=65536)
def against(
    mine: tuple[float, ...], theirs: tuple[float, ...], farmers: tuple[float, ...]
) -> Odds:
    """Attackers, defenders, and farmers who help the defenders. [SHO-9.6]

    Farmers alone hold nothing: then nobody wins.
    """
    side = folded(theirs, farmers)
    win, left = beyond(mine, side)
    above, _ = beyond(side, mine)
    alone, _ = beyond(farmers, mine)
    return Odds(win, left, above - theirs[0] * alone)


def beyond(one: tuple[float, ...], other: tuple[float, ...]) -> tuple[float, float]:
    """The chance that a number is greater than another, and by how much in all."""
    chance = amount = 0.0
    below = sums = 0.0  # of the other: chances so far, and numbers with their chances
    for number, here in enumerate(one):
        chance += here * below
        amount += here * (number * below - sums)
        if number < len(other):
            below += other[number]
            sums += number * other[number]
    return chance, amount


NONE = (1.0,)  # no cube of a colour


def attack_odds(
    state: State, seat: int, target: int, armies: int, extra: int = 0
) -> Odds:
    """An attack as the tower lies now; `extra` are more defenders. [SHO-9.2]"""
    owner = state.owner[target]
    neutral = owner == NOTHING
    farmers = BOARD.neutral_farmers + extra if neutral else 0
    defenders = 0 if neutral else state.armies[target] + extra
    tray, inside = state.tray, state.inside
    thrown = armies + farmers + defenders + sum(tray)
    mine = fallen(armies + tray[seat], inside[seat], thrown)
    green = fallen(farmers + tray[FARMERS], inside[FARMERS], thrown)
    if neutral:
        return against(mine, NONE, green)
    theirs = fallen(defenders + tray[owner], inside[owner], thrown)
    return against(mine, theirs, NONE if state.unrest[target] else green)


def revolt_odds(state: State, seat: int, armies: int, farmers: int) -> Odds:
    """The owner against farmers: `win` keeps the province. [SHO-9.8]"""
    tray, inside = state.tray, state.inside
    thrown = armies + farmers + sum(tray)
    mine = fallen(armies + tray[seat], inside[seat], thrown)
    green = fallen(farmers + tray[FARMERS], inside[FARMERS], thrown)
    return against(mine, NONE, green)
