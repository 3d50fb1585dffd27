"""Structured logs: one line of JSON each, or colours in a terminal; no secrets.

Addresses, seeds, links that log in and what players write never reach a log. Names of
places tell where something broke; what an error says is logged only where it cannot
hold any of these. The rows have the rest, and the operator's pages show them.

Anybody may send us a long text and have it logged. So a text is cut before it is
searched, and every pattern here takes time that grows with the text and no faster: a
run of letters is looked at from its beginning only.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any
from urllib.parse import unquote

import structlog

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
DEPTH = 5  # of values within values; what lies deeper is not logged
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
MOST_FRAMES = 40
LONGEST_TRACEBACK = 40_000  # letters of an error with all its causes

MOST_LETTERS = 2_000  # of one value
MOST_VALUES = 100  # in one list
SLACK = 400  # letters at a cut, in which half a secret may stand
DECODINGS = 3  # how often a path may be percent-encoded and is still understood

LOCAL = r"[\w.!#$%&'*+/=?^`{|}~-]"
ADDRESS = re.compile(rf"(?:\"[^\"@]*+\"|(?<!{LOCAL}){LOCAL}++)@[\w.\[\]:-]*\w\]?")
# Behind these everything is secret, to the end of the line. A test compares them with
# the routes that take a secret.
SECRET_PATHS = ("log-in", "confirm", "calendar", "mails", r"letters[/\\]++off")
PATH = re.compile(rf"(?i)((?<![\w-])(?:{'|'.join(SECRET_PATHS)})[/\\]++)[^\n]++")
HEXADECIMAL = re.compile(r"(?i)(?<![0-9a-f])[0-9a-f]{32,}+")  # seeds, hashes
WORD = re.compile(r"[\w-]{20,}+")
KINDS = [re.compile(kind) for kind in (r"\d", r"[a-z]", r"[A-Z]")]
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")  # moves the cursor, or worse


# --------------------------------------------------------------------- redaction


def loggable_text(text: str, most: int = MOST_LETTERS) -> str:
    """Return the text as it may be logged: cut, and without what looks secret."""
    found = decoded_if_secret(
        redacted(CONTROL.sub("\N{REPLACEMENT CHARACTER}", text[:most]))
    )
    return found if len(text) <= most else f"{found[:-SLACK]}…"


def decoded_if_secret(text: str) -> str:
    """Return the text as it is, unless percent signs hide a secret in it."""
    plain = text
    for _ in range(DECODINGS):
        if "%" not in plain:
            break
        plain = CONTROL.sub("\N{REPLACEMENT CHARACTER}", unquote(plain))
    hidden_text = redacted(plain) if plain != text else plain
    return text if hidden_text == plain else hidden_text


def redacted(text: str) -> str:
    """Take out addresses, secret links, seeds and random words."""
    if "@" in text:
        text = ADDRESS.sub("…@…", text)
    text = PATH.sub(r"\1…", text)
    return HEXADECIMAL.sub("…", WORD.sub(without_random_word, text))


def without_random_word(found: re.Match[str]) -> str:
    """Drop a long word of digits, small and capital letters: somebody's key."""
    word = found[0]
    return "…" if all(kind.search(word) for kind in KINDS) else word


# ------------------------------------------------------------------------ values


def without_secrets(logger: Any, method: str, event: dict[str, Any]) -> dict[str, Any]:
    """Keep addresses, links that log in and seeds out of the log."""
    return {
        key: value if key.startswith("_") else loggable_field(key, value)
        for key, value in event.items()
    }


def loggable_field(key: object, value: Any, depth: int = DEPTH) -> Any:
    """Return the value of a field as it may be logged."""
    if str(key).lower() in NEVER:
        return "…"
    if key == "exception":  # our own lines, each of a length that we know
        return loggable_text(str(value), LONGEST_TRACEBACK)
    return hidden(value, depth)


def hidden(value: Any, depth: int = DEPTH) -> Any:
    """Return the value as it may be logged: plain, without what looks secret."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, BaseException):
        return hidden(error_summary(value))
    if not depth:
        return "…"
    if isinstance(value, Mapping):
        return {
            loggable_text(str(key)): loggable_field(key, inner, depth - 1)
            for key, inner in islice(value.items(), MOST_VALUES)
        }
    if isinstance(value, list | tuple | set | frozenset):
        first = [hidden(inner, depth - 1) for inner in islice(value, MOST_VALUES)]
        return first if len(value) <= MOST_VALUES else [*first, "…"]
    if isinstance(value, str | bytes):
        value = value[: MOST_LETTERS + 1]  # before bytes are written as letters
    return loggable_text(str(value))


# ------------------------------------------------------------------------ errors


def with_places(logger: Any, method: str, event: dict[str, Any]) -> dict[str, Any]:
    """Log an exception as the places it went through, without values."""
    error = event.pop("exc_info", None)
    if error is True:
        error = sys.exc_info()
    if isinstance(error, BaseException):
        error = (type(error), error, error.__traceback__)
    if error and error[1] is not None:
        event["exception"] = "\n".join(traceback_lines(error[1], error[2]))
    return event


def traceback_lines(error: BaseException, trace: Any) -> Iterator[str]:
    """Yield the lines of an error, its first cause first, as Python does."""
    before = error.__cause__ or (
        None if error.__suppress_context__ else error.__context__
    )
    if before is not None and before is not error:
        yield from traceback_lines(before, before.__traceback__)
        yield "and then"
    yield from places(trace)
    yield error_summary(error)


def places(trace: Any) -> list[str]:
    """Return where it went through. Celery brings traces of its own make."""
    found = []
    while trace is not None:
        code = trace.tb_frame.f_code
        found.append(f"  {code.co_filename}:{trace.tb_lineno} in {code.co_name}")
        trace = trace.tb_next
    return found[-MOST_FRAMES:]


def error_summary(error: BaseException) -> str:
    """Return the kind of an error, and what it says if that cannot be secret."""
    kind = type(error)
    name = kind.__qualname__
    if kind.__module__ != "builtins":
        name = f"{kind.__module__}.{name}"
    words = harmless_words(error)
    return f"{name}: {words[:LONGEST]}" if words else name


def harmless_words(error: BaseException) -> str:
    from django.core.exceptions import ImproperlyConfigured
    from django.db import Error as DatabaseFault
    from kombu.exceptions import KombuError
    from redis.exceptions import RedisError

    if isinstance(error, DatabaseFault):
        return database_words(error.__cause__ or error)
    if type(error).__module__.split(".")[0] in ("psycopg", "sqlite3"):
        return database_words(error)
    if isinstance(error, (*PYTHONS_OWN, ImproperlyConfigured, KombuError, RedisError)):
        return first_line(error)
    return ""


def database_words(error: BaseException) -> str:
    """Return what was violated. Its own words quote the row: addresses, seeds."""
    kind = type(error)
    names = {base.__name__ for base in kind.__mro__}
    diagnosis = getattr(error, "diag", None)
    if names.isdisjoint({"IntegrityError", "DataError"}):
        return first_line(error)
    if diagnosis is None:  # SQLite names the column, or says very little
        words = first_line(error)
        return words if " constraint failed" in words else ""
    facts = (
        diagnosis.sqlstate,
        diagnosis.table_name,
        diagnosis.column_name,
        diagnosis.constraint_name,
    )
    return " ".join(part for part in (kind.__name__, *facts) if part)


def first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0]


# ---------------------------------------------------------- what others' code logs


def without_quotes(logger: Any, method: str, event: dict[str, Any]) -> dict[str, Any]:
    """Log errors in sentences of other libraries as we log ours."""
    record = event.get("_record")
    if record is None or event.get("_from_structlog"):
        return event
    if record.name == "celery.app.trace" and hasattr(record, "data"):
        event["event"] = f"task {record.data['description']}"
        event.setdefault("task", record.data["name"])
        event.setdefault("task_id", record.data["id"])
    return event


class ErrorSummaries(logging.Filter):
    """Summarise every exception among the arguments of a record."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(map(summarised, record.args))
        elif isinstance(record.args, Mapping):
            record.args = {key: summarised(value) for key, value in record.args.items()}
        return True


def summarised(value: Any) -> Any:
    return error_summary(value) if isinstance(value, BaseException) else value


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
    "filters": {"error_summaries": {"()": ErrorSummaries}},
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
            "filters": ["error_summaries"],
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
