"""Line of sight. [SB-2.8 to SB-2.12]"""

from __future__ import annotations

from itertools import product

import pytest

from engine.samurai_battles.hexes import COUNT, DISTANCE, INDEX
from engine.samurai_battles.sight import BARE, crossing, is_free, lines
from engine.samurai_battles.terrain import PLAIN, TERRAIN_INDEX

# Range; dX, dY; through hexes; edge hexes on one side and on the other. [SB-2.10]
TABLE = """
2 | 0,2 | | -1,1 / 1,1
2 | 2,2 | 1,1 |
2 | 3,1 | | 1,1 / 2,0
2 | 4,0 | 2,0 |
3 | 1,3 | 1,1 0,2 |
3 | 3,3 | 1,1 2,2 |
3 | 4,2 | 1,1 3,1 |
3 | 5,1 | 2,0 3,1 |
3 | 6,0 | 2,0 4,0 |
4 | 0,4 | 0,2 | -1,1 -1,3 / 1,1 1,3
4 | 2,4 | 1,1 0,2 2,2 1,3 |
4 | 4,4 | 1,1 2,2 3,3 |
4 | 5,3 | 1,1 3,1 2,2 4,2 |
4 | 6,2 | 3,1 | 1,1 4,2 / 2,0 5,1
4 | 7,1 | 2,0 3,1 4,0 5,1 |
4 | 8,0 | 2,0 4,0 6,0 |
"""


def offsets(text: str) -> frozenset[tuple[int, int]]:
    pairs = (pair.split(",") for pair in text.split())
    return frozenset((int(x), int(y)) for x, y in pairs)


def turned(places: frozenset[tuple[int, int]], sx: int, sy: int) -> frozenset[object]:
    return frozenset((sx * x, sy * y) for x, y in places)


@pytest.mark.parametrize("row", TABLE.strip().splitlines())
def test_the_exact_test_gives_the_table(row: str) -> None:  # SB-2.9, SB-2.10
    _, target, through, edges = (part.strip() for part in row.split("|"))
    ((x, y),) = offsets(target)
    one, _, two = edges.partition("/")
    for sx, sy in product((1, -1), (1, -1)):
        met = crossing(sx * x, sy * y)
        assert met.through == turned(offsets(through), sx, sy)
        sides = {turned(offsets(one), sx, sy), turned(offsets(two), sx, sy)}
        assert {met.one, met.two} == sides


def test_the_table_has_every_target_up_to_range_four() -> None:  # SB-2.10
    rows = [row.split("|") for row in TABLE.strip().splitlines()]
    listed = {(int(away), *next(iter(offsets(to)))) for away, to, *_ in rows}
    places = [(x, y) for x in range(9) for y in range(5) if (x + y) % 2 == 0]
    away = {(y + max(0, (x - y) // 2), x, y) for x, y in places}
    assert listed == {place for place in away if 2 <= place[0] <= 4}


def sees(start: str, end: str, pieces: str = "", **terrain: str) -> bool:
    ground = [PLAIN] * COUNT
    for kind, names in terrain.items():
        for name in names.split():
            ground[INDEX[name]] = TERRAIN_INDEX[kind]
    occupied = sum(1 << INDEX[name] for name in pieces.split())
    targets = lines(tuple(ground))[INDEX[start]]
    return any(one.target == INDEX[end] and is_free(one, occupied) for one in targets)


def test_what_the_line_runs_through_blocks_it() -> None:  # SB-2.8
    assert sees("E6", "E8")
    assert not sees("E6", "E8", "E7")
    assert sees("E6", "E8", "E6 E8"), "own and target hex never block"
    assert not sees("E6", "G7", forest="F6"), "E6 to G7 runs through F6"


def test_along_an_edge_both_sides_must_be_blocked() -> None:  # SB-2.8, SB-16.8
    assert sees("E6", "G6", "F5")
    assert sees("E6", "G6", "F6")
    assert not sees("E6", "G6", "F5 F6")
    assert not sees("E6", "G6", "F5", forest="F6")
    assert not sees("C6", "G6", "D5 F6"), "at different edges as well"


def test_half_hexes_are_obstacles() -> None:  # SB-2.11
    assert sees("A1", "C1")
    assert not sees("A1", "C1", "B1")
    assert not sees("A12", "C12", village="B11")


@pytest.mark.parametrize("kind", ["forest", "village", "camp", "hill"])
def test_some_terrain_blocks(kind: str) -> None:  # SB-2.11
    assert not sees("E6", "E8", **{kind: "E7"})


@pytest.mark.parametrize(
    "kind", ["plain", "river", "ford", "bridge", "rice", "ravine", "palisade"]
)
def test_other_terrain_does_not(kind: str) -> None:  # SB-2.11
    assert sees("E6", "E8", **{kind: "E7"})
    assert not sees("E6", "E8", "E7", **{kind: "E7"}), "a unit there blocks"


def test_a_plateau_is_seen_over_from_a_hill() -> None:  # SB-2.12, SB-16.9
    assert sees("E5", "E8", hill="E5 E6 E7")
    assert not sees("E5", "E8", hill="E6 E7"), "from below it blocks"
    assert not sees("E5", "E8", hill="E5 E7"), "the chain is broken"
    assert not sees("E5", "E8", hill="E5 E7 D6 D5"), "joined, but not on the line"
    assert not sees("E5", "E8", "E6", hill="E5 E6 E7"), "a unit on it blocks"
    assert sees("E6", "G6", "F5", hill="E6 F6")


def test_sight_is_mutual_where_there_are_no_hills() -> None:  # SB-2.8
    for here, found in enumerate(BARE):
        for line in found:
            assert line.range == DISTANCE[here][line.target]
            back = next(one for one in BARE[line.target] if one.target == here)
            assert back.through == line.through
            assert {back.one, back.two} == {line.one, line.two}
