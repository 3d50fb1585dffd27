"""Ring a worker after the commit. The row is the truth: a lost ring is swept up."""

from __future__ import annotations

from typing import Any

import structlog
from django.db import transaction
from kombu.exceptions import OperationalError

log = structlog.get_logger()


def ring(task: Any, *ids: int) -> None:
    """Let a worker look at a row as soon as it can be seen."""
    transaction.on_commit(lambda: ring_now(task, *ids))


def ring_now(task: Any, *ids: int) -> None:
    try:
        task.apply_async(args=ids, retry=False)
    except OperationalError:
        log.warning("broker away", task=task.name)
