"""A line as tokens, and which word of the game a token can be. [SSE-13.8]"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from engine.reading.text import fold
from engine.small_samurai_empires.plans.vocabulary import PARTS, Words

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
ARROWS = "→⇒➔➜➝➞➡⟶⟹⇨"
TOKEN = re.compile(
    rf"(?P<arrow>[-=]{{1,40}}>|>+|[{ARROWS}])|[^\W\d_]+(?:'[^\W\d_]+)*|[0-9]+|\S"
)
ABBREVIATED = re.compile(r"(?<=[^\W\d_])\.")  # `Mt. Fuji`
WORD = re.compile(r"[^\W\d_]")
LONGEST_PHRASE = 5  # words: `the journey is the destination`
LONGEST_HANDLE = 12  # tokens
MOST_ALIKE = 12  # readings of one piece of a line
MOST_WORK = 40_000  # words looked up for one mail; a good line needs some hundred

HANDLE, BEGINNING, FULL = range(3)  # a stronger reading of a word beats a weaker one


class Token(NamedTuple):
    text: str
    glued: bool  # no blank before it


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


class Handles(NamedTuple):
    """What players call themselves."""

    colours: Mapping[str, Sequence[str]]  # by handle, squeezed; two may share one
    spelt: Words


class TooMuch(Exception):
    """A mail with more readings than are worth looking for."""


def split(text: str) -> list[Token]:
    """Words, numbers, arrows and signs."""
    text = ABBREVIATED.sub(" ", fold(text)).replace("_", "-")
    tokens: list[Token] = []
    end = -1
    for match in TOKEN.finditer(text):
        shown = "->" if match["arrow"] else match[0]
        tokens.append(Token(shown, match.start() == end))
        end = match.end()
    return tokens


def squeezed(name: str) -> str:
    """A handle as its tokens, joined."""
    return "".join(token.text for token in split(name) if token.text != "-")


def after(first: Found[object], rest: Iterable[Found[T]]) -> Iterator[Found[T]]:
    """What follows, with the marks of what went before."""
    for found in rest:
        yield Found(found.value, found.end, first.marks + found.marks)


def strongest(readings: Iterable[Found[T]]) -> list[Found[T]]:
    """A word in full beats a beginning, and any word of the game a handle.

    Of readings that mean the same one is left.
    """
    different = {(found.value, doubts(found)): found for found in readings}
    if len(different) < 2:
        return list(different.values())
    best: dict[int, int] = {}
    for mark in (mark for found in different.values() for mark in found.marks):
        best[mark.at] = max(mark.strength, best.get(mark.at, HANDLE))
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


class Scanner:
    """The tokens of one line; remembers how far it was understood."""

    def __init__(
        self,
        tokens: Sequence[Token],
        handles: Handles,
        work: int = 0,
        limited: bool = True,
    ) -> None:
        self.tokens = tokens
        self.handles = handles
        self.work = work  # done for the lines before
        self.limited = limited
        self.loose = False  # arrows may be left out
        self.known: dict[tuple[Words, int], list[Found[str]]] = {}
        self.far = 0
        self.expected: dict[Words | str, None] = {}

    def text(self, at: int) -> str:
        return self.tokens[at].text if at < len(self.tokens) else ""

    def is_end(self, at: int) -> bool:
        return self.text(at) in ("", ";")

    def next_end(self, at: int) -> int:
        while not self.is_end(at):
            at += 1
        return at

    def is_number(self, at: int) -> bool:
        return self.text(at).isascii() and self.text(at).isdigit()

    def is_word(self, at: int) -> bool:
        return WORD.match(self.text(at)) is not None

    def is_glued(self, at: int) -> bool:
        return at < len(self.tokens) and self.tokens[at].glued

    def note(self, at: int, *wanted: Words | str) -> None:
        """What could stand here: the farthest place is where a line went wrong."""
        self.work += 1
        if self.limited and self.work > MOST_WORK:
            raise TooMuch
        if at > self.far:
            self.far, self.expected = at, {}
        if at == self.far:
            self.expected.update(dict.fromkeys(wanted))

    # ------------------------------------------------------------- words

    def sign(self, at: int, *signs: str) -> list[Found[str]]:
        self.note(at, *signs)
        return [Found(self.text(at), at + 1)] if self.text(at) in signs else []

    def joined(self, at: int) -> Iterator[tuple[str, int]]:
        """One word, then with its followers: phrases and hyphens. [SSE-13.8]"""
        text = ""
        for _ in range(LONGEST_PHRASE):
            if not self.is_word(at):
                return
            text += self.text(at)
            yield text, at + 1
            at = self.past_hyphen(at + 1)

    def past_hyphen(self, at: int) -> int:
        return at + 1 if self.text(at) == "-" else at

    def word(self, words: Words, at: int) -> list[Found[str]]:
        """In full; only else as a beginning of what can stand here. [SSE-13.8]"""
        self.note(at, words)
        if (words, at) not in self.known:
            self.known[words, at] = self.full(words, at) or self.begun(words, at)
        return self.known[words, at]

    def full(self, words: Words, at: int) -> list[Found[str]]:
        found = []
        for text, end in self.joined(at):
            key = words.exact(text)
            if key is not None:
                found.append(Found(key, end, (Mark(at, FULL),)))
        return found

    def begun(self, words: Words, at: int) -> list[Found[str]]:
        keys = words.begun(self.text(at).replace("'", ""))
        if not keys or words.forks:
            return [Found(key, at + 1, (Mark(at, BEGINNING),)) for key in keys]
        could = tuple(words.shown[key] for key in keys) if len(keys) > 1 else ()
        return [Found(keys[0], at + 1, (Mark(at, BEGINNING, could),))]

    def part(self, key: str, at: int) -> list[Found[str]]:
        if key == "at" and self.text(at) == "@":
            return [Found(key, at + 1)]
        return self.word(PARTS[key], at)

    def handle(self, at: int) -> list[Found[str]]:
        """A player's handle, in full only. [SSE-13.8]"""
        self.note(at, self.handles.spelt)
        found = []
        text, end = "", at
        for _ in range(LONGEST_HANDLE if self.handles.colours else 0):
            if self.is_end(end):
                break
            text += self.text(end) if self.text(end) != "-" else ""
            end += 1
            colours = self.handles.colours.get(text)
            if colours and self.text(end - 1) != "-":
                could = tuple(colours) if len(colours) > 1 else ()
                found.append(Found(colours[0], end, (Mark(at, HANDLE, could),)))
        return found

    def number(self, at: int, least: int = 1) -> list[Found[int]]:
        """As people count armies and bushido: two digits at most."""
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
