"""Boards as pixels: legible, small enough for a letter, the same by either way."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from engine.drawing import group, rect, svg, text
from engine.match import Match
from engine.measure import random_match
from engine.registry import games
from sse.platform.pictures import outlined, pixels, pixels_of, png_of

NAMES = ["Aki", "Botan", "Chie", "Doi", "Emi", "Fumi"]
LETTER = 60_000  # bytes


def busy(name: str) -> Match:
    return random_match(name, games()[name].seats[1])


def board(match: Match, language: str = "en", at: float = 0.7) -> str:
    state = match.states[int(len(match.states) * at)]
    view = match.game.view(state, 0)
    return match.game.render(view, language, NAMES[: len(match.names)]).svg


def opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png))


@pytest.mark.parametrize("name", games())
def test_the_picture_of_a_letter_is_small_and_opaque(name: str) -> None:
    match = busy(name)
    for language in games()[name].languages:
        for at in (0.4, 0.7, 0.99):
            png = png_of(board(match, language, at), small=True)
            assert len(png) <= LETTER
            drawn = opened(png)
            assert drawn.mode == "P"
            assert "transparency" not in drawn.info
            assert drawn.width == 600


def test_what_lies_below_the_fold_changes_nothing_above_it() -> None:
    svg = board(busy("small_samurai_empires"))
    assert 'class="below"' in svg
    whole = re.sub(r'<g class="below">(.*?)</g><!--below-->', r"<g>\1</g>", svg)
    one, other = (pixels_of(pixels.plain(each), 600) for each in (svg, whole))
    assert ImageChops.difference(one, other).getbbox() is None


@pytest.mark.parametrize("name", games())
def test_no_letter_is_left_to_fonts(name: str) -> None:
    svg = board(busy(name))
    assert "<text" in svg
    assert "<text" not in outlined(svg)


@pytest.mark.parametrize("name", games())
def test_the_kept_ground_changes_nothing(name: str) -> None:
    svg = board(busy(name))
    if 'class="ground"' not in svg:
        pytest.skip("nothing of it is kept")
    at_once = re.sub(r'<g class="ground">(.*?)</g><!--ground-->', r"\1", svg)
    difference = ImageChops.difference(pixels_of(svg, 600), pixels_of(at_once, 600))
    assert difference.convert("L").point(lambda at: 255 * (at > 3)).getbbox() is None


@pytest.mark.parametrize("name", games())
def test_all_colours_of_seats_are_kept(name: str) -> None:
    match = busy(name)
    for small in (True, False):
        drawn = opened(png_of(board(match), small=small)).convert("RGB")
        octets = drawn.tobytes()
        seen = {f"#{octets[at : at + 3].hex()}" for at in range(0, len(octets), 3)}
        shown = pixels.plain(board(match)) if small else board(match)
        wanted = set(re.findall(r'<rect[^>]* fill="(#\w{6})"', shown))
        assert len(wanted - seen) <= len(wanted) / 4  # those that nothing shows of


def test_without_skia_it_looks_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    svg = board(busy("age_of_war"))
    one = pixels_of(svg, 300)
    pixels.kept_ground.cache_clear()
    monkeypatch.setattr(pixels, "skia", None)
    other = pixels_of(svg, 300)
    pixels.kept_ground.cache_clear()
    grey = ImageChops.difference(one, other).convert("L").histogram()
    assert sum(grey[128:]) < one.width * one.height / 100


# --------------------------------------------------------------------- outlines


def ink(body: str) -> tuple[int, int, int, int] | None:
    """The box of what is drawn on 200 by 40."""
    drawn = pixels_of(svg(200, 40, body, "", ""), 200)
    return ImageChops.invert(drawn.convert("L")).getbbox()


def box(*args: object, **style: object) -> tuple[int, int, int, int]:
    found = ink(text(*args, **style))  # type: ignore[arg-type]
    assert found
    return found


def test_a_text_stands_where_it_is_anchored() -> None:
    start, middle, end = (
        box(100, 30, "Kii", 20, anchor=anchor) for anchor in (None, "middle", "end")
    )
    assert 100 <= start[0] <= 103
    assert middle[0] + middle[2] == pytest.approx(200, abs=4)
    assert 97 <= end[2] <= 100
    assert start[3] == pytest.approx(30, abs=1)  # the baseline


def test_a_text_is_pressed_together_if_it_must_be() -> None:
    left, _, right, _ = box(10, 30, "Yamashiro", 20, width=50)
    assert right - left <= 50
    left, _, right, _ = box(10, 30, "Yamashiro", 20)
    assert right - left > 80


def test_bold_is_wider_and_spacing_counts() -> None:
    plain, bold, spaced = (
        box(10, 30, "Owari", 20, **style)
        for style in ({}, {"font_weight": "bold"}, {"letter_spacing": 6})
    )
    assert plain[2] < bold[2] < spaced[2]


def test_all_our_alphabets_have_letters() -> None:
    for content in ("ÄÖÜß", "àèéìòù", "Щыёъ", "Ґіїє", "■●▲◆✚★", "→×·–…"):
        shapes = [outlined(text(0, 0, letter, 12)) for letter in content]
        unknown = outlined(text(0, 0, "\ue000", 12))
        assert unknown not in shapes
        assert len(set(shapes)) == len(content)


@pytest.mark.parametrize(
    ("content", "drawn"),
    [
        ("武蔵 김철수 ひろし", "武蔵 김철수 ひろし"),
        ("Aki 👹", "Aki ✱"),
        ("👹👺", "✱"),
        ("👩\u200d💻", "✱"),  # one emoji of two
        ("สมชาย", "✱"),
        ("Aki\ufe0f", "Aki"),  # which nobody sees
        ("a\u0301", "a\u0301"),
        ("", ""),
    ],
)
def test_what_no_font_has_is_a_sign_and_never_a_box(content: str, drawn: str) -> None:
    for style in ({}, {"font_weight": "bold"}):
        shape = outlined(text(0, 0, content, 12, **style))
        assert shape == outlined(text(0, 0, drawn, 12, **style))


def test_letters_of_another_font_stand_on_the_same_line_and_are_as_big() -> None:
    _, top, _, base = box(10, 30, "武", 20)
    assert base == pytest.approx(30, abs=3)
    assert base - top == pytest.approx(20, abs=4)
    left, _, right, _ = box(10, 30, "武蔵", 20)
    assert right - left == pytest.approx(40, abs=4)
    assert len({outlined(text(0, 0, letter, 20)) for letter in "武蔵김철수ひ"}) == 6


def test_names_may_hold_anything() -> None:
    for content in ("<b>&amp;", "武蔵", "👹", "a\u0301", "", "\u202ertl"):
        assert "<text" not in outlined(group(text(1, 1, content, 12)))


def test_strokes_keep_their_width() -> None:
    thin = box(50, 30, "I", 20, fill="none", stroke="#000000", stroke_width=1)
    thick = box(50, 30, "I", 20, fill="none", stroke="#000000", stroke_width=9)
    assert (thick[2] - thick[0]) - (thin[2] - thin[0]) == pytest.approx(8, abs=2)


def test_a_picture_has_the_size_that_is_asked_for() -> None:
    drawn = pixels_of(svg(200, 40, rect(0, 0, 200, 40, fill="#b5330f"), "", ""), 500)
    assert drawn.size == (500, 100)
    assert drawn.getpixel((250, 50)) == (0xB5, 0x33, 0x0F)
