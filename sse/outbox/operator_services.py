"""What operators can do with emails that were not sent."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from sse.matches.errors import MatchRefused
from sse.outbox import tasks
from sse.outbox.models import Letter
from sse.platform import leases, wake

GIVEN_UP = (Letter.Status.FAILED, Letter.Status.BOUNCED, Letter.Status.EXPIRED)


@transaction.atomic
def letter_retry(*, letter_id: int) -> None:
    """Queue a letter that was given up; what was sent is never sent twice."""
    letter = Letter.objects.select_for_update(of=["self"]).get(pk=letter_id)
    if letter.status not in GIVEN_UP:
        raise MatchRefused("not_given_up", f"This email is {letter.status}.")
    if letter.forgotten_at:
        raise MatchRefused("forgotten", "It is too old: its content was deleted.")
    now = timezone.now()
    is_late = letter.expires_at is not None and letter.expires_at <= now
    if is_late and "ticket" in letter.data:
        raise MatchRefused("ticket", "Its link has expired; they can ask for another.")
    changes = {"status": Letter.Status.QUEUED, "not_before": now, "attempts": 0}
    known = Letter.objects.filter(pk=letter.pk)
    known.update(**changes, **leases.FREE, expires_at=None)
    wake.ring(tasks.send_letters)
