"""One queue: rows that a worker claims, works on and finishes.

Raw mails, letters, hook deliveries and reports are its four users. A claim is short, so
that the row of a worker that was killed is soon due again. While the worker lives, a
thread beside it renews the claim. Each claim has a name of its own; whoever writes what
became of the row writes it under that name, so a worker that was too slow changes
nothing any more.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, ClassVar, TypeVar
from uuid import UUID, uuid4

import structlog
from django.db import Error, connection, models, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

log = structlog.get_logger()
LEASE = timedelta(seconds=40)
RENEWAL_SECONDS = 10.0
MOST_RENEWALS = 180  # half an hour: a worker that hangs for longer holds nothing
FREE: dict[str, None] = {"lease_until": None, "lease_by": None}  # values of a free row


class LeasedRow(models.Model):
    """A row that one worker at a time works on. Its model has a `status` besides."""

    WAITING: ClassVar[Sequence[str]]  # statuses of rows that nobody works on yet
    WORKING: ClassVar[str]  # the status of a claimed row

    lease_until = models.DateTimeField(null=True, blank=True)
    lease_by = models.UUIDField(null=True, blank=True, editable=False)

    class Meta:
        abstract = True


class QueuedRow(LeasedRow):
    """A row that is tried again, later and later, if it fails."""

    attempts = models.PositiveSmallIntegerField(default=0)
    not_before = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True


Row = TypeVar("Row", bound=LeasedRow)


# ------------------------------------------------------------------------- claims


def due(model: type[Row], now: datetime) -> QuerySet[Row]:
    """Return the rows to work on: those that wait, and those of workers that died."""
    waiting = Q(status__in=model.WAITING)
    if issubclass(model, QueuedRow):
        waiting &= Q(not_before__lte=now)
    left = Q(status=model.WORKING, lease_until__lte=now)
    return model._default_manager.filter(waiting | left)


def claim(rows: QuerySet[Row], **changes: Any) -> list[Row]:
    """Claim these rows for this worker alone, but for those that others claim now."""
    with transaction.atomic():
        found = list(rows.select_for_update(skip_locked=True, of=("self",)))
        values = {"status": rows.model.WORKING, **new_claim(timezone.now())}
        for row in found:
            row.__dict__.update(values)
        if found:
            claimed = rows.model._default_manager.filter(pk__in=[r.pk for r in found])
            claimed.update(**values, **changes)
    return found


def new_claim(now: datetime) -> dict[str, Any]:
    """Return the values of a row that is claimed now, by a new name."""
    return {"lease_until": now + LEASE, "lease_by": uuid4()}


@dataclass(frozen=True)
class Lease:
    """A claim on one row, or on several, whether they were claimed together or not."""

    model: type[LeasedRow]
    names: frozenset[UUID]  # a row that nobody holds has none
    keys: tuple[int, ...]

    def rows(self) -> Any:
        """Return a queryset of the rows that are still ours."""
        model: Any = self.model  # each has a `status` of its own
        return model._default_manager.filter(
            pk__in=self.keys, lease_by__in=self.names, status=self.model.WORKING
        )

    def renew(self) -> bool:
        """Hold the rows for longer; return whether any of them is still ours."""
        return bool(self.rows().update(lease_until=timezone.now() + LEASE))


def lease_of(*rows: LeasedRow) -> Lease:
    """Return the claim on all the rows, each by the name it was claimed under."""
    names = frozenset(row.lease_by for row in rows if row.lease_by)
    return Lease(type(rows[0]), names, tuple(row.pk for row in rows))


def ours(*rows: LeasedRow) -> Any:
    """Return a queryset of those rows on which our claim still holds."""
    return lease_of(*rows).rows()


def still_ours(row: LeasedRow) -> bool:
    """Return whether a claim holds; ask the database only if it may have ended."""
    now = timezone.now()
    if row.lease_until and row.lease_until - now > LEASE / 2:
        return True
    row.lease_until = now + LEASE
    return lease_of(row).renew()


# --------------------------------------------------------------------------- ends


def finish(*rows: LeasedRow, status: str, **changes: Any) -> bool:
    """Write how the work ended; return whether any row was still ours."""
    return bool(ours(*rows).update(status=status, **FREE, **changes))


def give_back(*rows: QueuedRow, at: datetime, **changes: Any) -> None:
    """Let rows wait again, until then."""
    if rows:
        changes = {"status": rows[0].WAITING[0], **changes}
        finish(*rows, not_before=at, **changes)


def put_off(row: QueuedRow, delays: Sequence[timedelta], **changes: Any) -> None:
    """Let a row wait for its next attempt, longer after each."""
    attempts = changes.get("attempts", row.attempts)
    delay = delays[min(attempts, len(delays)) - 1]
    give_back(row, at=timezone.now() + delay, **changes)


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
        """Forget thread and claims: a fork has neither."""
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
