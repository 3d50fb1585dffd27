"""Redis as a cache that may be away at any moment.

A Redis that hangs is worse than one that is gone: each call would take until a timeout,
and a page makes several. So each waits half a second at most, and after one without an
answer nobody in this process asks for some seconds. What is kept there is a cache and
wake-up calls: without it everything works, only slower.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisGone
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as RedisSlow
from redis.retry import Retry

T = TypeVar("T")
SOCKET_SECONDS = 0.5
PAUSE_SECONDS = 5.0
NO_ANSWER = (RedisGone, RedisSlow, OSError)  # other errors are answers
AWAY = (RedisError, OSError)
# A line that was cut, as by a restart, is tried once more; a slow one is not.
ONCE_MORE = Retry(NoBackoff(), 1, supported_errors=(RedisGone, ConnectionError))
OPTIONS: dict[str, Any] = {
    "socket_timeout": SOCKET_SECONDS,
    "socket_connect_timeout": SOCKET_SECONDS,
    "retry": ONCE_MORE,
}


class Breaker:
    """Remember for all threads of a process that Redis does not answer."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.is_broken = False
        self.again_at = 0.0

    def allows(self) -> bool:
        """Return whether to ask; after a pause, one question finds out for all."""
        if not self.is_broken:
            return True
        with self.lock:
            now = time.monotonic()
            if now < self.again_at:
                return False
            self.again_at = now + PAUSE_SECONDS
            return True

    def failed(self) -> None:
        with self.lock:
            self.is_broken = True
            self.again_at = time.monotonic() + PAUSE_SECONDS

    def worked(self) -> None:
        self.is_broken = False


breaker = Breaker()


def client(url: str) -> Redis:
    return Redis.from_url(url, **OPTIONS)


class Client(RedisCacheClient):
    """Keep one client for all calls: making one takes as long as a call."""

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        found = self.__dict__.setdefault("clients", {})
        if write not in found:
            found[write] = super().get_client(key, write=write)
        return found[write]


class OptionalCache(RedisCache):
    """A cache that may be away: then nothing is found in it."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        options = {**OPTIONS, **params.get("OPTIONS", {})}
        super().__init__(server, {**params, "OPTIONS": options})
        self._class = Client

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return or_else(default, lambda: RedisCache.get(self, key, default, version))

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        return or_else({}, lambda: dict(RedisCache.get_many(self, keys, version)))

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return or_else(True, lambda: bool(RedisCache.add(self, *args, **kwargs)))

    def set(self, *args: Any, **kwargs: Any) -> None:
        or_else(None, lambda: RedisCache.set(self, *args, **kwargs))

    def set_many(self, *args: Any, **kwargs: Any) -> list[Any]:
        return or_else([], lambda: list(RedisCache.set_many(self, *args, **kwargs)))

    def delete(self, key: Any, version: int | None = None) -> bool:
        return or_else(False, lambda: bool(RedisCache.delete(self, key, version)))


def or_else(otherwise: T, ask: Callable[[], T]) -> T:
    """Return the answer of Redis, or `otherwise` if it is away."""
    if not breaker.allows():
        return otherwise
    try:
        answer = ask()
    except AWAY as error:
        if isinstance(error, NO_ANSWER):
            breaker.failed()
        return otherwise
    breaker.worked()
    return answer
