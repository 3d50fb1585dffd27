"""When a player rests: zone, quiet hours, rest days and holidays."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

DAY = timedelta(days=1)
MOST_DAYS = 366  # of any time or holiday: nothing goes on for ever
MOST_QUIET = timedelta(hours=16)

Away = tuple[tuple[date, date], ...]  # first and last day of each holiday


class ClockRefused(ValueError):
    """These settings cannot be; the sentence tells a person why."""


def demand(holds: bool, sentence: str, **facts: object) -> None:
    """The sentence is only looked up, and filled with facts, if it must be told."""
    if not holds:
        raise ClockRefused(_(sentence).format(**facts))


@dataclass(frozen=True, slots=True)
class Calendar:
    """When a player rests; it leaves time to play, or is refused (ClockRefused)."""

    zone: str = "UTC"
    quiet_from: time | None = None
    quiet_to: time | None = None
    rest_days: frozenset[int] = frozenset()  # 0 is Monday
    away: Away = ()

    def __post_init__(self) -> None:
        check_zone(self.zone)
        check_quiet(self.quiet_from, self.quiet_to)
        check_rest_days(self.rest_days)
        for first, last in self.away:
            check_holiday(first, last)

    @property
    def rests(self) -> bool:
        quiet = self.quiet_from is not None and self.quiet_to is not None
        return quiet or bool(self.rest_days or self.away)


def check_zone(zone: str) -> None:
    try:
        ZoneInfo(zone)
    except (KeyError, ValueError, OSError):  # unknown; not a name; a folder of zones
        sentence = _("There is no time zone {zone}; write one like Europe/Kyiv.")
        raise ClockRefused(sentence.format(zone=repr(zone))) from None


def check_quiet(begin: time | None, end: time | None) -> None:
    if begin is not None and end is not None:
        today = date(2000, 1, 1)  # any day will do
        length = datetime.combine(today, end) - datetime.combine(today, begin)
        sentence = gettext_noop(
            "Quiet hours must leave at least eight hours of the day."
        )
        demand(length % DAY <= MOST_QUIET, sentence)  # % DAY: across midnight


def check_rest_days(days: Collection[int]) -> None:
    sentence = gettext_noop(
        "Rest days must be numbers from 0 (Monday) to 6 (Sunday), not {value}."
    )
    demand(set(days) <= set(range(7)), sentence, value=sorted(days))
    demand(len(days) < 7, gettext_noop("Seven rest days leave no day to play."))


def check_holiday(first: date, last: date) -> None:
    days = {"first": first, "last": last}
    sentence = gettext_noop("A holiday cannot begin on {first} and end on {last}.")
    demand(first <= last, sentence, **days)
    sentence = gettext_noop(
        "A holiday can last at most {most} days; {first} to {last} is longer."
    )
    demand((last - first).days < MOST_DAYS, sentence, most=MOST_DAYS, **days)
