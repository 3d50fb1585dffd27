"""Redis as a cache that may be gone at any moment: then nothing is found in it."""

from __future__ import annotations

from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

AWAY = (RedisError, OSError)


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
        super().__init__(server, params)
        self._class = Client

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        try:
            return super().get(key, default, version)
        except AWAY:
            return default

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        try:
            return dict(super().get_many(keys, version))
        except AWAY:
            return {}

    def add(self, *args: Any, **kwargs: Any) -> bool:
        try:
            return bool(super().add(*args, **kwargs))
        except AWAY:
            return True

    def set(self, *args: Any, **kwargs: Any) -> None:
        try:
            super().set(*args, **kwargs)
        except AWAY:
            return

    def set_many(self, *args: Any, **kwargs: Any) -> list[Any]:
        try:
            return list(super().set_many(*args, **kwargs))
        except AWAY:
            return []

    def delete(self, key: Any, version: int | None = None) -> bool:
        try:
            return bool(super().delete(key, version))
        except AWAY:
            return False
