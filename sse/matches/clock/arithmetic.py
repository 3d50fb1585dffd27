"""When a player's time runs out: arithmetic only, no database and no present moment.

A `Clock` is what a match agreed on; a `Calendar` says when one player rests. The clock
stands still at an instant if the wall clock in the player's zone then shows a rest
day, a day away, or quiet hours (`quiet_from` and later, but before `quiet_to`, perhaps
across midnight; none if one is missing or both are equal). All other time counts as it
passes, whatever the wall clock does meanwhile:

- local times that summer time skips never come and stop nothing; quiet hours that
  begin or end at one begin or end as the wall clock jumps over it;
- local times that come twice are quiet both times, so no deadline is early.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from datetime import UTC, date, datetime, time, timedelta
from types import MappingProxyType
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext_noop

from sse.accounts.calendar import (
    DAY,
    MOST_DAYS,
    Away,
    Calendar,
    demand,
)

AT_END = ("default", "stand-in", "open", "pause")
HOUR = 3600  # seconds
MOMENT = timedelta(microseconds=1)
NOTHING = timedelta()


# What a match agreed on


@dataclass(frozen=True, slots=True)
class Clock:
    """Times are seconds. With neither `each` nor `bank` there is no deadline."""

    each: int = 0
    bank: int = 0
    increment: int = 0
    bank_most: int = 0  # 0 is no limit
    grace: int = 0
    holidays: int = 0  # days
    rest: bool = True  # do calendars stop this clock?
    reminders: tuple[int, ...] = (50, 90)  # per cent
    at_end: str = "default"
    stand_in: str = ""  # a bot

    def __post_init__(self) -> None:
        for name in ("each", "bank", "increment", "bank_most", "grace"):
            check_seconds(name, getattr(self, name))
        check_holidays(self.holidays)
        check_bank(self)
        check_reminders(self.reminders)
        check_rest_and_end(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Clock:
        """The clock with these settings and the usual others, or ClockRefused."""
        sentence = gettext_noop("A clock must be a table, not {value}.")
        demand(isinstance(data, Mapping), sentence, value=repr(data))
        known = [field.name for field in fields(cls)]
        sentence = gettext_noop("A clock has no {name}; it has {names}.")
        for name in data:
            demand(name in known, sentence, name=repr(name), names=", ".join(known))
        percents = data.get("reminders")
        if isinstance(percents, list):
            return cls(**{**data, "reminders": tuple(percents)})
        return cls(**data)

    @property
    def data(self) -> dict[str, Any]:
        """Plain JSON, from which `from_data` makes the same clock."""
        return {**asdict(self), "reminders": list(self.reminders)}

    @property
    def has_deadline(self) -> bool:
        return bool(self.each or self.bank)


def check_seconds(name: str, value: object) -> None:
    sentence = gettext_noop(
        "{name} must be a whole number of seconds from 0 to {most}, not {value}."
    )
    most = MOST_DAYS * 24 * HOUR
    demand(is_number(value, most), sentence, name=name, most=most, value=repr(value))


def check_holidays(value: object) -> None:
    sentence = gettext_noop(
        "holidays must be a whole number of days from 0 to {most}, not {value}."
    )
    demand(is_number(value, MOST_DAYS), sentence, most=MOST_DAYS, value=repr(value))


def is_number(value: object, most: int) -> bool:
    return type(value) is int and 0 <= value <= most  # True is an int, but no number


def check_bank(clock: Clock) -> None:
    demand(
        clock.has_deadline or not clock.increment,
        gettext_noop("An increment needs a bank or a time for each decision."),
    )
    demand(
        not 0 < clock.bank_most < clock.bank,
        gettext_noop("A bank of {bank} seconds is more than bank_most, {most}."),
        bank=clock.bank,
        most=clock.bank_most,
    )


def check_reminders(percents: object) -> None:
    demand(
        isinstance(percents, tuple)
        and all(type(percent) is int and 0 < percent < 100 for percent in percents)
        and list(percents) == sorted(set(percents)),
        gettext_noop("reminders must be rising percentages from 1 to 99, not {value}."),
        value=repr(percents),
    )


def check_rest_and_end(clock: Clock) -> None:
    rest, at_end, bot = clock.rest, clock.at_end, clock.stand_in
    sentence = gettext_noop("rest must be true or false, not {value}.")
    demand(type(rest) is bool, sentence, value=repr(rest))
    sentence = gettext_noop("at_end must be one of {ends}, not {value}.")
    demand(at_end in AT_END, sentence, ends=", ".join(AT_END), value=repr(at_end))
    sentence = gettext_noop("stand_in must be the name of a bot, not {value}.")
    demand(type(bot) is str, sentence, value=repr(bot))
    sentence = gettext_noop("A stand-in needs a name: set stand_in.")
    demand(at_end != "stand-in" or bot != "", sentence)


PRESETS: Mapping[str, Clock] = MappingProxyType(
    {
        "relaxed": Clock(each=72 * HOUR, grace=HOUR, holidays=28),
        "daily": Clock(each=24 * HOUR, bank=72 * HOUR, grace=HOUR, holidays=14),
        "fast": Clock(each=2 * HOUR, bank=6 * HOUR, grace=HOUR // 4, rest=False),
        "none": Clock(),
    }
)


def preset(name: str) -> Clock:
    """The clock of that name, or ClockRefused."""
    sentence = gettext_noop("There is no clock {name}; there are {names}.")
    demand(name in PRESETS, sentence, name=repr(name), names=", ".join(PRESETS))
    return PRESETS[name]


def budget_of(clock: Clock, bank: timedelta) -> timedelta:
    """Return the time that a decision may take with so much in the bank."""
    return timedelta(seconds=clock.each) + bank


def bank_after(clock: Clock, bank: timedelta, used: timedelta) -> timedelta:
    """Return the bank after a decision: `each` is used up first."""
    overdraft = max(used - timedelta(seconds=clock.each), NOTHING)
    left = max(bank - overdraft, NOTHING) + timedelta(seconds=clock.increment)
    return min(left, timedelta(seconds=clock.bank_most)) if clock.bank_most else left


def counts_until(clock: Clock, deadline: datetime) -> datetime:
    """The end of the grace, in which no calendar stops the clock."""
    return in_utc(deadline) + timedelta(seconds=clock.grace)


# What a player needs


def calendar_in(clock: Clock, calendar: Calendar, first_day: date) -> Calendar:
    """Return the part of a calendar that counts in a match begun that day."""
    if not clock.rest:
        return Calendar(calendar.zone)
    return replace(calendar, away=clip_away(calendar.away, first_day, clock.holidays))


def clip_away(
    away: Iterable[tuple[date, date]], first_day: date, budget_days: int
) -> Away:
    """The first so many holidays from that day on; each day is counted once."""
    clipped: list[tuple[date, date]] = []
    for first, last in merged(away):
        begin = max(first, first_day)
        days = min((last - begin).days + 1, budget_days)
        if days > 0:
            clipped.append((begin, begin + (days - 1) * DAY))
            budget_days -= days
    return tuple(clipped)


def merged(away: Iterable[tuple[date, date]]) -> Away:
    ranges: list[tuple[date, date]] = []
    for first, last in sorted(away):
        if ranges and (first - ranges[-1][1]).days <= 1:
            first, before = ranges.pop()
            last = max(last, before)
        ranges.append((first, last))
    return tuple(ranges)


# Running time


def runs_out(start: datetime, budget: timedelta, calendar: Calendar) -> datetime:
    """The first instant at which so much time has run since `start`."""
    instant = in_utc(start)
    if not calendar.rests:
        return instant + max(budget, NOTHING)
    while budget > NOTHING:
        cut = next_cut(instant, calendar)
        if not stands(instant, calendar):
            cut = min(cut, instant + budget)
            budget -= cut - instant
        instant = cut
    return instant


def time_run(start: datetime, end: datetime, calendar: Calendar) -> timedelta:
    """The time that has run from `start` to `end`: none if `end` is earlier."""
    instant, end, run = in_utc(start), in_utc(end), NOTHING
    if not calendar.rests:
        return max(end - instant, NOTHING)
    while instant < end:
        cut = min(next_cut(instant, calendar), end)
        if not stands(instant, calendar):
            run += cut - instant
        instant = cut
    return run


def reminders_at(
    start: datetime,
    budget: timedelta,
    calendar: Calendar,
    percents: Iterable[int],
    used: timedelta = NOTHING,
) -> list[datetime]:
    """The instants at which so many per cent of the budget have run.

    Of what was used before `start` nobody is reminded any more.
    """
    shares = [budget * each / 100 - used for each in percents]
    return [runs_out(start, share, calendar) for share in shares if share > NOTHING]


def stands(instant: datetime, calendar: Calendar) -> bool:
    local = wall(instant, calendar)
    day = local.date()
    return (
        day.weekday() in calendar.rest_days
        or any(first <= day <= last for first, last in calendar.away)
        or is_quiet(local.time(), calendar)
    )


def is_quiet(now: time, calendar: Calendar) -> bool:
    begin, end = calendar.quiet_from, calendar.quiet_to
    if begin is None or end is None:
        return False
    return begin <= now < end if begin <= end else not end <= now < begin


def next_cut(instant: datetime, calendar: Calendar) -> datetime:
    """Until then the clock only runs or only stands, and the wall clock is steady."""
    local = wall(instant, calendar)
    cut = next_cut_local(local, calendar)
    later = instant + (cut - local)
    if wall(later, calendar) == cut:
        return later
    return first_jump(instant, later, calendar)


def next_cut_local(local: datetime, calendar: Calendar) -> datetime:
    times = (calendar.quiet_from, calendar.quiet_to)
    today = [datetime.combine(local, each) for each in times if each is not None]
    midnight = datetime.combine(local, time()) + DAY
    return min((cut for cut in today if cut > local), default=midnight)


def first_jump(before: datetime, after: datetime, calendar: Calendar) -> datetime:
    """When the wall clock was set, by `after` at the latest; once a day at most."""
    while after - before > MOMENT:
        middle = before + (after - before) // 2
        if wall(middle, calendar) - wall(before, calendar) == middle - before:
            before = middle
        else:
            after = middle
    return after


def wall(instant: datetime, calendar: Calendar) -> datetime:
    """Return the local time of the player."""
    return instant.astimezone(ZoneInfo(calendar.zone)).replace(tzinfo=None)


def in_utc(instant: datetime) -> datetime:
    if instant.utcoffset() is None:
        raise ValueError(f"{instant} has no time zone")
    return instant.astimezone(UTC)
