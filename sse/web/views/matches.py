"""Matches to read: the start page, a match, its steps."""

from __future__ import annotations

from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine.bots import bots
from sse.accounts.models import Player
from sse.matches.models import Match
from sse.outbox.selectors import silent_addresses
from sse.web import selectors
from sse.web.forms import InviteForm, OrdersForm
from sse.web.reading import (
    FIRST_HINTS,
    Reading,
    names_at,
    step_picture,
    step_told,
)
from sse.web.views.exports import PICTURE_POLICY
from sse.web.views.requests import match_or_404


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
        facts["silent"] = silent_addresses(person)
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
    if match.old_rules:
        return {"submission": submission, "entries": reading.entries}
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
        "invitations": match.invitations.filter(answer="").select_related(
            "seat__player"
        ),
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
    match = drawn_or_404(request, match_id)
    return svg(Reading(match, request.user).board.svg)


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
