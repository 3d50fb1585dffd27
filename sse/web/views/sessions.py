"""Where a player is logged in; each browser can be logged out from any other."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from sse.accounts import access
from sse.web.views.responses import logged_in, player_in, telling

MOST = 50  # on the page


class Shown(NamedTuple):
    """A browser, as the settings page lists it."""

    name: str
    device: str
    begun_at: datetime
    used_at: datetime
    is_this: bool


def sessions_shown(request: HttpRequest) -> list[Shown]:
    """Return the browsers that are logged in, this one first."""
    this = request.session.session_key
    rows = access.sessions_of(player_in(request))[:MOST]
    found = [
        Shown(
            access.name_of(row.session_key),
            row.device,
            row.begun_at,
            row.used_at,
            row.session_key == this,
        )
        for row in rows
    ]
    return sorted(found, key=lambda row: not row.is_this)


@require_POST
@logged_in
def session_end(request: HttpRequest, name: str) -> HttpResponse:
    if name == access.name_of(request.session.session_key):
        logout(request)
        return redirect("/")
    with telling(request, _("That browser has been logged out.")):
        access.session_end(player=player_in(request), name=name)
    return redirect("/settings/#sessions")


@require_POST
@logged_in
def log_out_everywhere(request: HttpRequest) -> HttpResponse:
    """End every other session and every key. It asks for no proof: it only takes."""
    done = _("All other browsers have been logged out, and all API keys have been revoked.")
    with telling(request, done):
        keep = request.session.session_key
        access.log_out_everywhere(player=player_in(request), keep=keep)
    return redirect("/settings/#sessions")
