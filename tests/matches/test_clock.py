"""Deadlines: never early, exact, and right where the wall clock jumps."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import translation
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sse.accounts.calendar import Calendar, ClockRefused
from sse.matches.clock.arithmetic import (
    AT_END,
    PRESETS,
    Clock,
    bank_after,
    budget_of,
    calendar_in,
    clip_away,
    counts_until,
    preset,
    reminders_at,
    runs_out,
    time_run,
)

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
NIGHT = (time(22), time(8))
WEEKEND = frozenset({5, 6})


def local(zone: str, text: str, fold: int = 0) -> datetime:
    """`2026-03-28 21:00` on the wall of that zone, as an instant."""
    wall = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold)
    return wall.astimezone(UTC)


def shown(instant: datetime, zone: str) -> str:
    return instant.astimezone(ZoneInfo(zone)).strftime("%Y-%m-%d %H:%M")


def ends(calendar: Calendar, start: str, budget: timedelta) -> str:
    """The deadline as the player's wall clock shows it."""
    out = runs_out(local(calendar.zone, start), budget, calendar)
    assert out.tzinfo is UTC
    return shown(out, calendar.zone)


# Running time, by example


def test_without_a_calendar_time_just_passes() -> None:
    assert ends(Calendar(), "2026-05-01 10:00", 36 * HOUR) == "2026-05-02 22:00"


def test_no_budget_runs_out_at_once_even_in_quiet_hours() -> None:
    calendar = Calendar("Europe/Rome", *NIGHT)
    assert ends(calendar, "2026-05-01 23:00", timedelta()) == "2026-05-01 23:00"
    assert ends(calendar, "2026-05-01 23:00", -HOUR) == "2026-05-01 23:00"


def test_quiet_hours_stop_the_clock_across_midnight() -> None:
    calendar = Calendar("Europe/Rome", *NIGHT)
    assert ends(calendar, "2026-05-01 21:00", HOUR) == "2026-05-01 22:00"
    assert ends(calendar, "2026-05-01 21:00", 2 * HOUR) == "2026-05-02 09:00"
    assert ends(calendar, "2026-05-01 03:00", HOUR) == "2026-05-01 09:00"
    assert ends(calendar, "2026-05-01 08:00", 28 * HOUR) == "2026-05-02 22:00"


def test_quiet_hours_may_lie_within_one_day() -> None:
    calendar = Calendar("Europe/Rome", time(13), time(15, 30))
    assert ends(calendar, "2026-05-01 12:00", 2 * HOUR) == "2026-05-01 16:30"


@pytest.mark.parametrize(
    ("begin", "end"),
    [(None, None), (time(22), None), (None, time(8)), (time(22), time(22))],
)
def test_half_or_empty_quiet_hours_are_none(
    begin: time | None, end: time | None
) -> None:
    calendar = Calendar("Europe/Rome", begin, end)
    assert ends(calendar, "2026-05-01 21:00", DAY) == "2026-05-02 21:00"


def test_weekends_stop_the_clock_from_local_midnight_to_midnight() -> None:
    calendar = Calendar("Asia/Tokyo", rest_days=WEEKEND)
    assert ends(calendar, "2026-05-01 18:00", 24 * HOUR) == "2026-05-04 18:00"
    assert ends(calendar, "2026-05-02 12:00", HOUR) == "2026-05-04 01:00"


def test_the_weekend_is_the_players_own() -> None:
    start = local("UTC", "2026-05-01 13:00")  # in Auckland it is Saturday
    away_east = Calendar("Pacific/Auckland", rest_days=WEEKEND)
    at_home = Calendar("America/New_York", rest_days=WEEKEND)
    assert time_run(start, start + HOUR, away_east) == timedelta()
    assert time_run(start, start + HOUR, at_home) == HOUR


def test_days_away_stop_the_clock_both_ends_included() -> None:
    calendar = Calendar("Europe/Kyiv", away=((date(2026, 8, 3), date(2026, 8, 16)),))
    assert ends(calendar, "2026-08-02 12:00", 24 * HOUR) == "2026-08-17 12:00"


def test_night_weekend_and_holiday_together() -> None:
    monday = date(2026, 5, 4)
    calendar = Calendar("Europe/Kyiv", *NIGHT, rest_days=WEEKEND, away=((monday,) * 2,))
    assert ends(calendar, "2026-05-01 20:00", 3 * HOUR) == "2026-05-05 09:00"


def test_the_clock_stands_at_quiet_from_and_runs_at_quiet_to() -> None:
    calendar = Calendar("Europe/Rome", *NIGHT)
    moment = timedelta(microseconds=1)
    begin = local("Europe/Rome", "2026-05-01 22:00")
    end = local("Europe/Rome", "2026-05-02 08:00")
    assert time_run(begin - moment, begin, calendar) == moment
    assert time_run(begin, begin + moment, calendar) == timedelta()
    assert time_run(end - moment, end, calendar) == timedelta()
    assert time_run(end, end + moment, calendar) == moment


def test_months_of_budget_and_a_long_holiday() -> None:
    away = ((date(2026, 7, 1), date(2027, 6, 30)),)
    calendar = Calendar("Europe/Berlin", away=away)
    start = local("Europe/Berlin", "2026-06-01 00:00")
    out = runs_out(start, 90 * DAY, calendar)
    assert shown(out, "Europe/Berlin") == "2027-08-30 00:00"
    assert time_run(start, out, calendar) == 90 * DAY


def test_nothing_runs_backwards() -> None:
    start = local("UTC", "2026-05-01 10:00")
    assert time_run(start, start - HOUR, Calendar()) == timedelta()


def test_reminders_come_when_their_part_has_run() -> None:
    calendar = Calendar("Europe/Rome", *NIGHT)
    start = local("Europe/Rome", "2026-05-01 12:00")
    instants = reminders_at(start, 20 * HOUR, calendar, (50, 90))
    found = [shown(instant, "Europe/Rome") for instant in instants]
    assert found == ["2026-05-01 22:00", "2026-05-02 16:00"]


def test_an_instant_without_a_zone_is_an_error() -> None:
    naive, aware = datetime(2026, 5, 1), datetime(2026, 5, 1, tzinfo=UTC)
    with pytest.raises(ValueError, match="has no time zone"):
        runs_out(naive, HOUR, Calendar())
    with pytest.raises(ValueError, match="has no time zone"):
        time_run(naive, aware, Calendar())
    with pytest.raises(ValueError, match="has no time zone"):
        time_run(aware, naive, Calendar())
    with pytest.raises(ValueError, match="has no time zone"):
        reminders_at(naive, HOUR, Calendar(), (50,))
    with pytest.raises(ValueError, match="has no time zone"):
        counts_until(Clock(), naive)


def test_an_instant_of_another_zone_is_understood() -> None:
    start = datetime(2026, 3, 28, 12, tzinfo=ZoneInfo("Europe/Berlin"))
    assert runs_out(start, DAY, Calendar()) == local("UTC", "2026-03-29 11:00")


# Running time where the wall clock jumps


def test_berlin_loses_an_hour_of_the_wall_in_spring() -> None:
    calendar = Calendar("Europe/Berlin")
    assert ends(calendar, "2026-03-28 12:00", DAY) == "2026-03-29 13:00"


def test_berlin_gains_an_hour_of_the_wall_in_autumn() -> None:
    calendar = Calendar("Europe/Berlin")
    assert ends(calendar, "2026-10-24 12:00", DAY) == "2026-10-25 11:00"


@pytest.mark.parametrize("day", ["2026-03-28", "2026-10-24"])
@pytest.mark.parametrize("zone", ["Europe/Berlin", "Europe/Rome", "Europe/Kyiv"])
def test_a_night_ends_at_eight_however_long_it_was(zone: str, day: str) -> None:
    start = local(zone, f"{day} 21:00")
    out = runs_out(start, 2 * HOUR, Calendar(zone, *NIGHT))
    assert shown(out, zone).endswith(" 09:00")
    assert out - start == (11 if "-03-" in day else 13) * HOUR


def test_quiet_hours_that_should_end_at_a_skipped_time_end_at_the_jump() -> None:
    calendar = Calendar("Europe/Rome", time(22), time(2, 30))
    assert ends(calendar, "2026-03-28 23:00", HOUR) == "2026-03-29 04:00"


def test_quiet_hours_that_should_begin_at_a_skipped_time_begin_at_the_jump() -> None:
    calendar = Calendar("Europe/Rome", time(2, 30), time(6))
    assert ends(calendar, "2026-03-29 01:00", 2 * HOUR) == "2026-03-29 07:00"


def test_quiet_hours_that_are_skipped_stop_nothing() -> None:
    calendar = Calendar("Europe/Kyiv", time(3, 15), time(3, 45))
    assert ends(calendar, "2026-03-29 02:00", 2 * HOUR) == "2026-03-29 05:00"


def test_quiet_hours_that_come_twice_are_quiet_twice() -> None:
    """In Kyiv four o'clock becomes three: 3:15 to 3:45 passes twice."""
    calendar = Calendar("Europe/Kyiv", time(3, 15), time(3, 45))
    start = local("Europe/Kyiv", "2026-10-25 03:00")
    end = local("Europe/Kyiv", "2026-10-25 04:00")
    assert end - start == 2 * HOUR
    assert time_run(start, end, calendar) == HOUR
    assert time_run(start, start + HOUR, calendar) == 30 * MINUTE
    assert runs_out(start, 31 * MINUTE, calendar) == start + 61 * MINUTE
    second = local("Europe/Kyiv", "2026-10-25 03:46", fold=1)
    assert runs_out(start, 46 * MINUTE, calendar) == second


def test_quiet_hours_that_end_at_a_time_that_comes_twice_return_once() -> None:
    calendar = Calendar("Europe/Berlin", time(22), time(2, 30))
    start = local("Europe/Berlin", "2026-10-25 00:00")
    first = local("Europe/Berlin", "2026-10-25 02:30", fold=0)
    second = local("Europe/Berlin", "2026-10-25 02:30", fold=1)
    assert time_run(start, first, calendar) == timedelta()
    assert time_run(first, second, calendar) == 30 * MINUTE
    assert runs_out(start, 31 * MINUTE, calendar) == second + MINUTE


def test_lord_howe_jumps_half_an_hour() -> None:
    zone = "Australia/Lord_Howe"
    assert ends(Calendar(zone), "2026-10-03 12:00", DAY) == "2026-10-04 12:30"
    assert ends(Calendar(zone), "2026-04-04 12:00", DAY) == "2026-04-05 11:30"
    quiet = Calendar(zone, time(1, 45), time(2, 15))
    assert ends(quiet, "2026-10-04 01:30", HOUR) == "2026-10-04 03:15"
    start = local(zone, "2026-04-05 01:30")  # two o'clock becomes half past one
    assert time_run(start, start + HOUR, quiet) == 30 * MINUTE
    assert runs_out(start, 31 * MINUTE, quiet) == start + 76 * MINUTE


def test_apia_never_saw_the_thirtieth_of_december_2011() -> None:
    zone = "Pacific/Apia"
    assert ends(Calendar(zone), "2011-12-29 12:00", DAY) == "2011-12-31 12:00"
    away = ((date(2011, 12, 30), date(2011, 12, 30)),)
    absent = Calendar(zone, away=away)
    assert ends(absent, "2011-12-29 12:00", DAY) == "2011-12-31 12:00"
    fridays = Calendar(zone, rest_days=frozenset({4}))
    assert ends(fridays, "2011-12-29 12:00", DAY) == "2011-12-31 12:00"
    nights = Calendar(zone, *NIGHT)
    assert ends(nights, "2011-12-29 21:00", 2 * HOUR) == "2011-12-31 09:00"


def test_a_rest_day_whose_last_hour_comes_twice() -> None:
    """In Santiago summer time ends at midnight, and Saturday has 25 hours."""
    calendar = Calendar("America/Santiago", rest_days=frozenset({5}))
    start = local("America/Santiago", "2026-04-03 23:00")
    out = runs_out(start, 2 * HOUR, calendar)
    assert shown(out, "America/Santiago") == "2026-04-05 01:00"
    assert out - start == 27 * HOUR


def test_a_rest_day_that_begins_at_a_skipped_midnight() -> None:
    calendar = Calendar("Africa/Cairo", rest_days=frozenset({4}))
    start = local("Africa/Cairo", "2026-04-23 23:00")  # Friday begins at one
    assert runs_out(start, 2 * HOUR, calendar) == start + 25 * HOUR


# Holidays have a budget


def days(*ranges: tuple[int, int]) -> tuple[tuple[date, date], ...]:
    return tuple((date(2026, 8, first), date(2026, 8, last)) for first, last in ranges)


@pytest.mark.parametrize(
    ("away", "first_day", "budget", "left"),
    [
        (days((3, 5)), 1, 14, days((3, 5))),
        (days((3, 16)), 1, 5, days((3, 7))),
        (days((3, 16)), 10, 5, days((10, 14))),
        (days((3, 4)), 5, 5, ()),
        (days((3, 4)), 1, 0, ()),
        (days((20, 22), (3, 4)), 1, 4, days((3, 4), (20, 21))),
        (days((3, 8), (5, 6), (8, 10)), 1, 99, days((3, 10))),
        (days((3, 4), (5, 6)), 1, 3, days((3, 5))),
        ((), 1, 5, ()),
    ],
)
def test_holidays_are_clipped_to_their_budget(
    away: Any, first_day: int, budget: int, left: Any
) -> None:
    assert clip_away(away, date(2026, 8, first_day), budget) == left


def test_a_match_heeds_the_calendar_as_far_as_its_clock_allows() -> None:
    begun = date(2026, 8, 1)
    calendar = Calendar("Europe/Kyiv", *NIGHT, rest_days=WEEKEND, away=days((3, 9)))
    heeded = calendar_in(Clock(each=60, holidays=2), calendar, begun)
    assert heeded == Calendar(
        "Europe/Kyiv", *NIGHT, rest_days=WEEKEND, away=days((3, 4))
    )
    assert calendar_in(preset("fast"), calendar, begun) == Calendar("Europe/Kyiv")


# Clocks


def test_the_presets() -> None:
    assert list(PRESETS) == ["relaxed", "daily", "fast", "none"]
    assert timedelta(seconds=preset("relaxed").each) == 3 * DAY
    assert timedelta(seconds=preset("daily").each) == DAY
    assert timedelta(seconds=preset("daily").bank) == 3 * DAY
    assert timedelta(seconds=preset("fast").each) == 2 * HOUR
    assert timedelta(seconds=preset("fast").bank) == 6 * HOUR
    assert [name for name in PRESETS if not PRESETS[name].rest] == ["fast"]
    assert [name for name in PRESETS if not PRESETS[name].has_deadline] == ["none"]


def test_no_other_preset() -> None:
    with pytest.raises(ClockRefused) as refused:
        preset("blitz")
    assert str(refused.value) == (
        "There is no clock 'blitz'; there are relaxed, daily, fast, none."
    )


@pytest.mark.parametrize("clock", PRESETS.values(), ids=PRESETS)
def test_a_clock_survives_its_json(clock: Clock) -> None:
    assert Clock.from_data(json.loads(json.dumps(clock.data))) == clock


def test_settings_left_out_are_as_usual() -> None:
    assert Clock.from_data({"each": 60}) == Clock(each=60, reminders=(50, 90))
    assert Clock.from_data({"each": 60, "reminders": []}).reminders == ()


def test_grace_is_real_time_after_the_deadline() -> None:
    deadline = local("Europe/Rome", "2026-05-01 22:00")
    assert counts_until(Clock(each=60, grace=3600), deadline) == deadline + HOUR
    assert counts_until(Clock(each=60), deadline) == deadline


def test_a_decision_may_take_its_own_time_and_the_bank() -> None:
    assert budget_of(preset("daily"), 3 * DAY) == 4 * DAY
    assert budget_of(preset("daily"), timedelta()) == DAY


@pytest.mark.parametrize(
    ("most", "bank", "used", "left"),
    [
        (0, 5, 0, 7),
        (0, 5, 10, 7),  # its own ten hours go first
        (0, 5, 13, 4),
        (0, 5, 15, 2),
        (0, 5, 99, 2),  # never below nothing
        (6, 5, 10, 6),  # and never above the most
        (6, 5, 13, 4),
    ],
)
def test_what_a_decision_leaves_in_the_bank(
    most: int, bank: int, used: int, left: int
) -> None:
    clock = Clock(each=36000, bank=18000, increment=7200, bank_most=most * 3600)
    assert bank_after(clock, bank * HOUR, used * HOUR) == left * HOUR


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (
            {"each": -1},
            "each must be a whole number of seconds from 0 to 31622400, not -1.",
        ),
        (
            {"bank": "3 days"},
            "bank must be a whole number of seconds from 0 to 31622400, not '3 days'.",
        ),
        (
            {"increment": 1.5},
            "increment must be a whole number of seconds from 0 to 31622400, not 1.5.",
        ),
        (
            {"bank_most": True},
            "bank_most must be a whole number of seconds from 0 to 31622400, not True.",
        ),
        (
            {"grace": 31622401},
            "grace must be a whole number of seconds from 0 to 31622400, not 31622401.",
        ),
        (
            {"holidays": None},
            "holidays must be a whole number of days from 0 to 366, not None.",
        ),
        (
            {"increment": 60},
            "An increment needs a bank or a time for each decision.",
        ),
        (
            {"bank": 60, "bank_most": 30},
            "A bank of 60 seconds is more than bank_most, 30.",
        ),
        ({"rest": "yes"}, "rest must be true or false, not 'yes'."),
        (
            {"at_end": "shout"},
            "at_end must be one of default, stand-in, open, pause, not 'shout'.",
        ),
        ({"stand_in": 7}, "stand_in must be the name of a bot, not 7."),
        ({"at_end": "stand-in"}, "A stand-in needs a name: set stand_in."),
        (
            {"eech": 60},
            "A clock has no 'eech'; it has each, bank, increment, bank_most, grace,"
            " holidays, rest, reminders, at_end, stand_in.",
        ),
        ([], "A clock must be a table, not []."),
        (
            {"reminders": [90, 50]},
            "reminders must be rising percentages from 1 to 99, not (90, 50).",
        ),
    ],
)
def test_a_clock_is_refused_with_a_reason(data: Any, sentence: str) -> None:
    with pytest.raises(ClockRefused) as refused:
        Clock.from_data(data)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    "percents", [[0], [100], [50, 50], [True], ["50"], [[50]], 50, "50", None, {}]
)
def test_reminders_are_rising_per_cents(percents: Any) -> None:
    with pytest.raises(ClockRefused, match="reminders must be rising percentages"):
        Clock.from_data({"reminders": percents})


def test_every_end_is_accepted() -> None:
    for end in AT_END:
        assert Clock.from_data({"at_end": end, "stand_in": "monkey"}).at_end == end


# Calendars


@pytest.mark.parametrize(
    ("calendar", "sentence"),
    [
        (
            {"zone": "Europe/Edo"},
            "There is no time zone 'Europe/Edo'; write one like Europe/Kyiv.",
        ),
        (
            {"quiet_from": time(20), "quiet_to": time(12, 1)},
            "Quiet hours must leave at least eight hours of the day.",
        ),
        (
            {"rest_days": frozenset({0, 7})},
            "Rest days must be numbers from 0 (Monday) to 6 (Sunday), not [0, 7].",
        ),
        (
            {"rest_days": frozenset(range(7))},
            "Seven rest days leave no day to play.",
        ),
        (
            {"away": days((5, 3))},
            "A holiday cannot begin on 2026-08-05 and end on 2026-08-03.",
        ),
        (
            {"away": ((date(2026, 1, 1), date.max),)},
            "A holiday can last at most 366 days; 2026-01-01 to 9999-12-31 is longer.",
        ),
    ],
)
def test_a_calendar_is_refused_with_a_reason(calendar: Any, sentence: str) -> None:
    with pytest.raises(ClockRefused) as refused:
        Calendar(**calendar)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "Eine Zeitgutschrift braucht eine Zeitreserve"),
        ("it", "Per un incremento serve una riserva"),
        ("ru", "Для прибавки нужен запас"),
        ("uk", "Для надбавки потрібен запас"),
    ],
)
def test_a_refusal_speaks_the_readers_language(language: str, said: str) -> None:
    with translation.override(language), pytest.raises(ClockRefused, match=said):
        Clock(increment=60)
    with translation.override(language), pytest.raises(ClockRefused) as refused:
        Calendar("Europe/Edo")
    assert "'Europe/Edo'" in str(refused.value)
    assert "There is no" not in str(refused.value)


@pytest.mark.parametrize("zone", ["", "Europe", "../../etc/passwd", "/etc", "a\0b"])
def test_what_is_no_name_of_a_zone_is_refused(zone: str) -> None:
    with pytest.raises(ClockRefused, match="There is no time zone"):
        Calendar(zone)


def test_the_most_that_a_calendar_may_rest() -> None:
    Calendar(quiet_from=time(20), quiet_to=time(12))
    Calendar(rest_days=frozenset(range(6)))
    Calendar(away=((date(2028, 1, 1), date(2028, 12, 31)),))


# Properties, near every change of the wall clock from 2024 to 2030

ZONES = (
    "Europe/Berlin",
    "Europe/Rome",
    "Europe/Kyiv",
    "Europe/London",
    "America/New_York",
    "America/St_Johns",
    "America/Santiago",
    "America/Havana",
    "Africa/Cairo",
    "Africa/Casablanca",
    "Asia/Beirut",
    "Asia/Kathmandu",
    "Asia/Tokyo",
    "Australia/Lord_Howe",
    "Pacific/Chatham",
    "Pacific/Apia",
    "Antarctica/Troll",  # jumps two hours
)
FIRST = datetime(2024, 1, 1, tzinfo=UTC)
LAST = datetime(2030, 12, 31, tzinfo=UTC)


def days_of_change(zone: str) -> list[datetime]:
    """Noons, in UTC, since which the wall clock was set before the next noon."""
    zone_info = ZoneInfo(zone)
    noons = [FIRST + 12 * HOUR + each * DAY for each in range((LAST - FIRST).days)]
    offsets = [noon.astimezone(zone_info).utcoffset() for noon in noons]
    pairs = zip(noons, pairwise(offsets), strict=False)
    return [noon for noon, (before, after) in pairs if before != after]


CHANGES = {zone: days_of_change(zone) or [FIRST] for zone in ZONES}

whole_minutes = st.builds(time, st.integers(0, 23), st.integers(0, 59))
small_hours = st.builds(time, st.integers(0, 4), st.sampled_from([0, 15, 30, 45]))
times = st.none() | small_hours | whole_minutes
budgets = st.timedeltas(timedelta(), 40 * DAY)


@st.composite
def tables(draw: st.DrawFn) -> tuple[Calendar, datetime]:
    """A calendar, and an instant within three days of a change of its wall clock."""
    zone = draw(st.sampled_from(ZONES))
    start = draw(st.sampled_from(CHANGES[zone]))
    start += draw(st.timedeltas(-3 * DAY, 3 * DAY))
    quiet_from, quiet_to = draw(st.tuples(times, times).filter(leave_time))
    rest_days = draw(st.frozensets(st.integers(0, 6), max_size=3))
    away = []
    for _ in range(draw(st.integers(0, 3))):
        first = start.date() + draw(st.integers(-5, 30)) * DAY
        away.append((first, first + draw(st.integers(0, 10)) * DAY))
    return Calendar(zone, quiet_from, quiet_to, rest_days, tuple(away)), start


def leave_time(quiet: tuple[time | None, time | None]) -> bool:
    try:
        Calendar("UTC", *quiet)
    except ClockRefused:
        return False
    return True


def is_still(instant: datetime, calendar: Calendar) -> bool:
    """The definition once more, in other words: minutes of the day, listed days."""
    wall = instant.astimezone(ZoneInfo(calendar.zone))
    if wall.weekday() in calendar.rest_days:
        return True
    for first, last in calendar.away:
        if first.toordinal() <= wall.toordinal() <= last.toordinal():
            return True
    if calendar.quiet_from is None or calendar.quiet_to is None:
        return False
    begin = calendar.quiet_from.hour * 60 + calendar.quiet_from.minute
    end = calendar.quiet_to.hour * 60 + calendar.quiet_to.minute
    minute = wall.hour * 60 + wall.minute
    return (minute - begin) % 1440 < (end - begin) % 1440


@settings(deadline=None)
@given(tables(), budgets)
def test_exactly_the_budget_runs_until_it_runs_out(
    table: tuple[Calendar, datetime], budget: timedelta
) -> None:
    calendar, start = table
    out = runs_out(start, budget, calendar)
    assert time_run(start, out, calendar) == budget
    assert out >= start + budget
    if budget:  # the first such instant: a moment earlier, a moment was left
        moment = timedelta(microseconds=1)
        assert time_run(start, out - moment, calendar) == budget - moment


@settings(deadline=None)
@given(tables(), budgets, budgets)
def test_more_time_never_runs_out_earlier(
    table: tuple[Calendar, datetime], one: timedelta, other: timedelta
) -> None:
    calendar, start = table
    less, more = sorted((one, other))
    assert runs_out(start, less, calendar) <= runs_out(start, more, calendar)


@settings(deadline=None)
@given(tables(), budgets, st.timedeltas(timedelta(), 9 * DAY))
def test_a_later_start_never_runs_out_earlier(
    table: tuple[Calendar, datetime], budget: timedelta, wait: timedelta
) -> None:
    calendar, start = table
    later = runs_out(start + wait, budget, calendar)
    assert runs_out(start, budget, calendar) <= later


@settings(deadline=None)
@given(tables(), st.timedeltas(timedelta(), 9 * DAY), budgets)
def test_running_time_adds_up(
    table: tuple[Calendar, datetime], first: timedelta, second: timedelta
) -> None:
    calendar, start = table
    split, end = start + first, start + first + second
    parts = time_run(start, split, calendar) + time_run(split, end, calendar)
    assert time_run(start, end, calendar) == parts


@settings(deadline=None)
@given(tables(), budgets, budgets)
def test_a_budget_may_be_run_in_two_parts(
    table: tuple[Calendar, datetime], first: timedelta, second: timedelta
) -> None:
    calendar, start = table
    pause = runs_out(start, first, calendar)
    out = runs_out(start, first + second, calendar)
    if second:
        assert runs_out(pause, second, calendar) == out


@settings(deadline=None, max_examples=60)
@given(tables(), st.integers(0, 2 * 1440))
def test_counting_minute_by_minute_gives_the_same(
    table: tuple[Calendar, datetime], minutes: int
) -> None:
    calendar, start = table
    start = start.replace(second=0, microsecond=0)
    instants = [start + each * MINUTE for each in range(minutes)]
    counted = sum(not is_still(instant, calendar) for instant in instants)
    assert time_run(start, start + minutes * MINUTE, calendar) == counted * MINUTE


@settings(deadline=None, max_examples=60)
@given(tables(), st.integers(1, 600))
def test_waiting_minute_by_minute_gives_the_same(
    table: tuple[Calendar, datetime], budget: int
) -> None:
    calendar, start = table
    start = start.replace(second=0, microsecond=0)
    instant, left = start, budget
    while left:
        left -= not is_still(instant, calendar)
        instant += MINUTE
    assert runs_out(start, budget * MINUTE, calendar) == instant


@settings(deadline=None)
@given(tables())
@example((Calendar("Europe/Kyiv", time(3), time(4)), local("UTC", "2026-10-25 00:30")))
def test_the_clock_stands_where_the_wall_shows_rest_and_runs_elsewhere(
    table: tuple[Calendar, datetime],
) -> None:
    calendar, start = table
    moment = timedelta(microseconds=1)
    expected = timedelta() if is_still(start, calendar) else moment
    assert time_run(start, start + moment, calendar) == expected


@settings(deadline=None)
@given(tables(), st.integers(0, 40), st.integers(-9, 9))
def test_clipped_holidays_are_the_first_days_of_the_holidays(
    table: tuple[Calendar, datetime], budget: int, shift: int
) -> None:
    calendar, start = table
    first_day = start.date() + shift * DAY
    clipped = clip_away(calendar.away, first_day, budget)
    taken = [day for first, last in clipped for day in each_day(first, last)]
    free = {day for first, last in calendar.away for day in each_day(first, last)}
    assert taken == sorted(day for day in free if day >= first_day)[:budget]
    gaps = pairwise(clipped)
    assert all((after[0] - before[1]).days > 1 for before, after in gaps)


def each_day(first: date, last: date) -> list[date]:
    return [first + each * DAY for each in range((last - first).days + 1)]


@settings(deadline=None)
@given(tables(), budgets, st.lists(st.integers(0, 100), max_size=5))
def test_reminders_come_in_order_and_before_the_end(
    table: tuple[Calendar, datetime], budget: timedelta, percents: list[int]
) -> None:
    calendar, start = table
    instants = reminders_at(start, budget, calendar, sorted(percents))
    assert instants == sorted(instants)
    assert all(start <= each <= runs_out(start, budget, calendar) for each in instants)
