"""The board. [SB-2.1 to SB-2.7]"""

from __future__ import annotations

import pytest

from engine.samurai_battles.hexes import (
    CENTER,
    COUNT,
    DISTANCE,
    EXITS,
    HOME_ROW,
    HOMEWARD,
    INDEX,
    LEFT,
    NAMES,
    NEIGHBOURS,
    RED,
    RIGHT,
    YELLOW,
    X,
    Y,
    distances_from_exit,
    index_of,
    is_half,
    is_valid,
    sections,
)


def names(hexes: tuple[int, ...]) -> list[str]:
    return [NAMES[hex] for hex in hexes]


def test_rows_have_twelve_and_eleven_hexes_by_turns() -> None:  # SB-2.1
    counts = [sum(name[0] == row for name in NAMES) for row in "ABCDEFGHIJK"]
    assert counts == [12, 11] * 5 + [12]
    assert COUNT == 127


def test_hexes_are_numbered_by_row_letter_and_then_by_column_number() -> None:  # SB-2.2
    assert names((0, 11, 12, 22, 23, 126)) == ["A1", "A12", "B1", "B11", "C1", "K12"]
    assert sorted(NAMES, key=lambda name: (name[0], int(name[1:]))) == list(NAMES)
    with pytest.raises(KeyError):
        index_of("B12")


def test_coordinates_follow_from_the_column() -> None:  # SB-2.3
    for hex, name in enumerate(NAMES):
        column = int(name[1:])
        assert X[hex] == (2 * column - 1 if Y[hex] % 2 else 2 * column)
    assert is_half(0, 2)
    assert is_half(24, 10)
    assert not is_half(0, 1)
    assert not is_valid(0, 2)
    assert not is_valid(2, 12)


def test_a_hex_has_up_to_six_neighbours() -> None:  # SB-2.4
    assert names(NEIGHBOURS[INDEX["F6"]]) == ["E6", "E7", "F5", "F7", "G6", "G7"]
    assert names(NEIGHBOURS[INDEX["A1"]]) == ["A2", "B1"]
    assert names(NEIGHBOURS[INDEX["B1"]]) == ["A1", "A2", "B2", "C1", "C2"]
    for near in NEIGHBOURS:
        assert list(near) == sorted(near)


def test_distance_is_the_number_of_steps() -> None:  # SB-2.5
    for start in range(COUNT):
        seen, ring, steps = {start}, {start}, 0
        while ring:
            assert {
                hex for hex in range(COUNT) if DISTANCE[start][hex] == steps
            } == ring
            ring = {n for hex in ring for n in NEIGHBOURS[hex]} - seen
            seen |= ring
            steps += 1


def test_hexes_on_a_line_belong_to_two_sections() -> None:  # SB-2.6
    red, yellow = sections()
    shared = [name for hex, name in enumerate(NAMES) if yellow[hex].bit_count() == 2]
    assert shared == [f"{row}{column}" for row in "BDFHJ" for column in (4, 8)]
    assert yellow[INDEX["B4"]] == 1 << LEFT | 1 << CENTER
    assert red[INDEX["B4"]] == 1 << RIGHT | 1 << CENTER
    assert yellow[INDEX["A4"]] == 1 << LEFT
    assert red[INDEX["A12"]] == 1 << LEFT
    assert red[INDEX["F6"]] == yellow[INDEX["F6"]] == 1 << CENTER


def test_a_scenario_may_draw_other_section_lines() -> None:  # SB-15.8
    yellow = sections((3, 12))[YELLOW]
    assert yellow[INDEX["A2"]] == 1 << LEFT | 1 << CENTER
    assert yellow[INDEX["B6"]] == 1 << CENTER | 1 << RIGHT


def test_two_hexes_lead_home_but_for_the_ends_of_long_rows() -> None:  # SB-2.7
    assert names(HOMEWARD[RED][INDEX["F6"]]) == ["E6", "E7"]
    assert names(HOMEWARD[YELLOW][INDEX["F6"]]) == ["G6", "G7"]
    assert names(HOMEWARD[RED][INDEX["E1"]]) == ["D1"]
    assert names(HOMEWARD[YELLOW][INDEX["E12"]]) == ["F11"]
    for army in (RED, YELLOW):
        assert len(HOME_ROW[army]) == 12
        for hex in range(COUNT):
            end = X[hex] in (1, 23)
            wanted = 0 if hex in HOME_ROW[army] else 1 if end else 2
            assert len(HOMEWARD[army][hex]) == wanted


def test_a_start_line_lies_behind_the_home_row_only() -> None:  # SB-2.3, SB-2.7
    assert EXITS[RED][INDEX["A1"]] == (2,)
    assert EXITS[RED][INDEX["A6"]] == (10, 12)
    assert EXITS[YELLOW][INDEX["K12"]] == (22,)
    assert EXITS[YELLOW][INDEX["A6"]] == ()
    assert EXITS[RED][INDEX["B1"]] == ()


def test_distance_is_measured_from_a_place_on_the_start_line_too() -> None:  # SB-9.13
    assert distances_from_exit(RED, 10)[INDEX["A6"]] == 1
    assert distances_from_exit(RED, 10)[INDEX["A7"]] == 2
    assert distances_from_exit(YELLOW, 22)[INDEX["K12"]] == 1
