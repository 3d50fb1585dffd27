"""Matches to change: sit down, write orders, organise. All by POST."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from sse.accounts.models import Player
from sse.accounts.selectors import is_theirs
from sse.matches import play
from sse.matches.agreement import agreement
from sse.matches.errors import MatchRefused
from sse.matches.models import Invitation, Match, Submission
from sse.matches.table import table_of
from sse.platform.rates import check_limit
from sse.web.forms import InviteForm, OrdersForm, WithdrawForm
from sse.web.views.responses import (
    faults_told,
    logged_in,
    match_or_404,
    player_in,
    telling,
)

# ----------------------------------------------------------------------- orders


@require_POST
@logged_in
def orders(request: HttpRequest, match_id: int) -> HttpResponse:
    """Keeps the text; the page then tells what became of it."""
    form = OrdersForm(request.POST)
    if not form.is_valid():
        faults_told(request, form)
        return redirect("match", match_or_404(request, match_id).pk)
    said = form.cleaned_data
    return submit(request, match_id, "orders", said, text=said["text"])


@require_POST
@logged_in
def withdraw(request: HttpRequest, match_id: int) -> HttpResponse:
    return without_text(request, match_id, Submission.Kind.WITHDRAW)


@require_POST
@logged_in
def resign(request: HttpRequest, match_id: int) -> HttpResponse:
    if request.POST.get("really") != "yes":
        messages.error(request, _("You have not resigned. Tick the box to confirm."))
        return redirect("match", match_or_404(request, match_id).pk)
    return without_text(request, match_id, Submission.Kind.RESIGN)


def without_text(request: HttpRequest, match_id: int, kind: str) -> HttpResponse:
    form = WithdrawForm(request.POST)
    if not form.is_valid():
        raise Http404
    return submit(request, match_id, kind, form.cleaned_data)


def submit(
    request: HttpRequest, match_id: int, kind: str, said: dict[str, Any], text: str = ""
) -> HttpResponse:
    """Keep what was sent; a page that names no position is taken at its word."""
    match, player = match_or_404(request, match_id), player_in(request)
    check_limit(request, "submissions", player.pk, by_client=False)
    with telling(request):
        play.plan_submit(
            match_id=match.pk,
            player=player,
            text=text,
            source="web",
            key=f"web:{player.pk}:{kind}:{said['key']}",
            kind=kind,
            knowing={"position": said["position"]} if said["position"] else None,
        )
    return redirect("match", match.pk)


# -------------------------------------------------------------------- organising

Do = Callable[[int, Player, QueryDict], object]


def number(data: QueryDict, name: str) -> int:
    text = data.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise MatchRefused("number", _("Please enter a number."))
    return int(text)


def proposal(data: QueryDict) -> int | None:
    """Return the step of the proposal that the page showed, if it says so."""
    return number(data, "entry") if "entry" in data else None


def propose_back(match: int, player: Player, data: QueryDict) -> str:
    play.back_propose(match_id=match, by=player, entry=number(data, "entry"))
    table = table_of(Match.objects.values_list("table", flat=True).get(pk=match))
    if table.back_to is None:  # nobody else has to agree
        return _("The match has been taken back.")
    return _("The other players have been asked to agree.")


def give_time(match: int, player: Player, data: QueryDict) -> None:
    more, seat = timedelta(hours=number(data, "hours")), number(data, "seat")
    play.time_give(match_id=match, by=player, seat=seat, more=more)


def ask_for_time(match: int, player: Player, data: QueryDict) -> None:
    hours = timedelta(hours=number(data, "hours"))
    play.time_ask(match_id=match, player=player, more=hours, key=uuid4().hex)


DOINGS: dict[str, tuple[Do, Any]] = {
    "join": (
        lambda match, player, data: play.seat_join(
            match_id=match, player=player, word=data.get("word", "")
        ),
        gettext_lazy("You have a seat."),
    ),
    "leave": (
        lambda match, player, data: play.seat_leave(match_id=match, player=player),
        gettext_lazy("You have left your seat."),
    ),
    "word": (
        lambda match, player, data: play.seat_word(
            match_id=match, player=player, word=data.get("word", "")
        ),
        gettext_lazy("Your word will be mixed into the dice."),
    ),
    "take": (
        lambda match, player, data: play.seat_take(
            match_id=match, player=player, seat=number(data, "seat")
        ),
        gettext_lazy("The seat is yours."),
    ),
    "start": (
        lambda match, player, data: play.match_start(match_id=match, by=player),
        gettext_lazy("The match has begun."),
    ),
    "fill": (
        lambda match, player, data: play.seat_fill(
            match_id=match, by=player, bot=data.get("bot", "")
        ),
        gettext_lazy("A bot has been added."),
    ),
    "revoke": (
        lambda match, player, data: play.invitation_revoke(
            match_id=match, by=player, invitation_id=number(data, "invitation")
        ),
        gettext_lazy("The invitation has been withdrawn."),
    ),
    "pause": (
        lambda match, player, data: play.match_pause(match_id=match, by=player),
        gettext_lazy("All clocks are stopped."),
    ),
    "resume": (
        lambda match, player, data: play.match_resume(match_id=match, by=player),
        gettext_lazy("The match goes on."),
    ),
    "ask-time": (ask_for_time, gettext_lazy("The organiser has been asked for more time.")),
    "decline-time": (
        lambda match, player, data: play.time_decline(
            match_id=match, by=player, seat=number(data, "seat")
        ),
        gettext_lazy("The deadline stays as it is, and the player has been notified."),
    ),
    "give-time": (give_time, gettext_lazy("The deadline has been extended.")),
    "open-seat": (
        lambda match, player, data: play.seat_open(
            match_id=match, by=player, seat=number(data, "seat")
        ),
        gettext_lazy("Anyone can take this seat now."),
    ),
    "abandon": (
        lambda match, player, data: play.match_abandon(match_id=match, by=player),
        gettext_lazy("The match has been abandoned."),
    ),
    "propose-back": (propose_back, ""),
    "agree-back": (
        lambda match, player, data: play.back_consent(
            match_id=match, player=player, entry=proposal(data)
        ),
        gettext_lazy("You have agreed."),
    ),
    "refuse-back": (
        lambda match, player, data: play.back_refuse(
            match_id=match, player=player, entry=proposal(data)
        ),
        gettext_lazy("Everything stays as it is."),
    ),
}
FOR_GOOD = {"abandon"}  # asks to tick a box


@require_POST
@logged_in
def match_do(request: HttpRequest, match_id: int, what: str) -> HttpResponse:
    """One thing done to a match; the services say who may."""
    match, player = match_or_404(request, match_id), player_in(request)
    if what not in DOINGS:
        raise Http404
    check_limit(request, "submissions", player.pk, by_client=False)
    do, done = DOINGS[what]
    if what in FOR_GOOD and request.POST.get("really") != "yes":
        messages.error(request, _("Nothing was changed. Tick the box to confirm."))
        return redirect("match", match.pk)
    with telling(request):
        said = do(match.pk, player, request.POST)
        messages.success(request, said if isinstance(said, str) else done)
    return redirect("match", match.pk)


# ------------------------------------------------------------------- invitations


@require_POST
@logged_in
def invite(request: HttpRequest, match_id: int) -> HttpResponse:
    match, player = match_or_404(request, match_id), player_in(request)
    form = InviteForm(request.POST)
    if not form.is_valid():
        faults_told(request, form)
        return redirect("match", match.pk)
    said = form.cleaned_data
    for email in said["email"]:
        check_limit(request, "invitations", player.pk, by_client=False)
        done = _("The invitation to {email} has been sent.").format(email=email)
        with telling(request, done):
            play.seat_invite(
                match_id=match.pk, by=player, email=email, seat=said["seat"]
            )
    return redirect("match", match.pk)


@never_cache
@logged_in
def invitation(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """For who reads mail at the invited address; for others there is nothing here."""
    player = player_in(request)
    wanted = Invitation.objects.select_related("match", "invited_by")
    found = wanted.filter(pk=invitation_id).first()
    if found is None or not is_theirs(player, found.email):
        return render(request, "web/not_invited.html", status=404)
    if request.method == "POST":
        return answer(request, player, found)
    facts = {"invitation": found, "agreement": agreement(found.match)}
    return render(request, "web/invitation.html", facts)


def answer(request: HttpRequest, player: Player, found: Invitation) -> HttpResponse:
    if request.POST.get("answer") == "accept":
        word = request.POST.get("word", "")
        with telling(request, _("You have a seat.")):
            play.invitation_accept(invitation_id=found.pk, player=player, word=word)
            return redirect("match", found.match_id)
    else:
        with telling(request, _("You have declined.")):
            play.invitation_decline(invitation_id=found.pk, player=player)
            return redirect("start")
    return redirect("invitation", found.pk)
