"""Answers and errors that pages and the API share."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import HttpResponse

# A picture runs nothing and fetches nothing, also where it is opened by itself.
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


class AddressTooLong(BadRequest):
    """The URL is longer than anything we made."""


def svg(text: str) -> HttpResponse:
    answer = HttpResponse(text, content_type="image/svg+xml; charset=utf-8")
    answer.headers["Content-Security-Policy"] = PICTURE_POLICY
    return answer
