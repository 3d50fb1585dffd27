"""Matches to read: the start page, a match, its steps, the archive."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine.bots import bots
from sse.accounts.models import Player
from sse.matches.models import Match
from sse.matches.selectors import log_file
from sse.web import selectors
from sse.web.forms import InviteForm, OrdersForm
from sse.web.letter_box import is_allowed, letters_filed
from sse.web.reading import FIRST_HINTS, Reading
from sse.web.views.requests import match_or_404

# A picture runs nothing and fetches nothing, also where it is opened by itself.
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


@never_cache
@require_safe
def start(request: HttpRequest) -> HttpResponse:
    person = request.user
    facts: dict[str, object] = {
        "to_join": selectors.matches_to_join(person),
        "finished": list(selectors.with_seats(selectors.finished())[:5]),
    }
    if isinstance(person, Player):
        facts["mine"] = selectors.matches_of(person)
        facts["invitations"] = list(selectors.invitations_to(person))
    return render(request, "web/start.html", facts)


@never_cache
@require_safe
def match(request: HttpRequest, match_id: int) -> HttpResponse:
    reading = Reading(match_or_404(request, match_id), request.user)
    facts = {"reading": reading, "match": reading.match, "places": reading.places}
    facts |= playing_facts(request, reading)
    if reading.is_organiser and not reading.match.has_ended:
        facts |= organising_facts(reading.match)
    return render(request, "web/match.html", facts)


def playing_facts(request: HttpRequest, reading: Reading) -> dict[str, object]:
    """What stands beside the board once there is one."""
    match, submission = reading.match, reading.submission
    if not match.has_begun or match.head == 0:
        return {}
    hints = reading.hints
    said = request.GET.get("orders", "")[:2000]
    if not said and submission and submission.status == "refused":
        said = submission.text
    return {
        "board": reading.board,
        "told": reading.told,
        "hints": hints[:FIRST_HINTS],
        "more_hints": hints[FIRST_HINTS:],
        "submission": submission,
        "key": uuid4(),
        "form": OrdersForm(initial={"text": said, "key": uuid4()}),
    }


def organising_facts(match: Match) -> dict[str, object]:
    return {
        "bots": list(bots(match.game_name)),
        "invite_form": InviteForm(),
        "invitations": match.invitations.filter(answer=""),
        "last_entry": match.head - 2,
    }


def svg(text: str) -> HttpResponse:
    answer = HttpResponse(text, content_type="image/svg+xml; charset=utf-8")
    answer.headers["Content-Security-Policy"] = PICTURE_POLICY
    return answer


@never_cache
@require_safe
def board(request: HttpRequest, match_id: int) -> HttpResponse:
    """The board with the reader's own eyes."""
    match = begun_or_404(request, match_id)
    return svg(Reading(match, request.user).board.svg)


def begun_or_404(request: HttpRequest, match_id: int, number: int = 0) -> Match:
    match = match_or_404(request, match_id)
    if number >= match.head:
        raise Http404
    return match


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
