"""What the prints of all games have in common."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from engine import prints
from engine.drawing import SEAT_COLOURS, contrast, number, rect, svg, text_width

BLUE, GOLD = SEAT_COLOURS[0], SEAT_COLOURS[3]

DRAWN: dict[str, Callable[[], str]] = {
    "fibres": lambda: prints.fibres("fibres"),
    "gradation": lambda: prints.gradation("dusk", [(0, "#000000", 1)]),
    "frame": lambda: prints.frame(300),
    "cartouche": lambda: prints.cartouche(20, 20, 100, 44),
    "seal": lambda: prints.seal(0, 0, 48, 44, "Era", 2),
    "section": lambda: prints.section("Players & more"),
    "haloed": lambda: prints.haloed(5, 5, "Aki <b>", 11, fill=prints.INK),
    "seat_tile": lambda: prints.seat_tile(BLUE, 0, 0, 20),
    "panel": lambda: prints.panel(BLUE, 200, 50, True),
    "player_name": lambda: prints.player_name(0, 0, "Botan", 99, True)[0],
    "pill": lambda: prints.pill(0, 0, "you", BLUE.fill),
    "sign": lambda: prints.sign(prints.SOLDIER, 1, 2, 8),
    "roundel": lambda: prints.roundel(10, 10, 12),
    "token": lambda: prints.token(32, GOLD.fill),
    "token_place": lambda: prints.token_place(32),
    "tick": lambda: prints.tick(3, 4),
}


@pytest.mark.parametrize("name", DRAWN)
def test_every_part_of_a_print_is_well_formed(name: str) -> None:
    ElementTree.fromstring(svg(600, 300, DRAWN[name](), "Print", ""))


def test_blocks_stand_one_below_the_other_and_empty_ones_take_no_room() -> None:
    one = rect(0, 0, 9, 9)
    drawn, y = prints.stacked([(one, 30), ("", 0), (one, 10)], 100)
    assert drawn.count("<rect") == 2
    assert "translate(20 100)" in drawn
    assert "translate(20 142)" in drawn
    assert y == 164


def test_inks_can_be_read_on_paper() -> None:
    for paper in (prints.PAPER, prints.CARD, prints.GOLD):
        assert contrast(prints.INK, paper) > 10
        assert contrast(prints.SOFT, paper) > 4.5
        assert contrast(prints.SEAL, paper) > 4.5


def test_the_panel_of_the_reader_has_a_thick_frame_in_their_colour() -> None:
    own, other = (prints.panel(BLUE, 200, 50, is_own) for is_own in (True, False))
    assert f'stroke="{BLUE.fill}"' in own
    assert 'stroke-width="3"' in own
    assert BLUE.fill not in other


def test_the_name_of_a_player_fits_and_is_struck_out_when_they_left() -> None:
    there, wide = prints.player_name(0, 0, "Botan of the long name", 60, False)
    assert "…" in there
    assert wide <= 60
    assert "line-through" not in there
    assert "line-through" in prints.player_name(0, 0, "Chie", 60, True)[0]


def test_a_long_number_fits_on_a_seal() -> None:
    assert 'font-size="20"' in prints.seal(0, 0, 48, 44, "Turn", 999)
    assert 'font-size="13"' in prints.seal(0, 0, 48, 44, "Turn", 1000)


def test_points_fit_on_their_disc() -> None:
    for points in (1, 9, 10, 99):
        drawn = ElementTree.fromstring(f"<g>{prints.roundel(0, 0, points, 10)}</g>")
        size = float(drawn[1].attrib["font-size"])
        assert text_width(str(points), size, True) < 20


ENTRIES: list[prints.Entry] = [
    ("<g/>", 18, word) for word in ("army", "castle", "a way over the sea", "food") * 5
]


def test_a_legend_fills_its_rows_and_is_never_too_wide() -> None:
    rows = prints.flowed(ENTRIES)
    assert [entry for row in rows for entry in row] == ENTRIES
    assert len(rows) > 1
    for row, after in pairwise(rows):
        assert prints.entries_width(row) <= prints.INSIDE
        assert prints.entries_width([*row, after[0]]) + 9 * len(row) > prints.INSIDE
    drawn, height = prints.legend(rows)
    assert drawn.count("<text") == len(ENTRIES)
    assert height == 3 + 20 * len(rows)


def test_a_row_of_signs_has_one_gap_and_that_has_a_limit() -> None:
    short = ENTRIES[:2]
    second = 18 + text_width("army", prints.SMALLEST)
    assert f"translate({number(second + 26)} 0)" in prints.spread(short)
    wide = prints.INSIDE - 18 - text_width("castle", prints.SMALLEST)
    assert f"translate({number(wide)} 0)" in prints.spread(short, prints.INSIDE)
