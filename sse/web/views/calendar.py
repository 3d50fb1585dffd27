"""Deadlines for calendar programs, at an address only its player knows."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from sse.accounts import services
from sse.accounts.models import Player
from sse.web.calendars import deadlines_of
from sse.web.views.reauthentication import freshly_logged_in
from sse.web.views.responses import logged_in, player_in, telling


@never_cache
@require_safe
def feed(request: HttpRequest, key: str) -> HttpResponse:
    player = Player.objects.filter(calendar_key=key, is_active=True).first()
    if not key or player is None:
        raise Http404
    answer = HttpResponse(
        deadlines_of(player), content_type="text/calendar; charset=utf-8"
    )
    answer.headers["Content-Disposition"] = 'inline; filename="hikyaku-deadlines.ics"'
    return answer


@require_POST
@logged_in
@freshly_logged_in
def feed_change(request: HttpRequest) -> HttpResponse:
    """A new address, which makes the old one void; or none."""
    is_wanted = request.POST.get("what") == "new"
    done = _("Your calendar address has been created.")
    with telling(request, done if is_wanted else _("The calendar address has been revoked.")):
        services.calendar_key(player=player_in(request), is_wanted=is_wanted)
    return redirect("/settings/#calendar")
