"""Pictures say their own size, and everybody reads it in one place."""

from __future__ import annotations

import pytest

from engine.contract import Picture
from engine.drawing import below_fold, rect, svg
from engine.shape import Shape, folded, shape_of


def drawn(width: float, height: float, fold: float | None = None) -> str:
    body = rect(0, 0, 9, 9) + below_fold(rect(1, 1, 2, 2))
    return svg(width, height, body, "A board", "", fold)


def test_a_picture_knows_its_shape() -> None:
    picture = Picture("", drawn(600, 300), "")
    assert picture.shape == (600, 300)
    assert shape_of(drawn(62.5, 900)) == Shape(62.5, 900)


@pytest.mark.parametrize(
    ("size", "kind"),
    [((600, 300), "wide"), ((300, 900), "tall"), ((600, 990), ""), ((600, 600), "")],
)
def test_wide_and_tall_boards_are_told_from_others(
    size: tuple[int, int], kind: str
) -> None:
    assert shape_of(drawn(*size)).kind == kind


def test_a_shape_keeps_its_proportions_wherever_it_is_put() -> None:
    assert Shape(600, 300).within(174, 105) == (174, 87)
    assert Shape(300, 900).within(174, 105) == (35, 105)


def test_a_picture_ends_at_its_fold() -> None:
    short = folded(drawn(600, 1290, fold=736))
    assert shape_of(short) == (600, 736)
    assert 'viewBox="0 0 600 736"' in short
    assert "below" not in short
    assert folded(short) == short
    assert folded(drawn(600, 300)) == drawn(600, 300)
