"""Files and pictures of matches over HTTP: names, sizes, limits; for pages and API."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from sse.accounts.models import Player
from sse.archive.replay.step import Step
from sse.matches.file_names import disposition, match_file
from sse.platform.rates import check_limit, client_of

FOR_EVER = "public, max-age=31536000, immutable"
WIDTHS = (240, 1600)  # of a PNG, in pixels


def check_download_limit(request: HttpRequest, scope: str) -> None:
    """So often for a player, or for a machine nobody is logged in at. [TooMany]"""
    if isinstance(request.user, Player):
        who = f"player {request.user.pk}"
    else:
        who = f"client {client_of(request)}"
    check_limit(request, scope, who, by_client=False)


def with_file_name(answer: HttpResponse, step: Step, ending: str) -> HttpResponse:
    """With the name under which a browser saves it."""
    number = f"step-{step.number}"
    name = match_file(step.match, ending, number, names=step.names)
    answer.headers["Content-Disposition"] = disposition(name, "inline")
    return answer
