"""API keys, and the webhooks that were set with them."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from sse.accounts.models import Player
from sse.accounts.tokens import SCOPES, token_make, token_revoke
from sse.hooks.models import Delivery, Hook
from sse.hooks.services import hook_remove, hook_test
from sse.platform.rates import check_limit
from sse.web.views.reauthentication import freshly_logged_in
from sse.web.views.responses import (
    form_page,
    logged_in,
    player_action,
    player_in,
    telling,
)

MOST_DELIVERIES = 5  # shown for each webhook
MEANINGS = {
    "read": gettext_lazy("Read: everything you can see"),
    "play": gettext_lazy("Play: orders, messages, seats, your settings"),
    "organise": gettext_lazy("Organise: open matches, invite, start, pause"),
}


@form_page
@logged_in
@freshly_logged_in
def keys(request: HttpRequest) -> HttpResponse:
    """Show the keys; a new key is shown in the answer to its form, and never again."""
    player, new = player_in(request), None
    if request.method == "POST":
        name, scopes = request.POST.get("name", ""), request.POST.getlist("scopes")
        with telling(request):
            new = token_make(player=player, name=name, scopes=scopes)
    facts = {
        "new": new,
        "hooks": hooks_of(player),
        "tokens": player.tokens.order_by("-pk"),
        "scopes": [(scope, MEANINGS[scope]) for scope in SCOPES],
    }
    return render(request, "web/keys.html", facts)


def hooks_of(player: Player) -> list[tuple[Hook, list[Delivery]]]:
    """Return the webhooks, each with its last deliveries."""
    found = player.hooks.order_by("pk")
    return [
        (hook, list(hook.deliveries.order_by("-pk")[:MOST_DELIVERIES]))
        for hook in found
    ]


@player_action
def hook(request: HttpRequest, hook_id: int) -> HttpResponse:
    """Test a webhook, or remove it."""
    player = player_in(request)
    found = player.hooks.filter(pk=hook_id).first()
    if found is None:
        raise Http404
    if request.POST.get("what") == "remove":
        with telling(request, _("The webhook has been removed.")):
            hook_remove(player=player, hook_id=found.pk)
    else:
        check_limit(request, "hook tests", player.pk, by_client=False)
        hook_test(hook=found)
        messages.success(request, _("A test call is on its way."))
    return redirect("keys")


@player_action
def revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    with telling(request, _("The key has been revoked.")):
        token_revoke(player=player_in(request), token_id=token_id)
    return redirect("keys")
