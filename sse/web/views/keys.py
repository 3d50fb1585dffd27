"""Keys for programs: made, shown once, revoked."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from sse.api.tokens import SCOPES, token_make, token_revoke
from sse.web.views.requests import logged_in, player_in, telling

MEANINGS = {
    "read": lazy("Read: all that you may see"),
    "play": lazy("Play: orders, talk, seats, your settings"),
    "organise": lazy("Organise: open matches, invite, start, pause"),
}


@never_cache
@logged_in
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
        "tokens": player.tokens.order_by("-pk"),
        "scopes": [(scope, MEANINGS[scope]) for scope in SCOPES],
    }
    return render(request, "web/keys.html", facts)


@require_POST
@logged_in
def revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    with telling(request, _("The key opens nothing any more.")):
        token_revoke(player=player_in(request), token_id=token_id)
    return redirect("keys")
