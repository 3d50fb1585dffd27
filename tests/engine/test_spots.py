"""What one can point at, found in the picture."""

from __future__ import annotations

from engine.drawing import group, rect, spot, svg, text
from engine.spots import spot_paths, with_spots

CHIP = spot("blue", group(rect(0, 0, 1, 1)), 3, 4)
DRAWN = svg(
    9, 9, spot("kii", text(0, 0, "<g data-word='x'>") + CHIP) + spot("aki", ""), "t", ""
)


def test_spots_are_named_from_the_outside_in() -> None:
    assert spot_paths(DRAWN) == ["kii", "kii blue"]  # nothing is drawn at aki


def test_what_is_put_stands_in_the_group_of_the_spot() -> None:
    shown = with_spots(DRAWN, lambda path: f' data-name="{len(path)}"')
    assert '<g data-word="kii" data-name="3">' in shown
    assert '<g transform="translate(3 4)" data-word="blue" data-name="8">' in shown
    assert with_spots(DRAWN, lambda path: "") == DRAWN
