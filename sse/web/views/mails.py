"""A mail that waits for a word of the player in whose name it came."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from sse.inbox.cases import reading_of
from sse.inbox.errors import MailRefused
from sse.inbox.held import held_mail, mail_confirm


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def held(request: HttpRequest, token: str) -> HttpResponse:
    """Who has the link reads the owner's letters; the link itself does nothing."""
    facts: dict[str, object]
    try:
        if request.method == "POST":
            facts = {"mail": mail_confirm(token=token), "is_done": True}
        else:
            mail = held_mail(token)
            facts = {"mail": mail, "said": reading_of(mail)}
    except MailRefused as error:
        facts = {"sentence": str(error)}
    status = 410 if "sentence" in facts else 200
    return render(request, "web/held.html", facts, status=status)
