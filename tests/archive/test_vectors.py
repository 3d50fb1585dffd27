"""Boards as operators of PDF: what a game draws is drawn on paper, not as pixels."""

from __future__ import annotations

from pathlib import Path

import pydyf
import pytest

from engine.log import log_read
from engine.replay import replay, rules_of
from sse.archive.pdf.outlines import Unknown, matrices, times
from sse.archive.pdf.vectors import Pictures, board_drawing

REPLAYS = Path(__file__).parent.parent / "replays"
FIRST = [min(folder.glob("*.log")) for folder in sorted(REPLAYS.iterdir())]
FRAMES = 9  # of each match


def test_a_turned_shape_is_turned() -> None:
    here, turn = matrices("translate(3 4) rotate(90)")
    *_, x, y = times((1, 0, 0, 1, 10, 0), times(turn, here))
    assert (round(x, 6), round(y, 6)) == (3, 14)


def test_what_is_not_known_is_refused() -> None:
    with pytest.raises(Unknown):
        matrices("skewX(10)")


@pytest.mark.parametrize("file", FIRST, ids=lambda file: file.parent.name)
def test_boards_of_every_game_need_no_pixels(file: Path) -> None:
    log = log_read(file.read_text("utf-8"))
    game, frames = rules_of(log), list(replay(log))
    canvas = Pictures(pydyf.PDF())
    for frame in frames[:: len(frames) // FRAMES]:
        svg = game.render(game.view(frame.state, None)).svg
        canvas.fill(pydyf.Stream(), board_drawing(svg))  # Unknown where it cannot
