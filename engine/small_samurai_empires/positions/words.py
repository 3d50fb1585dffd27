"""Reads names and numbers that people wrote; each fault has its sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import PositionImpossible
from engine.positions import Fields, shown

MANY = 10_000  # no score and no influence comes near it


def key_of(where: str, word: Any, index: Mapping[str, int]) -> int:
    if not isinstance(word, str) or word not in index:
        raise PositionImpossible(f"“{where}” names {shown(word)}, which there is not.")
    return index[word]


def word_of(where: str, word: Any, among: Sequence[str]) -> int:
    if not isinstance(word, str) or word not in among:
        words = ", ".join(among)
        raise PositionImpossible(f"“{where}” is one of {words}; {shown(word)} is not.")
    return list(among).index(word)


def refuse_if(wrong: bool, sentence: str) -> None:
    if wrong:
        raise PositionImpossible(sentence)


def numbers_of(
    fields: Fields, name: str, default: list[int], highest: int
) -> tuple[int, ...]:
    """One number for each seat."""
    given = fields.list(name) or default
    return tuple(check_numbers(fields, name, given, default, highest))


def check_numbers(
    fields: Fields, name: str, given: Any, default: list[int], highest: int
) -> list[int]:
    if not isinstance(given, list) or len(given) != len(default):
        raise PositionImpossible(
            f"“{name}” is a list of {len(default)} numbers; {shown(given)} is not."
        )
    return [fields.check_number(name, number, 0, highest) for number in given]
