"""Reads a command out of what a person wrote. Pure: a table, and no database."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import NamedTuple

from engine.grammar import fold

ALONE = ("help", "withdraw", "games")  # nothing may stand behind these
DATE = re.compile(
    r"(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})\.(\d{1,2})\.(\d{4})", re.ASCII
)
LAST = ".,;:!"


class Command(NamedTuple):
    name: str
    rest: str  # of its line
    below: str  # the lines after it


@cache
def table(name: str) -> Mapping[str, str]:
    """What the words of a table stand for."""
    file = Path(__file__).with_name("commands.toml")
    named = tomllib.loads(file.read_text(encoding="utf-8"))[name].items()
    return {fold(word): meaning for meaning, words in named for word in words}


def read_command(text: str) -> Command | None:
    """The command in the first line, if there is one; else the text is orders.

    A greeting above it is passed over.
    """
    lines = [line.strip() for line in text.strip().splitlines()]
    while lines and (not lines[0] or is_greeting(lines)):
        lines = lines[1:]
    if not lines:
        return None
    first, _, rest = lines[0].partition(" ")
    name = table("commands").get(fold(first.rstrip(LAST)))
    rest = rest.strip()
    if name is None or (name in ALONE and rest.strip(LAST)):
        return None
    return Command(name, rest, "\n".join(lines[1:]).strip())


def is_greeting(lines: list[str]) -> bool:
    """“Hello,” above a line that is a command."""
    below = next((line for line in lines[1:] if line), "")
    word = fold(below.partition(" ")[0].rstrip(LAST))
    return lines[0].endswith((",", "!")) and word in table("commands")


def meaning(name: str, word: str) -> str:
    """What a word of a smaller table stands for, or nothing."""
    return table(name).get(fold(word.strip(LAST)), "")


def days(text: str) -> list[date]:
    """The days named in a text: 2026-12-24 or 24.12.2026. [ValueError]"""
    found = []
    for year, month, day, day_first, month_second, year_last in DATE.findall(text):
        parts = (year, month, day) if year else (year_last, month_second, day_first)
        found.append(date(*map(int, parts)))
    return found
