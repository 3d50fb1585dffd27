"""What became of a player's emails; and links in emails that stop them."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from sse.accounts.models import Player
from sse.accounts.services import address_try
from sse.inbox.identity.held_mail import held_for
from sse.matches.models import Match
from sse.outbox.letters import letter_to
from sse.outbox.models import Silence
from sse.outbox.reply_addresses import resubscribe, unsubscribe, unsubscription_of_link
from sse.outbox.selectors import letters_of, suspended_addresses
from sse.platform.rates import check_limit
from sse.web.views.responses import (
    form_page,
    logged_in,
    page_or_refusal,
    player_action,
    player_in,
    read_page,
    telling,
)


@read_page
@logged_in
def letters(request: HttpRequest) -> HttpResponse:
    player = player_in(request)
    facts = {
        "letters": letters_of(player),
        "silent": suspended_addresses(player),
        "held": held_for(player),
        "now": timezone.now(),
        "silences": silences_of(player),
    }
    return render(request, "web/letters.html", facts)


def silences_of(player: Player) -> QuerySet[Silence]:
    """Return the silenced matches that could still send emails, the newest first."""
    ended = (Match.Status.FINISHED, Match.Status.ABANDONED)
    found = player.silences.exclude(match__status__in=ended)
    return found.select_related("match").order_by("-since")


@player_action
def test_letter(request: HttpRequest) -> HttpResponse:
    player = player_in(request)
    check_limit(request, "test letters", player.pk, by_client=False)
    letter_to(player=player, kind="test", key=f"test:{player.pk}:{uuid4().hex}")
    messages.success(request, _("An email is on its way to you."))
    return redirect("letters")


@player_action
def address_again(request: HttpRequest, address_id: int) -> HttpResponse:
    player = player_in(request)
    address = player.addresses.filter(pk=address_id).first()
    check_limit(request, "log-in letters", address.email if address else "")
    done = _(
        "We have sent you an email. Open its link to get emails at this address again."
    )
    with telling(request, done):
        address_try(player=player, address_id=address_id)
    return redirect("letters")


@player_action
def on(request: HttpRequest, match_id: int) -> HttpResponse:
    with telling(request, _("You will get emails about this match again.")):
        resubscribe(player=player_in(request), match_id=match_id)
    return redirect("letters")


@csrf_exempt
@form_page
def off(request: HttpRequest, token: str) -> HttpResponse:
    """Stop emails on a POST: one click in a mail app is a bare POST (RFC 8058)."""

    def facts() -> dict[str, Any]:
        leave = unsubscription_of_link(token)
        if request.method == "POST":
            unsubscribe(wish=leave)
        return {"leave": leave, "is_done": request.method == "POST"}

    return page_or_refusal(request, "web/off.html", facts)
