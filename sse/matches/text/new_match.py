"""Reads what match somebody wants: in any order, with commas or without. Pure.

create GAME, 3 seats, CHOICE VALUE, variants SWITCH, bots NAME, tempo phase,
clock relaxed, private, invite a@b.c, title Spring

create GAME, a bot, position {"a": 1}

create GAME, a bot, position
the text of a file that the game reads, to the end
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TypeVar

from engine.bots import bots
from engine.languages import LANGUAGES
from engine.reading.lexicon import Lexicon
from engine.reading.text import squeeze
from engine.registry import About, Choice, games
from engine.start import CURLY
from engine.start import LONGEST as LONGEST_POSITION
from sse.matches.text.command_words import (
    LAST,
    LONGEST_PHRASE,
    leading,
    meaning,
    shown,
    words,
)

QUOTED = re.compile(r"[\"“”„«]([^\"“”«»]{1,80})[\"“”»]")
STEP = re.compile(r"[0-9]{1,9}/[0-9]{1,9}")  # of a match that has ended
BETWEEN = re.compile(r"([,;])")
BESIDE = re.compile(r"\s*\([^)]*\)$")  # the year behind the name of a set
NUMBER = re.compile(r"[0-9]+")
LONGEST = 2000  # letters read
LONGEST_NAME = 8  # words of what a game lets one choose
RANDOM = "random"
T = TypeVar("T")


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
    others: str = ""  # the program on all seats that nobody is named for
    tempo: str = "each"
    clock: str = "daily"
    privacy: str = "listed"
    title: str = ""
    invited: list[str] = field(default_factory=list)
    plays: bool = True
    position: str = ""  # to begin from: JSON, or a step such as `12/30`

    @property
    def seats_wanted(self) -> int:
        """Return the number that was said, or as many as were spoken of."""
        return self.seats or max(self.about.seats[0], self.spoken_of)

    @property
    def spoken_of(self) -> int:
        return len(self.bots) + len(self.invited) + self.plays

    def take_seats(self, seats: int = 0) -> None:
        """So many there are, if nobody said; and programs sit where they were to."""
        self.seats = self.seats or seats
        if self.others:
            self.bots += [self.others] * (self.seats_wanted - self.spoken_of)
            self.others = ""


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
    """Return the match that is wanted; the game comes first. [CreateUnclear]

    How many seats there are a position knows: then nobody is seated yet.
    """
    text, position = position_of(text)
    text, title = title_of(text[:LONGEST])
    first, *others = [line for line in text.splitlines() if line.strip(" ,;")] or [""]
    pieces = BETWEEN.split(first.strip(" ,;"))
    about, count = game_in(pieces[0].split())
    pieces[0] = " ".join(pieces[0].split()[count:])
    reader = Reader(Wanted(about, title=title, position=position))
    for line in (pieces, *map(BETWEEN.split, others)):
        reader.read_line(line)
    wanted = reader.wanted
    if not wanted.position:
        wanted.take_seats()
    return wanted


def position_of(text: str) -> tuple[str, str]:
    """Split off the position between braces; nothing in it is a wish.

    They follow the word for it or begin a line: a title may have some of its own. All
    lines below a line that ends with the word are a file.
    """
    first, _, below = text.partition("\n")
    is_file = below.strip() and not below.lstrip().startswith("{")
    if is_file and ends_with_position(first):
        wishes, _word, _rest = first.rstrip(LAST + " ").rpartition(" ")
        return wishes, below
    found = begins_position().search(text)
    if not found:
        return text, ""
    end = end_of_position(text, found.end() - 1)
    return f"{text[: found.start()]}, {text[end:]}", text[found.end() - 1 : end]


def ends_with_position(line: str) -> bool:
    """Whether a file follows below."""
    words = line.strip(LAST + " ").split()
    return bool(words) and meaning("create", words[-1]) == "position"


@cache
def begins_position() -> re.Pattern[str]:
    spoken = (
        re.escape(word) for of in words()["create"]["position"].values() for word in of
    )
    word = rf"(?<!\w)(?:{'|'.join(spoken)})[\s:]*\{{"
    return re.compile(rf"{word}|^[ \t]*\{{", re.IGNORECASE | re.MULTILINE)


def end_of_position(text: str, start: int) -> int:
    """Where its last brace is; all the rest if it is no JSON: that is told then."""
    said = CURLY.sub('"', text[start : start + LONGEST_POSITION])
    try:
        _, length = json.JSONDecoder().raw_decode(said)
    except (ValueError, RecursionError):
        return len(text)
    return start + int(length)


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


def value_word(choice: Choice, value: str, language: str) -> str:
    """Return the name of a value in an email in this language."""
    word = choice.word(value, language)
    is_plain = word == value and value in words()["yes"]
    return shown("yes", value, language) if is_plain else word


class Reader:
    """One piece after another; what nobody knows is told."""

    def __init__(self, wanted: Wanted) -> None:
        self.wanted = wanted
        self.words: list[str] = []
        self.is_several = False  # the keyword is: `bots`, not `bot`
        choices = wanted.about.choices.values()
        self.names = {
            spelt: choice for choice in choices for spelt in choice_spellings(choice)
        }
        self.values = values_of(choices)
        programs = bots(wanted.about.name)
        self.programs = {squeeze(name): name for name in programs}
        self.program = next((n for n in programs if n != RANDOM), RANDOM)

    def read_line(self, pieces: list[str]) -> None:
        """Wishes and the signs between them; a title may hold such signs too."""
        for at in range(0, len(pieces), 2):
            before = self.wanted.title
            self.read(pieces[at].split())
            if self.wanted.title != before:
                end = self.end_of_title(pieces, at)
                self.wanted.title += "".join(pieces[at + 1 : end]).rstrip()
                return self.read_line(pieces[end + 1 :])
        return None

    def end_of_title(self, pieces: list[str], at: int) -> int:
        """Where wishes begin that go on to the end of the line."""
        trial, end = Reader(Wanted(self.wanted.about)), len(pieces)
        while end - 2 > at and trial.is_wish(pieces[end - 1]):
            end -= 2
        return end

    def is_wish(self, piece: str) -> bool:
        try:
            self.read(piece.split())
        except CreateUnclear:
            return False
        return not self.wanted.title  # one is enough

    def read(self, words: list[str]) -> None:
        self.words = words
        while self.words:
            if not any(rule() for rule in self.rules):
                raise CreateUnclear(self.words[0], self.wanted.about)

    @property
    def rules(self) -> tuple[Callable[[], bool], ...]:
        return (
            *(self.address, self.choice, self.number, self.filler),
            *(self.keyword, self.word, self.value),
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
        """`3 seats`, `two bots`, `2 greedy bots`; by itself it counts seats."""
        count = count_of(self.words[0])
        if not count:
            return False
        after = self.words[1] if len(self.words) > 1 else ""
        if meaning("create", after) == "seats":
            self.drop(2)
            self.wanted.seats = count
        elif meaning("create", after) == "bots":
            self.drop(2)
            self.wanted.bots += [self.bot_named() or self.program] * count
        elif squeeze(after) in self.programs:
            self.drop()
            self.wanted.bots += [self.bot_named()] * count
        elif count == 1:  # `a private match`, `lade … ein`
            self.drop()
        else:
            return self.bare_number(count)
        return True

    def bare_number(self, count: int) -> bool:
        """Once; a second one could be anything."""
        if self.wanted.seats:
            return False
        self.drop()
        self.wanted.seats = count
        return True

    def keyword(self) -> bool:
        before = list(self.words)
        found = self.known("create")
        if not found:
            return False
        self.is_several = bool(meaning("several", before[0]))
        if self.take(found):
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
        """`SWITCH`, `no SWITCH`, `NUMBER 20`, `CHOICE: a value of several words`."""
        is_not = len(self.words) > 1 and meaning("yes", self.words[0]) == "no"
        words = self.words[is_not:]
        for count in range(min(LONGEST_NAME, len(words)), 0, -1):
            found = self.names.get(spelt_by(words[:count]))
            if found and self.choose(found, is_not, count):
                return True
        return False

    def choose(self, choice: Choice, is_not: bool, count: int) -> bool:
        if choice.is_switch:
            self.drop(count + is_not)
            said = meaning("yes", self.words[0]) if self.words else ""
            self.drop(bool(said))
            self.wanted.choices[choice.name] = "no" if is_not else said or "yes"
            return True
        if is_not or len(self.words) <= count:
            return False
        self.drop(count)
        self.wanted.choices[choice.name] = self.value_of(choice)
        return True

    def value_of(self, choice: Choice) -> str:
        """Return the value as the game writes it; the game checks numbers itself."""
        if not choice.values:
            return self.drop().strip(LAST)
        spelt = {spelt: v for v in choice.values for spelt in words_for(choice, v)}
        if found := self.taken(spelt):
            return found
        raise CreateUnclear(self.words[0], self.wanted.about)

    def value(self) -> bool:
        """A value that only one choice has."""
        found = self.taken(self.values)
        if found:
            self.wanted.choices[found[0]] = found[1]
        return found is not None

    def taken(self, spelt: Mapping[str, T]) -> T | None:
        """Take the longest words that are known, and return their meaning."""
        for count in range(min(LONGEST_NAME, len(self.words)), 0, -1):
            found = spelt.get(spelt_by(self.words[:count]))
            if found is not None:
                self.drop(count)
                return found
        return None

    # ---------------------------------------------------------------- keywords

    def bot_named(self) -> str:
        """`NAME`, `NAME bots`."""
        name = self.programs.get(squeeze(self.words[0])) if self.words else None
        if name:
            self.drop()
            self.drop(bool(self.words) and meaning("create", self.words[0]) == "bots")
        return name or ""

    def take(self, keyword: str) -> bool:
        """Take what belongs to a keyword; return whether it is there."""
        match keyword:
            case "seats":
                self.wanted.seats = count_of(self.words[0]) if self.words else 0
                return bool(self.wanted.seats and self.drop())
            case "bots":
                return self.take_bots()
            case "tempo":
                self.wanted.tempo = self.known("tempo")
                return bool(self.wanted.tempo)
            case "clock":
                self.wanted.clock = self.known("clock")
                return bool(self.wanted.clock)
            case "title":
                self.wanted.title = self.drop(len(self.words)).strip(": ")
            case "without_me":
                self.wanted.plays = False
            case "position":
                said = self.words[0].strip(LAST) if self.words else ""
                if not STEP.fullmatch(said):
                    return False
                self.wanted.position = said
                self.drop()
        return True  # the words that follow `invite` or `variants` say it all

    def take_bots(self) -> bool:
        """`bots greedy`, `bots 2`, `bots greedy auto`, `bots`.

        Without a number several are as many as there is room for.
        """
        if self.words and (count := count_of(self.words[0])):
            self.drop()
            self.wanted.bots += [self.bot_named() or self.program] * count
            return True
        names = [self.bot_named() or self.program]
        while name := self.bot_named():
            names.append(name)
        self.wanted.bots += names
        if self.is_several and len(names) == 1:
            self.wanted.others = names[0]
        return True


def is_keyword(words: Sequence[str]) -> bool:
    return bool(leading("create", " ".join(words[:LONGEST_PHRASE])).meaning)


def count_of(word: str) -> int:
    """`3`, `three`, `drei`; nothing if it is no number."""
    plain = word.strip(LAST)
    if plain.isascii() and plain.isdigit() and len(plain) < 3:
        return int(plain)
    return int(meaning("numbers", plain) or 0)


# ------------------------------------------------------------ as players call things


def spelt_by(words: Sequence[str]) -> str:
    return squeeze(" ".join(words).strip(LAST))


def choice_spellings(choice: Choice) -> set[str]:
    titles = (choice.title(language) for language in LANGUAGES)
    return {squeeze(name) for name in (choice.name, *titles)}


def words_for(choice: Choice, value: str) -> set[str]:
    """All that a value may be called; a number as its words have it: `Seat 3`."""
    spoken = [value_word(choice, value, each) for each in LANGUAGES]
    counted = NUMBER.findall(spoken[0]) if value.isdigit() else []
    spoken += counted or [value]
    plain = [BESIDE.sub("", word) for word in spoken]
    return {squeeze(word) for word in (*spoken, *plain)}


def values_of(choices: Iterable[Choice]) -> dict[str, tuple[str, str]]:
    """Values that tell by themselves what is chosen; no number does."""
    found: dict[str, set[tuple[str, str]]] = {}
    for choice in choices:
        for value in choice.values:
            for spelt in () if value.isdigit() else words_for(choice, value):
                found.setdefault(spelt, set()).add((choice.name, value))
    return {spelt: of.pop() for spelt, of in found.items() if len(of) == 1}
