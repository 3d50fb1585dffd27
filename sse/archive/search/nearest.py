"""The newest records that fit, on PostgreSQL, whose index of terms knows no order.

What many records have is found among the newest at once; what few have, by the index,
and then sorted. Which of both is better the planner guesses wrong: it takes terms for
independent. So the newest are looked through first: they know. What one person has
played is never much. Either way it is known by then how many there are at least.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from django.db import connection
from django.db.models import Count, Max, Min, QuerySet

from sse.archive.index.models import LARGEST as LARGEST
from sse.archive.index.models import Record, Terms

if TYPE_CHECKING:
    from sse.archive.search.pages import Place

NEWEST = 10_000  # records that are looked through
KEYS = 220  # taken at once: a few more than are counted
FAR = 5  # times as far as the newest: so far the index is asked first


class Sought(NamedTuple):
    """What the terms are asked for, and between which ids."""

    question: str
    is_rare: bool  # only few can fit
    first: int | None  # itself included
    end: int | None


class Number(NamedTuple):
    """How many there are; beyond some number nobody counts."""

    n: int
    is_more: bool = False  # than n


def nearest_records(
    rows: QuerySet[Record], sought: Sought, place: Place, most: int
) -> tuple[list[Record], Number]:
    """So many at most, and how many there are from the place on."""
    keys, is_all = near_keys(rows, sought, place, most)
    hits = place.within(rows.filter(pk__in=keys[:most]), "pk")
    number = Number(len(keys)) if is_all else Number(len(keys) - 1, True)
    return list(hits), number


def near_keys(
    rows: QuerySet[Record], sought: Sought, place: Place, most: int
) -> tuple[list[int], bool]:
    """Enough of them, if there are so many, and whether these are all."""
    if sought.is_rare:
        return by_index(rows, sought, place, most)
    near = keys_of(NEAR, sought.question, *bounds(sought, place), place)
    seen, is_full = visible(rows, near, place), len(near) == KEYS
    if is_full and len(seen) >= most:
        return seen, False
    first, edge = reach(sought, place)
    if len(seen) >= most or (edge is None and not is_full):
        return seen, edge is None
    if edge is not None:
        far = first + FAR * (edge - first)
        seen, _ = by_index(rows, sought, place, most, far)
        if len(seen) >= most:
            return seen, False
    return by_index(rows, sought, place, most)


def reach(sought: Sought, place: Place) -> tuple[int, int | None]:
    """The nearest record, and that before which there are enough; none if there are
    not so many."""
    rows = between(Terms.objects.all(), "pk", sought.first, sought.end)
    nearest = place.within(rows, "pk")
    ends = nearest[: NEWEST + 1].aggregate(n=Count("pk"), low=Min("pk"), high=Max("pk"))
    first, edge = ends["high"], ends["low"]
    if place.after is not None:
        first, edge = edge, first
    return first or 0, edge if ends["n"] > NEWEST else None


def between(
    rows: QuerySet[Any], key: str, first: int | None, end: int | None
) -> QuerySet[Any]:
    if first is not None:
        rows = rows.filter(**{f"{key}__gte": first})
    return rows.filter(**{f"{key}__lt": end}) if end is not None else rows


def by_index(
    rows: QuerySet[Record],
    sought: Sought,
    place: Place,
    most: int,
    far: int | None = None,
) -> tuple[list[int], bool]:
    """The nearest that may be seen, enough of them, and whether these are all."""
    hits: list[int] = []
    for keys in chunks(sought, place, far):
        hits += visible(rows, keys, place)
        if len(keys) < KEYS:
            break
        if len(hits) >= most:
            return hits, False
    return hits, far is None


def visible(rows: QuerySet[Record], keys: list[int], place: Place) -> list[int]:
    seen = place.within(rows.filter(pk__in=keys), "pk")
    return list(seen.values_list("pk", flat=True)) if keys else []


def chunks(sought: Sought, place: Place, far: int | None) -> Iterator[list[int]]:
    """All that fit so far, the nearest first, some at a time."""
    lowest, highest = bounds(sought, place)
    if far is not None and place.after is not None:
        highest = min(highest, far)
    elif far is not None:
        lowest = max(lowest, far)
    while keys := keys_of(INDEXED, sought.question, lowest, highest, place):
        yield keys
        if place.after is not None:
            lowest = keys[-1] + 1
        else:
            highest = keys[-1]


def bounds(sought: Sought, place: Place) -> tuple[int, int]:
    """The first id that may fit, and that before which all are."""
    lowest, highest = sought.first or 0, sought.end or LARGEST
    if place.after is not None:
        lowest = min(LARGEST, max(lowest, place.after + 1))
    elif place.before is not None:
        highest = min(highest, place.before)
    return lowest, highest


# Both leave the planner no choice; the second is asked in one go with its settings.
NEAR = """
select rowid from (
    select rowid, terms from archive_terms where rowid >= %s and rowid < %s
    order by rowid {order} limit {newest}
) near where terms @@ %s::tsquery order by rowid {order} limit {keys}
"""
INDEXED = """
set local enable_seqscan = off; set local enable_indexscan = off;
select rowid from archive_terms where rowid >= %s and rowid < %s
and terms @@ %s::tsquery order by rowid {order} limit {keys};
set local enable_seqscan = on; set local enable_indexscan = on
"""


def keys_of(
    select: str, question: str, lowest: int, highest: int, place: Place
) -> list[int]:
    order = "asc" if place.after is not None else "desc"
    text = select.format(order=order, newest=NEWEST, keys=KEYS)
    values, ops = [lowest, highest, question], cast(Any, connection.ops)
    with connection.cursor() as cursor:
        cursor.execute(ops.compose_sql(text, values))
        while cursor.description is None and cursor.nextset():
            pass
        return [key for (key,) in cursor.fetchall()]
