"""Every reading of a line, and how sure each of them is.

For languages in which the rest of a line tells what its beginning meant. Where the
first word tells it, `cursor` is enough.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from engine.reading.lexicon import Lexicon
from engine.reading.players import Players
from engine.reading.tokens import Parts, Token, Tokens

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
LONGEST_NAME = 12  # tokens of a player's name
MOST_ALIKE = 12  # readings of one piece of a line
MOST_WORK = 40_000  # words looked up for one mail; a good line needs some hundred

NAME, BEGINNING, FULL = range(3)  # a stronger reading of a word beats a weaker one


class Mark(NamedTuple):
    """How one word was read; several keys are a word that is not clear."""

    at: int
    strength: int
    could: tuple[str, ...] = ()
    words: int = 1  # tokens of which it is said, the last one at `at`


class Found(NamedTuple, Generic[T_co]):
    """One reading of a piece of the line, and where it ends."""

    value: T_co
    end: int
    marks: tuple[Mark, ...] = ()


class TooMuch(Exception):
    """A mail with more readings than are worth looking for."""


def after(first: Found[object], rest: Iterable[Found[T]]) -> Iterator[Found[T]]:
    """What follows, with the marks of what went before."""
    for found in rest:
        yield Found(found.value, found.end, first.marks + found.marks)


def strongest(readings: Iterable[Found[T]]) -> list[Found[T]]:
    """A word in full beats a beginning, and any word of the game a player's name.

    Of readings that mean the same one is left.
    """
    different = {(found.value, doubts(found)): found for found in readings}
    if len(different) < 2:
        return list(different.values())
    best: dict[int, int] = {}
    for mark in (mark for found in different.values() for mark in found.marks):
        best[mark.at] = max(mark.strength, best.get(mark.at, NAME))
    strong = [
        found
        for found in different.values()
        if all(mark.strength == best[mark.at] for mark in found.marks)
    ]
    return strong or list(different.values())


def doubts(found: Found[object]) -> tuple[Mark, ...]:
    """The words of a reading that are not clear."""
    return tuple(mark for mark in found.marks if mark.could)


def thinned(readings: Iterable[Found[T]]) -> list[Found[T]]:
    """Of those that end alike the strongest, and no more than one can tell."""
    alike: dict[int, list[Found[T]]] = {}
    for found in readings:
        alike.setdefault(found.end, []).append(found)
    return [
        found for group in alike.values() for found in strongest(group)[:MOST_ALIKE]
    ]


class Scanner(Tokens):
    """The tokens of one line, and every reading of each piece of it."""

    parts: Parts  # of the game

    def __init__(
        self,
        tokens: Sequence[Token],
        players: Players[str],
        work: int = 0,
        limited: bool = True,
    ) -> None:
        super().__init__(tokens)
        self.players = players
        self.work = work  # done for the lines before
        self.limited = limited
        self.known: dict[tuple[Lexicon, int], list[Found[str]]] = {}

    def note(self, at: int, *wanted: Lexicon | str) -> None:
        self.work += 1
        if self.limited and self.work > MOST_WORK:
            raise TooMuch
        super().note(at, *wanted)

    def whole(
        self, rule: Callable[[int], Iterable[Found[T]]], at: int
    ) -> list[Found[T]]:
        """Readings that leave nothing over; what others leave was not understood."""
        self.far, self.expected = at, {}
        readings = list(rule(at))
        farthest = max((found.end for found in readings), default=at)
        if farthest > self.far:
            self.far, self.expected = farthest, {}
        return [found for found in readings if self.is_end(found.end)]

    # ------------------------------------------------------------- words

    def sign(self, at: int, *signs: str) -> list[Found[str]]:
        self.note(at, *signs)
        return [Found(self.text(at), at + 1)] if self.text(at) in signs else []

    def word(self, words: Lexicon, at: int) -> list[Found[str]]:
        """In full; only else as a beginning of what can stand here."""
        self.note(at, words)
        if (words, at) not in self.known:
            self.known[words, at] = self.full(words, at) or self.begun(words, at)
        return self.known[words, at]

    def full(self, words: Lexicon, at: int) -> list[Found[str]]:
        mark = (Mark(at, FULL),)
        return [Found(key, end, mark) for key, end in self.in_full(words, at)]

    def begun(self, words: Lexicon, at: int) -> list[Found[str]]:
        keys = words.begun(self.text(at).replace("'", ""))
        if not keys or words.forks:
            return [Found(key, at + 1, (Mark(at, BEGINNING),)) for key in keys]
        could = tuple(words.shown[key] for key in keys) if len(keys) > 1 else ()
        return [Found(keys[0], at + 1, (Mark(at, BEGINNING, could),))]

    def part(self, key: str, at: int) -> list[Found[str]]:
        return self.word(self.parts[key], at)

    def player(self, at: int) -> list[Found[str]]:
        """A player by name, in full only."""
        self.note(at, self.players.spelt)
        found = []
        text, end = "", at
        for _ in range(LONGEST_NAME if self.players else 0):
            if self.is_end(end):
                break
            text += self.text(end)
            end += 1
            who = self.players.named(text)
            if who and self.text(end - 1) != "-":
                could = tuple(who) if len(who) > 1 else ()
                found.append(Found(who[0], end, (Mark(at, NAME, could),)))
        return found

    def number(self, at: int, least: int = 1) -> list[Found[int]]:
        """As people count pieces: two digits at most."""
        self.note(at)
        text = self.text(at)
        if not re.fullmatch(r"[0-9]{1,2}", text) or int(text) < least:
            return []
        return [Found(int(text), at + 1)]

    # ------------------------------------------------------ combinations

    def maybe(
        self, rule: Callable[[int], Iterable[Found[T]]], at: int
    ) -> list[Found[T | None]]:
        """Left out, or read."""
        left_out: list[Found[T | None]] = [Found(None, at)]
        return left_out + [Found(f.value, f.end, f.marks) for f in rule(at)]

    def many(
        self,
        item: Callable[[int], Iterable[Found[T]]],
        between: Callable[[int], Iterable[Found[str]]],
        at: int,
        most: int = 0,
    ) -> list[Found[tuple[T, ...]]]:
        """One or more, each length of the list a reading of its own."""
        wave: list[Found[tuple[T, ...]]] = thinned(
            Found((f.value,), f.end, f.marks) for f in item(at)
        )
        found = list(wave)
        while wave and len(wave[0].value) != most:
            wave = thinned(
                Found((*w.value, f.value), f.end, w.marks + f.marks)
                for w in wave
                for b in between(w.end)
                for f in after(b, item(b.end))
            )
            found += wave
        return found

    def nothing(self, at: int) -> list[Found[str]]:
        """Between items that follow each other directly."""
        return [Found("", at)]
