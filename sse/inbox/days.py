"""Days and spans of time as people write them, in five languages. Pure.

24.12.-2.1.    2026-12-24 to 2027-01-02    24. bis 28. Dezember    until 5 January
tomorrow       for 3 days                  a week                  с 24 по 28 декабря
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import pairwise
from typing import NamedTuple

from sse.inbox.commands import meaning

TOKEN = re.compile(
    r"(?P<iso>\d{4}-\d{1,2}-\d{1,2})(?!\d)"
    r"|(?P<dotted>\d{1,2}\.\s?\d{1,2}(?:\.\s?(?:\d{4}|\d{2}(?![\d.]))|\.(?!\d)|(?![\d.])))"
    r"|(?P<slashed>\d{1,2}/\d{1,2}(?:/\d{4}|/\d{2})?)(?!\d)"
    r"|(?P<number>\d{1,4})(?!\d)(?:\.|st\b|nd\b|rd\b|th\b|º)?"
    r"|(?P<word>[^\W\d_]+)\.?"
    r"|(?P<dash>[-–—…]+)"
    r"|(?P<junk>\d+)",
    re.IGNORECASE,
)
UNITS = {"hours": timedelta(hours=1), "days": timedelta(days=1)}
UNITS["weeks"] = timedelta(weeks=1)
MOST = 1000  # of a unit


class DaysUnclear(ValueError):
    """The text names no days, or they can be read in two ways: the argument."""


class Token(NamedTuple):
    kind: str
    text: str


class Day(NamedTuple):
    """A day as it was written: the year may be missing, and the month too."""

    day: int
    month: int = 0
    year: int = 0


def days_of(text: str, today: date) -> tuple[date, date]:
    """The first and the last day, both included. [DaysUnclear]"""
    tokens = list(tokens_of(text[:200]))
    found = list(named_days(tokens, today))
    span = duration_in(tokens)
    if not found and span:
        return today, today + max(span - UNITS["days"], timedelta())
    if len(found) not in (1, 2):
        raise DaysUnclear(text.strip()[:60])
    first, last = completed(found, today)
    if len(found) == 2:
        return first, last
    if any(meaning("until", token.text) for token in tokens if token.kind == "word"):
        return today, first
    return first, first + max(span - UNITS["days"], timedelta())


def duration_of(text: str) -> timedelta:
    """`2 days`, `36 Stunden`, `una settimana`; nothing if none is named."""
    return duration_in(list(tokens_of(text[:200])))


# ------------------------------------------------------------------------- tokens


TABLES = ("months", "units", "relative", "until", "one")


def tokens_of(text: str) -> Iterator[Token]:
    """Words that say nothing about days are left out: `the 28th of`."""
    for found in TOKEN.finditer(text):
        token = Token(str(found.lastgroup), found[str(found.lastgroup)])
        if token.kind != "word" or any(meaning(t, token.text) for t in TABLES):
            yield token


def duration_in(tokens: list[Token]) -> timedelta:
    for before, after in pairwise(tokens):
        unit = UNITS.get(meaning("units", after.text)) if after.kind == "word" else None
        if unit and before.kind == "number" and int(before.text) <= MOST:
            return int(before.text) * unit
        if unit and meaning("one", before.text):
            return unit
    return timedelta()


def named_days(tokens: list[Token], today: date) -> Iterator[Day]:
    """In the order of the text; `24. - 28.12.` has one month for both."""
    at, is_day_first = 0, any(begins_with_day(token) for token in tokens)
    while at < len(tokens):
        kind, text = tokens[at]
        after = tokens[at + 1] if at + 1 < len(tokens) else Token("", "")
        far = tokens[at + 2] if at + 2 < len(tokens) else Token("", "")
        at += 1
        if kind == "iso":
            year, month, day = map(int, text.split("-"))
            yield Day(day, month, year)
        elif kind == "dotted":
            yield dotted(text)
        elif kind == "slashed":
            yield slashed(text, is_day_first)
        elif kind == "word" and (relative := meaning("relative", text)):
            when = today + timedelta(days=relative == "tomorrow")
            yield Day(when.day, when.month, when.year)
        elif kind == "number" and (month := month_of(after)):
            yield Day(int(text), month, year_of(far))
            at += 1 + bool(year_of(far))
        elif kind == "word" and (month := month_of(Token(kind, text))):
            if after.kind == "number" and not year_of(after):
                yield Day(int(after.text), month, year_of(far))
                at += 1 + bool(year_of(far))
        elif kind == "number" and is_first_of_two(tokens, at):
            yield Day(int(text))


def is_first_of_two(tokens: list[Token], at: int) -> bool:
    """A day without a month, before a range's other end that has one."""
    if at >= len(tokens) or len(tokens) < at + 2:
        return False
    kind, text = tokens[at]
    return kind == "dash" or (kind == "word" and bool(meaning("until", text)))


def month_of(token: Token) -> int:
    found = meaning("months", token.text) if token.kind == "word" else ""
    return int(found) if found else 0


def year_of(token: Token) -> int:
    is_year = token.kind == "number" and len(token.text) == 4
    return int(token.text) if is_year else 0


def dotted(text: str) -> Day:
    day, month, year = ([int(n) for n in re.findall(r"\d+", text)] + [0])[:3]
    return Day(day, month, year + 2000 if 0 < year < 100 else year)


def begins_with_day(token: Token) -> bool:
    return token.kind == "slashed" and int(token.text.partition("/")[0]) > 12


def slashed(text: str, is_day_first: bool) -> Day:
    """Half of the world begins with the month."""
    first, second, year = ([int(n) for n in text.split("/")] + [0])[:3]
    year += 2000 if 0 < year < 100 else 0
    if is_day_first:
        return Day(first, second, year)
    if first <= 12 and second <= 12 and first != second:
        raise DaysUnclear(text)
    return Day(first, second, year) if second <= 12 else Day(second, first, year)


# -------------------------------------------------------------------------- years


def completed(found: list[Day], today: date) -> tuple[date, date]:
    """With the nearest years to come. [DaysUnclear]"""
    first, last = found[0], found[-1]
    if not first.month:
        first = first._replace(month=last.month, year=last.year)
    begin = next_such(first, today)
    end = next_such(last, begin)
    if end < begin:
        raise DaysUnclear(f"{begin} – {end}")
    return begin, end


def next_such(day: Day, since: date) -> date:
    """That day of its year, or the first such day from then on."""
    years = [day.year] if day.year else range(since.year, since.year + 5)
    for year in years:
        try:
            found = date(year, day.month, day.day)
        except ValueError:
            continue
        if day.year or found >= since:
            return found
    raise DaysUnclear(f"{day.day}.{day.month}.{day.year or ''}")
