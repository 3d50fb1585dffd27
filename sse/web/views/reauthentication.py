"""Some changes ask for a fresh log-in first. What was typed goes with the question."""

from __future__ import annotations

from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from sse.accounts import reauthentication
from sse.accounts.errors import AccountRefused
from sse.accounts.models import Player
from sse.platform.rates import TooMany, check_limit
from sse.web.views.responses import Rest, View, player_in

CODE, PASSWORD, SEND = "proof_code", "proof_password", "proof_send"
NOT_KEPT = (CODE, PASSWORD, SEND, "csrfmiddlewaretoken")


def freshly_logged_in(view: View[Rest]) -> View[Rest]:
    """Let a form through if its writer has just logged in; otherwise ask for a proof.

    The page that asks posts to the same address, with the proof and everything that was
    typed. Nothing of it is stored: a new password least of all.
    """

    @wraps(view)
    @never_cache
    def page(
        request: HttpRequest, /, *args: Rest.args, **kwargs: Rest.kwargs
    ) -> HttpResponse:
        if request.method != "POST" or reauthentication.is_fresh(request.session):
            return view(request, *args, **kwargs)
        fault = proof_fault(request)
        if fault is None:
            return view(request, *args, **kwargs)
        return proof_page(request, fault)

    return page


def proof_fault(request: HttpRequest) -> str | None:
    """Return what is wrong with the proof, or nothing if it holds."""
    player, said = player_in(request), request.POST
    code, password = said.get(CODE, "").strip(), said.get(PASSWORD, "")
    if SEND in said or not (code or password):
        return ""
    try:
        check_limit(request, "log-in tries", f"proof {player.pk}")
        if code:
            reauthentication.proof_by_code(player=player, code=code)
        else:
            reauthentication.proof_by_password(player=player, password=password)
    except (AccountRefused, TooMany) as error:
        return str(error)
    request.session.cycle_key()  # a copy of the old cookie does not become fresh
    reauthentication.mark_fresh(request.session)
    return None


def proof_page(request: HttpRequest, fault: str) -> HttpResponse:
    """Ask for a code or the password; a player without a password gets a code now."""
    player, said = player_in(request), request.POST
    has_password = reauthentication.has_password(player)
    address, is_sent = reauthentication.proof_address(player), CODE in said
    is_first = not any(name in said for name in (CODE, PASSWORD))
    if address and (SEND in said or (is_first and not has_password)):
        fault, is_sent = send_code(request, player, address.email)
    facts = {
        "fault": fault,
        "is_sent": is_sent,
        "has_password": has_password,
        "email": address.email if address else "",
        "typed": [
            (name, value)
            for name, values in said.lists()
            for value in values
            if name not in NOT_KEPT
        ],
    }
    return render(request, "web/proof.html", facts, status=403 if fault else 200)


def send_code(request: HttpRequest, player: Player, email: str) -> tuple[str, bool]:
    """Send a letter with a code; return what went wrong, and whether it was sent."""
    try:
        check_limit(request, "log-in letters", email)
        reauthentication.proof_send(player=player)
    except (AccountRefused, TooMany) as error:
        return str(error), False
    return "", True
