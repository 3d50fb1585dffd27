"""What the operator does with letters that did not leave."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from sse.matches.errors import MatchRefused
from sse.outbox import tasks
from sse.outbox.models import Letter
from sse.platform import wake

GIVEN_UP = (Letter.Status.FAILED, Letter.Status.BOUNCED, Letter.Status.EXPIRED)


@transaction.atomic
def letter_again(*, letter_id: int) -> None:
    """A letter that was given up is queued anew; what has left never leaves twice."""
    letter = Letter.objects.select_for_update(of=["self"]).get(pk=letter_id)
    if letter.status not in GIVEN_UP:
        raise MatchRefused("not_given_up", f"This letter is {letter.status}.")
    if letter.forgotten_at:
        raise MatchRefused("forgotten", "It is too old: what it said was forgotten.")
    now = timezone.now()
    is_late = letter.expires_at is not None and letter.expires_at <= now
    if is_late and "ticket" in letter.data:
        raise MatchRefused("ticket", "Its link has run out: they ask for a new one.")
    letter.status, letter.not_before = Letter.Status.QUEUED, now
    letter.attempts, letter.expires_at = 0, None
    letter.lease_until = letter.lease_by = None
    letter.save(
        update_fields=[
            "status",
            "not_before",
            "attempts",
            "lease_until",
            "lease_by",
            "expires_at",
        ]
    )
    wake.ring(tasks.send_letters)
