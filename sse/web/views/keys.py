"""Keys for programs, and the hooks that programs have set."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from sse.accounts.models import Player
from sse.accounts.tokens import SCOPES, token_make, token_revoke
from sse.hooks.models import Delivery, Hook
from sse.hooks.services import hook_remove, hook_test
from sse.platform.rates import check_limit
from sse.web.views.reauthentication import freshly_logged_in
from sse.web.views.responses import logged_in, player_in, telling

FEW = 5  # deliveries that are shown
MEANINGS = {
    "read": gettext_lazy("Read: everything you can see"),
    "play": gettext_lazy("Play: orders, messages, seats, your settings"),
    "organise": gettext_lazy("Organise: open matches, invite, start, pause"),
}


@never_cache
@logged_in
@freshly_logged_in
@require_http_methods(["GET", "HEAD", "POST"])
def keys(request: HttpRequest) -> HttpResponse:
    """The new key stands on the page that answers, and on no other."""
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
    """Each with what it was told last."""
    found = player.hooks.order_by("pk")
    return [(hook, list(hook.deliveries.order_by("-pk")[:FEW])) for hook in found]


@require_POST
@logged_in
def hook(request: HttpRequest, hook_id: int) -> HttpResponse:
    """Tried, or taken away."""
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


@require_POST
@logged_in
def revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    with telling(request, _("The key has been revoked.")):
        token_revoke(player=player_in(request), token_id=token_id)
    return redirect("keys")
