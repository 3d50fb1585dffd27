"""New matches: which game, how, with whom, and how fast; or a bot right away."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.registry import About, games
from sse.accounts.models import Player
from sse.archive.starting_positions import read_beginning
from sse.matches import play
from sse.matches.access import is_newcomer
from sse.matches.errors import MatchRefused
from sse.matches.models import Match
from sse.matches.play.setup import ME
from sse.matches.reader_view import Reading
from sse.outbox.reply_addresses import match_without_letters
from sse.platform.rates import check_limit
from sse.web.deadlines import deadline_of
from sse.web.forms import ClockForm, OpenForm, PlayForm, initial_seats
from sse.web.views.responses import (
    form_page,
    game_or_404,
    logged_in,
    match_or_404,
    player_action,
    player_in,
    read_page,
    telling,
)

AGREED = ("tempo", "privacy", "talk_shown", "title")


@read_page
@logged_in
def which_game(request: HttpRequest) -> HttpResponse:
    return render(request, "web/games.html", {"games": games().values()})


@form_page
@logged_in
def match_open(request: HttpRequest, name: str) -> HttpResponse:
    """Open a match with chosen settings; `look` only shows the deadlines."""
    about = game_or_404(name)
    form = OpenForm(about, request.POST or None, initial=initial_values(request, about))
    if request.method == "POST" and "look" not in request.POST and form.is_valid():
        count_invitations(request, form)
        try:
            match = open_match(player_in(request), form)
            return redirect("match", match.pk)
        except MatchRefused as error:
            form.add_error(None, str(error))
    facts = {"form": form, "about": about} | clock_facts(request, about)
    return render(request, "web/open.html", facts)


def initial_values(request: HttpRequest, about: About) -> dict[str, str]:
    """Return what a link to the form fills in: a position and its number of seats."""
    said = request.GET.get("position", "")
    try:
        found = read_beginning(about, said, {}, player_in(request))
    except MatchRefused as error:
        messages.error(request, str(error))
        return {}
    return {"position": said} | initial_seats(found.start.seats) if found else {}


def count_invitations(request: HttpRequest, form: OpenForm) -> None:
    for _email in form.cleaned_data["invited"]:
        check_limit(request, "invitations", player_in(request).pk, by_client=False)


@transaction.atomic
def open_match(player: Player, form: OpenForm) -> Match:
    """Open a match and send invitations; start it if no seat is free."""
    said, seating = form.cleaned_data, form.seating
    assert form.made
    return play.match_open(
        organiser=player,
        game=form.about.name,
        seats=len(seating),
        seating=seating,
        choices=form.choices,
        beginning=read_beginning(form.about, said["position"], {}, player),
        clock=form.made.data,
        word=said.get("word", ""),
        invited=said["invited"],
        starts_when_full=True,
        **{name: said[name] for name in AGREED},
    )


@player_action
def clock_look(request: HttpRequest, name: str) -> HttpResponse:
    """Render the part of the page that shows what a clock means for its reader."""
    facts = clock_facts(request, game_or_404(name))
    return render(request, "web/_deadline.html", facts)


def clock_facts(request: HttpRequest, about: About) -> dict[str, object]:
    """Return the reader's deadlines with the clock in the form, or the usual one."""
    usual = {"clock": "daily", "at_end": "default"}
    form = ClockForm(about, request.POST or usual)
    if not form.is_valid() or form.made is None:
        return {"clock_faults": form.errors}
    player = player_in(request)
    deadline = deadline_of(player, form.made, timezone.now())
    return {"deadline": deadline, "clock_made": form.made}


# ----------------------------------------------------------------- a bot, now


@form_page
@logged_in
def play_now(request: HttpRequest, name: str) -> HttpResponse:
    """Begin a match against a bot on POST."""
    about, player = game_or_404(name), player_in(request)
    is_beginner = is_newcomer(player, about.name)
    form = PlayForm(
        about, is_beginner, request.POST if request.method == "POST" else None
    )
    if request.method == "POST" and form.is_valid():
        with telling(request, _("The match has begun.")):
            match = begin_against_bots(player, about, form.cleaned_data)
            return redirect("match", match.pk)
    return render(request, "web/play_now.html", {"about": about, "form": form})


@transaction.atomic
def begin_against_bots(player: Player, about: About, said: dict[str, Any]) -> Match:
    """Begin without emails unless they are wanted: the page shows everything."""
    match = play.match_open(
        organiser=player,
        game=about.name,
        seats=about.seats[0],
        bot_seats=[said["opponent"]] * (about.seats[0] - 1),
        privacy=Match.Privacy.PRIVATE if said["private"] else Match.Privacy.LATER,
    )
    if not said["letters"]:
        match_without_letters(player=player, match=match)
    return play.match_start(match_id=match.pk, by=player)


# --------------------------------------------------------------------- once more


@player_action
def play_again(request: HttpRequest, match_id: int) -> HttpResponse:
    """Begin a match that ended against bots once more, with fresh dice."""
    reading = Reading(match_or_404(request, match_id), player_in(request))
    if not reading.may_play_again:
        raise Http404
    check_limit(request, "submissions", player_in(request).pk, by_client=False)
    with telling(request, _("The match has begun.")):
        return redirect("match", begin_again(player_in(request), reading).pk)
    return redirect("match", match_id)


@transaction.atomic
def begin_again(player: Player, reading: Reading) -> Match:
    """Begin a match with the same settings, seats and silence as the one before."""
    before = reading.match
    match = play.match_open(
        organiser=player,
        game=before.game_name,
        seats=before.seats_wanted,
        seating=[seat.bot or ME for seat in reading.seats],
        choices=before.choices,
        clock=before.clock,
        **{name: getattr(before, name) for name in AGREED},
    )
    if player.silences.filter(match=before).exists():
        match_without_letters(player=player, match=match)
    return play.match_start(match_id=match.pk, by=player)
