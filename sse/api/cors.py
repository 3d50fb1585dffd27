"""Pages of other sites may read public data, and nothing else."""

from __future__ import annotations

from corsheaders.middleware import CorsMiddleware
from django.conf import settings
from django.http import HttpRequest

READS = ("GET", "HEAD")


class PublicData(CorsMiddleware):
    """Allow requests without a session cookie and without a key."""

    def is_enabled(self, request: HttpRequest) -> bool:
        has_key = "Authorization" in request.headers
        is_known = has_key or settings.SESSION_COOKIE_NAME in request.COOKIES
        return not is_known and is_read(request) and bool(super().is_enabled(request))


def is_read(request: HttpRequest) -> bool:
    """Return whether a request reads, or asks beforehand whether it may."""
    if request.method == "OPTIONS":
        return request.headers.get("Access-Control-Request-Method", "GET") in READS
    return request.method in READS
