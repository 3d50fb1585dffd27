"""Words and numbers of a position, each refused with a sentence if it does not fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import PositionImpossible
from engine.positions import Fields, shown, unfit
from engine.shogun.board import BOARD
from engine.shogun.state import NOTHING

MANY = 9999


def refuse_if(is_so: bool, sentence: str) -> None:
    if is_so:
        raise PositionImpossible(sentence)


def key_in(name: str, value: Any, index: Mapping[str, int]) -> int:
    """The number of an id."""
    if not isinstance(value, str) or value not in index:
        raise PositionImpossible(f"“{name}” knows no {shown(value)}.")
    return index[value]


def keys_in(name: str, values: Sequence[Any], among: Sequence[str]) -> list[str]:
    """Some of these words, none twice."""
    for value in values:
        if not isinstance(value, str) or value not in among:
            raise unfit(name, f"a list of some of {', '.join(among)}", value)
    refuse_if(len({*values}) != len(values), f"“{name}” names something twice.")
    return list(values)


def province_in(name: str, value: Any) -> int:
    return key_in(name, value, BOARD.index)


def province_or_none(name: str, value: Any) -> int:
    return NOTHING if value == "" else province_in(name, value)


def numbers_in(
    fields: Fields, name: str, default: tuple[int, ...], most: int, least: int = 0
) -> tuple[int, ...]:
    """As many numbers as the default has; the default if nothing is told."""
    told = fields.numbers(name, least, most)
    if not told:
        return default
    refuse_if(
        len(told) != len(default), f"“{name}” is a list of {len(default)} numbers."
    )
    return tuple(told)


def pairs_in(
    fields: Fields, name: str, seats: int, among: Sequence[str]
) -> frozenset[tuple[int, str]]:
    """Pairs of a seat and a word."""
    found = set()
    for pair in fields.list(name):
        if not isinstance(pair, list) or len(pair) != 2 or pair[1] not in among:
            raise unfit(name, f"a list of pairs [seat, {' or '.join(among)}]", pair)
        found.add((fields.check_number(name, pair[0], 0, seats - 1), pair[1]))
    return frozenset(found)
