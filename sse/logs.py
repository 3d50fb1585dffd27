"""Structured logs: one line of JSON each, or colours in a terminal; no secrets."""

from __future__ import annotations

import re
import sys
from typing import Any

import structlog

ADDRESS = re.compile(r"[\w.+=-]+@[\w-]+(\.[\w-]+)+")
TOKEN = re.compile(r"(?<=/log-in/)[^/\s]+|(?<=/confirm/)[^/\s]+|\b[0-9a-f]{64}\b")


def without_secrets(logger: Any, method: str, event: dict[str, Any]) -> dict[str, Any]:
    """Addresses, links that log in and seeds never reach a log."""
    return {key: hidden(value) for key, value in event.items()}


def hidden(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    return TOKEN.sub("…", ADDRESS.sub("…@…", value))


SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
    without_secrets,
]
structlog.configure(
    processors=[*SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "lines": {
            "()": structlog.stdlib.ProcessorFormatter,
            "foreign_pre_chain": SHARED,
            "processors": [
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.dev.ConsoleRenderer()
                if sys.stderr.isatty()
                else structlog.processors.JSONRenderer(ensure_ascii=False),
            ],
        }
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "lines"}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {
        "celery.app.trace": {"level": "WARNING"},
        "django.server": {"level": "WARNING"},
    },
}
