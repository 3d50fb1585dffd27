"""Ring a worker after the commit. The row is the truth: a lost ring is swept up."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import structlog
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from kombu.exceptions import OperationalError

from sse.platform.redis_cache import AWAY, breaker

log = structlog.get_logger()
MISSED = 10  # seconds after which nobody will come any more
LINGER = 0.2  # seconds from hearing a ring to looking what there is
asked_at: dict[str, float] = {}  # when this process last found a ring that waits
is_muffled = ContextVar("is_muffled", default=False)


def ring(task: Any, *ids: int) -> None:
    """Let a worker look at a row as soon as it can be seen."""
    transaction.on_commit(lambda: ring_now(task, *ids))


def ring_once(task: Any) -> None:
    """Ring, unless somebody has done so and nobody has come yet.

    Who comes lingers before looking. So a ring that waited a moment ago is good for
    what is written now, and the broker need not be asked again for each letter.
    """

    def after() -> None:
        now = time.monotonic()
        if now < asked_at.get(task.name, -LINGER) + LINGER:
            return
        if cache.add(f"rung:{task.name}", True, MISSED):
            ring_now(task)
        asked_at[task.name] = now

    transaction.on_commit(after)


def heard(task: Any) -> None:
    """Somebody has come: what is written much later has to be rung for anew."""
    cache.delete(f"rung:{task.name}")
    time.sleep(LINGER)


def ring_again(task: Any, *ids: int) -> None:
    """For a sweep: one such ring waits in the queue at a time, however long it is."""
    name, seconds = ":".join(map(str, (task.name, *ids))), 4 * settings.SWEEP_SECONDS
    if cache.add(f"rung:{name}", True, seconds):
        ring_now(task, *ids, expires=seconds)


def ring_now(task: Any, *ids: int, expires: float | None = None) -> None:
    if is_muffled.get() or not breaker.allows():
        return
    try:
        task.apply_async(args=ids, retry=False, expires=expires)
    except (OperationalError, *AWAY):
        breaker.failed()
        log.warning("broker away", task=task.name)
    else:
        breaker.worked()


@contextmanager
def muffled() -> Iterator[None]:
    """No worker is rung: whoever calls does the work."""
    token = is_muffled.set(True)
    try:
        yield
    finally:
        is_muffled.reset(token)
