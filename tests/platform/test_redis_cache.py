"""A Redis that hangs is asked once, and then left alone for a while."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from celery import Celery
from django.conf import settings as configured
from django.core.cache import cache
from django.test import Client

from sse.operations import health
from sse.outbox import services
from sse.platform import rates, redis_cache
from sse.platform.redis_cache import Breaker, breaker
from sse.platform.redis_cache import Client as CacheClient
from sse.platform.wake import ring_now
from tests.support.servers import Servers


class Hanging(NamedTuple):
    url: str
    pid: int

    def go_on(self) -> None:
        os.kill(self.pid, signal.SIGCONT)


@pytest.fixture
def hanging(settings: Any) -> Iterator[Hanging]:
    """A Redis that takes connections and says nothing: its process is stopped."""
    servers = Servers()
    url = servers.redis()
    process = servers.children[-1].process
    assert process
    settings.REDIS_URL = url
    settings.CACHES = {"default": {**configured.CACHES["default"], "LOCATION": url}}
    for cached in (health.broker, rates.bucket_script):
        cached.cache_clear()
    os.kill(process.pid, signal.SIGSTOP)
    try:
        yield Hanging(url, process.pid)
    finally:
        os.kill(process.pid, signal.SIGCONT)
        servers.stop()
        breaker.worked()
        for cached in (health.broker, rates.bucket_script):
            cached.cache_clear()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Questions that went as far as the socket."""
    found: list[str] = []
    for name in ("get", "add", "set", "delete", "get_many"):
        real = getattr(CacheClient, name)

        def ask(
            self: Any, *args: Any, real: Any = real, name: str = name, **kw: Any
        ) -> Any:
            found.append(name)
            return real(self, *args, **kw)

        monkeypatch.setattr(CacheClient, name, ask)
    return found


def later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(breaker, "again_at", 0.0)


def test_one_question_finds_out_for_all(
    hanging: Hanging, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(50):
        assert cache.get("key", "nothing") == "nothing"
        assert cache.add(f"key {number}", 1)
        cache.set("key", 1)
        assert not cache.delete("key")
    assert len(asked) == 1
    later(monkeypatch)
    for _ in range(50):
        assert cache.get("key", "nothing") == "nothing"
    assert len(asked) == 2
    hanging.go_on()
    later(monkeypatch)
    cache.set("key", 7)
    assert cache.get("key") == 7
    assert len(asked) == 4


def test_a_wake_up_call_is_not_waited_for(hanging: Hanging, asked: list[str]) -> None:
    app = Celery("tests", broker=hanging.url, set_as_current=False)
    app.conf.broker_transport_options = configured.CELERY_BROKER_TRANSPORT_OPTIONS
    tried = []

    @app.task(name="tests.wake")
    def wake() -> None: ...

    real = wake.apply_async

    class Counted:
        name = wake.name

        def apply_async(self, **how: Any) -> None:
            tried.append(how)
            real(**how)

    for _ in range(30):
        ring_now(Counted())
    assert cache.get("key") is None
    assert (len(tried), asked) == (1, [])


def test_letters_leave_without_it(hanging: Hanging) -> None:
    for _ in range(30):
        assert not services.wait_for("aki@example.org")
    assert breaker.is_broken


@pytest.mark.django_db
@pytest.mark.usefixtures("own_files_and_cache")
def test_the_watch_is_told(hanging: Hanging) -> None:
    answer = Client().get("/healthz")
    assert (answer.status_code, answer.json()["status"]) == (200, "degraded")
    assert answer.json()["parts"]["broker"] == "away"
    assert answer.json()["parts"]["database"] == "ok"
    hanging.go_on()
    answer = Client().get("/healthz")
    assert answer.json()["parts"]["broker"] == "ok"
    assert not breaker.is_broken


def test_every_wait_is_short() -> None:
    options: dict[str, Any] = configured.CELERY_BROKER_TRANSPORT_OPTIONS
    for name in ("socket_timeout", "socket_connect_timeout"):
        assert redis_cache.OPTIONS[name] <= 0.5
        assert 0 < options[name] <= 1


def test_after_a_pause_one_asks_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    own = Breaker()
    assert own.allows()
    own.failed()
    assert not own.allows()
    own.again_at = 0.0
    assert [own.allows() for _ in range(5)] == [True] + [False] * 4
    own.worked()
    assert all(own.allows() for _ in range(5))
