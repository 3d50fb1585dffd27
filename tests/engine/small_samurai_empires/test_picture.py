"""The drawing hides nothing and shows the board that is played on. [SSE-2.12]"""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest

from engine.chance import Seeded
from engine.contract import Picture, View
from engine.maps import Box, clear_of
from engine.small_samurai_empires.map import BOARD, drawn_board
from engine.small_samurai_empires.picture.chart import CHART
from engine.small_samurai_empires.picture.slots import (
    CORNERS,
    PLAQUE,
    corners,
    plaque_height,
)
from engine.small_samurai_empires.picture.stands import PEAK, boxes
from engine.small_samurai_empires.rules import setup
from engine.small_samurai_empires.scene import scene_of
from engine.small_samurai_empires.show import label, render
from engine.small_samurai_empires.view import view
from tests.engine.small_samurai_empires.boards import OTHER, added, corrected


def crowded(players: int, castles: int) -> Any:
    """The board with pieces of so many players in every province."""
    state, _ = setup(4, {"mountain": "yes"}, Seeded("00" * 32))
    seen = view(state, None)
    for place in seen["provinces"].values():
        place["armies"] = [int(seat < players) for seat in range(4)]
        place["castles"] = [castles * int(seat < players) for seat in range(4)]
    return seen


@pytest.mark.parametrize("language", ["en", "ru", "uk"])
@pytest.mark.parametrize("castles", [0, 1])
@pytest.mark.parametrize("players", range(5))
def test_no_mountain_hides_a_chip_or_a_name(
    players: int, castles: int, language: str
) -> None:  # SSE-2.7
    taken = boxes(scene_of(crowded(players, castles), language, ()))
    assert len(taken) == len(BOARD.provinces) * (1 + players)
    for mountain in BOARD.mountains.values():
        box = PEAK.at(clear_of(mountain.at, PEAK, taken))
        assert not any(box.meets(other) for other in taken), mountain.id


# ------------------------------------------------------------------ corrected boards

NUMBERS = corrected(
    ('"reconstruction-1"', '"numbers"'), ("bonus = [5, 3]", "bonus = [9, 7]")
)


def seen_on(text: str, seats: int = 3) -> tuple[View, Picture]:
    with added(text) as board:
        choices = {"board": board.id, "mountain": "yes", "agenda": "yes"}
        state, _ = setup(seats, choices, Seeded("00" * 32))
        seen = view(state, 0)
        return seen, render(seen)


def test_other_numbers_leave_the_map_as_it_is() -> None:  # SSE-2.12
    seen, picture = seen_on(NUMBERS)
    assert BOARD.map.regions["grey"] in picture.svg
    assert "9/7" in picture.text or "9 / 7" in picture.text
    assert ">9<" in picture.svg
    assert seen["board"] == "numbers"


def test_other_provinces_and_borders_are_drawn_as_a_plan() -> None:  # SSE-2.12
    _, picture = seen_on(OTHER)
    for shown in picture[:3]:
        assert "Kagoshima" in shown
        assert "Satsuma" not in shown
        assert "Daisen" not in shown
    assert BOARD.map.links not in picture.svg
    assert BOARD.map.regions["grey"] not in picture.svg


def test_a_plan_has_a_line_for_every_border_and_no_other() -> None:  # SSE-2.12, 2.5
    with added(OTHER) as board:
        plan = drawn_board(board)
    land = board.file["adjacency"]["land"]
    assert (plan.map.borders + plan.map.frontiers).count("M") == len(land)
    assert plan.map.links.count("M") == len(board.file["adjacency"]["sea"])
    assert set(plan.provinces) == set(board.provinces)
    assert set(plan.mountains) == set(board.mountains)
    assert [slot.id for slot in plan.slots_of("orange")] == [
        board.slots[slot] for slot in board.slots_of[1]
    ]


@pytest.mark.parametrize("language", ["en", "de", "it", "ru", "uk"])
def test_events_on_another_board_are_named_by_it(language: str) -> None:  # SSE-2.12
    with added(OTHER) as board:
        state, _ = setup(2, {"board": board.id}, Seeded("00" * 32))
        seen = view(state, None)
        assert label(seen, "province", "kagoshima", language) == "Kagoshima"
        assert label(seen, "province", "satsuma", language) == "satsuma"
        assert render(seen, language).svg


def test_a_province_without_a_place_is_drawn_somewhere() -> None:  # SSE-2.12
    text = re.sub(r"\nxy = .*", "", OTHER)
    _, picture = seen_on(re.sub(r"\nlabel = .*", "", text))
    assert "Kagoshima" in picture.svg


@pytest.mark.parametrize("region", ["grey", "orange", "teal", "violet"])
def test_the_plaques_stay_on_the_map_and_apart(region: str) -> None:  # SSE-2.8
    """One region has six slots, the others two each."""
    text, slots = OTHER, 0
    for name in ("grey", "orange", "teal", "violet"):
        for _ in range(6 if name == region else 2):
            slots += 1
            old = rf'(index = {slots}\n)id = ".*"\nregion = ".*"'
            text = re.sub(old, rf'\1id = "{name}-{slots}"\nregion = "{name}"', text)
    with added(text) as board:
        plan = drawn_board(board)
    drawn = [
        Box(x, y, x + PLAQUE, y + plaque_height(plan, of))
        for of, (x, y) in corners(plan).items()
    ]
    assert len(plan.slots_of(region)) == 6
    assert all(box.top > 80 and box.bottom < CHART + 9 for box in drawn)
    assert not any(a.meets(b) for a, b in combinations(drawn, 2))


def test_on_the_first_board_they_are_where_they_always_were() -> None:  # SSE-2.8
    assert corners(BOARD) == CORNERS
