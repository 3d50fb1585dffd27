"""A player's deadlines as an iCalendar file."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override
from icalendar import Calendar, Event

from sse.accounts.models import Player
from sse.matches.models import Seat
from sse.platform.mail_addresses import office

LENGTH = timedelta(minutes=30)  # an event that ends when the time is up
OFTEN = timedelta(hours=1)  # programs may look again


def deadlines_of(player: Player) -> bytes:
    """What waits for the player, each with the moment at which the time ends."""
    due = Seat.objects.filter(player=player, due_at__isnull=False)
    with override(player.language):
        calendar = Calendar()
        calendar.add("prodid", "-//Hikyaku//samurai games by mail//EN")
        calendar.add("version", "2.0")
        calendar.add("name", settings.SITE_NAME)
        calendar.add("x-wr-calname", settings.SITE_NAME)
        calendar.add("refresh-interval", OFTEN, parameters={"VALUE": "DURATION"})
        for seat in due.select_related("match").order_by("due_at", "pk"):
            calendar.add_component(event_of(seat))
    return bytes(calendar.to_ical())


def event_of(seat: Seat) -> Event:
    """One for a seat at a match: a new deadline moves it."""
    assert seat.due_at
    event = Event()
    event.add("uid", f"match-{seat.match_id}-seat-{seat.number}@{office().domain}")
    event.add("dtstamp", seat.asked_at or timezone.now())
    event.add("dtstart", seat.due_at - LENGTH)
    event.add("dtend", seat.due_at)
    event.add("summary", _("Your turn in {match}").format(match=seat.match))
    event.add("url", f"{settings.SITE}/matches/{seat.match_id}/")
    event.add("transp", "TRANSPARENT")
    return event
