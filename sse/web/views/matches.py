"""Matches to read: their steps."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from sse.matches.models import Match
from sse.web.reading import (
    Reading,
    names_at,
    step_picture,
    step_told,
)
from sse.web.views.exports import PICTURE_POLICY
from sse.web.views.requests import match_or_404


def svg(text: str) -> HttpResponse:
    answer = HttpResponse(text, content_type="image/svg+xml; charset=utf-8")
    answer.headers["Content-Security-Policy"] = PICTURE_POLICY
    return answer


def drawn_or_404(request: HttpRequest, match_id: int, number: int = 0) -> Match:
    """The match, if its rules are here to say what lies on the board."""
    match = begun_or_404(request, match_id, number)
    if match.old_rules:
        raise Http404
    return match


def begun_or_404(request: HttpRequest, match_id: int, number: int = 0) -> Match:
    match = match_or_404(request, match_id)
    if number >= match.head:
        raise Http404
    return match


@never_cache
@require_safe
def step(request: HttpRequest, match_id: int, number: int) -> HttpResponse:
    """The board after an entry, as a spectator saw it."""
    match = begun_or_404(request, match_id, number)
    names = names_at(match, number)
    facts = {
        "match": match,
        "reading": Reading(match, request.user),
        "number": number,
        "last": match.head - 1,
        "before": number - 1,
        "after": number + 1,
        "entry": match.entries.get(number=number),
    }
    if not match.old_rules:
        facts["board"] = step_picture(match, number, names)
        facts["told"] = step_told(match, number, names)
    return render(request, "web/step.html", facts)
