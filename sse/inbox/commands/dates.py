"""Read days and durations as people write them, in five languages. Pure.

24.12.-2.1.    2026-12-24 to 2027-01-02    24. bis 28. Dezember    until 5 January
tomorrow       for 3 days                  a week                  с 24 по 28 декабря
Dec 24th to 28th                           two weeks               dal 24 al 28 dicembre
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, timedelta
from itertools import pairwise
from typing import NamedTuple

from sse.matches.text.command_words import meaning

TOKEN = re.compile(
    r"(?P<iso>\d{4}-\d{1,2}-\d{1,2})(?!\d)"
    r"|(?P<dotted>\d{1,2}\.\s?\d{1,2}(?:\.\s?(?:\d{4}|\d{2}(?![\d.]))|\.(?!\d)|(?![\d.])))"
    r"|(?P<slashed>\d{1,2}/\d{1,2}(?:/\d{4}|/\d{2})?)(?!\d)"
    r"|(?P<number>\d{1,4})(?!\d)(?:\.|st\b|nd\b|rd\b|th\b|º)?"
    r"|(?P<word>[^\W\d_]++(?:['’][^\W\d_]++)*+)\.?"
    r"|(?P<dash>[-–—…]+)"
    r"|(?P<junk>\d+)",
    re.IGNORECASE,
)
UNITS = {"hours": timedelta(hours=1), "days": timedelta(days=1)}
UNITS["weeks"] = timedelta(weeks=1)
MOST = 1000  # of a unit
LONG = timedelta(days=183)  # nobody is away for so long over New Year


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
    """Return the first and the last day, both included. [DaysUnclear]"""
    tokens = list(tokens_of(text[:200]))
    found = list(named_days(tokens, today))
    span = duration_in(tokens)
    if not found and span:
        return today, today + max(span - UNITS["days"], timedelta())
    if len(found) not in (1, 2):
        raise DaysUnclear(text.strip()[:60])
    if len(found) == 2:
        return range_of(*with_months(*found), today)
    if any(is_until(token) for token in tokens):
        return today, next_such(found[0], today)
    return span_of(found[0], max(span - UNITS["days"], timedelta()), today)


def duration_of(text: str) -> timedelta:
    """Read `2 days`, `36 Stunden`, `una settimana`; return nothing if none is named."""
    return duration_in(list(tokens_of(text[:200])))


# ------------------------------------------------------------------------- tokens


TABLES = ("months", "units", "relative", "until", "numbers")


def tokens_of(text: str) -> Iterator[Token]:
    """Split a text, leaving out words that say nothing about days: `the 28th of`."""
    for found in TOKEN.finditer(text):
        token = Token(str(found.lastgroup), found[str(found.lastgroup)])
        if token.kind != "word" or any(meaning(t, token.text) for t in TABLES):
            yield token


def duration_in(tokens: list[Token]) -> timedelta:
    for before, after in pairwise(tokens):
        unit = UNITS.get(meaning("units", after.text)) if after.kind == "word" else None
        if unit and before.kind == "number" and int(before.text) <= MOST:
            return int(before.text) * unit
        if unit and (count := meaning("numbers", before.text)):
            return int(count) * unit
    return timedelta()


def named_days(tokens: list[Token], today: date) -> Iterator[Day]:
    """Return the days in the order of the text. [DaysUnclear]"""
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
        elif kind == "number" and not is_unit(after):
            before = tokens[at - 2] if at > 1 else Token("", "")
            if not (is_between(before) or is_between(after)):
                raise DaysUnclear(text)
            yield Day(int(text))


def is_unit(token: Token) -> bool:
    return token.kind == "word" and bool(meaning("units", token.text))


def is_between(token: Token) -> bool:
    """Stands between the two ends of a range: one month is enough for both."""
    return token.kind == "dash" or is_until(token)


def is_until(token: Token) -> bool:
    return token.kind == "word" and bool(meaning("until", token.text))


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


def with_months(first: Day, last: Day) -> tuple[Day, Day]:
    """`24. - 28.12.` and `24.12. - 28.`; nobody says so over the end of a month."""
    if not (first.month and last.month) and first.day > last.day:
        raise DaysUnclear(f"{first.day} – {last.day}")
    return (
        first if first.month else first._replace(month=last.month, year=last.year),
        last if last.month else last._replace(month=first.month, year=first.year),
    )


def range_of(first: Day, last: Day, today: date) -> tuple[date, date]:
    """One that has begun counts from today; else the next to come. [DaysUnclear]"""
    begun = last_such(first, today)
    end = next_such(last, begun) if begun else today
    if begun and today <= end and (begun.year == end.year or end - begun < LONG):
        return today, end
    begin = next_such(first, today)
    end = next_such(last, begin)
    if end < begin:
        raise DaysUnclear(f"{begin} – {end}")
    return begin, end


def span_of(day: Day, longer: timedelta, today: date) -> tuple[date, date]:
    begun = last_such(day, today)
    if begun and begun + longer >= today:
        return today, begun + longer
    begin = next_such(day, today)
    return begin, begin + longer


def last_such(day: Day, today: date) -> date | None:
    """That day of this year or the last one, if it was not later than today."""
    for year in [day.year] if day.year else [today.year, today.year - 1]:
        with suppress(ValueError):
            if (found := date(year, day.month, day.day)) <= today:
                return found
    return None


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
