"""What the watch is told: whether it serves, and what waits."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone

from sse.accounts.models import Player
from sse.matches import heartbeat, tasks
from sse.matches.models import Heartbeat, Match, Seat, Submission
from sse.operations import health
from sse.outbox.models import Letter
from tests.support.tables import SEED, running, write

pytestmark = pytest.mark.django_db
HERE: dict[str, Any] = {"HTTP_HOST": "127.0.0.1:8000", "REMOTE_ADDR": "127.0.0.1"}


@pytest.fixture(autouse=True)
def broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "broker_answers", lambda: True)


def told(status: int = 200) -> dict[str, Any]:
    answer = Client(**HERE).get("/healthz")
    assert answer.status_code == status
    return dict(answer.json())


def scraped(**asked: Any) -> dict[str, float]:
    answer = Client(**{**HERE, **asked}).get("/metrics")
    assert answer.status_code == 200
    lines = answer.content.decode().splitlines()
    pairs = [line.rsplit(" ", 1) for line in lines if not line.startswith("#")]
    return {name: float(value) for name, value in pairs}


# ------------------------------------------------------------------------- healthz

PARTS = ("pages", "database", "migrations", "broker", "workers", "letters")


def test_all_is_well() -> None:
    tasks.sweep()
    assert told() == {
        "ok": True,
        "status": "ok",
        "parts": dict.fromkeys(PARTS, "ok"),
        "faults": [],
        "warnings": [],
        "broker": True,
        "database": True,
        "migrations": True,
        "oldest_waiting_seconds": 0,
        "oldest_letter_seconds": 0,
        "oldest_mail_seconds": 0,
        "last_sweep_seconds": pytest.approx(0, abs=5),
    }


def test_it_is_cheap(django_assert_max_num_queries: Any) -> None:
    told()
    with django_assert_max_num_queries(6):
        told()


def test_a_database_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise DatabaseError("the password is geheim")

    monkeypatch.setattr(health, "unapplied", away)
    answer = told(503)
    assert answer["faults"] == ["the database does not answer"]
    assert (answer["status"], answer["parts"]["database"]) == ("down", "away")
    assert "geheim" not in str(answer)


def test_tables_older_than_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    leaves = [("matches", "0001_initial"), ("matches", "0999_future")]
    monkeypatch.setattr(health, "newest", lambda: leaves)
    assert told(503)["faults"] == ["migrations are missing: matches.0999_future"]


def test_without_a_broker_pages_are_served(monkeypatch: pytest.MonkeyPatch) -> None:
    tasks.sweep()
    monkeypatch.setattr(health, "broker_answers", lambda: False)
    answer = told()
    assert (answer["ok"], answer["status"]) == (True, "degraded")
    assert answer["parts"] == {**dict.fromkeys(PARTS, "ok"), "broker": "away"}
    assert answer["warnings"] == [
        "the broker does not answer: nothing moves until it does"
    ]


def test_a_broker_that_is_not_there_is_told_soon(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.undo()
    settings.REDIS_URL = "unix:///nowhere/broker.sock"
    health.broker.cache_clear()
    assert health.broker_answers() is False
    health.broker.cache_clear()


def test_what_waits_is_told(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    submission = write(match, aki, "pick 2")
    past = timezone.now() - timedelta(hours=1)
    Submission.objects.filter(pk=submission.pk).update(
        status="waiting", received_at=past
    )
    Letter.objects.filter(match=match).update(not_before=past)
    Heartbeat.objects.create(name=heartbeat.SWEEP, at=past)
    answer = told()
    assert answer["oldest_waiting_seconds"] == pytest.approx(3600, abs=60)
    assert answer["oldest_letter_seconds"] == pytest.approx(3600, abs=60)
    assert answer["last_sweep_seconds"] == pytest.approx(3600, abs=60)
    assert len(answer["warnings"]) == 3


def test_letters_that_may_wait_are_not_late(aki: Player) -> None:
    later = timezone.now() + timedelta(hours=1)
    past = timezone.now() - timedelta(hours=1)
    Letter.objects.create(kind="a", key="1", player=aki, not_before=later)
    Letter.objects.create(kind="a", key="2", status="sent", not_before=past)
    assert told()["oldest_letter_seconds"] == 0


def test_nobody_has_swept_yet() -> None:
    answer = told()
    assert answer["last_sweep_seconds"] is None
    assert answer["warnings"] == ["nobody sweeps: is beat running, and a worker?"]


def test_the_heart_beats_into_the_database(django_assert_num_queries: Any) -> None:
    tasks.ring_clocks()
    assert heartbeat.last_beat(heartbeat.CLOCKS)
    now = timezone.now()
    heartbeat.beat(heartbeat.SWEEP, now)
    with django_assert_num_queries(1):  # so soon nothing is written
        heartbeat.beat(heartbeat.SWEEP, now + timedelta(seconds=5))
    assert heartbeat.last_beat(heartbeat.SWEEP) == now
    later = now + timedelta(seconds=20)
    heartbeat.beat(heartbeat.SWEEP, later)
    assert heartbeat.last_beat(heartbeat.SWEEP) == later
    heartbeat.beat(heartbeat.SWEEP, now)  # the clock of the machine was set back
    assert heartbeat.last_beat(heartbeat.SWEEP) == now


def test_health_is_asked_without_encryption(settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert Client(**HERE).get("/healthz").status_code == 200
    assert Client(**HERE).get("/operator/").status_code == 301


# ------------------------------------------------------------------------- metrics


def test_rows_are_counted(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    write(match, aki, "pick 2")
    Seat.objects.filter(match=match, number=1).update(
        due_at=timezone.now() - timedelta(hours=1),
        rings_at=timezone.now() - timedelta(minutes=2),  # after the grace
    )
    Match.objects.filter(pk=match.pk).update(bots_due=True)
    found = scraped()
    assert found['hikyaku_matches{game="toy",status="running"}'] == 1
    assert found['hikyaku_submissions{status="applied"}'] == 1
    assert found['hikyaku_letters{status="queued"}'] == Letter.objects.count()
    assert found["hikyaku_clocks_overdue"] == 1
    assert found["hikyaku_oldest_clock_seconds"] == pytest.approx(120, abs=30)
    assert found["hikyaku_oldest_waiting_seconds"] == 0
    assert found["hikyaku_broker_up"] == 1
    assert found["hikyaku_web_processes"] >= 1
    assert found["hikyaku_web_memory_bytes"] > 1_000_000


def test_requests_are_measured_by_page_and_not_by_path(aki: Player) -> None:
    for path in ("/log-in/1:geheimnisvoll/", "/nowhere/aki@example.org/"):
        Client(raise_request_exception=False, **HERE).get(path)
    Client(**HERE).generic("BREW", "/healthz")
    text = Client(**HERE).get("/metrics").content.decode()
    assert "geheimnisvoll" not in text
    assert "aki@example" not in text
    assert "BREW" not in text
    count = 'hikyaku_request_seconds_count{method="other",page="/healthz",status="4xx"}'
    assert scraped()[count] >= 1


def test_metrics_know_no_secrets(aki: Player, botan: Player) -> None:
    running(aki, botan)
    text = Client(**HERE).get("/metrics").content.decode()
    assert SEED not in text
    assert "Aki" not in text


@pytest.mark.parametrize(
    "asked",
    [
        {"REMOTE_ADDR": "192.0.2.7"},
        {"REMOTE_ADDR": ""},
        {"HTTP_X_FORWARDED_FOR": "192.0.2.7"},
        {"HTTP_X_FORWARDED_PROTO": "https"},
        {"HTTP_FORWARDED": "for=192.0.2.7"},
        {"HTTP_HOST": "games.example.org"},
        {"REMOTE_ADDR": "192.0.2.7", "HTTP_AUTHORIZATION": "Bearer "},
        {"REMOTE_ADDR": "192.0.2.7", "HTTP_AUTHORIZATION": "Bearer wrong"},
        {"REMOTE_ADDR": "192.0.2.7", "HTTP_AUTHORIZATION": "Bearer größer"},
    ],
)
@pytest.mark.parametrize("token", ["", "0123456789abcdef"])
def test_strangers_read_no_metrics(
    asked: dict[str, Any], token: str, settings: Any
) -> None:
    settings.METRICS_TOKEN = token
    assert Client(**{**HERE, **asked}).get("/metrics").status_code == 403


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000", "[::1]"])
def test_this_machine_reads_them(host: str) -> None:
    address = "::1" if "::1" in host else "127.0.0.1"
    scraped(HTTP_HOST=host, REMOTE_ADDR=address)


def test_who_has_the_token_reads_them(settings: Any) -> None:
    settings.METRICS_TOKEN = "0123456789abcdef"
    scraped(
        HTTP_HOST="games.example.org",
        REMOTE_ADDR="192.0.2.7",
        HTTP_AUTHORIZATION="Bearer 0123456789abcdef",
    )


def test_a_database_that_is_away_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def away(*_: Any) -> None:
        raise DatabaseError

    monkeypatch.setattr(health, "counted", away)
    assert Client(**HERE).get("/metrics").status_code == 503


COUNTING = """
import os, sys, django
django.setup()
from sse.platform import metrics
def here():
    metrics.SECONDS.labels("GET", "/x", "2xx").observe(0.1)
here()
for _ in range(2):
    if os.fork() == 0:
        here()
        os._exit(0)
    os.wait()
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
registry = CollectorRegistry()
MultiProcessCollector(registry, str(metrics.settings.METRICS_FOLDER))
print(generate_latest(registry).decode())
"""


def test_processes_of_one_group_count_together(tmp_path: Path) -> None:
    """As those of gunicorn do; a group that is gone leaves nothing behind."""
    gone = tmp_path / "metrics" / str(2**22 - 1)
    gone.mkdir(parents=True)
    environment = {**os.environ, "HIKYAKU_DATA": str(tmp_path)}
    environment.pop("PROMETHEUS_MULTIPROC_DIR", None)
    ran = subprocess.run(
        [sys.executable, "-c", COUNTING],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert 'hikyaku_request_seconds_count{method="GET",page="/x",status="2xx"} 3.0' in (
        ran.stdout
    )
    assert not gone.exists()
