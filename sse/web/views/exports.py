"""A match as files: log, JSON, tables; only what everyone may see of it.

A match that has ended never changes, except for names. So every file has a tag, and an
address with that tag in it (`?v=…`) can be cached for good.
"""

from __future__ import annotations

import json
from hashlib import sha256

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_safe

from sse.archive.downloads import check_download_limit, match_file_answer
from sse.matches.models import Match
from sse.matches.presentation import names_at
from sse.web.views.responses import drawn_or_404, match_or_404

EDITION = 1  # raise it when the same match gives another file
YEAR_SECONDS = 365 * 24 * 3600


@require_safe
def log(request: HttpRequest, match_id: int) -> HttpResponse:
    """The whole log; while a match runs it holds secrets."""
    match = match_or_404(request, match_id)
    is_known = match.is_current or match.last_state  # else its last hash is not
    if not match.has_ended or match.head == 0 or not is_known:
        raise Http404
    return match_file_response(request, match, "log")


@require_safe
def export_json(request: HttpRequest, match_id: int) -> HttpResponse:
    match = drawn_or_404(request, match_id)
    if not match.has_ended:
        raise Http404
    return match_file_response(request, match, "json")


@require_safe
def scores(request: HttpRequest, match_id: int) -> HttpResponse:
    """Points and measures after each step, as far as everyone may know them."""
    match = drawn_or_404(request, match_id)
    return match_file_response(request, match, "csv", "scores")


def match_file_response(
    request: HttpRequest, match: Match, kind: str, *parts: str
) -> HttpResponse:
    """Return the file, or that it has not changed; make it only if it is wanted."""
    check_download_limit(request, "files")
    names = [match.title, *names_at(match, match.head)]  # all that may still change
    text = json.dumps([EDITION, kind, match.pk, match.chain, *names], default=str)
    tag = sha256(text.encode()).hexdigest()[:24] if match.has_ended else ""
    response = get_conditional_response(request, etag=f'"{tag}"') if tag else None
    if response is None:
        response = match_file_answer(match, kind, *parts)
    set_cache_headers(request, response, match, tag)
    return response


def set_cache_headers(
    request: HttpRequest, response: HttpResponse, match: Match, tag: str
) -> None:
    """Say how long browsers, and caches in between, may keep the file."""
    if not tag:
        patch_cache_control(response, no_store=True, private=True)
        return
    response.headers["ETag"] = f'"{tag}"'
    is_named = request.GET.get("v") == tag
    is_public = is_named and match.privacy != Match.Privacy.PRIVATE
    who = {"public": True} if is_public else {"private": True}
    if is_named:
        patch_cache_control(response, max_age=YEAR_SECONDS, immutable=True, **who)
    else:
        patch_cache_control(response, no_cache=True, **who)
        response.headers.setdefault("Vary", "Accept-Language, Cookie")
