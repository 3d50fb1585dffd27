"""New matches: which game, how, with whom, and how fast; or a program at once."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from engine.registry import About, games
from sse.accounts.models import Player
from sse.archive.starting_positions import beginning_said
from sse.matches import play
from sse.matches.access import is_newcomer
from sse.matches.errors import MatchRefused
from sse.matches.models import Match
from sse.matches.play.setup import ME
from sse.matches.reader_view import Reading
from sse.outbox.reply_addresses import match_without_letters
from sse.platform.rates import check_limit
from sse.web.deadlines import deadline_of
from sse.web.forms import ClockForm, OpenForm, PlayForm, seats_wanted
from sse.web.views.responses import logged_in, match_or_404, player_in, telling

both = require_http_methods(["GET", "HEAD", "POST"])


def about_or_404(name: str) -> About:
    about = games().get(name)
    if about is None:
        raise Http404
    return about


@never_cache
@logged_in
def which_game(request: HttpRequest) -> HttpResponse:
    return render(request, "web/games.html", {"games": games().values()})


@never_cache
@logged_in
@both
def match_open(request: HttpRequest, name: str) -> HttpResponse:
    """What a game lets one choose. `look` shows the deadlines and opens nothing."""
    about = about_or_404(name)
    form = OpenForm(about, request.POST or None, initial=wanted_in(request, about))
    if request.method == "POST" and "look" not in request.POST and form.is_valid():
        count_invitations(request, form)
        try:
            match = opened(player_in(request), form)
            return redirect("match", match.pk)
        except MatchRefused as error:
            form.add_error(None, str(error))
    facts = {"form": form, "about": about} | clock_facts(request, about)
    return render(request, "web/open.html", facts)


def wanted_in(request: HttpRequest, about: About) -> dict[str, str]:
    """What a link to the form has filled in: a position, and so many seats."""
    said = request.GET.get("position", "")
    try:
        found = beginning_said(about, said, {}, player_in(request))
    except MatchRefused as error:
        messages.error(request, str(error))
        return {}
    return {"position": said} | seats_wanted(found.start.seats) if found else {}


def count_invitations(request: HttpRequest, form: OpenForm) -> None:
    for _email in form.cleaned_data["invited"]:
        check_limit(request, "invitations", player_in(request).pk, by_client=False)


@transaction.atomic
def opened(player: Player, form: OpenForm) -> Match:
    """With its invitations; one that needs nobody any more begins at once."""
    said, seating = form.cleaned_data, form.seating
    assert form.made
    match = play.match_open(
        organiser=player,
        game=form.about.name,
        seats=len(seating),
        seating=seating,
        choices=form.choices,
        beginning=beginning_said(form.about, said["position"], {}, player),
        tempo=said["tempo"],
        clock=form.made.data,
        privacy=said["privacy"],
        talk_shown=said["talk_shown"],
        title=said["title"],
        word=said.get("word", ""),
    )
    for email in said["invited"]:
        play.seat_invite(match_id=match.pk, by=player, email=email)
    if "" not in seating:
        play.match_start(match_id=match.pk, by=player)
    return match


@never_cache
@require_POST
@logged_in
def clock_look(request: HttpRequest, name: str) -> HttpResponse:
    """The part of the page that shows what a clock means for its reader."""
    facts = clock_facts(request, about_or_404(name))
    return render(request, "web/_deadline.html", facts)


def clock_facts(request: HttpRequest, about: About) -> dict[str, object]:
    """The real deadlines of the clock in the form, or of the usual one."""
    usual = {"clock": "daily", "at_end": "default"}
    form = ClockForm(about, request.POST or usual)
    if not form.is_valid() or form.made is None:
        return {"clock_faults": form.errors}
    player = player_in(request)
    deadline = deadline_of(player, form.made, timezone.now())
    return {"deadline": deadline, "clock_made": form.made}


# ----------------------------------------------------------------- a program, now


@never_cache
@logged_in
@both
def play_now(request: HttpRequest, name: str) -> HttpResponse:
    """One press, and a program sits on the other side. Looking does nothing."""
    about, player = about_or_404(name), player_in(request)
    is_beginner = is_newcomer(player, about.name)
    form = PlayForm(
        about, is_beginner, request.POST if request.method == "POST" else None
    )
    if request.method == "POST" and form.is_valid():
        with telling(request, _("The match has begun.")):
            match = begun(player, about, form.cleaned_data)
            return redirect("match", match.pk)
    return render(request, "web/play_now.html", {"about": about, "form": form})


@transaction.atomic
def begun(player: Player, about: About, said: dict[str, Any]) -> Match:
    """At the table one sees it all: a letter for each of seventy dice is asked for."""
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


@never_cache
@require_POST
@logged_in
def play_again(request: HttpRequest, match_id: int) -> HttpResponse:
    """What has ended against programs, once more; with fresh dice."""
    reading = Reading(match_or_404(request, match_id), player_in(request))
    if not reading.may_play_again:
        raise Http404
    check_limit(request, "submissions", player_in(request).pk, by_client=False)
    with telling(request, _("The match has begun.")):
        return redirect("match", begun_again(player_in(request), reading).pk)
    return redirect("match", match_id)


@transaction.atomic
def begun_again(player: Player, reading: Reading) -> Match:
    """All that was agreed on, and the same seats; whose letters came not, do not."""
    before = reading.match
    match = play.match_open(
        organiser=player,
        game=before.game_name,
        seats=before.seats_wanted,
        seating=[seat.bot or ME for seat in reading.seats],
        choices=before.choices,
        tempo=before.tempo,
        clock=before.clock,
        privacy=before.privacy,
        talk_shown=before.talk_shown,
        title=before.title,
    )
    if player.silences.filter(match=before).exists():
        match_without_letters(player=player, match=match)
    return play.match_start(match_id=match.pk, by=player)
