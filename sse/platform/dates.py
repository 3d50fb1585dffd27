"""Days in words, as the reader's language writes them."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime

from django.utils.formats import date_format
from django.utils.translation import get_language, pgettext

VOWELS = re.compile(r"\b([Dd]?al) (8|11)\b")
FIRST_YEAR, LAST_YEAR = 1970, 2200
SMALL = ("it", "ru", "uk")  # where days begin with a capital only at a sentence's head


def day_in_words(of: date) -> str:
    """`17 November 2026`"""
    # Translators: a day without its weekday, by Django's letters for dates
    said = date_format(of, pgettext("date", "j F Y"))
    return said.lower() if get_language() in SMALL else said


def day_noted(text: str) -> datetime | None:
    """A day as a log notes it; none that no match can have had, in any time zone."""
    try:
        day = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        return None
    return day if FIRST_YEAR <= day.year <= LAST_YEAR else None


def elided(sentence: str) -> str:
    """Italian `dal 24` is `dall’8` before a number that begins with a vowel."""
    return VOWELS.sub(r"\1l’\2", sentence)


def short_moment_in_words(of: date) -> str:
    """`Tue 17 Nov, 20:00 CET`"""
    # Translators: a time of a day of these weeks, by Django's letters for dates
    said = date_format(of, pgettext("date", "D j M, H:i T"))
    day, _, zone = said.rpartition(" ")
    return f"{day.lower()} {zone}" if get_language() in SMALL else said
