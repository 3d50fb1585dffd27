"""How often a token, a player or an address may send requests."""

from __future__ import annotations

from hashlib import sha256
from math import ceil
from typing import Any

from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import SimpleRateThrottle

from sse.accounts.models import Player, Token
from sse.platform.rates import client_network


class PerToken(SimpleRateThrottle):
    """Count each token by itself, and a browser by its player."""

    scope = "api tokens"
    num_requests: int  # as the framework reads the rate
    duration: int

    def get_rate(self) -> Any:
        return api_settings.DEFAULT_THROTTLE_RATES[self.scope]

    @property
    def headers(self) -> dict[str, str]:
        """Return how much is left, and in how many seconds there is more."""
        if not hasattr(self, "history"):
            return {}
        oldest = self.history[-1] if self.history else self.now
        return {
            "RateLimit-Limit": str(self.num_requests),
            "RateLimit-Remaining": str(max(0, self.num_requests - len(self.history))),
            "RateLimit-Reset": str(ceil(oldest + self.duration - self.now)),
        }

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        if isinstance(request.auth, Token):
            return f"limit:api-token:{request.auth.pk}"
        if isinstance(request.user, Player):
            return f"limit:api-player:{request.user.pk}"
        return None


class PerAddress(PerToken):
    """Count strangers by their address, which the cache holds as a hash."""

    scope = "api addresses"

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        if isinstance(request.user, Player):
            return None
        client = client_network(self.get_ident(request))
        ident = sha256(client.encode()).hexdigest()
        return f"limit:api-address:{ident}"
