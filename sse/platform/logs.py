"""Structured logs: one line of JSON each, or colours in a terminal; no secrets.

Addresses, seeds, links that log in and what players write never reach a log. Names of
places tell where something broke; what it said is told only where it cannot hold any
of these. The rows have the rest, and the operator's pages show them.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import structlog

from sse.platform.redaction import MOST_LETTERS, MOST_VALUES, shown

NEVER = {  # fields whose values are somebody's secret, whatever they look like
    "address",
    "addresses",
    "authorization",
    "body",
    "cookie",
    "email",
    "orders",
    "password",
    "plan",
    "plans",
    "secret",
    "seed",
    "subject",
    "text",
    "token",
}
DEPTH = 5  # of values within values; what lies deeper is not told
PYTHONS_OWN = (  # the interpreter words these, from names in the code
    AttributeError,
    ImportError,
    MemoryError,
    NameError,
    OSError,
    RecursionError,
    TypeError,
)
LONGEST = 300  # letters of what an error says
FRAMES = 40
LONGEST_STORY = 40_000  # letters of an error with all its causes


# ------------------------------------------------------------------------ values


def without_secrets(logger: Any, method: str, event: dict[str, Any]) -> dict[str, Any]:
    """Addresses, links that log in and seeds never reach a log."""
    return {
        key: value if key.startswith("_") else told(key, value)
        for key, value in event.items()
    }


def told(key: object, value: Any, depth: int = DEPTH) -> Any:
    """Return the value of a field as it may be told."""
    if str(key).lower() in NEVER:
        return "…"
    if key == "exception":  # our own lines, each of a length that we know
        return shown(str(value), LONGEST_STORY)
    return hidden(value, depth)


def hidden(value: Any, depth: int = DEPTH) -> Any:
    """The value as it may be told: plain, and without what looks like a secret."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, BaseException):
        return hidden(sentence(value))
    if not depth:
        return "…"
    if isinstance(value, Mapping):
        return {
            shown(str(key)): told(key, inner, depth - 1)
            for key, inner in islice(value.items(), MOST_VALUES)
        }
    if isinstance(value, list | tuple | set | frozenset):
        first = [hidden(inner, depth - 1) for inner in islice(value, MOST_VALUES)]
        return first if len(value) <= MOST_VALUES else [*first, "…"]
    if isinstance(value, str | bytes):
        value = value[: MOST_LETTERS + 1]  # before bytes are written as letters
    return shown(str(value))


# ------------------------------------------------------------------------ errors


def with_places(logger: Any, method: str, event: dict[str, Any]) -> dict[str, Any]:
    """An exception as the places it went through, without the values it met."""
    error = event.pop("exc_info", None)
    if error is True:
        error = sys.exc_info()
    if isinstance(error, BaseException):
        error = (type(error), error, error.__traceback__)
    if error and error[1] is not None:
        event["exception"] = "\n".join(story(error[1], error[2]))
    return event


def story(error: BaseException, trace: Any) -> Iterator[str]:
    """The first cause first, as Python tells it."""
    before = error.__cause__ or (
        None if error.__suppress_context__ else error.__context__
    )
    if before is not None and before is not error:
        yield from story(before, before.__traceback__)
        yield "and then"
    yield from places(trace)
    yield sentence(error)


def places(trace: Any) -> list[str]:
    """Where it went through. Celery brings traces of its own make."""
    found = []
    while trace is not None:
        code = trace.tb_frame.f_code
        found.append(f"  {code.co_filename}:{trace.tb_lineno} in {code.co_name}")
        trace = trace.tb_next
    return found[-FRAMES:]


def sentence(error: BaseException) -> str:
    """The kind of an error, and what it says if that cannot be a secret."""
    kind = type(error)
    name = kind.__qualname__
    if kind.__module__ != "builtins":
        name = f"{kind.__module__}.{name}"
    said = said_by(error)
    return f"{name}: {said[:LONGEST]}" if said else name


def said_by(error: BaseException) -> str:
    from django.core.exceptions import ImproperlyConfigured
    from django.db import Error as DatabaseFault
    from kombu.exceptions import KombuError
    from redis.exceptions import RedisError

    if isinstance(error, DatabaseFault):
        return said_by_database(error.__cause__ or error)
    if type(error).__module__.split(".")[0] in ("psycopg", "sqlite3"):
        return said_by_database(error)
    if isinstance(error, (*PYTHONS_OWN, ImproperlyConfigured, KombuError, RedisError)):
        return first_line(error)
    return ""


def said_by_database(error: BaseException) -> str:
    """What was violated. Its own words quote the row: addresses, seeds, orders."""
    kind = type(error)
    names = {base.__name__ for base in kind.__mro__}
    diagnosis = getattr(error, "diag", None)
    if names.isdisjoint({"IntegrityError", "DataError"}):
        return first_line(error)
    if diagnosis is None:  # SQLite names the column, or says very little
        said = first_line(error)
        return said if " constraint failed" in said else ""
    told = (
        diagnosis.sqlstate,
        diagnosis.table_name,
        diagnosis.column_name,
        diagnosis.constraint_name,
    )
    return " ".join(part for part in (kind.__name__, *told) if part)


def first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0]


# ---------------------------------------------------------- what others' code logs


def without_quotes(logger: Any, method: str, event: dict[str, Any]) -> dict[str, Any]:
    """Errors that stand in others' sentences are told as ours are."""
    record = event.get("_record")
    if record is None or event.get("_from_structlog"):
        return event
    if record.name == "celery.app.trace" and hasattr(record, "data"):
        event["event"] = f"task {record.data['description']}"
        event.setdefault("task", record.data["name"])
        event.setdefault("task_id", record.data["id"])
    return event


class Quoting(logging.Filter):
    """Puts `sentence` in place of every exception among the arguments of a record."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(map(quoted, record.args))
        elif isinstance(record.args, Mapping):
            record.args = {key: quoted(value) for key, value in record.args.items()}
        return True


def quoted(value: Any) -> Any:
    return sentence(value) if isinstance(value, BaseException) else value


# ---------------------------------------------------------------------- settings

SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    with_places,
    without_quotes,
    without_secrets,
]
structlog.configure(
    processors=[*SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)
OURS = {"handlers": [], "propagate": True}  # in place of handlers of their own
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"quoting": {"()": Quoting}},
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
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "lines",
            "filters": ["quoting"],
        }
    },
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {
        "celery.app.trace": {"level": "WARNING"},
        "django": {**OURS, "level": "INFO"},
        "django.db.backends": {"level": "INFO"},  # never the statements
        "django.request": {"level": "ERROR"},  # the rest is in the request's line
        "django.server": {**OURS, "level": "ERROR"},
        "fontTools": {"level": "WARNING"},
        "gunicorn.error": {**OURS, "level": "WARNING"},
        "weasyprint.progress": {"level": "WARNING"},
    },
}
