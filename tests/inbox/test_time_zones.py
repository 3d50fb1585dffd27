"""Where a newcomer may live, by the clock of their mail."""

from __future__ import annotations

from datetime import datetime

import pytest

from sse.inbox.identity.address_answers import guess_time_zone


@pytest.mark.parametrize(
    ("date", "language", "zone"),
    [
        ("2026-11-17T08:00+01:00", "de", "Europe/Berlin"),
        ("2026-07-17T08:00+02:00", "de", "Europe/Berlin"),
        ("2026-07-17T08:00+02:00", "it", "Europe/Rome"),
        ("2026-11-17T08:00+02:00", "uk", "Europe/Kyiv"),
        ("2026-11-17T08:00+05:00", "ru", "Asia/Yekaterinburg"),
        ("2026-07-17T08:00+01:00", "en", "Europe/London"),
        ("2026-11-17T08:00-08:00", "en", "America/Los_Angeles"),
        ("2026-11-17T08:00-03:00", "de", "Etc/GMT+3"),
        ("2026-11-17T08:00+09:00", "en", "Etc/GMT-9"),
        ("2026-11-17T08:00+05:30", "en", ""),
        ("2026-11-17T08:00+14:00", "en", ""),
        ("2026-11-17T08:00+00:00", "en", ""),
        ("2026-11-17T08:00", "de", ""),
    ],
)
def test_the_clock_of_a_mail_tells_the_zone(
    date: str, language: str, zone: str
) -> None:
    assert guess_time_zone(datetime.fromisoformat(date), language) == zone


def test_no_date_tells_nothing() -> None:
    assert guess_time_zone(None, "de") == ""
