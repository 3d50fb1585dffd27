"""The workers. Tasks carry ids, claim rows and may run twice; sweeps retry."""

from __future__ import annotations

import inspect
import logging.config
import os
from typing import Any

import structlog
from celery import Celery, signals

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sse.settings")
app = Celery("sse")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@signals.setup_logging.connect
def log_as_we_do(loglevel: int | str | None = None, **_: Any) -> None:
    """Celery adds no handlers of its own; `--loglevel` holds."""
    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)
    if loglevel:
        logging.getLogger().setLevel(loglevel)


@signals.task_prerun.connect
def look_at_connections(**_: Any) -> None:
    """They are kept from task to task; one that is old or broken is made anew."""
    from django.db import close_old_connections

    close_old_connections()


@signals.task_prerun.connect
def name_task(task: Any, task_id: str, args: Any, kwargs: Any, **_: Any) -> None:
    """Every line of a task has its name and the ids it was given: `match_id=7`."""
    given = inspect.signature(task.run).bind_partial(*args, **kwargs).arguments
    ids = {name: value for name, value in given.items() if isinstance(value, int)}
    structlog.contextvars.bind_contextvars(task=task.name, task_id=task_id, **ids)


@signals.task_postrun.connect
def forget_task(**_: Any) -> None:
    structlog.contextvars.clear_contextvars()
