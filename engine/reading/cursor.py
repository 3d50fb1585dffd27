"""One reading of a line, from left to right: for languages whose first word tells all.

A game's reader has a method for each piece of its grammar, made of these:

    class Reader(Cursor):
        parts, rule = PARTS, "SHO-18.4"

        def moves(self) -> tuple[Move, ...]:
            return self.listed(self.move, "|", "or")

        def move(self) -> Move:
            target, armies = self.key(PROVINCES), self.count()
            return Move(target, armies, self.condition(self.test))
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NoReturn, TypeVar

from engine.errors import OrderAmbiguous
from engine.reading.lexicon import Lexicon
from engine.reading.misses import unreadable
from engine.reading.tokens import ARROW, Parts, Token, Tokens

T = TypeVar("T")
RELATIONS = ("<", "<=", "=", ">=", ">")
NUMBER = re.compile(r"0|[1-9][0-9]{0,5}")


class Cursor(Tokens):
    """The tokens of one statement, and the place where reading has come to."""

    parts: Parts  # the small words of the game
    rule: str  # that has its grammar

    def __init__(self, tokens: Sequence[Token]) -> None:
        super().__init__(tokens)
        self.at = 0

    # ------------------------------------------------------------ tokens

    @property
    def token(self) -> str:
        return self.text(self.at)

    def take(self) -> str:
        token = self.token
        self.at += 1
        return token

    def skip(self, sign: str) -> bool:
        self.note(self.at, sign)
        if self.token != sign:
            return False
        self.at += 1
        return True

    def finish(self) -> None:
        """Nothing may be left over."""
        if not self.is_end(self.at):
            self.fail()

    def fail(self) -> NoReturn:
        """The word here fits nothing: say what it may have meant."""
        self.note(self.at)
        raise unreadable(self, self.rule)

    # ------------------------------------------------------------- words

    def length(self, words: Lexicon) -> int:
        """How many tokens from here are one of the words: `der Mitte` is two."""
        ends = [end for _, end in self.in_full(words, self.at)]
        return ends[-1] - self.at if ends else 0

    def said(self, length: int) -> str:
        return self.texts(self.at, self.at + length)

    def key(self, words: Lexicon) -> str:
        """The word here, in full or by a beginning that is clear."""
        self.note(self.at, words)
        length = self.length(words) or 1
        found = words.find(self.said(length))
        if len(found) != 1:
            self.fail_key(words, found)
        self.at += length
        return found[0]

    def fail_key(self, words: Lexicon, found: Sequence[str]) -> NoReturn:
        """None of the words is meant, or several can be."""
        if not found:
            self.fail()
        legal, word = [words.shown[key] for key in found], self.token
        raise OrderAmbiguous(self.rule, "ambiguous_word", legal=legal, word=word)

    def part_length(self, *keys: str) -> int:
        """How many tokens are one of these parts; the longest part counts."""
        length = self.length(self.parts.any)
        if not length:
            return 0
        said = self.said(length)
        return length if any(self.parts[key].exact(said) for key in keys) else 0

    def is_part(self, *keys: str) -> bool:
        return self.part_length(*keys) > 0

    def skip_part(self, key: str) -> bool:
        self.note(self.at, self.parts[key])
        length = self.part_length(key)
        self.at += length
        return length > 0

    def words_until(self, signs: str, *parts: str) -> str:
        """A name of any length: all words up to one of the parts or signs."""
        start = self.at
        while self.token and self.token not in signs and not self.is_part(*parts):
            self.at += 1
        return self.texts(start, self.at)

    # ------------------------------------------------- numbers and lists

    def count(self, least: int = 1, most: int = 99) -> int:
        found = NUMBER.fullmatch(self.token)
        if found is None or not least <= int(found[0]) <= most:
            self.fail()
        self.at += 1
        return int(found[0])

    def relation(self) -> str:
        """How two numbers are compared; an arrow `>` is more here."""
        self.note(self.at, *RELATIONS)
        relation = ">" if self.token == ARROW else self.token
        if relation not in RELATIONS:
            self.fail()
        self.at += 1
        return relation

    def listed(self, item: Callable[[], T], *between: str) -> tuple[T, ...]:
        """One or more, with signs or parts between them; ranked, if it is a ranking."""
        found = [item()]
        while any(map(self.skip_between, between)):
            found.append(item())
        return tuple(found)

    def skip_between(self, between: str) -> bool:
        return self.skip_part(between) if between in self.parts else self.skip(between)

    def condition(self, test: Callable[[], T]) -> tuple[T, ...]:
        """`if` and its tests, joined by `and`; none where it does not say so."""
        return self.listed(test, "and") if self.skip_part("if") else ()
