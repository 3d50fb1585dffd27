"""Days and spans of time, as people write them."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from sse.inbox.commands.dates import DaysUnclear, days_of, duration_of

TODAY = date(2026, 11, 16)
CHRISTMAS = (date(2026, 12, 24), date(2027, 1, 2))
WEEK = (date(2026, 12, 24), date(2026, 12, 28))


@pytest.mark.parametrize(
    "text",
    [
        "24.12.-2.1.",
        "24.12 - 2.1",
        "2026-12-24 to 2027-01-02",
        "2026-12-24 2027-01-02",
        "vom 24.12.2026 bis 2.1.2027",
        "24.12.26–2.1.27",
        "24/12 - 2/1",
        "Dec 24 - Jan 2",
        "December 24, 2026 to January 2, 2027",
        "24. Dezember bis 2. Januar",
        "dal 24 dicembre al 2 gennaio",
        "с 24 декабря по 2 января",
        "з 24 грудня до 2 січня",
    ],
)
def test_two_days_are_read(text: str) -> None:
    assert days_of(text, TODAY) == CHRISTMAS


@pytest.mark.parametrize(
    "text",
    [
        "24.-28.12.",
        "24. bis 28. Dezember",
        "from the 24th to the 28th of December",
        "24-28 Dec",
        "с 24 по 28 декабря",
        "Dec 24th to 28th",
        "December 24-28",
        "24.12.-28.",
        "24. Dezember bis 28.",
        "dal 24 dicembre al 28",
        "с 24 декабря по 28",
        "з 24 грудня по 28",
        "з 24 по 28 грудня",
    ],
)
def test_one_month_is_enough_for_both(text: str) -> None:
    assert days_of(text, TODAY) == WEEK


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("24.12.", (24, 24)),
        ("24 December for 3 days", (24, 26)),
        ("2026-12-24, a week", (24, 30)),
    ],
)
def test_one_day_and_how_long(text: str, days: tuple[int, int]) -> None:
    first, last = days_of(text, TODAY)
    assert (first.day, last.day) == days


@pytest.mark.parametrize(
    "text",
    [
        "14.11.-20.11.",
        "1.11.-20.11.",
        "from 15 November to 20 November",
        "vom 15. bis 20. November",
        "dal 15 novembre al 20 novembre",
        "с 15 по 20 ноября",
        "з 15 листопада до 20 листопада",
        "2026-11-14 to 2026-11-20",
        "10.1.-20.11.",
        "14.11. for a week",
    ],
)
def test_a_range_that_has_begun_counts_from_today(text: str) -> None:
    assert days_of(text, TODAY) == (TODAY, date(2026, 11, 20))


def test_a_range_over_new_year_may_have_begun() -> None:
    for today in (date(2026, 12, 28), date(2027, 1, 1)):
        assert days_of("24.12.-2.1.", today) == (today, date(2027, 1, 2))
    assert days_of("24.12.-2.1.", date(2027, 1, 3))[0] == date(2027, 12, 24)
    assert days_of("15.11.-20.11.2027", TODAY)[0] == date(2027, 11, 15)


def test_from_today() -> None:
    assert days_of("today", TODAY) == (TODAY, TODAY)
    assert days_of("bis 18.11.", TODAY) == (TODAY, date(2026, 11, 18))
    assert days_of("for 3 days", TODAY) == (TODAY, date(2026, 11, 18))
    assert days_of("завтра", TODAY) == (date(2026, 11, 17),) * 2


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "soon",
            "31.2.",
            "2027-02-31",
            "5/7",
            "1.2. 3.4. 5.6.",
            "next week",
            "12",
        ),
        *(
            "24 December to 2",
            "24 Dec, 18 Uhr",
            "Dec 24 28",
            "from 24 to 28",
            "с 1 по 5",
        ),
    ],
)
def test_what_is_unclear_is_asked(text: str) -> None:
    with pytest.raises(DaysUnclear):
        days_of(text, TODAY)


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("2 days", 48),
        ("36 Stunden", 36),
        ("una settimana", 168),
        ("a day", 24),
        ("two days", 48),
        ("zwei Wochen", 336),
        ("tre giorni", 72),
        ("четыре дня", 96),
        ("п'ять днів", 120),
        ("3 дня", 72),
        ("5 днів: Botan", 120),
        ("2 days for Botan", 48),
        ("soon", 0),
        ("99999 days", 0),
    ],
)
def test_spans_of_time(text: str, hours: int) -> None:
    assert duration_of(text) == timedelta(hours=hours)
