"""Redis as a cache that may be gone at any moment: then nothing is found in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCache, RedisCacheClient

from sse.platform.redis_circuit import AWAY, OPTIONS, SILENCE, breaker

T = TypeVar("T")


class Client(RedisCacheClient):
    """One for all calls: to make one takes as long as to ask it."""

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        found = self.__dict__.setdefault("clients", {})
        if write not in found:
            found[write] = super().get_client(key, write=write)
        return found[write]


class Bell(RedisCache):
    """What is lost here costs time and nothing else."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        options = {**OPTIONS, **params.get("OPTIONS", {})}
        super().__init__(server, {**params, "OPTIONS": options})
        self._class = Client

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return or_else(default, lambda: super(Bell, self).get(key, default, version))

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        return or_else({}, lambda: dict(super(Bell, self).get_many(keys, version)))

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return or_else(True, lambda: bool(super(Bell, self).add(*args, **kwargs)))

    def set(self, *args: Any, **kwargs: Any) -> None:
        or_else(None, lambda: super(Bell, self).set(*args, **kwargs))

    def set_many(self, *args: Any, **kwargs: Any) -> list[Any]:
        return or_else([], lambda: list(super(Bell, self).set_many(*args, **kwargs)))

    def delete(self, key: Any, version: int | None = None) -> bool:
        return or_else(False, lambda: bool(super(Bell, self).delete(key, version)))


def or_else(otherwise: T, ask: Callable[[], T]) -> T:
    """Return the answer of Redis, or `otherwise` if there is none now."""
    if not breaker.allows():
        return otherwise
    try:
        answer = ask()
    except AWAY as error:
        if isinstance(error, SILENCE):
            breaker.failed()
        return otherwise
    breaker.worked()
    return answer
