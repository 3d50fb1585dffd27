"""Instants in words: in the reader's language and zone, with UTC beside it."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.timesince import timeuntil
from django.utils.translation import get_language, pgettext


def moment(instant: datetime, zone: ZoneInfo) -> str:
    """`Thursday, 12 November 2026, 20:00 CET (19:00 UTC)`"""
    local, there = instant.astimezone(zone), instant.astimezone(UTC)
    day = day_name(local)
    said = f"{day}, {local:%H:%M} {zone_name(local)}"
    if local.utcoffset() == there.utcoffset():
        return f"{day}, {local:%H:%M} UTC"
    if local.date() == there.date():
        return f"{said} ({there:%H:%M} UTC)"
    weekday = in_a_sentence(date_format(there, "l"))
    return f"{said} ({weekday}, {there:%H:%M} UTC)"


def day_name(local: datetime) -> str:
    # Translators: a day with its weekday, by Django's letters for dates
    return in_a_sentence(date_format(local, pgettext("date", "l, j F Y")))


def in_a_sentence(day: str) -> str:
    """Days begin with a capital only where all names do."""
    return day.lower() if get_language() in ("it", "ru", "uk") else day


def zone_name(local: datetime) -> str:
    """What people there call it; zones without such a name are called by their city."""
    name = local.tzname() or ""
    if name[:1].isalpha():
        return name
    return str(local.tzinfo).rpartition("/")[2].replace("_", " ")


def left(instant: datetime, now: datetime) -> str:
    """`2 days, 4 hours`; nothing once it is past."""
    if instant <= now:
        return ""
    return timeuntil(instant, now).replace("\xa0", " ")
