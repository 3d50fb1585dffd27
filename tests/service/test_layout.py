"""How big maps are where they stand, and whether the guesses are good."""

from __future__ import annotations

import pytest

from engine.shape import Shape
from sse.archive.pdf.booklet import Pages, Wanted
from sse.archive.pdf.layout import SMALLEST, Beside, Paper, lines_of
from tests.service import booklets
from tests.service.booklets import DICE, FOUR, golden, match_from

pytestmark = pytest.mark.any_database

FULL = Shape(100, 130)
WIDE = Shape(172, 86)
WORDS = Beside("Steps 1 to 2.", ["Points"], 0)
LONG = {"text": "word " * 120, "order": "", "is_last": True}


def test_lines_are_about_as_many_as_on_paper() -> None:
    assert lines_of("Aki rolls.", 100, 9.3) == 1
    assert 8 <= lines_of("word " * 120, 110, 9.3) <= 10
    assert lines_of("Aki rolls.", 22, 9.3, "place move-2-or-3") == 2


def test_giants_and_squares_take_the_lines_they_take() -> None:
    assert lines_of("W" * 32, 60, 9.3) == 2
    assert lines_of("徳川家康" * 5, 60, 9.3) == 2
    assert lines_of("김철수 " * 5, 60, 9.3) == 1


def test_where_little_room_is_left_a_map_is_smaller() -> None:
    paper = Paper("a4")
    assert paper.place(FULL, WORDS, [LONG] * 6).size == FULL
    paper.used = 130
    smaller = paper.place(FULL, WORDS, [LONG] * 6).size
    assert SMALLEST * FULL.height <= smaller.height < FULL.height
    paper.used = 200
    assert paper.place(FULL, WORDS, [LONG] * 6).size == FULL


def test_a_short_chapter_has_a_small_map() -> None:
    place = Paper("a4").place(FULL, WORDS, [{"text": "Aki rolls.", "order": ""}])
    assert place.beside == 1
    assert place.size == FULL.times(SMALLEST)


def test_words_stand_below_a_map_as_wide_as_the_page() -> None:
    paper = Paper("a4")
    place = paper.place(WIDE, WORDS, [LONG] * 2)
    assert place == (WIDE, 0, True)
    assert paper.used > WIDE.height + WORDS.height(172)
    paper.used = 150
    smaller = paper.place(WIDE, WORDS, [LONG] * 2)
    assert WIDE.height / 2 <= smaller.size.height < WIDE.height
    assert smaller.is_above


def test_a_short_chapter_stands_beside_a_wide_map() -> None:
    place = Paper("a4").place(WIDE, WORDS, [{"text": "Aki rolls.", "order": ""}])
    assert place == (WIDE.times(SMALLEST), 1, False)


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
