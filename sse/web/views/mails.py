"""A mail that waits for a word of the player in whose name it came."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from sse.inbox.errors import MailRefused
from sse.inbox.identity.cases import read_stored_mail
from sse.inbox.identity.held_mail import (
    held_confirm,
    held_mail,
    mail_confirm,
    own_held_mail,
)
from sse.inbox.models import ACCOUNT, RawMail
from sse.web.views.reauthentication import freshly_logged_in
from sse.web.views.responses import logged_in, player_in


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def held(request: HttpRequest, token: str) -> HttpResponse:
    """Who has the link reads the owner's letters; the link itself does nothing."""
    return answer(
        request, lambda: held_mail(token), lambda _mail: mail_confirm(token=token)
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@logged_in
@freshly_logged_in
def own_held(request: HttpRequest, mail_id: int) -> HttpResponse:
    """The same without the letter: for the owner, who has just logged in."""
    player = player_in(request)
    return answer(
        request,
        lambda: own_held_mail(player=player, mail_id=mail_id),
        lambda mail: held_confirm(mail_id=mail.pk),
    )


def answer(
    request: HttpRequest,
    find: Callable[[], RawMail],
    confirm: Callable[[RawMail], object],
) -> HttpResponse:
    """Show the mail and a button; on a POST, let it act."""
    facts: dict[str, object]
    try:
        mail = find()
        if request.method == "POST":
            confirm(mail)
            facts = {"mail": mail, "is_done": True}
        else:
            is_account = mail.kind == ACCOUNT
            facts = {
                "mail": mail,
                "said": read_stored_mail(mail),
                "is_account": is_account,
            }
    except MailRefused as error:
        facts = {"sentence": str(error)}
    status = 410 if "sentence" in facts else 200
    return render(request, "web/held.html", facts, status=status)
