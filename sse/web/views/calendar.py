"""A player's deadlines as an iCalendar file, at an address only the player knows."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override
from icalendar import Calendar, Event

from sse.accounts import services
from sse.accounts.models import Player
from sse.matches.models import Seat
from sse.platform.mail_addresses import office
from sse.web.views.reauthentication import freshly_logged_in
from sse.web.views.responses import player_action, player_in, read_page, telling

EVENT_LENGTH = timedelta(minutes=30)  # an event ends at its deadline
REFRESH = timedelta(hours=1)  # how often calendar apps may look again


@read_page
def feed(request: HttpRequest, key: str) -> HttpResponse:
    player = Player.objects.filter(calendar_key=key, is_active=True).first()
    if not key or player is None:
        raise Http404
    kind = "text/calendar; charset=utf-8"
    response = HttpResponse(deadlines_of(player), content_type=kind)
    response.headers["Content-Disposition"] = 'inline; filename="hikyaku-deadlines.ics"'
    return response


@player_action
@freshly_logged_in
def feed_change(request: HttpRequest) -> HttpResponse:
    """Make a new address, which revokes the old one; or only revoke it."""
    is_wanted = request.POST.get("what") == "new"
    created = _("Your calendar address has been created.")
    revoked = _("The calendar address has been revoked.")
    with telling(request, created if is_wanted else revoked):
        services.calendar_key(player=player_in(request), is_wanted=is_wanted)
    return redirect("/settings/#calendar")


def deadlines_of(player: Player) -> bytes:
    """Return a calendar with the deadlines of the player's seats."""
    due = Seat.objects.filter(player=player, due_at__isnull=False)
    with override(player.language):
        calendar = Calendar()
        calendar.add("prodid", "-//Hikyaku//samurai games by mail//EN")
        calendar.add("version", "2.0")
        calendar.add("name", settings.SITE_NAME)
        calendar.add("x-wr-calname", settings.SITE_NAME)
        calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
        for seat in due.select_related("match").order_by("due_at", "pk"):
            calendar.add_component(event_of(seat))
    return bytes(calendar.to_ical())


def event_of(seat: Seat) -> Event:
    """Return the event of a seat; a new deadline moves it, as its uid stays."""
    assert seat.due_at
    event = Event()
    event.add("uid", f"match-{seat.match_id}-seat-{seat.number}@{office().domain}")
    event.add("dtstamp", seat.asked_at or timezone.now())
    event.add("dtstart", seat.due_at - EVENT_LENGTH)
    event.add("dtend", seat.due_at)
    event.add("summary", _("Your turn in {match}").format(match=seat.match))
    event.add("url", f"{settings.SITE}/matches/{seat.match_id}/")
    event.add("transp", "TRANSPARENT")
    return event
