"""Days in words, as the reader's language writes them."""

from __future__ import annotations

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import get_language, pgettext

SMALL = ("it", "ru", "uk")  # where days begin with a capital only at a sentence's head


def day_in_words(of: date) -> str:
    """`17 November 2026`"""
    # Translators: a day without its weekday, by Django's letters for dates
    return date_format(of, pgettext("date", "j F Y"))


def short_moment_in_words(of: date) -> str:
    """`Tue 17 Nov, 20:00 CET`"""
    # Translators: a time of a day of these weeks, by Django's letters for dates
    said = date_format(of, pgettext("date", "D j M, H:i T"))
    day, _, zone = said.rpartition(" ")
    return f"{day.lower()} {zone}" if get_language() in SMALL else said
