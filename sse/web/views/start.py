"""The start page: what this is, your matches, matches to join. And robots.txt."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from engine.registry import games
from sse.accounts.models import Player
from sse.matches import access
from sse.outbox.selectors import suspended_addresses
from sse.web.showcase import show_for
from sse.web.views.responses import read_page

MOST_FINISHED = 5
# Robots shall not cause work that is only done on demand.
ROBOTS = """\
User-agent: *
Disallow: /matches/*/steps/*.gif
Disallow: /matches/*/steps/*/changes
Disallow: /matches/*/booklet/
"""


@read_page
def start(request: HttpRequest) -> HttpResponse:
    person = request.user
    finished = list(access.with_seats(access.finished())[:MOST_FINISHED])
    facts: dict[str, object] = {
        "games": games().values(),
        "to_join": access.matches_to_join(person),
        "finished": finished,
        "show": show_for(next(iter(finished), None)),
    }
    if isinstance(person, Player):
        mine = access.matches_of(person)
        facts["waiting"] = [one for one in mine if one.waits]
        facts["others"] = [one for one in mine if not one.waits]
        facts["invitations"] = list(access.invitations_to(person))
        facts["silent"] = suspended_addresses(person)
    return render(request, "web/start.html", facts)


@require_safe
@cache_control(public=True, max_age=3600)
def robots(request: HttpRequest) -> HttpResponse:
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")
