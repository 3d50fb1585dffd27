"""The second factor that operators need after logging in."""

from __future__ import annotations

from typing import Any

import django_otp
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe

from sse.accounts import second_factor as factor
from sse.accounts.errors import AccountRefused
from sse.accounts.models import Player
from sse.accounts.permissions import is_verified
from sse.platform.rates import TooMany, check_limit
from sse.web.views.reauthentication import freshly_logged_in
from sse.web.views.responses import (
    form_page,
    logged_in,
    player_action,
    player_in,
    safe_path,
)

PAGES = "/operator/"


def operator_in(request: HttpRequest) -> Player:
    """Return the member of staff who asks; for others the page does not exist."""
    player = player_in(request)
    if not player.is_staff:
        raise Http404
    return player


@form_page
@logged_in
def ask(request: HttpRequest) -> HttpResponse:
    """Ask for a code, or offer to set the second factor up."""
    player, after = operator_in(request), page_after(request)
    if is_verified(request):
        return redirect(after)
    facts: dict[str, Any] = {"has_factor": factor.has_factor(player), "after": after}
    if request.method == "POST":
        try:
            count_try(request, player)
            code = request.POST.get("code", "")
            device = factor.device_of_code(player=player, code=code)
        except (AccountRefused, TooMany) as error:
            facts["fault"] = str(error)
        else:
            verify_session(request, device)
            return redirect(after)
    return render(request, "web/second_factor.html", facts)


@player_action
@freshly_logged_in
def set_up(request: HttpRequest) -> HttpResponse:
    """Show the secret, and take the first code that the app makes of it."""
    player, after = operator_in(request), page_after(request)
    if factor.has_factor(player):
        return redirect("second-factor")
    facts: dict[str, Any] = {"after": after}
    if "code" in request.POST:
        try:
            count_try(request, player)
            device, codes = factor.device_confirm(
                player=player, code=request.POST["code"]
            )
        except (AccountRefused, TooMany) as error:
            facts["fault"] = str(error)
        else:
            verify_session(request, device)
            facts["codes"] = codes
            return render(request, "web/second_factor_codes.html", facts)
    device = factor.device_begun(player=player)
    picture = mark_safe(factor.picture_of(device))  # made by us of base32 alone
    facts |= {"picture": picture, "secret": factor.secret_of(device)}
    return render(request, "web/second_factor_set.html", facts)


def count_try(request: HttpRequest, player: Player) -> None:
    check_limit(request, "log-in tries", f"second factor {player.pk}")


def verify_session(request: HttpRequest, device: Any) -> None:
    """Let this session in, under a new key."""
    request.session.cycle_key()
    django_otp.login(request, device)


def page_after(request: HttpRequest) -> str:
    """Return the operator's page that was asked for first."""
    said = request.POST.get("after") or request.GET.get("next", "")
    page = safe_path(said)
    return page if page.startswith(PAGES) else PAGES
