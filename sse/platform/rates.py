"""How often somebody may do something: Django REST framework's throttles."""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256
from math import ceil
from typing import Any, NamedTuple, cast

from django.http import HttpRequest
from django.utils.text import slugify
from django.utils.translation import ngettext
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle, SimpleRateThrottle

from sse.platform.attempts import try_count
from sse.platform.networks import client_network

UNITS = {
    "second": timedelta(seconds=1),
    "minute": timedelta(minutes=1),
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
}
LASTING = ("log-in letters", "log-in tries")  # guard doors: none may fail open


class Rate(NamedTuple):
    most: int
    within: timedelta


def rate_of(said: str) -> Rate:
    """`30/hour`, as settings have it."""
    most, _, unit = said.partition("/")
    return Rate(int(most), UNITS[unit])


class TooMany(Exception):
    """Over a limit; nothing was done."""

    def __init__(self, wait: int) -> None:
        minutes = max(1, ceil(wait / 60))
        sentence = ngettext(
            "That was very often in a short time. Try again in {minutes} minute.",
            "That was very often in a short time. Try again in {minutes} minutes.",
            minutes,
        )
        super().__init__(sentence.format(minutes=minutes))
        self.wait = wait


class Limit(SimpleRateThrottle):
    """So often in so much time, for one name; the rates are settings."""

    def __init__(self, scope: str, who: str) -> None:
        self.scope: str = scope
        self.who = sha256(who.encode()).hexdigest()  # no address in the cache
        super().__init__()

    def get_rate(self) -> Any:
        return api_settings.DEFAULT_THROTTLE_RATES[self.scope]

    def get_cache_key(self, request: Any, view: Any) -> str:
        return f"limit:{slugify(self.scope)}:{self.who}"


def check_limit(
    request: HttpRequest, scope: str, name: object, by_client: bool = True
) -> None:
    """Count this time, for a name and for the machine it comes from. [TooMany]

    A whole house may share one machine: it has a rate of its own, and a wider one.
    Limits of log-ins are counted in the database: they hold when Redis is away.
    """
    limits = [(scope, f"name {str(name).strip().lower()}")]
    if by_client:
        limits.insert(0, (f"{scope} of a client", f"client {client_of(request)}"))
    for one, who in limits:
        wait = (
            try_wait(one, who) if scope in LASTING else cached_wait(request, one, who)
        )
        if wait:
            raise TooMany(wait)


def try_wait(scope: str, who: str) -> int:
    rate = str(api_settings.DEFAULT_THROTTLE_RATES[scope])
    return try_count(scope=scope, who=who, rate=rate)


def cached_wait(request: HttpRequest, scope: str, who: str) -> int:
    limit, asked = Limit(scope, who), cast(Any, request)
    if limit.allow_request(asked, cast(Any, None)):
        return 0
    return ceil(limit.wait() or 60)


def client_of(request: HttpRequest) -> str:
    """Return the network of the machine that asks.

    Behind a proxy, it is what the proxy itself wrote: the last of X-Forwarded-For. What
    stands before it is said by whoever asks, and not looked at.
    """
    return client_network(BaseThrottle().get_ident(cast(Any, request)))
