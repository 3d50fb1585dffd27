"""What happens around every request: logging, the reader's language, safe headers."""

from __future__ import annotations

import time
import uuid
import zoneinfo
from collections.abc import Callable

import structlog
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.deprecation import MiddlewareMixin

from sse.platform.http import AddressTooLong
from sse.platform.metrics import note_request
from sse.platform.rates import TooMany

View = Callable[[HttpRequest], HttpResponse]
log = structlog.get_logger()


class RequestLog:
    """Write one log line for each request, without what was sent in it."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        structlog.contextvars.bind_contextvars(request=uuid.uuid4().hex[:12])
        begin = time.perf_counter()
        try:
            response = self.get_response(request)
            seconds = time.perf_counter() - begin
            note_request(request, response.status_code, seconds)
            log.info(
                "request",
                method=request.method,
                path=request.path,
                status=response.status_code,
                ms=round(seconds * 1000, 1),
            )
            return response
        finally:
            structlog.contextvars.clear_contextvars()


class ReadersOwn:
    """Show pages in the language and the time zone of their reader."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        player = request.user
        if player.is_authenticated:
            language, zone = player.language, zoneinfo.ZoneInfo(player.time_zone)
        else:
            language = translation.get_language_from_request(request)
            zone = zoneinfo.ZoneInfo("UTC")
        with translation.override(language), timezone.override(zone):
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        return response


class PlainRequests(MiddlewareMixin):
    """Refuse requests that no page and no database can hold.

    PostgreSQL stores no NUL, and a length that is no number cannot be read.
    """

    LONGEST = 8000  # characters of an address; gunicorn reads 8190

    def process_request(self, request: HttpRequest) -> None:
        query = request.META.get("QUERY_STRING", "")
        length = request.META.get("CONTENT_LENGTH") or "0"
        if len(request.path_info) + len(query) > self.LONGEST:
            raise AddressTooLong
        if "\0" in request.path_info:
            raise Http404
        if not (length.isascii() and length.isdigit()):
            raise BadRequest
        if "%00" in query or "\0" in query:
            if request.path_info.startswith("/api/"):
                raise BadRequest  # software gets an error; people go on without it
            request.META["QUERY_STRING"] = query.replace("%00", "").replace("\0", "")


class OnlyOurs(MiddlewareMixin):
    """Forbid pages to fetch anything from elsewhere and to run inline scripts."""

    POLICY = (
        "default-src 'self'; object-src 'none'; base-uri 'none';"
        " form-action 'self'; frame-ancestors 'none'"
    )

    def process_response(
        self, request: HttpRequest, response: HttpResponse
    ) -> HttpResponse:
        response.headers.setdefault("Content-Security-Policy", self.POLICY)
        return response


class SameForAll(MiddlewareMixin):
    """Let any cache keep public answers that never change, whatever the session."""

    def process_response(
        self, request: HttpRequest, response: HttpResponse
    ) -> HttpResponse:
        kept = response.get("Cache-Control", "")
        if "public" in kept and "immutable" in kept and not response.cookies:
            response.headers["Vary"] = "Accept-Encoding"
        return response


class TooManyPage(MiddlewareMixin):
    """Show a page to people who ask too often."""

    def process_exception(
        self, request: HttpRequest, error: Exception
    ) -> HttpResponse | None:
        if not isinstance(error, TooMany):
            return None
        facts = {"sentence": str(error)}
        response = render(request, "web/too_many.html", facts, status=429)
        response.headers["Retry-After"] = str(error.wait)
        return response
