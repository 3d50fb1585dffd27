"""The drawing kit: safe in XML, at most 72 columns, told apart by every eye."""

from __future__ import annotations

import math
from itertools import combinations
from xml.etree import ElementTree

import pytest

from engine import drawing
from engine.plural import plural

HOSTILE = "<script>&\"'\x00\x1b]]>\ud800\ufffe{seat}\u202e\n%s"
# What the three kinds of colour blindness see of linear RGB (Machado, 2009).
EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deutan": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritan": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}


def seen(colour: str, eye: str) -> tuple[float, float, float]:
    """L*, a*, b* of a colour as an eye sees it."""
    rgb = [drawing.linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5)]
    red, green, blue = (
        min(1, max(0, sum(m * c for m, c in zip(row, rgb, strict=True))))
        for row in EYES[eye]
    )
    x, y, z = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116
        for part in (
            (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
            0.2126 * red + 0.7152 * green + 0.0722 * blue,
            (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def test_any_text_is_safe_in_a_document() -> None:
    drawn = drawing.text(1, 2, HOSTILE, 12, fill=HOSTILE)
    root = ElementTree.fromstring(drawing.svg(10, 10, drawn, HOSTILE, HOSTILE))
    assert [child.tag.split("}")[1] for child in root] == ["title", "desc", "text"]
    assert root[2].text == "<script>&\"']]>{seat}\u202e\n%s"
    assert root.get("role") == "img"


@pytest.mark.parametrize(
    ("value", "written"),
    [(3, "3"), (3.0, "3"), (1.005, "1"), (-0.001, "0"), (2.5, "2.5"), (1e6, "1000000")],
)
def test_numbers_are_short(value: float, written: str) -> None:
    assert drawing.number(value) == written


def test_a_part_may_be_moved_and_styled() -> None:
    drawn = drawing.group(drawing.rect(0, 0, 1, 2, stroke_width=2, rx=None), 3, 4.5, 2)
    assert drawn == (
        '<g transform="translate(3 4.5) scale(2)">'
        '<rect x="0" y="0" width="1" height="2" stroke-width="2"/></g>'
    )


def test_every_pattern_is_another_and_well_formed() -> None:
    found = {drawing.pattern("p", i, "#fff", "#000") for i in range(len(drawing.TILES))}
    assert len(found) == len(drawing.TILES) >= 6
    assert all(ElementTree.fromstring(one).get("id") == "p" for one in found)
    assert drawing.pattern("p", 0, "#fff", "#000") in found


@pytest.mark.parametrize("pointy", [True, False])
def test_neighbouring_hexes_share_an_edge(pointy: bool) -> None:
    def corners(column: int, row: int) -> set[tuple[float, float]]:
        points = drawing.hex_points(column, row, 10, pointy)
        return {(round(x, 6) + 0, round(y, 6) + 0) for x, y in points}

    assert len(corners(2, 2) & corners(3, 2)) == 2
    assert len(corners(2, 2) & corners(2, 3)) == 2
    assert len(corners(2, 2) & corners(2, 4)) == 0
    first, second = drawing.hex_points(0, 0, 10, pointy)[:2]
    assert math.dist(first, second) == pytest.approx(10)


@pytest.mark.parametrize("eye", EYES)
def test_seat_colours_differ_for_every_eye(eye: str) -> None:
    colours = [seen(colour.fill, eye) for colour in drawing.SEAT_COLOURS]
    assert min(math.dist(one, other) for one, other in combinations(colours, 2)) > 19


def test_seat_colours_never_stand_alone() -> None:
    for what in ("name", "fill", "sign", "mark"):
        assert len({getattr(c, what) for c in drawing.SEAT_COLOURS}) == 6
    for colour in drawing.SEAT_COLOURS:
        assert drawing.contrast(drawing.ink_on(colour.fill), colour.fill) > 4


def test_ink_is_black_on_light_and_white_on_dark() -> None:
    assert drawing.ink_on("#ffffff") == drawing.BLACK
    assert drawing.ink_on("#101010") == drawing.WHITE
    assert drawing.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert drawing.mix("#000000", "#ffffff", 0.5) == "#808080"


def test_a_drawn_text_is_cut_or_pressed_to_its_width() -> None:
    assert drawing.cut_to_width("Aki", 100, 12) == "Aki"
    short = drawing.cut_to_width("Aki of the many names", 60, 12)
    assert short.endswith("…")
    assert drawing.text_width(short, 12) <= 60
    assert "textLength" in drawing.text(0, 0, "Kasugayama", 11, width=50)
    assert "textLength" not in drawing.text(0, 0, "Edo", 11, width=50)


# --------------------------------------------------------------------- plain text


@pytest.mark.parametrize(
    ("content", "columns"), [("Aki", 3), ("Євген", 5), ("飛脚", 4), ("e\u0301", 1)]
)
def test_columns_of_all_scripts(content: str, columns: int) -> None:
    assert drawing.columns_of(content) == columns


def test_one_line_is_harmless() -> None:
    assert drawing.one_line(" a\n\tb\x00\u202ec\u200b ") == "a bc"
    assert drawing.one_line("Z" + "\u0336" * 40) == "Z\u0336"


@pytest.mark.parametrize("align", ["<", ">", "^"])
@pytest.mark.parametrize("content", ["Aki", "飛脚が走る", "Місце", "x" * 99])
def test_pad_is_exact(content: str, align: str) -> None:
    for columns in (1, 2, 5, 8):
        assert drawing.columns_of(drawing.pad(content, columns, align)) == columns


def test_wrap_keeps_words_and_cuts_only_what_cannot_fit() -> None:
    lines = drawing.wrap("Облога: Далянь " + "飛" * 50 + " end", 20, "  ")
    assert max(map(drawing.columns_of, lines)) <= 20
    assert lines[0].startswith("Облога: Далянь")
    assert lines[-1].endswith(" end")
    assert drawing.wrap("") == [""]


def test_tables_give_way_at_72_columns() -> None:
    lines = drawing.columns([["1", "飛" * 60, "5"], ["22", "b"]], "><>")
    assert max(map(drawing.columns_of, lines)) == 72
    assert lines[0].startswith(" 1  飛")
    assert drawing.columns([]) == []


def test_frames_are_of_one_width() -> None:
    lines = [*drawing.box(["Катя", "飛" * 60], "t" * 90), drawing.rule("x" * 99)]
    lines += [drawing.rule(), drawing.sides("a" * 90, "b" * 90), drawing.sides("", "")]
    assert {drawing.columns_of(line) for line in lines} == {72}


# ------------------------------------------------------------------------- plurals


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", {0: 1, 1: 0, 2: 1, 21: 1}),
        ("uk", {0: 2, 1: 0, 2: 1, 4: 1, 5: 2, 11: 2, 12: 2, 21: 0, 22: 1, 112: 2}),
    ],
)
def test_plural_forms(language: str, forms: dict[int, int]) -> None:
    assert {n: plural(language, n) for n in forms} == forms
