"""Maps of any game: one form of file, its outlines on a sheet, plans, keeping clear."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from engine.drawing import svg
from engine.maps import (
    Box,
    Sheet,
    area,
    clear_of,
    fitted,
    map_faults,
    outlines,
    plan,
    read_map,
    sea_link,
    shows,
    thinned,
    tint,
    waves,
)

# Three square provinces: two of the west side by side, an island of the east.
MAP: dict[str, Any] = {
    "schema": 1,
    "canvas": [400, 200],
    "source": "drawn for this test",
    "provinces": {
        "aki": {
            "region": "west",
            "rings": [[[0, 0], [100, 0], [100, 100], [0, 100]]],
            "label": [50, 50],
            "room": 40,
            "width": 80,
            "area": 10000,
        },
        "bingo": {
            "region": "west",
            "rings": [[[100, 0], [200, 0], [200, 100], [100, 100]]],
            "label": [150, 50],
            "room": 40,
        },
        "iyo": {
            "region": "east",
            "rings": [[[300, 100], [340, 100], [340, 140], [300, 140]]],
            "label": [320, 120],
            "room": 15,
            "small": True,
            "callout": [380, 180],
        },
    },
    "borders": [{"a": "aki", "b": "bingo", "lines": [[[100, 0], [100, 100]]]}],
    "sea": [{"a": "bingo", "b": "iyo", "path": [[200, 80], [260, 90], [300, 110]]}],
    "lakes": [[[20, 20], [30, 20], [30, 30]]],
    "sides": {
        "sun": {
            "regions": {
                "west": [[[0, 0], [200, 0], [200, 100], [0, 100]]],
                "east": [[[300, 100], [340, 100], [340, 140], [300, 140]]],
            }
        },
        "moon": {"regions": {"west": [[[0, 0], [100, 0], [100, 100], [0, 100]]]}},
    },
}
REGIONS = {"aki": "west", "bingo": "west", "iyo": "east"}
LAND, SEA = [("bingo", "aki")], [("bingo", "iyo")]
PLAIN = Sheet((1, 1))


def with_rows(kind: str, *rows: Any) -> dict[str, Any]:
    return {**MAP, kind: [*MAP[kind], *rows]}


def test_points_are_moved_and_written_as_short_steps() -> None:
    sheet = Sheet(scale=(0.5, 2), shift=(3, -6))
    assert sheet.place((10, 20)) == (8, 34)
    assert sheet.line([[0, 3], [20, 3], [20, 13], [0, 0]]) == "M3 0l10 0 0 20-10-26"
    assert sheet.rings([[[0, 3], [20, 3], [20, 13]]]) == "M3 0l10 0 0 20z"


def test_a_canvas_is_fitted_into_a_frame_and_stands_in_its_middle() -> None:
    tall = fitted(MAP["canvas"], 600, 450)
    assert tall.scale == (1.5, 1.5)
    assert tall.place((0, 0)) == (0, 75)
    assert tall.place((400, 200)) == (600, 375)
    assert fitted(MAP["canvas"], 600, 100).place((0, 0)) == (200, 0)


def test_points_that_nobody_would_miss_are_left_out() -> None:
    assert thinned([(0, 0), (5, 0.3), (10, 0)]) == [(0, 0), (10, 0)]
    kept = [(0.0, 0.0), (5.0, 0.5), (10.0, 0.0)]
    assert thinned(kept) == kept
    there_and_back = [(0.0, 0.0), (5.0, 5.0), (0.0, 0.0)]
    assert thinned(there_and_back) == there_and_back


def test_a_map_is_read_onto_its_sheet() -> None:
    chart = read_map(MAP, fitted(MAP["canvas"], 200, 100), REGIONS)
    assert chart.provinces["aki"].outline == "M0 0l50 0 0 50-50 0z"
    assert chart.provinces["aki"].label == (25, 25)
    assert chart.provinces["aki"].room == (20, 20)
    assert chart.provinces["aki"].width == 40
    assert chart.provinces["aki"].callout is None
    assert chart.provinces["iyo"].is_small
    assert chart.provinces["iyo"].callout == (190, 90)
    assert chart.regions["west"] == "M0 0l100 0 0 50-100 0z"
    assert chart.links.startswith("M100 40l")
    assert chart.lakes == "M10 10l5 0 0 5z"
    assert chart.land == chart.backdrop == ""


def test_a_side_has_its_own_regions() -> None:
    assert set(read_map(MAP, PLAIN, REGIONS, "moon").regions) == {"west"}
    assert set(read_map(MAP, PLAIN, REGIONS, "sun").regions) == {"west", "east"}
    assert read_map({**MAP, "sides": {}}, PLAIN, REGIONS).regions == {}


def test_borders_inside_a_region_and_between_regions_are_told_apart() -> None:
    inside = read_map(MAP, PLAIN, REGIONS)
    assert (inside.borders, inside.frontiers) == ("M100 0l0 100", "")
    between = read_map(MAP, PLAIN, {**REGIONS, "bingo": "east"})
    assert (between.borders, between.frontiers) == ("", "M100 0l0 100")


@pytest.mark.parametrize(("kind", "what"), [("borders", "lines"), ("sea", "path")])
def test_a_way_to_nowhere_is_refused_with_its_place(kind: str, what: str) -> None:
    broken = with_rows(kind, {"a": "aki", "b": "atlantis", what: []})
    assert map_faults(MAP) == []
    assert map_faults(broken) == [f"{kind}: atlantis is no province"]
    with pytest.raises(ValueError, match="atlantis"):
        read_map(broken, PLAIN, REGIONS)


def test_a_file_shows_a_board_or_another() -> None:
    assert shows(MAP, REGIONS, LAND, SEA)
    assert not shows(MAP, {**REGIONS, "iyo": "west"}, LAND, SEA)
    assert not shows(MAP, {"aki": "west", "iyo": "east"}, LAND, SEA)
    assert not shows(MAP, REGIONS, [], SEA)
    assert not shows(MAP, REGIONS, LAND, [*SEA, ("aki", "iyo")])


def test_a_board_that_nobody_has_drawn_is_a_plan_of_discs_and_lines() -> None:
    sheet = Sheet((0.5, 1))
    spots = {"aki": [100, 100], "bingo": [300, 100], "iyo": None}
    chart = read_map(plan(spots, REGIONS, LAND, SEA, sheet), sheet, REGIONS)
    assert chart.provinces["aki"].label == (50, 100)
    assert chart.borders == "M133 100l-66 0"  # from rim to rim
    assert chart.links.count("M") == 1
    assert chart.regions["west"].count("z") == 2
    xs, ys = zip(*steps(chart.provinces["aki"].outline), strict=True)
    assert max(xs) - min(xs) == pytest.approx(max(ys) - min(ys), abs=0.3)  # round


def steps(outline: str) -> list[tuple[float, float]]:
    """The corners of an outline, from its steps."""
    numbers = [float(n) for n in re.findall(r"-?[\d.]+", outline)]
    x, y, points = 0.0, 0.0, []
    for across, down in zip(numbers[::2], numbers[1::2], strict=True):
        x, y = x + across, y + down
        points.append((x, y))
    return points


def test_what_is_drawn_of_a_map_is_well_formed() -> None:
    chart = read_map(MAP, PLAIN, REGIONS)
    drawn = outlines(chart) + sea_link("M0 0l4 4") + waves("waves")
    drawn += tint("in-aki", chart.provinces["aki"], "#16508f")
    drawn += area(chart.provinces["aki"])
    ElementTree.fromstring(svg(400, 200, drawn, "Map", ""))
    assert 'clip-path="url(#in-aki)"' in drawn
    assert 'id="in-aki"' in drawn
    assert drawn.count(chart.provinces["aki"].outline) == 3


def test_boxes_that_only_touch_do_not_meet() -> None:
    one = Box(0, 0, 10, 10)
    assert one.meets(Box(9, 9, 20, 20))
    assert not one.meets(Box(10, 0, 20, 10))
    assert not one.meets(Box(11, 11, 20, 20))
    assert one.at((5, 5)) == Box(5, 5, 15, 15)


def test_a_sign_gives_way_to_the_nearest_free_place() -> None:
    size = Box(-5, -5, 5, 5)
    assert clear_of((20, 20), size, []) == (20, 20)
    assert clear_of((20, 20), size, [Box(0, 20, 40, 40)]) == (20, 14)
    everywhere = Box(-100, -100, 100, 100)
    assert clear_of((20, 20), size, [everywhere]) == (20, 20)
