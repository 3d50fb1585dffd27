"""Read what settings and tables say about incoming mail."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from sse.inbox.models import RawMail
from sse.matches.models import Seat

UNREAD_MAIL_WAIT = timedelta(
    minutes=10
)  # of a clock, with mails that nobody has read yet


def matches_with_mail(match_ids: Collection[int], now: datetime) -> set[int]:
    """Return the matches for which mail came recently that is not processed yet."""
    lately = RawMail.objects.filter(
        status__in=[RawMail.Status.NEW, RawMail.Status.WORKING],
        received_at__gt=now - UNREAD_MAIL_WAIT,
    )
    waiting = set(lately.values_list("line", flat=True)) if match_ids else set()
    if not waiting:
        return set()
    seats = Seat.objects.filter(match__in=match_ids).values_list("pk", "match_id")
    return {match_id for seat_id, match_id in seats if f"o {seat_id}" in waiting}
