"""How often somebody may do something: Django REST framework's throttles."""

from __future__ import annotations

from hashlib import sha256
from math import ceil
from typing import Any

from django.http import HttpRequest
from django.utils.text import slugify
from django.utils.translation import ngettext
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle, SimpleRateThrottle


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
    """Counts this time, for a name and for the machine it comes from. [TooMany]

    A whole house may share one machine: it has a rate of its own, and a wider one.
    """
    asked: Any = request
    limits = [Limit(scope, f"name {str(name).strip().lower()}")]
    if by_client:
        client = BaseThrottle().get_ident(asked)
        limits.append(Limit(f"{scope} of a client", f"client {client}"))
    for limit in limits:
        if not limit.allow_request(asked, None):  # type: ignore[arg-type]
            raise TooMany(ceil(limit.wait() or 60))
