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
from sse.matches.deeds import DEEDS, Deed
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
        messages.error(request, _("Nothing is given up: tick the box if you mean it."))
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


def number(data: QueryDict, name: str) -> int:
    text = data.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise MatchRefused("number", _("A number is missing there."))
    return int(text)


FIELDS: dict[str, tuple[str, Callable[[QueryDict, str], Any]]] = {
    "word": ("word", lambda data, name: data.get(name, "")),
    "bot": ("bot", lambda data, name: data.get(name, "")),
    "seat": ("seat", number),
    "entry": ("entry", number),
    "invitation_id": ("invitation", number),
    "more": ("hours", lambda data, name: timedelta(hours=number(data, name))),
}
DONE: dict[str, Any] = {
    "join": gettext_lazy("You have a seat."),
    "leave": gettext_lazy("Your seat is free again."),
    "word": gettext_lazy("Your word will be mixed into the dice."),
    "take": gettext_lazy("The seat is yours."),
    "start": gettext_lazy("The match has begun."),
    "fill": gettext_lazy("A program sits down."),
    "revoke": gettext_lazy("The invitation does not count any more."),
    "pause": gettext_lazy("All clocks stand still."),
    "resume": gettext_lazy("The match goes on."),
    "ask-time": gettext_lazy("The organiser is asked for more time."),
    "decline-time": gettext_lazy(
        "The deadline stays as it is, and the player is told so."
    ),
    "give-time": gettext_lazy("There is more time now."),
    "open-seat": gettext_lazy("Anybody may take this seat now."),
    "abandon": gettext_lazy("The match is abandoned."),
    "propose-back": gettext_lazy("The other players are asked whether they agree."),
    "agree-back": gettext_lazy("You agree."),
    "refuse-back": gettext_lazy("Everything stays as it is."),
}
FOR_GOOD = {"abandon"}  # asks to tick a box


def arguments_in(deed: Deed, data: QueryDict) -> dict[str, Any]:
    """Return what a form says, as the service calls it. [MatchRefused]"""
    found = {
        name: read(data, field)
        for name, (field, read) in FIELDS.items()
        if name in deed.required or (name in deed.arguments and field in data)
    }
    return found | ({"key": uuid4().hex} if deed.service is play.time_ask else {})


def done_text(deed: Deed, match: Match) -> Any:
    if deed.name == "propose-back":
        match.refresh_from_db(fields=["table"])
        if table_of(match.table).back_to is None:  # nobody else has to agree
            return _("The match is taken back.")
    return DONE[deed.name]


@require_POST
@logged_in
def match_do(request: HttpRequest, match_id: int, what: str) -> HttpResponse:
    """Do one thing to a match; the services say who may."""
    match, player = match_or_404(request, match_id), player_in(request)
    if what not in DONE:
        raise Http404
    check_limit(request, "submissions", player.pk, by_client=False)
    if what in FOR_GOOD and request.POST.get("really") != "yes":
        messages.error(request, _("Nothing is done: tick the box if you mean it."))
        return redirect("match", match.pk)
    deed = DEEDS[what]
    with telling(request):
        deed.do(match.pk, player, **arguments_in(deed, request.POST))
        messages.success(request, done_text(deed, match))
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
        done = _("The invitation to {email} is on its way.").format(email=email)
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
