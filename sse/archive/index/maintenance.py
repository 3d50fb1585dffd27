"""What runs by itself: the archive catches up with what has ended."""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from sse.archive.exclusive import exclusive_lock
from sse.archive.index.models import Career, Record, Tag, Tally
from sse.archive.index.records import archive_enter, records_reword
from sse.archive.ratings import ratings_go_on, ratings_rebuild
from sse.archive.statistics.counts import DEEDS, records_count
from sse.matches.models import Match

log = structlog.get_logger()
LATELY = timedelta(days=2)
MOST_BATCHES = 20  # of one run; the next goes on
MOST_WORDED = 500  # in one run: mails and clocks wait for the same workers
ENDED = (Match.Status.FINISHED, Match.Status.ABANDONED)


def archive_keep(*, now: datetime | None = None) -> None:
    """Enters what was left out lately, counts and rates what is new, words the old."""
    since = (now or timezone.now()) - LATELY
    for match in ended_matches().filter(record=None, ended_at__gte=since):
        try:
            archive_enter(match=match)
        except Exception:  # one broken match must not keep the others out
            log.exception("not archived", match_id=match.pk)
    for go_on in (records_count, ratings_go_on):
        for _ in range(MOST_BATCHES):
            if not go_on():
                break
    records_reword(most=MOST_WORDED)


def ended_matches() -> QuerySet[Match]:
    """What belongs into the archive, in the order of its ends."""
    begun = Match.objects.filter(status__in=ENDED, head__gt=0)
    return begun.order_by("ended_at", "pk")


def archive_index(*, only_missing: bool = False) -> int:
    """Every match that has ended, entered; then all counts from the first on."""
    missing = {"record": None} if only_missing else {}
    # None of them is kept in memory, and each is read when its turn comes.
    keys = list(ended_matches().filter(**missing).values_list("pk", flat=True))
    for pk in keys:
        archive_enter(match=Match.objects.get(pk=pk))
    while records_reword(most=MOST_WORDED):
        pass
    if keys or not only_missing:
        tags_recount()
        statistics_rebuild()
        ratings_rebuild()
    return len(keys)


def statistics_rebuild() -> int:
    """All counts anew. How many records were looked at."""
    with exclusive_lock("statistics"):
        Tally.objects.all().delete()
        Career.objects.update(**dict.fromkeys(DEEDS, 0))
        Record.objects.filter(is_counted=True).update(is_counted=False)
    return sum(iter(records_count, 0))


def tags_recount() -> None:
    public = Count("taggings", Q(taggings__match__record__is_public=True))
    used = Tag.objects.filter(pk=OuterRef("pk")).annotate(n=public).values("n")
    Tag.objects.update(uses=Coalesce(Subquery(used), 0))
