"""Limits that hold without Redis: they are counted in the database, each in one row."""

from __future__ import annotations

from datetime import datetime, timedelta
from hashlib import sha256
from math import ceil

from django.db import transaction
from django.utils import timezone

from sse.platform.models import Tries

MOST_RACES = 3
UNITS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}


def rate_of(said: str) -> tuple[int, int]:
    """Return how many in how many seconds, of a rate such as `6/hour`."""
    most, _, unit = said.partition("/")
    return int(most), UNITS[unit]


@transaction.atomic
def try_count(*, scope: str, who: str, rate: str) -> int:
    """Count this time; return 0, or for how many seconds it is one too many.

    The row is locked meanwhile, so that no two at once count as one. What is too many
    is not counted: who waits as told is let in.
    """
    most, seconds = rate_of(rate)
    row, now = row_locked(key_of(scope, who)), timezone.now()
    since = now.timestamp() - seconds
    times = [at for at in row.times if at > since]
    if len(times) >= most:
        oldest = times[most - 1] if most else now.timestamp()
        return max(1, ceil(oldest - since))
    row.times = [now.timestamp(), *times]
    row.expires_at = now + timedelta(seconds=seconds)
    row.save(update_fields=["times", "expires_at"])
    return 0


def row_locked(key: str) -> Tries:
    """Return the row, a new one if there is none; `tries_forget` may delete it first.

    A row that we make ourselves is not seen by anybody before we are done.
    """
    fresh = Tries(key=key, expires_at=timezone.now())
    locked = Tries.objects.select_for_update()
    for _attempt in range(MOST_RACES):
        Tries.objects.bulk_create([fresh], ignore_conflicts=True)
        if row := locked.filter(pk=key).first():
            return row
    return locked.get(pk=key)


def key_of(scope: str, who: str) -> str:
    return sha256(f"{scope}\0{who}".encode()).hexdigest()


def tries_forget(*, now: datetime | None = None, limit: int = 1000) -> int:
    """Delete rows that limit nothing any more, so many at most; return how many."""
    over = Tries.objects.filter(expires_at__lte=now or timezone.now())
    keys = list(over.values_list("pk", flat=True)[:limit])
    still = Tries.objects.filter(pk__in=keys, expires_at__lte=now or timezone.now())
    return still.delete()[0]
