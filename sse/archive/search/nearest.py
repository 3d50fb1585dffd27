"""The newest records that fit, on PostgreSQL, whose index of terms knows no order.

What many records have is found among the newest at once; what few have, by the index,
and then sorted. Which of both is better the planner guesses wrong: it takes terms for
independent, and plans without seeing them. So the newest are asked first: they know.
Either way it is known by then how many there are at least.
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
KEYS = 500  # taken from the index at once


class Sought(NamedTuple):
    """What the terms are asked for, and between which ids."""

    question: str
    first: int | None  # itself included
    end: int | None


class Number(NamedTuple):
    """How many there are; beyond some number nobody counts."""

    n: int
    is_more: bool = False  # than n


def found(
    rows: QuerySet[Record], sought: Sought, place: Place, most: int
) -> tuple[list[Record], Number]:
    """So many at most, and how many there are from the place on."""
    near, is_all = newest(rows, sought, place)
    keys = list(place.within(near, "terms__pk").values_list("pk", flat=True))
    if not is_all and len(keys) < most:
        keys, is_all = by_index(rows, sought, place, most)
    hits = place.within(rows.filter(pk__in=keys[:most]), "pk")
    number = Number(len(keys)) if is_all else Number(len(keys) - 1, True)
    return list(hits), number


def newest(
    rows: QuerySet[Record], sought: Sought, place: Place
) -> tuple[QuerySet[Record], bool]:
    """Those that fit among the nearest, and whether these are all there are."""
    nearest = place.within(between(Terms.objects.all(), sought, "pk"), "pk")
    edge = nearest.values_list("pk", flat=True)[NEWEST : NEWEST + 1].first()
    found = rows.filter(terms__terms__matches=sought.question)
    found = between(found, sought, "terms__pk")
    if edge is None:
        return found, True
    side = "lt" if place.after is not None else "gt"
    return found.filter(**{f"terms__pk__{side}": edge}), False


def between(rows: QuerySet[Any], sought: Sought, key: str) -> QuerySet[Any]:
    if sought.first is not None:
        rows = rows.filter(**{f"{key}__gte": sought.first})
    return rows.filter(**{f"{key}__lt": sought.end}) if sought.end is not None else rows


def by_index(
    rows: QuerySet[Record], sought: Sought, place: Place, most: int
) -> tuple[list[int], bool]:
    """The nearest that may be seen, enough of them, and whether these are all."""
    hits: list[int] = []
    for keys in chunks(sought, place):
        seen = place.within(rows.filter(pk__in=keys), "pk")
        hits += seen.values_list("pk", flat=True)
        if len(keys) < KEYS:
            return hits, True
        if len(hits) >= most:
            return hits, False
    return hits, True


def chunks(sought: Sought, place: Place) -> Iterator[list[int]]:
    """All that fit, the nearest first, some at a time."""
    lowest, highest = sought.first or 0, sought.end or 2**63 - 1
    if place.before is not None:
        highest = min(highest, place.before)
    if place.after is not None:
        lowest = max(lowest, place.after + 1)
    order = "asc" if place.after is not None else "desc"
    while keys := keys_between(sought.question, lowest, highest, order):
        yield keys
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
