"""How long we wait for Redis, and for how long we do not ask again.

A Redis that hangs is worse than one that is gone: each question to it would take until
a timeout, and a page asks several. So each waits half a second at most, and after one
that got no answer nobody in this process asks for some seconds. What is kept there is
a cache and wake-up calls: without it everything works, only slower.
"""

from __future__ import annotations

import threading
import time
from typing import Any

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisGone
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as RedisSlow
from redis.retry import Retry

SOCKET_SECONDS = 0.5
PAUSE_SECONDS = 5.0
SILENCE = (RedisGone, RedisSlow, OSError)  # no answer; others are answers
AWAY = (RedisError, OSError)
# A line that was cut, as by a restart, is tried once more; a slow one is not.
ONCE_MORE = Retry(NoBackoff(), 1, supported_errors=(RedisGone, ConnectionError))
OPTIONS: dict[str, Any] = {
    "socket_timeout": SOCKET_SECONDS,
    "socket_connect_timeout": SOCKET_SECONDS,
    "retry": ONCE_MORE,
}


class Breaker:
    """Remembers for all threads of a process that nobody answers."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.is_broken = False
        self.again_at = 0.0

    def allows(self) -> bool:
        """Say whether to ask; after a pause, one question finds out for all."""
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
