"""The state of the service, for monitoring: /healthz and /metrics.

The database is asked at every scrape, so that all web processes answer the same; only
the times of requests are counted in each process, and added up from shared files.
"""

from __future__ import annotations

import hmac
import os
from collections.abc import Iterator
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Count, Min, Model, QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from redis import Redis

from sse.inbox.models import RawMail
from sse.matches.heartbeat import SWEEP, last_beat
from sse.matches.models import Match, Seat, Submission, of_current_rules
from sse.outbox.models import Letter
from sse.platform.environment import LOOPBACK
from sse.platform.redis_cache import AWAY, breaker, client

SWEEP_LATE_SECONDS = 60  # it is due every five
WAITING_LATE_SECONDS = 60
LETTER_LATE_SECONDS = 900
FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_FORWARDED")


# ------------------------------------------------------------------------- health


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer 200 when pages can be served, with the state of each part.

    `status` is `ok`, `degraded` (pages are served, and something does not move) or
    `down`; the sentences stand under `faults` and `warnings`.
    """
    faults, warnings = [], []
    told: dict[str, Any] = {"broker": broker_answers()}
    try:
        told |= {"database": True, "migrations": not (missing := unapplied())}
        if missing:
            faults.append(f"migrations are missing: {', '.join(missing)}")
        else:
            told |= ages()
    except DatabaseError:
        told["database"] = False
        faults.append("the database does not answer")
    if not told["broker"]:
        warnings.append("the broker does not answer: nothing moves until it does")
    warnings += late(told)
    status = "down" if faults else "degraded" if warnings else "ok"
    summary = {"ok": not faults, "status": status, "parts": parts_of(told)}
    answer = {**summary, "faults": faults, "warnings": warnings, **told}
    return JsonResponse(answer, status=503 if faults else 200)


def parts_of(told: dict[str, Any]) -> dict[str, str]:
    """Return one word for each part of the service."""
    parts = {"pages": "ok", "database": state_of(told["database"], "away")}
    if "migrations" in told:
        parts["migrations"] = state_of(told["migrations"], "missing")
    parts["broker"] = state_of(told["broker"], "away")
    if "last_sweep_seconds" in told:
        swept = told["last_sweep_seconds"]
        is_swept = swept is not None and swept <= SWEEP_LATE_SECONDS
        letters = told["oldest_letter_seconds"] <= LETTER_LATE_SECONDS
        texts = max(told["oldest_waiting_seconds"], told["oldest_mail_seconds"])
        parts["workers"] = state_of(is_swept and texts <= WAITING_LATE_SECONDS, "late")
        parts["letters"] = state_of(letters, "late")
    return parts


def state_of(is_well: bool, otherwise: str) -> str:
    return "ok" if is_well else otherwise


def late(told: dict[str, Any]) -> Iterator[str]:
    """List what a worker or beat should have done by now."""
    if "last_sweep_seconds" not in told:
        return
    swept = told["last_sweep_seconds"]
    if swept is None or swept > SWEEP_LATE_SECONDS:
        yield "nobody sweeps: is beat running, and a worker?"
    if told["oldest_waiting_seconds"] > WAITING_LATE_SECONDS:
        yield "what players wrote waits too long: are there enough workers?"
    if told["oldest_mail_seconds"] > WAITING_LATE_SECONDS:
        yield "mail waits too long to be read: are there enough workers?"
    if told["oldest_letter_seconds"] > LETTER_LATE_SECONDS:
        yield "letters wait too long: does the mail server take them?"


def broker_answers() -> bool:
    """Ask the broker, whatever the breaker says; the breaker learns from it."""
    try:
        is_there = bool(broker().ping())
    except AWAY:
        breaker.failed()
        return False
    breaker.worked()
    return is_there


@cache
def broker() -> Redis:
    return client(settings.REDIS_URL)


def unapplied() -> list[str]:
    """Return the last migrations of apps whose tables are older than this code."""
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(".".join(leaf) for leaf in newest() if leaf not in applied)


@cache
def newest() -> list[tuple[str, str]]:
    return list(MigrationLoader(None).graph.leaf_nodes())


def ages() -> dict[str, float | None]:
    now = timezone.now()
    return {
        "oldest_waiting_seconds": oldest(waiting(), "received_at", now),
        "oldest_letter_seconds": oldest(to_send(now), "not_before", now),
        "oldest_mail_seconds": oldest(to_read(now), "received_at", now),
        "last_sweep_seconds": since(last_beat(SWEEP), now),
    }


def waiting() -> QuerySet[Submission]:
    return Submission.objects.filter(status=Submission.Status.WAITING)


def to_send(now: datetime) -> QuerySet[Letter]:
    return Letter.objects.filter(status=Letter.Status.QUEUED, not_before__lte=now)


def to_read(now: datetime) -> QuerySet[RawMail]:
    return RawMail.objects.filter(status=RawMail.Status.NEW, not_before__lte=now)


def oldest(rows: QuerySet[Any], field: str, now: datetime) -> float:
    return since(rows.aggregate(first=Min(field))["first"], now) or 0


def since(instant: datetime | None, now: datetime) -> float | None:
    return round(max((now - instant).total_seconds(), 0), 1) if instant else None


# ------------------------------------------------------------------------ metrics


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Answer Prometheus on this machine, or anyone with the token."""
    if not (is_local(request) or has_token(request)):
        return HttpResponse(
            "Ask from this machine, or with METRICS_TOKEN.\n",
            status=403,
            content_type="text/plain; charset=utf-8",
        )
    registry = CollectorRegistry()
    registry.register(FromDatabase())
    registry.register(FromProcesses())
    collect: Any = MultiProcessCollector  # which has no types
    collect(registry, str(settings.METRICS_FOLDER))
    try:
        text = generate_latest(registry)
    except DatabaseError:
        return HttpResponse("The database does not answer.\n", status=503)
    return HttpResponse(text, content_type=CONTENT_TYPE_LATEST)


def is_local(request: HttpRequest) -> bool:
    """Return whether it was sent on this machine, and not by a proxy on it."""
    meta = request.META
    host = request.get_host()
    name = host if host.endswith("]") else host.rsplit(":", 1)[0]
    return (
        meta.get("REMOTE_ADDR") in ("127.0.0.1", "::1")
        and name in LOOPBACK
        and not any(header in meta for header in FORWARDED)
    )


def has_token(request: HttpRequest) -> bool:
    wanted = f"Bearer {settings.METRICS_TOKEN}".encode()
    said = request.headers.get("Authorization", "").encode()
    return bool(settings.METRICS_TOKEN) and hmac.compare_digest(said, wanted)


class FromDatabase:
    """Counts rows, and how long the oldest of them have waited."""

    def collect(self) -> Iterator[Metric]:
        now = timezone.now()
        yield counted("matches", "Matches.", Match, "game_name", "status")
        yield counted("submissions", "Texts of players and bots.", Submission, "status")
        yield counted("letters", "Letters.", Letter, "status")
        yield counted("mails", "Mails that came in.", RawMail, "status", "proof")
        overdue = Seat.objects.filter(of_current_rules("match__"), rings_at__lte=now)
        bots = Match.objects.filter(of_current_rules(), bots_due=True)
        yield gauge("clocks_overdue", "Clocks to ring.", overdue.count())
        for name, text, rows, field in (
            ("clock", "oldest of them should have rung", overdue, "rings_at"),
            ("waiting", "oldest text waits for a worker", waiting(), "received_at"),
            ("mail", "oldest mail waits to be read", to_read(now), "received_at"),
            ("letter", "oldest letter waits to be sent", to_send(now), "not_before"),
            ("bot", "slowest bot has been thinking", bots, "changed_at"),
        ):
            name, text = f"oldest_{name}_seconds", f"How long the {text}."
            yield gauge(name, text, oldest(rows, field, now))
        swept = since(last_beat(SWEEP), now)
        yield gauge(
            "last_sweep_seconds",
            "How long ago beat and a worker swept; a missing one is not a number.",
            float("nan") if swept is None else swept,
        )
        yield gauge("broker_up", "Whether the broker answers.", broker_answers())


def gauge(name: str, text: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"hikyaku_{name}", text, value=float(value))


def counted(
    name: str, text: str, model: type[Model], *fields: str
) -> GaugeMetricFamily:
    labels = [field.removesuffix("_name") for field in fields]
    family = GaugeMetricFamily(f"hikyaku_{name}", text, labels=labels)
    rows = model._default_manager.order_by().values_list(*fields)
    for *values, number in rows.annotate(number=Count("pk")):
        family.add_metric([str(value) for value in values], number)
    return family


class FromProcesses:
    """Counts the web processes of this group that are alive."""

    def collect(self) -> Iterator[Metric]:
        alive = [pid for pid in pids() if Path(f"/proc/{pid}/statm").exists()]
        yield gauge("web_processes", "Web processes that have answered.", len(alive))
        yield gauge(
            "web_memory_bytes", "Their resident memory.", sum(map(memory, alive))
        )


def pids() -> set[str]:
    files = Path(settings.METRICS_FOLDER).glob("*_*.db")
    return {file.stem.rsplit("_", 1)[1] for file in files}


def memory(pid: str) -> int:
    try:
        pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
    except (OSError, IndexError):
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
