"""What goes with every request: a line in the log, and the reader's own ways."""

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

from sse.platform.http import AddressTooLong
from sse.platform.metrics import note_request
from sse.platform.rates import TooMany

Answer = Callable[[HttpRequest], HttpResponse]
log = structlog.get_logger()


class RequestLog:
    """One line for each request, without what was sent in it."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        structlog.contextvars.bind_contextvars(request=uuid.uuid4().hex[:12])
        begin = time.perf_counter()
        try:
            response = self.answer(request)
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
    """Pages in the language and the time zone of who reads them."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        player = request.user
        if player.is_authenticated:
            language, zone = player.language, zoneinfo.ZoneInfo(player.time_zone)
        else:
            language = translation.get_language_from_request(request)
            zone = zoneinfo.ZoneInfo("UTC")
        with translation.override(language), timezone.override(zone):
            response = self.answer(request)
        response.headers.setdefault("Content-Language", language)
        return response


class PlainRequests:
    """Refuse what no page and no database can hold, before anybody looks it up.

    PostgreSQL stores no NUL, and a length that is no number cannot be read.
    """

    LONGEST = 8000  # signs of an address; gunicorn reads 8190

    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        query = request.META.get("QUERY_STRING", "")
        length = request.META.get("CONTENT_LENGTH") or "0"
        if len(request.path_info) + len(query) > self.LONGEST:
            raise AddressTooLong
        if "\0" in request.path_info:
            raise Http404
        if not is_number(length):
            raise BadRequest
        if "%00" in query or "\0" in query:
            if request.path_info.startswith("/api/"):
                raise BadRequest  # programs are told; people go on without it
            request.META["QUERY_STRING"] = query.replace("%00", "").replace("\0", "")
        return self.answer(request)


def is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


class OnlyOurs:
    """Pages fetch nothing from elsewhere and run nothing that stands in them."""

    POLICY = (
        "default-src 'self'; object-src 'none'; base-uri 'none';"
        " form-action 'self'; frame-ancestors 'none'"
    )

    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.answer(request)
        response.headers.setdefault("Content-Security-Policy", self.POLICY)
        return response


class SameForAll:
    """What never changes, and is the same for everybody, any cache may keep.

    Whose session it was asked with makes no difference there.
    """

    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.answer(request)
        kept = response.get("Cache-Control", "")
        if "public" in kept and "immutable" in kept and not response.cookies:
            response.headers["Vary"] = "Accept-Encoding"
        return response


class TooManyPage:
    """Who asks too often gets a page that says so."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.answer(request)

    def process_exception(
        self, request: HttpRequest, error: Exception
    ) -> HttpResponse | None:
        if not isinstance(error, TooMany):
            return None
        facts = {"sentence": str(error)}
        response = render(request, "web/too_many.html", facts, status=429)
        response.headers["Retry-After"] = str(error.wait)
        return response
