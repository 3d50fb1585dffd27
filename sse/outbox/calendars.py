"""Deadlines for the calendars of who wants them there.

One event for a seat at a match: a later letter moves it. It invites nobody, so no
program answers it.
"""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext
from icalendar import Alarm, Calendar, Event

from sse.outbox.draft import Sheet
from sse.platform.mail_addresses import office

KINDS = ("turn", "reminder", "more_time")
LENGTH = timedelta(minutes=30)
WARNING = timedelta(hours=3)


def calendar_for(sheet: Sheet) -> str:
    """The deadline as an iCalendar file, if there is one and it is wanted."""
    letter = sheet.letter
    is_wanted = letter.player is not None and letter.player.deadlines_by_calendar
    if not is_wanted or letter.kind not in KINDS or not sheet.due_at:
        return ""
    calendar = Calendar()
    calendar.add("prodid", "-//Hikyaku//samurai games by mail//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add_component(event_of(sheet))
    return str(calendar.to_ical().decode())


def event_of(sheet: Sheet) -> Event:
    letter, due_at = sheet.letter, sheet.due_at
    assert due_at is not None
    event = Event()
    event.add("uid", f"match-{letter.match_id}-seat-{letter.seat}@{office().domain}")
    event.add("sequence", letter.pk)
    event.add("dtstamp", letter.created_at)
    event.add("dtstart", due_at - LENGTH)
    event.add("dtend", due_at)
    words = gettext("Decide in {match}").format(match=sheet.match_name)
    event.add("summary", words)
    event.add("url", sheet.url)
    event.add("transp", "TRANSPARENT")
    event.add_component(warning_of(words))
    return event


def warning_of(words: str) -> Alarm:
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", words)
    alarm.add("trigger", -WARNING)
    return alarm
