"""The page of a match, and what its scripts ask for."""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256
from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from sse.accounts.models import Player
from sse.archive.tags import may_tag, tags_of
from sse.matches import play
from sse.matches.access import (
    free_seats,
    has_room,
    is_newcomer,
    may_join,
    promised_in,
)
from sse.matches.agreement import agreement
from sse.matches.board_options import (
    board_inline,
    by_first_word,
    options_of,
    options_shown,
)
from sse.matches.clock.arithmetic import Clock
from sse.matches.errors import MatchRefused
from sse.matches.models import Invitation, Match, Submission
from sse.matches.play.seat_holders import invitation_of
from sse.matches.reader_view import FIRST_HINTS, Reading
from sse.matches.talk_history import Said, diary_for, talk_for
from sse.matches.text.preview import LONGEST, options_then, preview_of
from sse.platform.http import svg
from sse.platform.rates import TooMany, check_limit
from sse.web.forms import InviteForm, OrdersForm, TextForm, best_first, bot_title
from sse.web.planner import filling_of, planner_facts
from sse.web.views.responses import (
    drawn_or_404,
    logged_out,
    match_or_404,
    number_in,
    player_action,
    player_in,
    read_page,
    show_errors,
    telling,
)

FRESH = timedelta(seconds=30)
MOST_TYPED = 2000  # characters of orders in an address


@read_page
def match(request: HttpRequest, match_id: int) -> HttpResponse:
    reading = Reading(match_or_404(request, match_id), request.user)
    if reading.is_behind:
        reading = Reading(match_or_404(request, match_id), request.user)
    facts = {"reading": reading, "match": reading.match, "places": reading.places}
    facts["choices"] = agreement(reading.match)
    facts |= playing_facts(request, reading)
    talk = talk_for(reading)
    facts |= {"talk": talk, "diary": diary_for(reading), "key": uuid4()}
    facts["pulse"] = pulse_of(reading, talk)
    facts["comes_again"] = comes_again(reading)
    facts["is_silent"] = is_silent(reading)
    if not reading.match.has_begun:
        facts |= joining_facts(reading)
    if reading.match.has_ended:
        facts |= tag_facts(reading)
    if reading.is_organiser and not reading.match.has_ended:
        facts |= organising_facts(reading.match)
    return render(request, "web/match.html", facts)


def is_silent(reading: Reading) -> bool:
    """Tell whether the reader has turned off emails about this match."""
    player, match = reading.person, reading.match
    if reading.seat is None or match.has_ended or match.is_practice:
        return False
    return isinstance(player, Player) and player.silences.filter(match=match).exists()


def joining_facts(reading: Reading) -> dict[str, object]:
    """Return what the page shows before the match begins: who is missing."""
    match, person = reading.match, reading.person
    free, promised = len(free_seats(match)), promised_in(match)
    return {
        "has_room": has_room(match),
        "may_join": may_join(match, person),
        "free": max(0, free - promised),
        "promised": min(free, promised),
        "is_full": not free,
        "is_host": match.organiser_id == person.pk,
        "invitation": own_invitation(reading),
    }


def own_invitation(reading: Reading) -> Invitation | None:
    """Return the invitation that the reader has not answered, if there is one."""
    if reading.seat is not None or not isinstance(reading.person, Player):
        return None
    return invitation_of(reading.match, reading.person)


def playing_facts(request: HttpRequest, reading: Reading) -> dict[str, object]:
    """Return what the page shows beside the board once there is one."""
    match, submission = reading.match, reading.submission
    if not match.has_begun or match.head == 0:
        return {}
    if match.old_rules:
        return {"submission": submission, "entries": reading.entries}
    hints, options = reading.hints, options_of(reading)
    said = request.GET.get("orders", "")[:MOST_TYPED]
    if not said and reading.has_text_to_mend:
        said = submission.text if submission else ""
    planner = planner_facts(reading, said)
    return planner | {
        "board": reading.board,
        "drawing": board_inline(reading),
        "options": [] if planner else options,
        "plain_options": by_first_word(options),
        "told": reading.news,
        "told_own": reading.own_news,
        "hints": hints[:FIRST_HINTS],
        "more_hints": hints[FIRST_HINTS:],
        "is_newcomer": bool(hints) and is_newcomer(reading.person, match.game_name),
        "submission": submission,
        "form": OrdersForm(
            initial={"text": said, "key": uuid4(), "position": reading.position}
        ),
    }


def tag_facts(reading: Reading) -> dict[str, object]:
    match, person = reading.match, reading.person
    return {
        "tags": tags_of(match),
        "may_tag": isinstance(person, Player) and may_tag(match, person),
    }


def organising_facts(match: Match) -> dict[str, object]:
    game = match.game_name
    return {
        "bots": [(name, bot_title(game, name)) for name in best_first(game)],
        "invite_form": InviteForm(),
        "invitations": match.invitations.filter(answer="").select_related(
            "seat__player"
        ),
        "declined": match.invitations.filter(answer="declined"),
        "last_entry": match.head - 2,
        "has_clock": Clock.from_data(match.clock).has_deadline,
    }


@read_page
def board(request: HttpRequest, match_id: int) -> HttpResponse:
    match = drawn_or_404(request, match_id)
    return svg(Reading(match, request.user).board.svg)


# ---------------------------------------------------------------- while one types


@player_action
def check(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show what a text would do: it is read as if it were sent, but not stored."""
    reading = Reading(drawn_or_404(request, match_id), player_in(request))
    facts: dict[str, Any] = {"reading": reading, "match": reading.match}
    text = request.POST.get("text", "")
    if is_of_another_position(request, reading):
        facts["is_changed"] = True
    elif reading.plays and text.strip():
        try:
            check_limit(request, "checks", player_in(request).pk, by_client=False)
            facts["is_tired"] = len(text) > LONGEST
            facts |= {} if facts["is_tired"] else check_facts(request, reading, text)
        except TooMany:
            facts["is_tired"] = True
    response = render(request, "web/_check.html", facts)
    response.headers["X-Reads"] = verdict_in(facts)
    return response


def check_facts(request: HttpRequest, reading: Reading, text: str) -> dict[str, Any]:
    """Return what the text would do and, for a page that draws it, the board then."""
    found = preview_of(reading, text)
    facts: dict[str, Any] = {"check": found}
    if "form" in request.POST:
        facts["filling"] = filling_of(reading, text)
    if found.state is not None and "board" in request.POST:
        orders = options_then(reading, text, found)
        facts["drawing"] = board_inline(reading, found.state)
        facts["options"] = options_shown(reading, found.state, orders)
    return facts


def is_of_another_position(request: HttpRequest, reading: Reading) -> bool:
    """Tell whether the page that asks shows a position that is gone."""
    shown = request.POST.get("position", "")
    return bool(shown) and not reading.is_position(shown)


def verdict_in(facts: dict[str, Any]) -> str:
    found = facts.get("check")
    return "unknown" if found is None else "yes" if found.is_good else "no"


# ------------------------------------------------------------- has anything happened


def pulse_of(reading: Reading, heard: list[Said]) -> dict[str, Any]:
    """Return a mark that changes only when something happens the reader may know."""
    match, submission = reading.match, reading.submission
    asked = reading.table.asks(reading.number) if reading.number is not None else None
    beat = [
        *(match.status, match.head, reading.names, asked),
        reading.seat and (reading.seat.due_at, reading.seat.stand_in),
        submission and (submission.received_at, submission.status),
        reading.plan,  # the reader's own, which may also be shown after all that
        heard[-1].number if heard else 0,
        *(reading.table.back_to, sorted(reading.table.consents)),
        sorted(reading.time_wishes.items()),
    ]
    return {
        "beat": sha256(repr(beat).encode()).hexdigest()[:16],
        "soon": is_waiting(reading) or is_bots_turn(reading),
    }


def is_waiting(reading: Reading) -> bool:
    submission = reading.submission
    return bool(submission and submission.status == Submission.Status.WAITING)


def is_bots_turn(reading: Reading) -> bool:
    """Tell whether a bot may move soon."""
    is_running = reading.match.status == Match.Status.RUNNING
    with_bots = any(seat.program for seat in reading.seats)
    return is_running and with_bots and not reading.is_asked


def comes_again(reading: Reading) -> bool:
    """Tell whether the page shall reload itself where no script listens to the pulse.

    It does while orders wait, and a moment longer while bots answer or begin; later
    somebody may be writing here, and the text would be lost.
    """
    if is_waiting(reading):
        return True
    done_at = reading.submission and reading.submission.done_at
    lately = done_at or reading.match.started_at
    is_fresh = bool(lately and timezone.now() - lately < FRESH)
    return is_fresh and is_bots_turn(reading)


@require_safe
def pulse(request: HttpRequest, match_id: int) -> HttpResponse:
    """Answer 304 if the page has seen this beat already.

    The page of a player who is logged out meanwhile gets a 401.
    """
    if "mine" in request.GET and not isinstance(request.user, Player):
        return logged_out()
    reading = Reading(match_or_404(request, match_id), request.user)
    found = pulse_of(reading, talk_for(reading))
    response = JsonResponse(found)
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["ETag"] = etag = f'"{found["beat"]}-{int(found["soon"])}"'
    return get_conditional_response(request, etag=etag, response=response) or response


# ------------------------------------------------------------------- talk and diary


@player_action
def talk(request: HttpRequest, match_id: int) -> HttpResponse:
    """Send a message to everyone at the table, or to some."""
    match, player = match_or_404(request, match_id), player_in(request)
    form = TextForm(request.POST)
    if form.is_valid():
        with telling(request):
            play.talk_say(
                match_id=match.pk,
                by=player,
                to=recipients_in(request.POST.getlist("to")),
                text=form.cleaned_data["text"],
                key=key_of(player, "talk", form),
            )
    else:
        show_errors(request, form)
    return redirect("match", match.pk)


def recipients_in(said: list[str]) -> list[int] | None:
    """Return the seats, or none for everyone. [MatchRefused]"""
    if said == ["all"]:
        return None
    seats = [number for text in said if (number := number_in(text)) is not None]
    if not said or len(seats) < len(said):  # never tell everyone by mistake
        raise MatchRefused("to", _("Choose who the message is for."))
    return seats


@player_action
def note(request: HttpRequest, match_id: int) -> HttpResponse:
    match, player = match_or_404(request, match_id), player_in(request)
    form = TextForm(request.POST)
    if form.is_valid():
        with telling(request, _("Saved in your diary, sealed until the end.")):
            play.note_keep(
                match_id=match.pk,
                by=player,
                text=form.cleaned_data["text"],
                key=key_of(player, "note", form),
            )
    else:
        show_errors(request, form)
    return redirect("match", match.pk)


def key_of(player: Player, kind: str, form: TextForm) -> str:
    return f"web:{player.pk}:{kind}:{form.cleaned_data['key']}"
