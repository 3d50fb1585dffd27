"""The words mail programs add in the languages of their owners."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

LONGEST_LINE = 300  # no phrase is looked for in longer lines
EDGE = " \t*_-=~#[]<>()\"'«»“”„:：|+.·•—–"
UKRAINIAN = re.compile("[іїєґІЇЄҐ]")
RUSSIAN = re.compile("[ыэъёЫЭЪЁ]")


def phrase_table(chapter: str) -> dict[str, str]:
    """Map phrases to languages; one of several languages counts for the first."""
    found: dict[str, str] = {}
    for language, chapters in PHRASES.items():
        for phrase in chapters[chapter]:
            found.setdefault(phrase.casefold(), "" if language == "other" else language)
    return found


FILE = Path(__file__).with_name("phrases.toml")
PHRASES = tomllib.loads(FILE.read_text(encoding="utf-8"))
VERBS = phrase_table("verbs")
HEADERS = phrase_table("headers")
SEPARATORS = phrase_table("separators")
FOOTERS = phrase_table("footers")
DISCLAIMERS = phrase_table("disclaimers")
AUTOMATIC = phrase_table("automatic")


def bare_line(line: str) -> str:
    """Return a line in lower case and without ornaments around it."""
    return line.strip(EDGE).casefold()


def opening_phrase(line: str, phrases: Mapping[str, str]) -> str | None:
    start = line.lstrip(EDGE).casefold()
    if not start.startswith(tuple(phrases)):
        return None
    return max((phrase for phrase in phrases if start.startswith(phrase)), key=len)


def verb_in(folded: str) -> str | None:
    """Find a word for writing in a text in lower case."""
    words = re.findall(r"[^\W\d_]+", folded)
    return next((word for word in words if word in VERBS), None)


def language_by_letters(text: str) -> str:
    """Return the language by letters that only it has."""
    if UKRAINIAN.search(text):
        return "uk"
    if RUSSIAN.search(text):
        return "ru"
    return ""
