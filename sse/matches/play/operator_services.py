"""Repairs by the operator where something is stuck. The log stays untouched."""

from __future__ import annotations

from django.db import transaction

from sse.matches import tasks
from sse.matches.errors import MatchRefused
from sse.matches.models import Match, Submission
from sse.platform import wake

TAKEN = (Submission.Status.APPLIED, Submission.Status.WAITING)


@transaction.atomic
def submission_retry(*, submission_id: int) -> None:
    """A broken text waits again, unless its seat has written another since."""
    rows = Submission.objects.select_for_update(of=["self"]).select_related("match")
    submission = rows.get(pk=submission_id)
    match = submission.match
    if submission.status != Submission.Status.BROKEN:
        raise MatchRefused("not_broken", "Only what is broken can be tried again.")
    later = match.submissions.filter(
        seat=submission.seat, status__in=TAKEN, pk__gt=submission.pk
    )
    if later.exists():
        raise MatchRefused("written", "This seat has written again since.")
    has_moved = match.changed_at > submission.received_at
    submission.status, submission.done_at = Submission.Status.WAITING, None
    if submission.by and not has_moved:  # a bot answers the moment it saw
        submission.answer = {"chain": match.chain}
    submission.save(update_fields=["status", "answer", "done_at"])
    wake.ring(tasks.apply_submissions, match.pk)


def bots_ring(*, match_id: int) -> None:
    """Wake the bots that should have moved."""
    match = Match.objects.get(pk=match_id)
    if not match.bots_due or match.has_ended:
        raise MatchRefused("no_bot_due", "No bot has to move here.")
    wake.ring(tasks.play_bots, match.pk)
