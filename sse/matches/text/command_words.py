"""The words people write besides orders, in five languages. Pure: no database."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from engine.languages import LANGUAGES
from engine.reading.text import squeeze, with_umlauts

LAST = ".,;:!?"
LONGEST_PHRASE = 5  # words
BARE = re.compile(r"(#?\d{1,9})?[.,;:!?\s]*", re.ASCII)  # perhaps a match's number
# Alone on their line, or they are part of a sentence.
ALONE = (
    *("withdraw", "renew", "games", "start", "pause", "resume", "stop"),
    *("back", "leave", "accept", "decline"),
)
ANSWERS = ("accept", "decline")
FEW, LIKE = 4, 0.83  # words of a line; how like a command a mistyped word is


class Command(NamedTuple):
    """A line that asks or tells something, with what goes with it."""

    name: str
    rest: str = ""  # of its line
    below: str = ""  # lines that belong to it
    line: int = 1
    language: str = "en"  # of the word it was said by

    @property
    def said(self) -> str:
        """All that was said with it."""
        return "\n".join(filter(None, (self.rest, self.below)))


@cache
def words() -> Mapping[str, Any]:
    file = Path(__file__).with_name("command_words.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def table(name: str) -> Mapping[str, str]:
    """Return the meanings of the words of a table, squeezed to one word each."""
    return {spelt: meaning for spelt, (meaning, _) in meanings(name).items()}


@cache
def meanings(name: str) -> Mapping[str, tuple[str, str]]:
    """The meaning and the language of each word; the first language counts."""
    found: dict[str, tuple[str, str]] = {}
    for language in LANGUAGES:
        for meaning, spoken in words()[name].items():
            for word in spoken[language]:
                for form in with_umlauts([word]):
                    found.setdefault(squeeze(form), (meaning, language))
    return found


def shown(name: str, meaning: str, language: str) -> str:
    """The word a letter in this language writes."""
    spoken = words()[name][meaning]
    return str(spoken.get(language, spoken["en"])[0])


def meaning(name: str, word: str) -> str:
    """Return the meaning of a word of a table, or nothing."""
    return table(name).get(squeeze(word.strip(LAST + " ")), "")


class Leading(NamedTuple):
    """A phrase at the beginning of a text, and what follows it."""

    meaning: str = ""
    language: str = ""
    phrase: str = ""
    rest: str = ""


def leading(name: str, text: str) -> Leading:
    """The longest phrase of a table the text begins with, if there is one."""
    pieces = text.split()
    for count in range(min(LONGEST_PHRASE, len(pieces)), 0, -1):
        phrase = " ".join(pieces[:count])
        if found := meanings(name).get(squeeze(phrase.strip(LAST))):
            return Leading(*found, phrase, " ".join(text.split(None, count)[count:]))
    return Leading()


def read_line(line: str, number: int = 1) -> Command | None:
    """The command of a line, if it is one."""
    found = leading("commands", line)
    if not found.meaning and ":" in line:  # `note:text`
        found = leading("commands", line.replace(":", ": ", 1))
    name, rest = found.meaning, found.rest.strip()
    if name == "say":
        rest = f": {rest}" if found.phrase.endswith(":") else rest
        if ":" not in rest and not leading("to", rest).meaning:
            return None
    is_said = name in ANSWERS and (found.phrase[-1] in LAST or is_answer(rest))
    if not name or (name in ALONE and not is_said and not is_bare(rest)):
        return None
    return Command(name, rest, line=number, language=found.language)


def is_bare(rest: str) -> bool:
    """A number at most, and a please."""
    polite = leading("pleasantries", rest)
    return BARE.fullmatch(polite.rest if polite.meaning else rest) is not None


def is_answer(rest: str) -> bool:
    """`accept with pleasure`, `accept as Max`: no sentence goes on like that."""
    return any(leading(name, rest).meaning for name in ("as", "assent"))


def near(line: str) -> str:
    """The command that a short line seems to mean, though it is not written so."""
    if len(line) > LONGEST_PHRASE * 12 or leading("pleasantries", line).meaning:
        return ""
    pieces = [word.strip(LAST) for word in line.split()]
    if len(pieces) <= FEW and any(meaning("commands", w) == "preview" for w in pieces):
        return "preview"
    if pieces[:1] and meaning("commands", pieces[0]) == "say" and "?" not in line:
        return "say"
    whole = squeeze(line.strip(LAST))
    if len(pieces) > 2 or len(whole) < 5:
        return ""
    like = get_close_matches(whole, table("commands"), 1, LIKE)
    return table("commands")[like[0]] if like else ""
