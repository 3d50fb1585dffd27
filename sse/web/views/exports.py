"""A match as files: log, JSON, tables; what everybody may see of it.

What has ended stays as it is but for names, so every file has a tag, and an address
with that tag in it (`?v=…`) holds for ever.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_safe

from engine.languages import LANGUAGES
from sse.archive.downloads import check_download_limit
from sse.archive.exports import json_file, scores_csv
from sse.matches.file_names import disposition, match_file
from sse.matches.models import Match
from sse.matches.presentation import names_at
from sse.matches.selectors import log_file
from sse.web.views.responses import drawn_or_404, match_or_404

EDITION = 1  # raise it when the same match gives another file
FOR_EVER = 365 * 24 * 3600
KINDS = {
    "log": "text/plain; charset=utf-8",
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
}


def ended_or_404(request: HttpRequest, match_id: int) -> Match:
    """Until the end a log holds secrets."""
    match = drawn_or_404(request, match_id)
    if not match.has_ended:
        raise Http404
    return match


def language_of(request: HttpRequest) -> str:
    wanted = request.GET.get("language", "")
    return wanted if wanted in LANGUAGES else translation.get_language() or "en"


# ---------------------------------------------------------------------------- answers


def answered(
    request: HttpRequest,
    match: Match,
    parts: list[object],
    make: Callable[[], bytes],
    kind: str,
    name: str = "",
) -> HttpResponse:
    """The file, or that it has not changed; made only if it is wanted."""
    text = json.dumps([EDITION, kind, match.pk, match.chain, *parts], default=str)
    tag = sha256(text.encode()).hexdigest()[:24] if match.has_ended else ""
    response = get_conditional_response(request, etag=f'"{tag}"') if tag else None
    if response is None:
        response = HttpResponse(make(), content_type=KINDS[kind])
        if name:
            response.headers["Content-Disposition"] = disposition(name)
    keep(response, match, tag, is_named=bool(tag) and request.GET.get("v") == tag)
    return response


def keep(response: HttpResponse, match: Match, tag: str, is_named: bool) -> None:
    """How long browsers, and whoever stands between, may keep it."""
    if not tag:
        patch_cache_control(response, no_store=True, private=True)
        return
    response.headers["ETag"] = f'"{tag}"'
    is_open = match.privacy != Match.Privacy.PRIVATE
    who = {"public": True} if is_open and is_named else {"private": True}
    if is_named:
        patch_cache_control(response, max_age=FOR_EVER, immutable=True, **who)
    else:
        patch_cache_control(response, no_cache=True, **who)
        response.headers.setdefault("Vary", "Accept-Language, Cookie")


def names_in(match: Match) -> list[object]:
    """What may change in a match that has ended: its names and title."""
    return [match.title, *names_at(match, match.head)]


# ------------------------------------------------------------------------------ files


@require_safe
def log(request: HttpRequest, match_id: int) -> HttpResponse:
    """The whole log; while a match runs it holds secrets."""
    match = match_or_404(request, match_id)
    is_known = match.is_current or match.last_state  # else its last hash is not
    if not match.has_ended or match.head == 0 or not is_known:
        raise Http404
    check_download_limit(request, "files")
    name = match_file(match, "log")

    def make() -> bytes:
        return log_file(match).encode()

    return answered(request, match, names_in(match), make, "log", name)


@require_safe
def export_json(request: HttpRequest, match_id: int) -> HttpResponse:
    match = ended_or_404(request, match_id)
    check_download_limit(request, "files")
    name = match_file(match, "json")

    def make() -> bytes:
        return json_file(match).encode()

    return answered(request, match, names_in(match), make, "json", name)


@require_safe
def scores(request: HttpRequest, match_id: int) -> HttpResponse:
    """Points and measures after each step, as everybody may know them."""
    match = drawn_or_404(request, match_id)
    check_download_limit(request, "files")
    name = match_file(match, "csv", "scores")

    def make() -> bytes:
        return scores_csv(match).encode()

    return answered(request, match, names_in(match), make, "csv", name)
