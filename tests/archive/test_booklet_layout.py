"""What stands beside the maps of a booklet, and how full its pages are."""

from __future__ import annotations

import pytest

from sse.archive.pdf.booklet import Pages, Wanted
from tests.support import booklets
from tests.support.booklets import DICE, FOUR, golden, match_from

pytestmark = pytest.mark.group("booklets")


@pytest.mark.django_db
@pytest.mark.parametrize("name", [FOUR, DICE])
def test_no_page_is_nearly_empty(name: str) -> None:
    """Each but the last has something in its lower half."""
    *pages, _ = booklets.opened(golden(name))
    for number, page in enumerate(pages[1:], start=2):
        footer, half = page.get_height() * 0.09, page.get_height() / 2
        lowest = min(box[1] for box in booklets.boxes(page) if box[1] > footer)
        pictures = [thing.get_bounds()[1] for thing in booklets.pictures(page)]
        assert min([lowest, *pictures]) < half, number


@pytest.mark.django_db
def test_the_signs_are_explained_once() -> None:
    pages = Pages(Wanted(match_from(FOUR)), lambda done: None)
    legends = [pages.part(part)["legend"] for part in pages.story.parts]
    assert legends[0] is not None
    assert not any(legends[1:])


@pytest.mark.django_db
def test_influence_stands_there_by_region() -> None:
    pages = Pages(Wanted(match_from(FOUR)), lambda done: None)
    parts = [pages.rows(part) for part in pages.story.parts]
    told = [number for number, rows in enumerate(parts) if any(r.parts for r in rows)]
    assert told == [3, 7, 11]  # at the end of each era
    last = parts[-1]
    (row,) = [row for row in last if row.parts]
    assert row.label == "Influence, all regions together"
    regions = [part.values for part in row.parts]
    sums = [sum(filter(None, column)) for column in zip(*regions, strict=True)]
    assert sums == row.values
    assert pages.small(row)[0] == "\n".join(part.label for part in row.parts)
    assert "Togoku (teal)" in pages.small(row)[0]
