"""Matches to change: take seats, write orders, organise. All by POST."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from sse.accounts.models import Player
from sse.accounts.selectors import is_theirs
from sse.matches import play
from sse.matches.agreement import agreement
from sse.matches.deeds import DEEDS, Deed
from sse.matches.errors import MatchRefused
from sse.matches.models import Invitation, Match, Submission
from sse.matches.table import table_of
from sse.platform.rates import check_limit
from sse.web.forms import InviteForm, OrdersForm, PositionForm
from sse.web.views.responses import (
    form_page,
    logged_in,
    match_or_404,
    number_in,
    player_action,
    player_in,
    show_errors,
    telling,
)

# ----------------------------------------------------------------------- orders


@player_action
def orders(request: HttpRequest, match_id: int) -> HttpResponse:
    """Store the text; the page then shows what became of it."""
    form = OrdersForm(request.POST)
    if not form.is_valid():
        show_errors(request, form)
        return redirect("match", match_or_404(request, match_id).pk)
    return submit(request, match_id, Submission.Kind.ORDERS, form.cleaned_data)


@player_action
def withdraw(request: HttpRequest, match_id: int) -> HttpResponse:
    return submit_without_text(request, match_id, Submission.Kind.WITHDRAW)


@player_action
def resign(request: HttpRequest, match_id: int) -> HttpResponse:
    if request.POST.get("really") != "yes":
        messages.error(
            request, gettext("You have not resigned. Tick the box to confirm.")
        )
        return redirect("match", match_or_404(request, match_id).pk)
    return submit_without_text(request, match_id, Submission.Kind.RESIGN)


def submit_without_text(
    request: HttpRequest, match_id: int, kind: Submission.Kind
) -> HttpResponse:
    form = PositionForm(request.POST)
    if not form.is_valid():
        raise Http404
    return submit(request, match_id, kind, form.cleaned_data)


def submit(
    request: HttpRequest, match_id: int, kind: Submission.Kind, said: dict[str, Any]
) -> HttpResponse:
    """Store what was sent; without a position it applies to the current one."""
    match, player = match_or_404(request, match_id), player_in(request)
    check_limit(request, "submissions", player.pk, by_client=False)
    with telling(request):
        play.plan_submit(
            match_id=match.pk,
            player=player,
            text=said.get("text", ""),
            source="web",
            key=f"web:{player.pk}:{kind}:{said['key']}",
            kind=kind,
            knowing={"position": said["position"]} if said["position"] else None,
        )
    return redirect("match", match.pk)


# -------------------------------------------------------------------- organising


def required_number(data: QueryDict, name: str) -> int:
    number = number_in(data.get(name, ""))
    if number is None:
        raise MatchRefused("number", gettext("Please enter a number."))
    return number


FIELDS: dict[str, tuple[str, Callable[[QueryDict, str], Any]]] = {
    "word": ("word", lambda data, name: data.get(name, "")),
    "bot": ("bot", lambda data, name: data.get(name, "")),
    "seat": ("seat", required_number),
    "entry": ("entry", required_number),
    "invitation_id": ("invitation", required_number),
    "more": ("hours", lambda data, name: timedelta(hours=required_number(data, name))),
}
DONE: dict[str, Any] = {
    "join": _("You have a seat."),
    "leave": _("You have left your seat."),
    "word": _("Your word will be mixed into the dice."),
    "take": _("The seat is yours."),
    "start": _("The match has begun."),
    "fill": _("A bot has been added."),
    "revoke": _("The invitation has been withdrawn."),
    "pause": _("All clocks are stopped."),
    "resume": _("The match goes on."),
    "ask-time": _("The organiser has been asked for more time."),
    "decline-time": _("The deadline stays as it is, and the player has been notified."),
    "give-time": _("The deadline has been extended."),
    "open-seat": _("Anyone can take this seat now."),
    "abandon": _("The match has been abandoned."),
    "propose-back": _("The other players have been asked to agree."),
    "agree-back": _("You have agreed."),
    "refuse-back": _("Everything stays as it is."),
}
NEED_TICK = {"abandon"}  # cannot be undone, so a box must be ticked


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
            return gettext("The match has been taken back.")
    return DONE[deed.name]


@player_action
def match_do(request: HttpRequest, match_id: int, what: str) -> HttpResponse:
    """Do one thing to a match; the services decide who may."""
    match, player = match_or_404(request, match_id), player_in(request)
    if what not in DONE:
        raise Http404
    check_limit(request, "submissions", player.pk, by_client=False)
    if what in NEED_TICK and request.POST.get("really") != "yes":
        messages.error(
            request, gettext("Nothing was changed. Tick the box to confirm.")
        )
        return redirect("match", match.pk)
    deed = DEEDS[what]
    with telling(request):
        deed.do(match.pk, player, **arguments_in(deed, request.POST))
        messages.success(request, done_text(deed, match))
    return redirect("match", match.pk)


# ------------------------------------------------------------------- invitations


@player_action
def invite(request: HttpRequest, match_id: int) -> HttpResponse:
    match, player = match_or_404(request, match_id), player_in(request)
    form = InviteForm(request.POST)
    if not form.is_valid():
        show_errors(request, form)
        return redirect("match", match.pk)
    for email in form.cleaned_data["email"]:
        check_limit(request, "invitations", player.pk, by_client=False)
        done = gettext("The invitation to {email} has been sent.").format(email=email)
        seat = form.cleaned_data["seat"]
        with telling(request, done):
            play.seat_invite(match_id=match.pk, by=player, email=email, seat=seat)
    return redirect("match", match.pk)


@form_page
@logged_in
def invitation(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """Show an invitation to the player whose address it was sent to."""
    player = player_in(request)
    wanted = Invitation.objects.select_related("match", "invited_by")
    found = wanted.filter(pk=invitation_id).first()
    if found is None or not is_theirs(player, found.email):
        return render(request, "web/not_invited.html", status=404)
    if request.method == "POST":
        return answer_invitation(request, player, found)
    facts = {"invitation": found, "agreement": agreement(found.match)}
    return render(request, "web/invitation.html", facts)


def answer_invitation(
    request: HttpRequest, player: Player, found: Invitation
) -> HttpResponse:
    if request.POST.get("answer") == "accept":
        word = request.POST.get("word", "")
        with telling(request, gettext("You have a seat.")):
            play.invitation_accept(invitation_id=found.pk, player=player, word=word)
            return redirect("match", found.match_id)
    else:
        with telling(request, gettext("You have declined.")):
            play.invitation_decline(invitation_id=found.pk, player=player)
            return redirect("start")
    return redirect("invitation", found.pk)
