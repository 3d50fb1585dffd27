"""Reads what match somebody wants: in any order, with commas or without. Pure.

create small samurai empires, 3 seats, edition crowd-games, variants shrines,
bots greedy, tempo phase, clock relaxed, private, invite a@b.c, title Spring
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.bots import bots
from engine.grammar import Lexicon, squeeze
from engine.registry import About, Choice, games
from sse.inbox.commands import LONGEST_PHRASE, leading, meaning

QUOTED = re.compile(r"[\"“”„«]([^\"“”«»]{1,80})[\"“”»]")
BETWEEN = re.compile(r"[,;\n]")
LONGEST = 2000  # letters read
RANDOM = "random"


class CreateUnclear(ValueError):
    """A word that is not known there, and the game if that is known."""

    def __init__(self, word: str, about: About | None = None) -> None:
        super().__init__(word)
        self.word, self.about = word, about


@dataclass
class Wanted:
    """A match as its organiser describes it."""

    about: About
    seats: int = 0  # not said
    choices: dict[str, str] = field(default_factory=dict)
    bots: list[str] = field(default_factory=list)
    tempo: str = "each"
    clock: str = "daily"
    privacy: str = "listed"
    title: str = ""
    invited: list[str] = field(default_factory=list)
    plays: bool = True

    @property
    def seats_wanted(self) -> int:
        """As many as were spoken of, if no number was said."""
        spoken_of = len(self.bots) + len(self.invited) + self.plays
        return self.seats or max(self.about.seats[0], spoken_of)


def game_named(words: str) -> About | None:
    """The game of that title, in any language, or of an unmistakable beginning."""
    found = game_names().find(words)
    return games()[found[0]] if len(found) == 1 else None


def game_names() -> Lexicon:
    return Lexicon(
        {
            name: [about.title, name, about.code, *about.titles.values()]
            for name, about in games().items()
        }
    )


def read_create(text: str) -> Wanted:
    """What is wanted; the game comes first. [CreateUnclear]"""
    text, title = title_of(text[:LONGEST])
    chunks = [chunk.split() for chunk in BETWEEN.split(text)]
    chunks = [chunk for chunk in chunks if chunk]
    if not chunks:
        raise CreateUnclear("")
    about, count = game_in(chunks[0])
    chunks[0] = chunks[0][count:]
    reader = Reader(Wanted(about, title=title))
    for chunk in chunks:
        reader.read(chunk)
    return reader.wanted


def title_of(text: str) -> tuple[str, str]:
    """A title in quotation marks may hold commas."""
    found = QUOTED.search(text)
    if not found:
        return text, ""
    before = text[: found.start()].rstrip(" :")
    words = before.split()
    if words and meaning("create", words[-1]) == "title":
        before = before[: -len(words[-1])]
    return f"{before}, {text[found.end() :]}", found[1].strip()


def game_in(words: Sequence[str]) -> tuple[About, int]:
    """The longest beginning that names a game, and how many words it has."""
    for count in range(min(8, len(words)), 0, -1):
        if about := game_named(" ".join(words[:count])):
            return about, count
    raise CreateUnclear(" ".join(words[:3]))


class Reader:
    """One piece after another; what nobody knows is told."""

    def __init__(self, wanted: Wanted) -> None:
        self.wanted = wanted
        self.words: list[str] = []
        choices = wanted.about.choices.values()
        self.names = {squeeze(choice.name): choice for choice in choices}
        self.values = values_of(choices)
        programs = bots(wanted.about.name)
        self.programs = {squeeze(name): name for name in programs}
        self.program = next((n for n in programs if n != RANDOM), RANDOM)

    def read(self, words: list[str]) -> None:
        self.words = words
        while self.words:
            if not any(rule() for rule in self.rules):
                raise CreateUnclear(self.words[0], self.wanted.about)

    @property
    def rules(self) -> tuple[Callable[[], bool], ...]:
        return (
            *(self.address, self.filler, self.number, self.keyword),
            *(self.word, self.choice, self.value),
        )

    def drop(self, count: int = 1) -> str:
        said, self.words = " ".join(self.words[:count]), self.words[count:]
        return said

    def known(self, table: str) -> str:
        """The phrase of a table here, taken."""
        found = leading(table, " ".join(self.words))
        if found.meaning:
            self.drop(len(found.phrase.split()))
        return found.meaning

    # ------------------------------------------------------------------- rules

    def address(self) -> bool:
        if "@" not in self.words[0]:
            return False
        self.wanted.invited.append(self.drop().strip("<>()."))
        return True

    def filler(self) -> bool:
        is_filler = meaning("and", self.words[0]) or meaning("to", self.words[0])
        return bool(is_filler) and not is_keyword(self.words) and bool(self.drop())

    def number(self) -> bool:
        """`3 seats`, `2 bots`, `2 greedy`."""
        if not is_number(self.words[0]) or len(self.words) < 2:
            return False
        count, after = int(self.words[0]), self.words[1]
        if meaning("create", after) == "seats":
            self.drop(2)
            self.wanted.seats = count
        elif meaning("create", after) == "bots":
            self.drop(2)
            self.wanted.bots += [self.bot_named() or self.program] * count
        elif name := self.programs.get(squeeze(after)):
            self.drop(2)
            self.wanted.bots += [name] * count
        else:
            return False
        return True

    def keyword(self) -> bool:
        before = list(self.words)
        found = self.known("create")
        if not found:
            return False
        if KEYWORDS[found](self):
            return True
        self.words = before[1:] or before
        raise CreateUnclear(self.words[0], self.wanted.about)

    def word(self) -> bool:
        """A clock, a tempo, a privacy or a program that says what it is."""
        for table in ("privacy", "tempo", "clock"):
            if found := self.known(table):
                setattr(self.wanted, table, found)
                is_named = self.words and meaning("create", self.words[0]) == table
                self.drop(bool(is_named))  # `daily clock`
                return True
        if name := self.bot_named():
            self.wanted.bots.append(name)
        return bool(name)

    def choice(self) -> bool:
        """`shrines`, `no shrines`, `turn cap 20`, `set sengoku-2014`."""
        is_not = len(self.words) > 1 and meaning("yes", self.words[0]) == "no"
        words = self.words[is_not:]
        for count in range(min(3, len(words)), 0, -1):
            found = self.names.get(squeeze("_".join(words[:count])))
            if found and self.choose(found, is_not, count):
                return True
        return False

    def choose(self, choice: Choice, is_not: bool, count: int) -> bool:
        if set(choice.values) == {"yes", "no"}:
            self.drop(count + is_not)
            said = meaning("yes", self.words[0]) if self.words else ""
            self.drop(bool(said))
            self.wanted.choices[choice.name] = "no" if is_not else said or "yes"
            return True
        if is_not or len(self.words) <= count:
            return False
        self.drop(count)
        self.wanted.choices[choice.name] = value_in(choice, self.drop())
        return True

    def value(self) -> bool:
        """A value that only one choice has."""
        for count in range(min(3, len(self.words)), 0, -1):
            spelt = squeeze("-".join(self.words[:count]))
            if found := self.values.get(spelt):
                self.drop(count)
                self.wanted.choices[found[0]] = found[1]
                return True
        return False

    # ---------------------------------------------------------------- keywords

    def bot_named(self) -> str:
        name = self.programs.get(squeeze(self.words[0])) if self.words else None
        if name:
            self.drop()
        return name or ""

    def take_seats(self) -> bool:
        if not self.words or not is_number(self.words[0]):
            return False
        self.wanted.seats = int(self.drop())
        return True

    def take_bots(self) -> bool:
        """`bots greedy`, `bots 2`, `bots greedy auto`, `bots`."""
        if self.words and is_number(self.words[0]):
            count = int(self.drop())
            self.wanted.bots += [self.bot_named() or self.program] * count
            return True
        name = self.bot_named()
        self.wanted.bots.append(name or self.program)
        while name := self.bot_named():
            self.wanted.bots.append(name)
        return True

    def take_title(self) -> bool:
        self.wanted.title = self.drop(len(self.words)).strip(": ")
        return True

    def take_edition(self) -> bool:
        edition = self.wanted.about.choices.get("edition")
        return edition is not None and bool(self.words) and self.value()

    def take_nothing(self) -> bool:
        """What follows says it all."""
        return True

    def take_without_me(self) -> bool:
        self.wanted.plays = False
        return True

    def take_tempo(self) -> bool:
        self.wanted.tempo = self.known("tempo")
        return bool(self.wanted.tempo)

    def take_clock(self) -> bool:
        self.wanted.clock = self.known("clock")
        return bool(self.wanted.clock)


KEYWORDS: Mapping[str, Callable[[Reader], bool]] = {
    "seats": Reader.take_seats,
    "bots": Reader.take_bots,
    "tempo": Reader.take_tempo,
    "clock": Reader.take_clock,
    "invite": Reader.take_nothing,
    "title": Reader.take_title,
    "edition": Reader.take_edition,
    "variants": Reader.take_nothing,
    "without_me": Reader.take_without_me,
}


def is_keyword(words: Sequence[str]) -> bool:
    return bool(leading("create", " ".join(words[:LONGEST_PHRASE])).meaning)


def is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 3


def values_of(choices: Iterable[Choice]) -> dict[str, tuple[str, str]]:
    """Values that tell by themselves what is chosen."""
    found: dict[str, list[tuple[str, str]]] = {}
    for choice in choices:
        for value in choice.values:
            found.setdefault(squeeze(value), []).append((choice.name, value))
    return {spelt: of[0] for spelt, of in found.items() if len(of) == 1}


def value_in(choice: Choice, said: str) -> str:
    """As the game writes it; what it does not have, it refuses itself."""
    return next((v for v in choice.values if squeeze(v) == squeeze(said)), said)
