"""Lists, page by page: a page is named by the row it begins at, so none is skipped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypedDict

from django.db.models import QuerySet

from sse.api.fields import Asked, Query
from sse.api.serializers import Shape
from sse.archive.search.nearest import LARGEST
from sse.archive.search.pages import Page, Place, page

SIZE, MOST = 20, 100


class PageQuery(Query):
    before = Asked(max_value=LARGEST, help_text="Rows older than this one.")
    after = Asked(max_value=LARGEST, help_text="Rows newer than this one.")
    limit = Asked(min_value=1, max_value=MOST, default=SIZE)


class Links(TypedDict):
    """The addresses of the pages beside this one; null where the list ends."""

    newer: str | None
    older: str | None


class ItemPage(Links, Generic[Shape]):
    items: list[Shape]


def place_in(asked: dict[str, Any]) -> Place:
    return Place(asked.get("before"), asked.get("after"), asked["limit"])


def page_of(rows: QuerySet[Any], place: Place) -> Page:
    """Return the rows of a page, the newest first."""
    return page(list(place.within(rows, "pk")[: place.size + 1]), place)


def listed(request: Any, found: Page, shape: Callable[[Any], Shape]) -> ItemPage[Shape]:
    """Return the answer: the rows, and the addresses of the pages beside this one."""
    return {
        "items": [shape(row) for row in found.rows],
        "newer": link(request, "after", found.newer),
        "older": link(request, "before", found.older),
    }


def link(request: Any, name: str, key: int | None) -> str | None:
    if key is None:
        return None
    query = request.GET.copy()
    query.pop("before", None)
    query.pop("after", None)
    query[name] = key
    return f"{request.path}?{query.urlencode()}"
