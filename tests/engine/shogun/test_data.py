"""The board file and what a match is made of. [SHO-1, SHO-2]"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from engine.shogun.board import BOARD, FILE, BoardRefused, read_board
from engine.shogun.board_faults import data_faults, is_connected
from engine.shogun.names import name as called
from engine.shogun.state import chosen, setup_of

DATA = tomllib.loads(FILE.read_text("utf-8"))
MAP = json.loads((FILE.parent / "map.json").read_text("utf-8"))
SHEET = (Path(FILE).parent.parent / "RULES.md").read_text("utf-8")


def test_the_box_has_what_the_sheet_says() -> None:  # SHO-1.2, SHO-1.3
    assert (BOARD.armies, BOARD.farmers) == (62, 20)
    assert BOARD.buildings == (28, 26, 26)
    assert BOARD.intrigue == (0, 1, 2, 3, 4)
    assert BOARD.chests == {3: 18, 4: 15, 5: 12}
    assert (len(BOARD.actions), len(BOARD.specials), len(BOARD.events)) == (10, 5, 12)
    assert (len(BOARD.favours), BOARD.officials, BOARD.official_cards) == (21, 7, 3)
    assert (BOARD.statues, BOARD.markers, len(BOARD.offices)) == (
        6,
        15,
        36,
    )  # SHO-17.51


def test_seats_have_the_colours_of_the_file() -> None:  # SHO-1.1, SHO-1.9
    assert BOARD.seats == (3, 5)
    assert BOARD.colours == ("blue", "red", "yellow", "purple", "black")
    assert len({daimyo["mark"] for daimyo in DATA["daimyo"]}) == 5


def test_there_are_45_provinces_and_53_cards() -> None:  # SHO-2.3, SHO-2.6, SHO-2.8
    assert len(BOARD.codes) == len({*BOARD.codes}) == len({*BOARD.ids}) == 45
    assert sum(province["cards"] for province in DATA["province"]) == 53
    double = [p["en"] for p in DATA["province"] if p["cards"] == 2]
    differ = [p["en"] for p in DATA["province"] if p["sun"] != p["moon"]]
    assert double == differ
    assert len(double) == 8
    assert (sum(BOARD.tax), sum(BOARD.rice), sum(BOARD.sites)) == (220, 140, 87)
    assert Counter(BOARD.sites) == {1: 13, 2: 22, 3: 10}


def test_the_province_table_is_the_sheets() -> None:  # SHO-2.6, SHO-2.5
    rows = [row.split("|")[1:-1] for row in SHEET.splitlines() if row.count("|") == 10]
    for row in rows[2:]:
        name, code, _, tax, rice, sites, _, land, sea = map(str.strip, row)
        p = BOARD.index[code]
        assert called("province", BOARD.codes[p], "en") == name
        assert (BOARD.tax[p], BOARD.rice[p], BOARD.sites[p]) == (
            *(int(tax), int(rice), int(sites)),
        )
        near = [c for c in f"{land}, {sea}".replace("-", "").split(", ") if c]
        for side in BOARD.sides.values():
            assert [BOARD.codes[q] for q in side.adjacent[p]] == sorted(
                near, key=lambda c: BOARD.index[c]
            )
    assert len(rows) == 47


@pytest.mark.parametrize("side", ["sun", "moon"])
def test_each_side_has_five_regions_of_nine(side: str) -> None:  # SHO-2.2, SHO-2.1
    board = BOARD.sides[side]
    assert Counter(board.region_of) == dict.fromkeys(range(5), 9)
    assert (len(board.land), len(board.sea)) == (91, 6)  # SHO-2.5, SHO-17.58
    left = Counter(r for p, r in enumerate(board.region_of) if p not in board.unused)
    sizes = {BOARD.regions[region]: count for region, count in left.items()}
    assert sizes == {"north": 7, "east": 7, "south": 7, "west": 7, "centre": 9}


def test_the_provinces_left_out_with_three() -> None:  # SHO-2.4, SHO-17.1, SHO-17.54
    unused = {
        side: {
            called("province", BOARD.codes[p], "en") for p in BOARD.sides[side].unused
        }
        for side in ("sun", "moon")
    }
    assert unused["sun"] == {
        *("Awa-Boso", "Echigo", "Iwami", "Izumo", "Kazusa", "Mutsu", "Sanuki", "Tosa"),
    }
    assert unused["moon"] == {
        *("Aki", "Hitachi", "Iwami", "Iyo", "Mutsu", "Shimosa", "Shimotsuke", "Tosa"),
    }
    three, four = setup_of(3, "sun", "draft"), setup_of(4, "sun", "draft")
    assert (len(three.used), len(four.used)) == (37, 45)
    mutsu = BOARD.index["MUT"]
    assert three.adjacent[mutsu] == ()
    assert all(mutsu not in near for near in three.adjacent)


def test_the_recommended_setups_have_the_groups() -> None:  # SHO-3.3, SHO-3.7, SHO-17.2
    for seats, starts in BOARD.starts.items():
        placed = [province for start in starts for province, _ in start]
        assert len(placed) == len({*placed})
        for start in starts:
            sizes = sorted((armies for _, armies in start), reverse=True)
            assert tuple(sizes) == BOARD.groups[seats]
    four = {BOARD.codes[p]: n for p, n in BOARD.starts[4][3]}
    three = {BOARD.codes[p]: n for p, n in BOARD.starts[3][1]}
    assert (four["KAI"], three["AWS"]) == (5, 2)


def test_a_bad_board_file_is_refused() -> None:  # SHO-2.8
    assert list(data_faults(DATA)) == []
    text = FILE.read_text("utf-8").replace('abbr = "AKI"', 'abbr = "KAI"')
    with pytest.raises(BoardRefused, match="Two provinces have the abbr KAI"):
        read_board(text)
    assert not is_connected(["a", "b"], [])


def test_labels_and_names() -> None:  # SHO-2.7, SHO-2.8, SHO-2.9, SHO-2.11
    assert DATA["canvas"] == MAP["canvas"] == [1400, 800]
    for province in DATA["province"]:
        assert MAP["provinces"][province["id"]]["label"] == [
            province["x"],
            province["y"],
        ]
    small = [p["en"] for p in DATA["province"] if p.get("small")]
    assert len(small) == 13
    assert all(set(DATA["languages"]) <= set(one) for one in DATA["province"])


def test_regions_are_tinted_and_not_in_the_colours_of_seats() -> None:  # SHO-2.10
    fills = {daimyo["fill"] for daimyo in DATA["daimyo"]} | {DATA["farmers"]["fill"]}
    assert not fills & {region["tint"] for region in DATA["region"]}


def test_amounts_of_favours_and_values_of_lines_are_data() -> None:
    # SHO-12.1, SHO-17.37, SHO-17.40, SHO-17.53, SHO-15.7
    kinds = {number: (card.kind, card.amount) for number, card in BOARD.favours.items()}
    assert [kinds[n][1] for n in (2, 9, 16)] == [3, 5, 7]
    assert [kinds[n][1] for n in (3, 8, 14)] == [3, 4, 5]
    assert [kinds[n][1] for n in (5, 15, 20)] == [2, 3, 4]
    assert [kinds[n][1] for n in (6, 13, 19)] == [1, 2, 3]
    assert [kinds[n][0] for n in (7, 17, 21)] == ["theatre", "temple", "castle"]
    assert [kinds[n][0] for n in (10, 11, 18)] == [
        "protect-a",
        "protect-b",
        "protect-ab",
    ]
    assert BOARD.row_points == BOARD.column_points == (3, 2, 1, 3, 2, 1)


def test_the_choices_make_the_setup() -> None:  # SHO-3.1
    choices = {"side": "moon", "mode": "draft", "court": "yes", "samurai": "no"}
    setup = chosen(5, {**choices, "generals": "yes", "dajokan": "no"})
    assert (setup.side, setup.seats, setup.expansions) == (
        *("moon", 5, ["court", "generals"]),
    )
    assert len(setup.slots) == 14
