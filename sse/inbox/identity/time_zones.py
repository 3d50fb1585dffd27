"""Where a newcomer who has only mail may live, by the clock of their mail. Pure."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

HOUR = timedelta(hours=1)
FARTHEST = 12  # hours from Greenwich
USUAL = {  # by language, the likely ones first
    "en": (
        *("Europe/London", "America/New_York", "America/Chicago"),
        *("America/Denver", "America/Los_Angeles"),
    ),
    "de": ("Europe/Berlin",),
    "it": ("Europe/Rome",),
    "ru": ("Europe/Moscow", "Asia/Yekaterinburg", "Asia/Novosibirsk"),
    "uk": ("Europe/Kyiv",),
}


def zone_of(date: datetime | None, language: str) -> str:
    """A zone with summer-time if one fits, else the hours alone; nothing if unsure.

    Programs that do not know where they are write +0000.
    """
    offset = date.utcoffset() if date else None
    if date is None or not offset:
        return ""
    for name in USUAL.get(language, ()):
        if date.astimezone(ZoneInfo(name)).utcoffset() == offset:
            return name
    hours = offset // HOUR
    if offset % HOUR or abs(hours) > FARTHEST:
        return ""
    return f"Etc/GMT{-hours:+d}"  # these count the other way
