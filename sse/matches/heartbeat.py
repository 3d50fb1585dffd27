"""Signs of life of what runs by itself. Redis may be flushed: these are rows."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from sse.matches.models import Heartbeat

SWEEP = "sweep"
CLOCKS = "clocks"
EVERY = timedelta(seconds=15)  # more often would only wear the disk


def beat(name: str, now: datetime | None = None) -> None:
    """It is alive; noted now and then."""
    now = now or timezone.now()
    last = last_beat(name)
    if last is None or not last <= now < last + EVERY:
        Heartbeat.objects.update_or_create(name=name, defaults={"at": now})


def last_beat(name: str) -> datetime | None:
    return Heartbeat.objects.filter(name=name).values_list("at", flat=True).first()
