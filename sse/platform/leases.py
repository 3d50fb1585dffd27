"""Rows that one worker holds for a while: the claim, its renewal and its end.

A claim is short, so that the row of a worker that was killed is soon free again. While
the worker lives, a thread beside it renews the claim. Each claim has a name of its own;
whoever writes what became of the row writes it under that name, so a worker that was
too slow changes nothing any more.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol, cast
from uuid import UUID, uuid4

import structlog
from django.db import Error, connection, models
from django.utils import timezone

log = structlog.get_logger()
LEASE = timedelta(seconds=40)
RENEWAL_SECONDS = 10.0
MOST_RENEWALS = 180  # half an hour: a worker that hangs for longer holds nothing


class Leased(Protocol):
    """A row that can be claimed: a model with these two fields.

    No abstract model: one more base makes mypy's Django plugin give up.
    """

    lease_until: datetime | None
    lease_by: UUID | None

    @property
    def pk(self) -> Any: ...


@dataclass(frozen=True)
class Lease:
    """A claim on one row, or on several, whether they were claimed together or not."""

    model: type[models.Model]
    names: frozenset[UUID]  # nobody's rows have none
    keys: tuple[int, ...]

    def rows(self) -> models.QuerySet[Any]:
        """Return the rows that are still ours."""
        rows = self.model._base_manager.filter(pk__in=self.keys)
        return rows.filter(lease_by__in=self.names)

    def renew(self) -> bool:
        """Hold the rows for longer; say whether any of them is still ours."""
        return bool(self.rows().update(lease_until=timezone.now() + LEASE))


FREE: dict[str, None] = {"lease_until": None, "lease_by": None}  # values of a free row


def new_claim(now: datetime) -> dict[str, Any]:
    """Return the values of a row that is claimed now, by a new name."""
    return {"lease_until": now + LEASE, "lease_by": uuid4()}


def lease_of(*rows: Leased) -> Lease:
    """Return the claim on all the rows, each by the name it was claimed under."""
    model = cast(type[models.Model], type(rows[0]))
    names = frozenset(row.lease_by for row in rows if row.lease_by)
    return Lease(model, names, tuple(row.pk for row in rows))


def ours(*rows: Leased) -> models.QuerySet[Any]:
    """Return those of the rows on which our claim still holds."""
    return lease_of(*rows).rows()


def still_ours(row: Leased) -> bool:
    """Look whether a claim holds; ask the database only if it may have ended."""
    now = timezone.now()
    if row.lease_until and row.lease_until - now > LEASE / 2:
        return True
    row.lease_until = now + LEASE
    return lease_of(row).renew()


# ----------------------------------------------------------------------- renewal


@contextmanager
def held(lease: Lease) -> Iterator[None]:
    """Renew the claim as long as the work inside goes on."""
    renewer.add(lease)
    try:
        yield
    finally:
        renewer.remove(lease)


class Renewer:
    """One thread in each process, begun with its first claim.

    It asks the database only for work that takes longer than most does.
    """

    def __init__(self) -> None:
        self.begin_anew()

    def begin_anew(self) -> None:
        """A fork has neither the thread nor the claims of the process before it."""
        self.changed = threading.Condition()
        self.renewals: dict[Lease, int] = {}  # how often each was renewed
        self.thread: threading.Thread | None = None

    def add(self, lease: Lease) -> None:
        with self.changed:
            self.renewals[lease] = 0
            if self.thread is None or not self.thread.is_alive():
                self.thread = threading.Thread(target=self.run, daemon=True)
                self.thread.start()
            self.changed.notify()

    def remove(self, lease: Lease) -> None:
        with self.changed:
            self.renewals.pop(lease, None)

    def run(self) -> None:
        while True:
            with self.changed:
                self.changed.wait_for(lambda: self.renewals)
            pause.wait(RENEWAL_SECONDS)
            self.renew_all()

    def renew_all(self) -> None:
        """Renew what is held since before the last pause."""
        with self.changed:
            for lease in self.renewals:
                self.renewals[lease] += 1
            old = [lease for lease, times in self.renewals.items() if times > 1]
            lasting = [lease for lease in old if self.renewals[lease] <= MOST_RENEWALS]
        for lease in lasting:
            try:
                lease.renew()
            except Error:  # the next one asks on a new connection
                log.warning("lease not renewed")
                connection.close()
        if lasting:
            connection.close()  # this thread's own; seldom needed


pause = threading.Event()  # is never set
renewer = Renewer()
os.register_at_fork(after_in_child=renewer.begin_anew)
