"""An email that waits until the player in whose name it came confirms it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse

from sse.inbox.identity.cases import read_stored_mail
from sse.inbox.identity.held_mail import (
    held_confirm,
    held_mail,
    mail_confirm,
    own_held_mail,
)
from sse.inbox.models import ACCOUNT, RawMail
from sse.web.views.reauthentication import freshly_logged_in
from sse.web.views.responses import form_page, logged_in, page_or_refusal, player_in


@form_page
def held(request: HttpRequest, token: str) -> HttpResponse:
    """Ask the reader of the link, which only the owner of the address got by email."""
    return held_page(
        request, lambda: held_mail(token), lambda _mail: mail_confirm(token=token)
    )


@form_page
@logged_in
@freshly_logged_in
def own_held(request: HttpRequest, mail_id: int) -> HttpResponse:
    """The same without a link by email, for an owner who has just logged in."""
    player = player_in(request)
    return held_page(
        request,
        lambda: own_held_mail(player=player, mail_id=mail_id),
        lambda mail: held_confirm(mail_id=mail.pk),
    )


def held_page(
    request: HttpRequest,
    find: Callable[[], RawMail],
    confirm: Callable[[RawMail], object],
) -> HttpResponse:
    """Show the email and a button; on a POST, let it act."""

    def facts() -> dict[str, Any]:
        mail = find()
        if request.method == "POST":
            confirm(mail)
            return {"mail": mail, "is_done": True}
        is_account = mail.kind == ACCOUNT
        return {"mail": mail, "said": read_stored_mail(mail), "is_account": is_account}

    return page_or_refusal(request, "web/held.html", facts)
