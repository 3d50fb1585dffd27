"""Matches to read: steps, the archive."""

from __future__ import annotations

from datetime import UTC, datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from sse.matches.models import Match
from sse.matches.selectors import log_file
from sse.web import selectors
from sse.web.letter_box import is_allowed, letters_filed
from sse.web.reading import (
    Reading,
    names_at,
    step_picture,
    step_told,
)
from sse.web.views.requests import match_or_404

# A picture runs nothing and fetches nothing, also where it is opened by itself.
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


def svg(text: str) -> HttpResponse:
    answer = HttpResponse(text, content_type="image/svg+xml; charset=utf-8")
    answer.headers["Content-Security-Policy"] = PICTURE_POLICY
    return answer


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
        "board": step_picture(match, number, names),
        "told": step_told(match, number, names),
        "entry": match.entries.get(number=number),
    }
    return render(request, "web/step.html", facts)


@never_cache
@require_safe
def step_board(request: HttpRequest, match_id: int, number: int) -> HttpResponse:
    match = begun_or_404(request, match_id, number)
    return svg(step_picture(match, number, names_at(match, number)).svg)


@never_cache
@require_safe
def log(request: HttpRequest, match_id: int) -> HttpResponse:
    """The whole log; while a match runs it holds secrets."""
    match = begun_or_404(request, match_id)
    if not match.has_ended:
        raise Http404
    answer = HttpResponse(log_file(match), content_type="text/plain; charset=utf-8")
    name = f"{match.game_name}-{match.pk}.log"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@never_cache
@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """Finished matches, page by page; a page is named by where the last one ended."""
    ended_at, match_id = place_of(request.GET.get("after", ""))
    found = selectors.finished_after(ended_at, match_id)
    shown = found[: selectors.MOST]
    facts: dict[str, object] = {"matches": shown, "is_first": ended_at is None}
    if len(found) > len(shown) and shown[-1].ended_at:
        facts["next"] = f"{shown[-1].ended_at.timestamp():.6f}_{shown[-1].pk}"
    return render(request, "web/archive.html", facts)


def place_of(text: str) -> tuple[datetime | None, int]:
    """Where a page begins; the first where the text makes no sense."""
    seconds, _, number = text.partition("_")
    try:
        return datetime.fromtimestamp(float(seconds), UTC), int(number)
    except (ValueError, OverflowError, OSError):
        return None, 0


@never_cache
@require_safe
def letters(request: HttpRequest) -> HttpResponse:
    """The letter-box of who tries the service on their own machine."""
    if not is_allowed(request):
        raise Http404
    return render(request, "web/letters.html", {"letters": letters_filed()})
