"""The drawing hides nothing and shows the board that is played on. [SSE-2.12]"""

from __future__ import annotations

from typing import Any

import pytest

from engine.chance import Seeded
from engine.small_samurai_empires.map import BOARD
from engine.small_samurai_empires.picture.stands import (
    Box,
    boxes,
    clear_of,
    peak_box,
)
from engine.small_samurai_empires.rules import setup
from engine.small_samurai_empires.scene import scene_of
from engine.small_samurai_empires.view import view


def crowded(players: int, castles: int) -> Any:
    """The board with pieces of so many players in every province."""
    state, _ = setup(4, {"mountain": "yes"}, Seeded("00" * 32))
    seen = view(state, None)
    for place in seen["provinces"].values():
        place["armies"] = [int(seat < players) for seat in range(4)]
        place["castles"] = [castles * int(seat < players) for seat in range(4)]
    return seen


def test_boxes_that_only_touch_do_not_meet() -> None:
    one = Box(0, 0, 10, 10)
    assert one.meets(Box(9, 9, 20, 20))
    assert not one.meets(Box(10, 0, 20, 10))
    assert not one.meets(Box(11, 11, 20, 20))


@pytest.mark.parametrize("language", ["en", "ru", "uk"])
@pytest.mark.parametrize("castles", [0, 1])
@pytest.mark.parametrize("players", range(5))
def test_no_mountain_hides_a_chip_or_a_name(
    players: int, castles: int, language: str
) -> None:  # SSE-2.7
    taken = boxes(scene_of(crowded(players, castles), language, ()))
    assert len(taken) == len(BOARD.provinces) * (1 + players)
    for mountain in BOARD.mountains.values():
        box = peak_box(clear_of(mountain.at, taken))
        assert not any(box.meets(other) for other in taken), mountain.id
