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
FAR = 25  # times as far as the newest: so far the index is asked first


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
    first, edge = reach(sought, place)
    near = within(rows, sought, place, edge)
    keys, is_all = list(near.values_list("pk", flat=True)), edge is None
    for far in (first + FAR * (edge - first), None) if edge is not None else ():
        if len(keys) < most:
            keys, is_all = by_index(rows, sought, place, most, far)
    hits = place.within(rows.filter(pk__in=keys[:most]), "pk")
    number = Number(len(keys)) if is_all else Number(len(keys) - 1, True)
    return list(hits), number


def reach(sought: Sought, place: Place) -> tuple[int, int | None]:
    """The nearest record, and that before which there are enough; none if there are
    not so many."""
    nearest = place.within(between(Terms.objects.all(), sought, "pk"), "pk")
    keys = nearest.values_list("pk", flat=True)
    first, edge = keys[:1], keys[NEWEST : NEWEST + 1]
    return next(iter(first), 0), next(iter(edge), None)


def within(
    rows: QuerySet[Record], sought: Sought, place: Place, edge: int | None
) -> QuerySet[Record]:
    """Those that fit before the edge, the nearest first."""
    found = rows.filter(terms__terms__matches=sought.question)
    found = place.within(between(found, sought, "terms__pk"), "terms__pk")
    if edge is None:
        return found
    side = "lt" if place.after is not None else "gt"
    return found.filter(**{f"terms__pk__{side}": edge})


def between(rows: QuerySet[Any], sought: Sought, key: str) -> QuerySet[Any]:
    if sought.first is not None:
        rows = rows.filter(**{f"{key}__gte": sought.first})
    return rows.filter(**{f"{key}__lt": sought.end}) if sought.end is not None else rows


def by_index(
    rows: QuerySet[Record], sought: Sought, place: Place, most: int, far: int | None
) -> tuple[list[int], bool]:
    """The nearest that may be seen, enough of them, and whether these are all."""
    hits: list[int] = []
    for keys in chunks(sought, place, far):
        seen = place.within(rows.filter(pk__in=keys), "pk")
        hits += seen.values_list("pk", flat=True)
        if len(keys) < KEYS:
            break
        if len(hits) >= most:
            return hits, False
    return hits, far is None


def chunks(sought: Sought, place: Place, far: int | None) -> Iterator[list[int]]:
    """All that fit so far, the nearest first, some at a time."""
    lowest, highest = sought.first or 0, sought.end or 2**63 - 1
    if place.before is not None:
        highest = min(highest, place.before)
    if place.after is not None:
        lowest = max(lowest, place.after + 1)
        highest = highest if far is None else min(highest, far)
    elif far is not None:
        lowest = max(lowest, far)
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
