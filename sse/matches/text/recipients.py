"""To whom something is said: seats by name, colour or number, or all. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from engine.reading.text import squeeze
from sse.matches.text.command_words import Command, leading, meaning

BETWEEN = re.compile(r"[,;&+/]")
LONGEST = 20  # words among which names are looked for


class Addressee(NamedTuple):
    """A seat, and everything it may be called besides its number."""

    seat: int
    name: str
    others: tuple[str, ...] = ()  # colours, in all languages


class AddresseeUnclear(ValueError):
    """A word that names nobody, or several: what could be meant."""

    def __init__(self, word: str, possible: Sequence[str]) -> None:
        super().__init__(word)
        self.word, self.possible = word, tuple(possible)


class Speech(NamedTuple):
    to: tuple[int, ...] | None  # nothing: all
    text: str


def speech_of(command: Command, table: Sequence[Addressee]) -> Speech:
    """`to blue, Botan: text` with the lines below it. [AddresseeUnclear]"""
    named, colon, text = command.rest.partition(":")
    if not colon:
        return Speech(seats_before(command, table), command.below)
    said = "\n".join(filter(None, (text.strip(), command.below)))
    return Speech(seats_named(named, table), said)


def seats_before(
    command: Command, table: Sequence[Addressee]
) -> tuple[int, ...] | None:
    """`to Botan` on a line of its own, and below it what is said. [AddresseeUnclear]"""
    if not names_in(command.rest, table):
        raise AddresseeUnclear("", [])
    named = name_before(command.rest, table)
    if named and (named != command.rest or not command.below):
        raise AddresseeUnclear(named, [])
    return seats_named(command.rest, table)


def name_before(words: str, table: Sequence[Addressee]) -> str:
    """The longest beginning that names somebody."""
    said = words.split()[:LONGEST]
    for count in range(len(said), 0, -1):
        named = " ".join(said[:count])
        with suppress(AddresseeUnclear):
            seats_named(named, table)
            if names_in(named, table):
                return named
    return ""


def seats_named(words: str, table: Sequence[Addressee]) -> tuple[int, ...] | None:
    """The seats of a list of names; nothing is all, and no word is all too."""
    found: list[int] = []
    for name in names_in(words, table):
        if meaning("all", name):
            return None
        found.append(seat_named(name, table))
    return tuple(dict.fromkeys(found)) if found else None


def names_in(words: str, table: Sequence[Addressee]) -> list[str]:
    """`to blue, Botan and seat 2`; a player may be called “Aki and Botan”."""
    rest = after_preposition(words)
    pieces = [piece.strip() for piece in BETWEEN.split(rest) if piece.strip()]
    return [name for piece in pieces for name in split_and(piece, table)]


def after_preposition(words: str) -> str:
    found = leading("to", words.strip())
    return found.rest if found.meaning else words.strip()


def split_and(piece: str, table: Sequence[Addressee]) -> list[str]:
    if any(squeeze(piece) == squeeze(place.name) for place in table):
        return [piece]
    names: list[list[str]] = [[]]
    for word in piece.split():
        if meaning("and", word):
            names.append([])
        else:
            names[-1].append(word)
    return [after_preposition(" ".join(name)) for name in names if name]


def seat_named(name: str, table: Sequence[Addressee]) -> int:
    """A seat by its whole name, colour or number, else by an unmistakable start.

    Who calls themselves by another's colour shall not hear what is said to that one.
    """
    wanted, number = squeeze(name), number_called(name)
    meant = [
        place
        for place in table
        if wanted in map(squeeze, (place.name, *place.others)) or place.seat == number
    ]
    begun = [place for place in table if squeeze(place.name).startswith(wanted)]
    if not meant and len(wanted) >= 2:
        meant = begun
    if len(meant) == 1:
        return meant[0].seat
    raise AddresseeUnclear(name, [place.name for place in meant or begun or table])


def number_called(name: str) -> int | None:
    """The seat that people call `seat 2`, or just 2: they count from 1."""
    found = leading("seat", name)
    digits = (found.rest if found.meaning else name).strip("# ")
    is_number = digits.isascii() and digits.isdigit() and len(digits) < 3
    return int(digits) - 1 if is_number else None
