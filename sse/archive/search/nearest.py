"""The newest records that fit, on PostgreSQL, whose index of terms knows no order.

What many records have is found among the newest at once; what few have, by the index,
and then sorted. Which of both is better the planner guesses wrong: it takes terms for
independent, and plans without seeing them. So the newest are asked first: they know.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import connection, transaction
from django.db.models import QuerySet

from sse.archive.index.models import Record, Terms

if TYPE_CHECKING:
    from sse.archive.search.pages import Place

NEWEST = 2_000  # records that are looked through
OFTEN = 100  # of them fit: then the others are looked through as well
KEYS = 500  # taken from the index at once


class Sought(NamedTuple):
    """What the terms are asked for, and between which ids."""

    question: str
    first: int | None  # itself included
    end: int | None


def found(
    rows: QuerySet[Record], sought: Sought, place: Place, most: int
) -> list[Record]:
    near, is_all = newest(rows, sought, place)
    hits = list(place.within(near, "terms__pk")[:most])
    if is_all or len(hits) == most:
        return hits
    hits = []
    for keys in by_index(sought, place, most):
        hits += place.within(rows.filter(pk__in=keys), "pk")
        if len(hits) >= most:
            break
    return hits[:most]


def counted(rows: QuerySet[Record], sought: Sought, place: Place, most: int) -> int:
    """How many there are; so many at most are counted."""
    near, is_all = newest(rows, sought, place)
    count = near.order_by()[:most].count()
    if is_all or count == most:
        return count
    many = fitting(rows, sought).order_by()[:most]
    if count >= OFTEN:
        return many.count()
    with only_index():
        return many.count()


def newest(
    rows: QuerySet[Record], sought: Sought, place: Place
) -> tuple[QuerySet[Record], bool]:
    """Those that fit among the nearest, and whether these are all there are."""
    nearest = place.within(between(Terms.objects.all(), sought, "pk"), "pk")
    edge = nearest.values_list("pk", flat=True)[NEWEST : NEWEST + 1].first()
    found = fitting(rows, sought)
    if edge is None:
        return found, True
    side = "lte" if place.after is not None else "gte"
    return found.filter(**{f"terms__pk__{side}": edge}), False


def fitting(rows: QuerySet[Record], sought: Sought) -> QuerySet[Record]:
    rows = rows.filter(terms__terms__matches=sought.question)
    return between(rows, sought, "terms__pk")


def between(rows: QuerySet[Any], sought: Sought, key: str) -> QuerySet[Any]:
    if sought.first is not None:
        rows = rows.filter(**{f"{key}__gte": sought.first})
    return rows.filter(**{f"{key}__lt": sought.end}) if sought.end is not None else rows


def by_index(sought: Sought, place: Place, most: int) -> Iterator[list[int]]:
    """All that fit, the nearest first, some at a time."""
    lowest, highest = sought.first or 0, sought.end or 2**63 - 1
    if place.before is not None:
        highest = min(highest, place.before)
    if place.after is not None:
        lowest = max(lowest, place.after + 1)
    order = "asc" if place.after is not None else "desc"
    while keys := keys_between(sought.question, lowest, highest, order):
        for at in range(0, len(keys), most):
            yield keys[at : at + most]
        if len(keys) < KEYS:
            return
        if place.after is not None:
            lowest = keys[-1] + 1
        else:
            highest = keys[-1]


def keys_between(question: str, lowest: int, highest: int, order: str) -> list[int]:
    with only_index(), connection.cursor() as cursor:
        cursor.execute(
            "select rowid from archive_terms where terms @@ %s::tsquery"
            f" and rowid >= %s and rowid < %s order by rowid {order} limit {KEYS}",
            [question, lowest, highest],
        )
        return [key for (key,) in cursor.fetchall()]


@contextmanager
def only_index() -> Iterator[None]:
    """Whatever the planner thinks."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "set local enable_seqscan = off; set local enable_indexscan = off"
        )
        yield
        cursor.execute("set local enable_seqscan = on; set local enable_indexscan = on")
