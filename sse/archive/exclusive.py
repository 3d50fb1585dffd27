"""What only one worker does at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils import timezone

from sse.matches.models import Heartbeat


@contextmanager
def exclusive_lock(name: str) -> Iterator[None]:
    """A transaction in which nobody else holds the same name."""
    with transaction.atomic():
        Heartbeat.objects.get_or_create(name=name, defaults={"at": timezone.now()})
        row = Heartbeat.objects.select_for_update().get(name=name)
        yield
        row.at = timezone.now()
        row.save(update_fields=["at"])
