"""The words mail programs add in the languages of their owners."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

LONGEST = 300  # no phrase is looked for in longer lines
EDGE = " \t*_-=~#[]<>()\"'«»“”„:：|+.·•—–"
UKRAINIAN = re.compile("[іїєґІЇЄҐ]")
RUSSIAN = re.compile("[ыэъёЫЭЪЁ]")


def table(chapter: str) -> dict[str, str]:
    """Phrase to language. A phrase of several languages counts for the first."""
    found: dict[str, str] = {}
    for language, chapters in PHRASES.items():
        for phrase in chapters[chapter]:
            found.setdefault(phrase.casefold(), "" if language == "other" else language)
    return found


def load() -> Mapping[str, Mapping[str, list[str]]]:
    file = Path(__file__).with_name("phrases.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


PHRASES = load()
VERBS = table("verbs")
HEADERS = table("headers")
SEPARATORS = table("separators")
FOOTERS = table("footers")
DISCLAIMERS = table("disclaimers")
AUTOMATIC = table("automatic")


def bare(line: str) -> str:
    """A line without case and without the ornaments round it."""
    return line.strip(EDGE).casefold()


def opening(line: str, phrases: Mapping[str, str]) -> str | None:
    """The phrase a line begins with, if any."""
    start = line.lstrip(EDGE).casefold()
    if not start.startswith(tuple(phrases)):
        return None
    return max((phrase for phrase in phrases if start.startswith(phrase)), key=len)


def verb_in(folded: str) -> str | None:
    """A word for writing in a text without case."""
    words = re.findall(r"[^\W\d_]+", folded)
    return next((word for word in words if word in VERBS), None)


def language_of(text: str) -> str:
    """By letters only these languages have."""
    if UKRAINIAN.search(text):
        return "uk"
    if RUSSIAN.search(text):
        return "ru"
    return ""
