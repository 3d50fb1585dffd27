"""Times and days in words, as the reader's language and time zone have them."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.timesince import timeuntil
from django.utils.translation import get_language, pgettext

ITALIAN_VOWELS = re.compile(r"\b([Dd]?al) (8|11)\b")
FIRST_YEAR, LAST_YEAR = 1970, 2200
LOWER_CASE = ("it", "ru", "uk")  # names of days are capitalised only in headings


def moment(instant: datetime, zone: ZoneInfo) -> str:
    """`Thursday, 12 November 2026, 20:00 CET (19:00 UTC)`"""
    local, there = instant.astimezone(zone), instant.astimezone(UTC)
    day = day_name(local)
    words = f"{day}, {local:%H:%M} {zone_name(local)}"
    if local.utcoffset() == there.utcoffset():
        return f"{day}, {local:%H:%M} UTC"
    if local.date() == there.date():
        return f"{words} ({there:%H:%M} UTC)"
    weekday = in_a_sentence(date_format(there, "l"))
    return f"{words} ({weekday}, {there:%H:%M} UTC)"


def day_name(local: datetime) -> str:
    # Translators: a day with its weekday, by Django's letters for dates
    return in_a_sentence(date_format(local, pgettext("date", "l, j F Y")))


def in_a_sentence(day: str) -> str:
    return day.lower() if get_language() in LOWER_CASE else day


def zone_name(local: datetime) -> str:
    """Return the name of the zone; one without a name is called by its city."""
    name = local.tzname() or ""
    if name[:1].isalpha():
        return name
    return str(local.tzinfo).rpartition("/")[2].replace("_", " ")


def time_left(instant: datetime, now: datetime) -> str:
    """Return `2 days, 4 hours`, or nothing once it is past."""
    if instant <= now:
        return ""
    return timeuntil(instant, now).replace("\xa0", " ")


def day_in_words(of: date) -> str:
    """`17 November 2026`"""
    # Translators: a day without its weekday, by Django's letters for dates
    return in_a_sentence(date_format(of, pgettext("date", "j F Y")))


def day_in_log(text: str) -> datetime | None:
    """Parse a day of a log; return None for one that no match can have had."""
    try:
        day = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        return None
    return day if FIRST_YEAR <= day.year <= LAST_YEAR else None


def italian_elision(sentence: str) -> str:
    """Write `dall’8` for `dal 8`: the number begins with a vowel."""
    return ITALIAN_VOWELS.sub(r"\1l’\2", sentence)


def short_moment_in_words(of: date) -> str:
    """`Tue 17 Nov, 20:00 CET`"""
    # Translators: a time of a day of these weeks, by Django's letters for dates
    day, _, zone = date_format(of, pgettext("date", "D j M, H:i T")).rpartition(" ")
    return f"{in_a_sentence(day)} {zone}"
