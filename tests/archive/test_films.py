"""What films say besides their boards."""

from __future__ import annotations

import pytest

from engine.drawing import svg
from sse.archive.film import (
    MARGIN,
    WIDTH,
    Shot,
    caption_lines,
    frame_image,
    length,
    points_line,
    shots,
)
from tests.support.booklets import FOUR, match_from
from tests.support.golden_matches import with_a_hold

pytestmark = pytest.mark.django_db


def test_a_film_tells_the_sums_of_a_scoring() -> None:
    before, after = shots(match_from(FOUR), 78, 79, "en", None)
    assert before.points == "Aki 0   Botan 0   Chie 0   Daisuke 0"
    assert after.points == "Aki 3 (+3)   Botan 8 (+8)   Chie 6 (+6)   Daisuke 3 (+3)"


def test_the_first_picture_of_a_film_knows_what_was_before() -> None:
    (only,) = shots(match_from(FOUR), 79, 79, "en", None)
    assert "Botan 8 (+8)" in only.points


def test_points_of_six_with_long_names_find_room() -> None:
    line = points_line(["W" * 32] * 6, [10, 0, 3, 4, 5, 6], [12, 0, 3, 4, 5, 6])
    assert length(line) <= WIDTH - 2 * MARGIN
    assert "10 (−2)" in line
    assert line.count("…") == 6


def test_captions_write_names_as_boards_do() -> None:
    board = svg(WIDTH, 20, "", "", "")
    kanji, sign, emoji = (
        frame_image(Shot(1, board, f"{name} besieges Anyi.", f"{name} 3"))
        for name in ("武蔵", "✱", "👹")
    )
    assert emoji.tobytes() == sign.tobytes() != kanji.tobytes()
    assert length("武蔵") == pytest.approx(25, abs=2)


def test_a_caption_without_room_tells_headlines() -> None:
    short = Shot(1, "", "Aki rolls 1 2. Aki conquers Anyi.", "", "Aki conquers Anyi.")
    assert " ".join(caption_lines(short, 400)) == short.caption
    long = short._replace(caption="Aki rolls 1 2 3. " * 20 + short.headlines)
    assert caption_lines(long, 400) == [short.headlines]
    bare = long._replace(headlines="")
    assert caption_lines(bare, 400)[-1].endswith("…")


def test_a_film_leaves_out_what_tells_nothing() -> None:
    match, step = with_a_hold()
    last = match.head - 1
    assert step not in [shot.number for shot in shots(match, 0, last, "en", None)]
    assert step in [shot.number for shot in shots(match, 0, last, "en", 0)]
