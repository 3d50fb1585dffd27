"""The board file: what it says, and which corrected ones are taken. [SSE-2.12]"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.small_samurai_empires import board as board_module
from engine.small_samurai_empires.board import BOARD, BOARDS, BoardRefused, read_board
from engine.small_samurai_empires.box import KINDS, NEUTRALS
from engine.small_samurai_empires.rules import decisions, options
from engine.small_samurai_empires.state import Layout, Setup, State

FILE = Path(board_module.__file__).parent / "data" / "board.toml"
TEXT = FILE.read_text(encoding="utf-8")


def names(numbers: tuple[int, ...]) -> set[str]:
    return {BOARD.provinces[number] for number in numbers}


def test_the_pieces_of_the_box() -> None:  # SSE-1.1, SSE-1.2, SSE-1.3
    assert (BOARD.armies, BOARD.castles) == (16, 3)
    assert BOARD.tokens == (30, 30)
    assert sum(BOARD.seeding) == 12
    assert sum(BOARD.destiny) == 20
    assert sum(BOARD.kinds) == 11
    assert dict(zip(KINDS, BOARD.kinds, strict=True))["castle"] == 1
    assert sum(BOARD.mountain_tokens) == 10
    assert sum(BOARD.shrine_pieces.values()) == 9
    assert sum(map(len, BOARD.neutral_tokens)) == 16
    assert BOARD.colours == ("red", "blue", "green", "yellow")


def test_neutral_actions_and_their_slots() -> None:  # SSE-1.4, SSE-2.8
    assert len(BOARD.slots) == 12
    assert BOARD.slots[0] == "grey-1"
    assert BOARD.slots[11] == "violet-3"
    shown = [NEUTRALS[kind] for kind in BOARD.slot_neutral]
    assert shown[4] == "move"
    assert all(shown.count(kind) == 3 for kind in NEUTRALS)


def test_what_each_resource_pays_for() -> None:  # SSE-1.5
    assert BOARD.costs["recruit_second"] == (1, 0)
    assert BOARD.costs["move_2_or_3_third"] == (1, 0)
    assert BOARD.costs["ship"] == (1, 0)
    assert BOARD.costs["attack_second"] == (0, 1)
    assert BOARD.costs["journey_destroy"] == (0, 1)
    assert BOARD.cover_costs == (1, 2, 3)


def test_regions_and_provinces() -> None:  # SSE-2.1, SSE-2.2, SSE-2.3
    assert BOARD.regions == ("grey", "orange", "teal", "violet")
    assert [len(of) for of in BOARD.provinces_of] == [6, 7, 6, 4]
    assert [len(of) for of in BOARD.resources_of] == [3, 4, 3, 2]
    assert [len(of) for of in BOARD.shrines_of] == [2, 2, 2, 1]
    assert names(BOARD.capitals) == {"aki", "yamashiro", "aizu", "ishikari"}
    assert BOARD.bonus == ((4, 2), (5, 3), (4, 2), (3, 1))
    assert all(len(has) == 1 for has in BOARD.features)


def test_the_coast() -> None:  # SSE-2.4
    inland = set(BOARD.provinces) - names(BOARD.ports)
    assert inland == {"yamashiro", "shinano", "aizu"}


def test_borders_and_sea_links() -> None:  # SSE-2.5, SSE-2.6
    near = names(BOARD.adjacent[BOARD.index["aki"]])
    assert near == {"chikuzen", "harima", "izumo", "sanuki"}
    assert sum(map(len, BOARD.adjacent)) == 2 * (31 + 6)
    for one, around in enumerate(BOARD.adjacent):
        assert all(one in BOARD.adjacent[two] for two in around)


def test_mountains_lie_on_roads() -> None:  # SSE-2.7
    roads = {
        name: names(road)
        for name, road in zip(BOARD.mountains, BOARD.roads, strict=True)
    }
    assert len(roads) == 7
    assert roads["asama"] == {"shinano", "musashi"}


def test_influence_values() -> None:  # SSE-2.9
    assert BOARD.influence == (0, 1, 2, 3, 3, 4, 4, 5, 5, 5, 6)


# ------------------------------------------------------------------ corrected boards


def corrected(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('id = "chikuzen"', 'id = "satsuma"', "satsuma”"),
        ('id = "grey-2"', 'id = "grey-1"', "grey-1”"),
        ('id = "chikuzen"', 'id = "chi kuzen"', "no blanks"),
        ('region = "grey"', 'region = "black"', "no region"),
        ('features = ["capital"]', 'features = ["shrine"]', "exactly one capital"),
        ('features = ["resource"]', 'features = ["capital"]', "exactly one capital"),
        ('["satsuma", "chikuzen"],', '["satsuma", "satsuma"],', "two provinces"),
        ('["satsuma", "chikuzen"],', '["satsuma", "nowhere"],', "no province"),
        ('["satsuma", "chikuzen"],', '["izumo", "aki"],', "twice"),
        ('road = ["aki", "izumo"]', 'road = ["aki", "nowhere"]', "no province"),
        ('road = ["aki", "izumo"]', 'road = ["tosa", "sanuki"]', "twice"),
        ('road = ["aki", "izumo"]', 'road = ["aki", "sanuki"]', "land border"),
        ('["satsuma", "tosa"],', '["shinano", "tosa"],', "no coast"),
        ('["satsuma", "chikuzen"],', "", None),
        ("index = 12", "index = 13", "without gaps"),
        ("index = 12", "index = 11", "without gaps"),
        ("4 = 3 }", "4 = 4 }", "4 players need 16 slots"),
        (
            "[seeding]                             # [R]\nfood = 6",
            "[seeding]\nfood = 7",
            "13",
        ),
        ('features = ["resource"]', 'features = ["shrine"]', "11 resource provinces"),
        (
            "brown = 3\nblack = 3\nwhite = 3",
            "brown = 3\nblack = 3\nwhite = 0",
            "shrine",
        ),
        ("ambush            = 2", "ambush            = -2", "mountain tokens"),
        ("values = [0, 1, 2, 3, 3", "values = [0, 1, 2, 1, 3", "must not fall"),
        ("recruit         = 2", "levy = 2", "order_tokens"),
        ("recruit         = 2", "recruit = 16", "more than 15"),
        ("grey = 5\norange = 5", "grey = 1\norange = 0", "destiny cards"),
        ('id = "1a"', 'id = "9a"', "unknown"),
        ("scale = [0, 1, 3, 5]", "scale = [0, 1, 3]", "scale"),
        ('"each-opponent-once"', '"never"', "cover_limit"),
        (
            'era_end = ["full-harvest", "cleanup", ',
            'era_end = ["full-harvest", ',
            "era_end",
        ),
        ("default               = true", "default = false", "default"),
        ("rounds_per_era         = 2", "rounds_per_era = 3", "rounds"),
        ("players_max            = 4", "players_max = 5", "5 players"),
        ("[constants]", "[konstants]", "constants"),
        ("canvas  =", "canvas  = = ", "TOML"),
        ("values = [0,", 'values = ["a",', "not as it should be"),
    ],
)
def test_a_faulty_board_is_refused_with_a_sentence(
    old: str, new: str, said: str | None
) -> None:  # SSE-2.12
    if said is None:  # the map stays connected by the sea link
        assert read_board(corrected(old, new))
        return
    with pytest.raises(BoardRefused, match=said):
        read_board(corrected(old, new))


def test_a_map_in_two_parts_is_refused() -> None:  # SSE-2.12
    text = corrected('["mutsu", "oshima"],', "").replace('["mutsu", "hidaka"],', "")
    with pytest.raises(BoardRefused, match="oshima"):
        read_board(text)


def test_all_faults_are_named_at_once() -> None:  # SSE-2.12
    text = corrected("index = 12", "index = 13").replace("1, 2, 3, 3", "1, 2, 1, 3")
    with pytest.raises(BoardRefused) as refused:
        read_board(text)
    assert len(str(refused.value).splitlines()) == 2


def test_other_names_features_and_slots_are_accepted() -> None:  # SSE-2.12
    slot = '[[slot]]\nindex = 13\nid = "grey-4"\nregion = "grey"\nneutral = "move"\n'
    text = TEXT.replace('"satsuma"', '"kagoshima"').replace("reconstruction-1", "mine")
    text = text.replace('features = ["capital"]', 'features = ["capital", "shrine"]', 1)
    text = text.replace("[mountain_tokens]", f"{slot}\n[mountain_tokens]")
    board = read_board(text)
    assert board.id == "mine"
    assert board.slots_of[0] == (0, 1, 2, 12)
    assert len(board.shrines) == 8


def test_a_match_is_played_on_the_board_it_names() -> None:  # SSE-2.12
    text = TEXT.replace('"satsuma"', '"kagoshima"').replace("reconstruction-1", "other")
    board = read_board(text)
    assert BOARDS.get("other") is None
    seeds = tuple(0 if n in board.resources else -1 for n in range(23))
    agreed = Setup(board=board, edition=board.editions["archona-2019"])
    state = State(agreed, Layout(seeds, board.slot_neutral))
    state.cards = (1, 1)
    assert len(decisions(state)) == 2
    assert [order.text for order in options(state, 0)] == ["destiny grey"]
