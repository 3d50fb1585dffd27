"""No address, seed, link or order text reaches a log, wherever it comes from."""

from __future__ import annotations

import io
import json
import logging
import logging.config
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
import structlog
from celery import shared_task
from django.conf import settings as configured
from django.db import IntegrityError, connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path

from sse.accounts.models import Address, Player
from sse.matches.models import Match, Submission
from sse.matches.play import submissions
from sse.platform import logs
from tests.support.tables import SEED, running, write

Lines = Callable[[], list[dict[str, Any]]]
ORDER = "take dalian via 8 and tell nobody"
REPLY = "o-7f3a.0b1c2d@play.example.org"
TICKET = "7:lm2kQ9xUo0_ZpVb1-Tq8sWcE5dRfGhJkL3nY6aXzB4i"


@pytest.fixture
def lines() -> Iterator[Lines]:
    """What was logged, as it would stand in the file."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=logs.SHARED,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(ensure_ascii=False),
            ],
        )
    )
    handler.addFilter(logs.ErrorSummaries())
    root = logging.getLogger()
    root.addHandler(handler)
    yield lambda: [json.loads(line) for line in out.getvalue().splitlines()]
    root.removeHandler(handler)


def told(lines: Lines) -> str:
    return json.dumps(lines(), ensure_ascii=False)


log = structlog.get_logger()
theirs = logging.getLogger("somebody.else")


# ------------------------------------------------------------------------- values


@pytest.mark.parametrize(
    "secret",
    [
        "aki@example.org",
        "Aki.O'Brien+games=x@sub.example.co.uk",
        "aki@localhost",
        "aki@[192.0.2.7]",
        '"aki b"@example.org',
        "あき@例え.jp",
        REPLY,
        "o-7f3a@localhost",
        SEED,
        SEED.upper(),
        f"seed_{SEED}",
        TICKET.partition(":")[2],
    ],
)
@pytest.mark.parametrize(
    "frame",
    [
        "{}",
        "to <{}>",
        "'{}'",
        "({})",
        "mailto:{}?x=1",
        "x={}",
        "{}, {}",
        "Key (e)=({})",
    ],
)
def test_what_looks_like_a_secret_is_hidden(secret: str, frame: str) -> None:
    shown = logs.hidden(frame.format(secret, secret))
    assert secret not in shown
    assert not any(part in shown.lower() for part in ("aki", "brien", "あき", "7f3a"))


@pytest.mark.parametrize(
    "plain",
    [
        "request",
        "/matches/7/steps/12",
        "sse.matches.tasks.apply_submissions",
        "0b9f3c66-0d1e-4a7e-9e57-6a0a4c8b7d21",  # a task's number
        "test_what_looks_like_a_secret_is_hidden",
        "2026-11-16T06:10:56.185212Z",
        "UNIQUE constraint failed: accounts_address.email",
    ],
)
def test_the_rest_is_told(plain: str) -> None:
    assert logs.hidden(plain) == plain


def test_values_within_values_are_hidden_too(lines: Lines, caplog: Any) -> None:
    class Envelope:
        def __repr__(self) -> str:
            return "to aki@example.org"

    log.warning(
        "mail",
        rcpt=["aki@example.org", ("botan@example.org",)],
        headers={"To": "aki@example.org", "seed": 1},
        envelope=Envelope(),
        raw=b"From: aki@example.org",
        number=7,
        good=True,
    )
    (line,) = lines()
    assert "example.org" not in told(lines)
    assert line["headers"]["seed"] == "…"
    assert (line["number"], line["good"]) == (7, True)


@pytest.mark.parametrize("field", sorted(logs.NEVER))
def test_fields_that_are_always_secret(field: str, lines: Lines) -> None:
    log.warning("kept", **{field: "something short"})
    assert lines()[0][field] == "…"


# ------------------------------------------------------------------------- errors


def broken_with(text: str, kind: type[Exception] = ValueError) -> None:
    order, seed, address = text, SEED, "aki@example.org"
    raise kind(f"{order} by {address} under {seed}")


@pytest.mark.parametrize("kind", [ValueError, KeyError, RuntimeError, AssertionError])
def test_an_error_tells_where_and_not_what(kind: type[Exception], lines: Lines) -> None:
    try:
        broken_with(ORDER, kind)
    except kind:
        log.exception("broken", match_id=7)
        theirs.exception("broken there")
    for line in lines():
        assert line["exception"].endswith(kind.__name__)
        assert "in broken_with" in line["exception"]
    for secret in (ORDER, SEED, "example.org", "dalian"):
        assert secret not in told(lines)


def test_causes_are_told_the_same_way(lines: Lines) -> None:
    try:
        try:
            int(ORDER)
        except ValueError as error:
            raise LookupError(ORDER) from error
    except LookupError:
        log.exception("broken")
    (line,) = lines()
    assert "ValueError\nand then\n" in line["exception"]
    assert "dalian" not in told(lines)


def test_what_python_words_itself_is_told(lines: Lines) -> None:
    nothing: Any = None
    try:
        nothing.seats()
    except AttributeError:
        log.exception("broken")
    (line,) = lines()
    assert line["exception"].endswith("'NoneType' object has no attribute 'seats'")


def test_an_error_in_somebodys_sentence(lines: Lines) -> None:
    theirs.error("it failed: %s", ValueError(ORDER))
    theirs.error("it failed: %(error)r", {"error": ValueError(ORDER)})
    log.error("it failed", error=ValueError(ORDER))
    assert "dalian" not in told(lines)
    assert told(lines).count("ValueError") == 3


@pytest.mark.django_db
def test_a_database_quotes_no_row(aki: Player, lines: Lines) -> None:
    try:
        with transaction.atomic():
            Address.objects.create(player=aki, email="aki@example.org")
    except IntegrityError:
        log.exception("broken")
    assert "example" not in told(lines)
    assert "address" in lines()[0]["exception"]
    assert "IntegrityError" in lines()[0]["exception"]


@pytest.mark.django_db
def test_a_database_quotes_no_value(aki: Player, lines: Lines) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite takes any value")
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("select %s::text::integer", [ORDER])
    except Exception:
        log.exception("broken")
    assert "dalian" not in told(lines)
    assert "22P02" in told(lines)


def test_words_of_postgresql_are_not_repeated() -> None:
    error = psycopg.errors.UniqueViolation(
        'duplicate key value violates unique constraint "address_once"\n'
        "DETAIL:  Key (email)=(aki@example.org) already exists."
    )
    assert "exists" not in logs.error_summary(error)
    wrapped = IntegrityError(str(error))
    wrapped.__cause__ = error
    assert "exists" not in logs.error_summary(wrapped)
    fault = psycopg.errors.InvalidTextRepresentation(f'invalid input: "{ORDER}"')
    assert "dalian" not in logs.error_summary(fault)
    away = psycopg.OperationalError("connection refused\nIs the server running?")
    assert logs.error_summary(away) == "psycopg.OperationalError: connection refused"


def test_sqlite_names_the_column() -> None:
    error = sqlite3.IntegrityError("UNIQUE constraint failed: accounts_address.email")
    assert logs.error_summary(error).endswith("failed: accounts_address.email")
    assert "dalian" not in logs.error_summary(sqlite3.IntegrityError(ORDER))


# ------------------------------------------------------------------------ requests


def breaking(request: HttpRequest, token: str = "") -> HttpResponse:
    log.info("on the way")
    broken_with(ORDER)
    return HttpResponse()


urlpatterns = [
    path("broken/", breaking),
    path("log-in/<token>/", breaking),
]


@pytest.mark.django_db
@override_settings(ROOT_URLCONF=__name__)
def test_a_request_that_breaks(lines: Lines) -> None:
    client = Client(raise_request_exception=False)
    client.get(f"/log-in/{TICKET}/?email=aki@example.org", {"email": "aki@example.org"})
    client.post("/broken/", {"text": ORDER, "email": "aki@example.org"})
    for secret in (TICKET, "lm2k", "example.org", "dalian", SEED):
        assert secret not in told(lines)
    ids = [line["request"] for line in lines()]
    assert len(ids) == 6  # on the way, the error, the request: twice
    assert len(set(ids)) == 2
    assert [line["status"] for line in lines() if line["event"] == "request"] == [
        500
    ] * 2


@pytest.mark.django_db
def test_a_page_that_is_not_there_is_one_line(lines: Lines, settings: Any) -> None:
    backend = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": backend}}
    Client().get(f"/nowhere/{TICKET}/")
    (line,) = lines()
    assert (line["event"], line["path"], line["status"]) == (
        "request",
        "/nowhere/7:…/",
        404,
    )


def test_no_logger_has_a_way_of_its_own() -> None:
    """Django's console and its letters to admins would tell everything."""
    logging.config.dictConfig(configured.LOGGING)
    for name in ("django", "django.server", "django.request", "gunicorn.error"):
        logger = logging.getLogger(name)
        assert logger.handlers == [], name
        assert logger.propagate, name
    assert not logging.getLogger("django.db.backends").isEnabledFor(logging.DEBUG)


# --------------------------------------------------------------------------- tasks


@shared_task
def break_down(match_id: int) -> None:
    log.warning("about to break")
    broken_with(ORDER)


@pytest.mark.django_db  # connections are looked at before a task
def test_a_task_has_its_name_and_its_match(lines: Lines) -> None:
    break_down.apply(args=(7,))
    log.warning("afterwards")
    *inside, after = lines()
    assert [line["event"] for line in inside] == [
        "about to break",
        "task raised unexpected",
    ]
    for line in inside:
        assert line["task"].endswith("break_down")
        assert line["match_id"] == 7
    assert "in broken_with" in inside[-1]["exception"]
    assert "task" not in after
    for secret in ("dalian", SEED, "example.org"):
        assert secret not in told(lines)


@pytest.mark.django_db
def test_a_submission_that_breaks_is_told_without_its_text(
    aki: Player, botan: Player, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(table: Any, submission: Submission) -> None:
        broken_with(submission.text)

    match: Match = running(aki, botan)
    monkeypatch.setitem(submissions.TAKE, Submission.Kind.ORDERS, broken)
    submission = write(match, aki, ORDER)
    assert submission.status == Submission.Status.BROKEN
    assert f'"submission": {submission.pk}' in told(lines)
    assert "dalian" not in told(lines)


def test_lines_are_json_where_nobody_looks() -> None:
    code = (
        "import django; django.setup()\n"
        "import logging, structlog\n"
        "structlog.get_logger().info('hello', to='aki@example.org')\n"
        "logging.getLogger('django.server').error('GET /log-in/%s', '1:secret')\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    first, second = map(json.loads, ran.stderr.splitlines())
    assert (first["event"], first["to"], first["level"]) == ("hello", "…@…", "info")
    assert second["event"] == "GET /log-in/…"
