"""What became of a player's letters; and links in letters that stop them."""

from __future__ import annotations

from uuid import uuid4

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from sse.accounts.models import Player
from sse.accounts.services import address_try
from sse.inbox.identity.held_mail import held_for
from sse.matches.errors import MatchRefused
from sse.matches.models import Match
from sse.outbox.letters import letter_to
from sse.outbox.models import Silence
from sse.outbox.reply_addresses import resubscribe, unsubscribe, unsubscription_of_link
from sse.outbox.selectors import letters_of, suspended_addresses
from sse.platform.rates import check_limit
from sse.web.views.responses import logged_in, player_in, telling


@never_cache
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
    """Of matches that could still bring letters, the newest first."""
    ended = (Match.Status.FINISHED, Match.Status.ABANDONED)
    found = player.silences.exclude(match__status__in=ended)
    return found.select_related("match").order_by("-since")


@require_POST
@logged_in
def test_letter(request: HttpRequest) -> HttpResponse:
    player = player_in(request)
    check_limit(request, "test letters", player.pk, by_client=False)
    letter_to(player=player, kind="test", key=f"test:{player.pk}:{uuid4().hex}")
    messages.success(request, _("A letter is on its way to you."))
    return redirect("letters")


@require_POST
@logged_in
def address_again(request: HttpRequest, address_id: int) -> HttpResponse:
    player = player_in(request)
    address = player.addresses.filter(pk=address_id).first()
    check_limit(request, "log-in letters", address.email if address else "")
    with telling(
        request, _("A letter is on its way; open its link, and letters come.")
    ):
        address_try(player=player, address_id=address_id)
    return redirect("letters")


@require_POST
@logged_in
def on(request: HttpRequest, match_id: int) -> HttpResponse:
    with telling(request, _("Letters of this match come again.")):
        resubscribe(player=player_in(request), match_id=match_id)
    return redirect("letters")


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def off(request: HttpRequest, token: str) -> HttpResponse:
    """One click of a mail program is a bare POST (RFC 8058); a look does nothing."""
    facts: dict[str, object]
    try:
        leave = unsubscription_of_link(token)
        if request.method == "POST":
            unsubscribe(wish=leave)
        facts = {"leave": leave, "is_done": request.method == "POST"}
    except MatchRefused as error:
        facts = {"sentence": str(error)}
    status = 410 if "sentence" in facts else 200
    return render(request, "web/off.html", facts, status=status)
