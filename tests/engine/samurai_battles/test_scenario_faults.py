"""What is wrong with a scenario file, one fault at a time. [SB-15.7 to SB-15.11]"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from engine.samurai_battles.scenario import FILE, scenario_of
from engine.samurai_battles.scenario_file import (
    LARGEST,
    file_faults,
    line_of,
    scenarios_faults,
)
from engine.samurai_battles.scenario_remarks import remarks
from engine.samurai_battles.scenarios import SCENARIOS

OURS: list[dict[str, Any]] = tomllib.loads(FILE.read_text("utf-8"))["scenario"]
Change = Callable[[dict[str, Any]], object]


def changed(number: int, *changes: Change) -> dict[str, Any]:
    """One of our scenarios, from 1, as somebody else might have written it."""
    data = copy.deepcopy(OURS[number - 1])
    for change in changes:
        change(data)
    return data


def put(path: str, value: Any) -> Change:
    """Put a value where a path such as `army red units 0 hex` leads."""
    *way, last = (int(word) if word.isdigit() else word for word in path.split())

    def change(data: Any) -> None:
        for word in way:
            data = data[word]
        data[last] = value

    return change


def drop(path: str) -> Change:
    *way, last = (int(word) if word.isdigit() else word for word in path.split())

    def change(data: Any) -> None:
        for word in way:
            data = data[word]
        del data[last]

    return change


GROUP = {
    "owner": "red",
    "hexes": ["D4"],
    "from_own_turn": 3,
    "dice": {"red": 1, "yellow": 2},
    "face": "H",
}
HELD = {"army": "both", "hexes": ["F5", "F6"], "banners": 2, "keep": False}

FAULTS: list[tuple[str, int, tuple[Change, ...], str]] = [
    ("E_MISSING", 1, (drop("slug"),), "the field slug is missing."),
    ("E_MISSING", 1, (drop("army red honor"),), "the field army.red.honor is missing."),
    (
        "E_MISSING",
        1,
        (drop("army red leaders 0 name"),),
        "the field army.red.leaders.rL1.name is missing.",
    ),
    ("E_UNKNOWN", 1, (put("banner", 5),), "there is no field banner."),
    (
        "E_UNKNOWN",
        1,
        (put("army red units 0 name", "x"),),
        "there is no field army.red.units.r01.name.",
    ),
    ("E_KIND", 1, (put("banners", 0),), "banners must be a number from 1; it is 0."),
    (
        "E_KIND",
        1,
        (put("army red command_cards", 11),),
        "army.red.command_cards must be a number from 2 to 10; it is 11.",
    ),
    (
        "E_KIND",
        1,
        (put("first", "blue"),),
        "first must be red or yellow; it is 'blue'.",
    ),
    ("E_KIND", 1, (put("year", True),), "year must be a number from 0 to 9999; it is"),
    ("E_KIND", 1, (put("title_de", "a\nb"),), "title_de must be a text of 1 to 200"),
    (
        "E_TWICE",
        1,
        (put("army yellow units 0 id", "r01"),),
        "id r01 is used twice.",
    ),
    (
        "E_TWICE",
        2,
        (put("army yellow name_ru", "Уэсуги"),),
        "name_ru Уэсуги is used twice.",
    ),
    (
        "E_TWICE",
        2,
        (put("army red leaders 1 name", "Kakizaki Kageie"),),
        "name Kakizaki Kageie is used twice.",
    ),
    (
        "E_SIDE",
        1,
        (put("army red side", "bottom"),),
        "red is the top army and yellow the bottom army.",
    ),
    (
        "E_LINES",
        1,
        (put("lines", [16, 8]),),
        "the section lines must be two numbers from 2 to 22, the smaller first.",
    ),
    ("E_LINES", 1, (put("lines", [8, True]),), "the section lines must be two"),
    ("E_TERRAIN", 1, (put("terrain swamp", ["A1"]),), "there is no terrain swamp."),
    ("E_HEX", 1, (put("terrain hill 0", "B12"),), "B12 is no hex of the board."),
    (
        "E_HEX",
        1,
        (put("army red units 0 hex", "d4"),),
        "d4 is no hex of the board.",
    ),
    (
        "E_TWO_TERRAINS",
        1,
        (put("terrain hill 0", "E4"),),
        "E4 is named as forest and as hill.",
    ),
    (
        "E_TYPE",
        1,
        (put("army red units 0 type", "XX"),),
        "there is no unit of type XX.",
    ),
    (
        "E_TYPE",
        1,
        (put("army red leaders 0 type", "AY"),),
        "there is no leader of type AY.",
    ),
    (
        "E_FIGURES",
        1,
        (put("army red units 0 figures", 5),),
        "r01 has 5 figures; a unit of type AB has 1 to 4.",
    ),
    (
        "E_TWO_UNITS",
        1,
        (put("army red units 0 hex", "D6"),),
        "two units stand on D6.",
    ),
    (
        "E_TWO_LEADERS",
        1,
        (put("army red leaders 1 hex", "C6"),),
        "two leaders stand on C6.",
    ),
    (
        "E_TWO_ARMIES",
        1,
        (put("army yellow units 0 hex", "D4"),),
        "both armies stand on D4.",
    ),
    (
        "E_FIT",
        1,
        (put("army red leaders 2 type", "FL"),),
        "the leader rL3 may not lead the unit on B10.",
    ),
    (
        "E_RIVER",
        3,
        (put("army red units 3 hex", "E1"),),
        "r04 stands in the river on E1, and the river is not fordable.",
    ),
    (
        "E_CAMP",
        3,
        (put("terrain camp red", "A1"),),
        "on the camp A1 there must be the bodyguard and the commander of the red army.",
    ),
    (
        "E_NO_CAMP",
        3,
        (drop("terrain camp"),),
        "r01 must start on the camp of the red army.",
    ),
    (
        "E_EMPTY_ARMY",
        1,
        (put("army red units", []), put("banners", 3)),
        "the red army has no unit.",
    ),
    (
        "E_BANNERS",
        1,
        (put("banners", 14),),
        "the red army can win 13 banners; 14 are needed.",
    ),
    (
        "E_TOKENS",
        1,
        (put("army red honor", 26),),
        "both armies together start with 31 tokens; there are 30.",
    ),
    (
        "E_SWITCH",
        1,
        (put("special fog", True),),
        "there is no special rule fog.",
    ),
    (
        "E_SWITCH_VALUE",
        1,
        (put("special river_fordable", 1),),
        "river_fordable: river_fordable must be true or false; it is 1.",
    ),
    (
        "E_SWITCH_VALUE",
        5,
        (put("special hand_growth until_command_size", 11),),
        "hand_growth: until_command_size must be a number from 2 to 10; it is 11.",
    ),
    (
        "E_SWITCH_VALUE",
        8,
        (put("special banner_for_order_one cards", ["order-9-left"]),),
        "banner_for_order_one: cards must be a list of ids of Command cards; it is",
    ),
    (
        "E_SWITCH_VALUE",
        9,
        (put("special wavering_group dice", {"red": 9, "yellow": 0}),),
        "wavering_group: dice must be a table of red and yellow, each a number from",
    ),
    (
        "E_SWITCH_VALUE",
        1,
        (put("special victory_hexes", [HELD | {"need": 3}]),),
        "victory_hexes: need must be a number from 1 to 2; it is 3.",
    ),
    (
        "E_WAVERING",
        1,
        (put("special wavering_group", GROUP | {"hexes": ["D5"]}),),
        "wavering_group: nobody of the red army stands on D5.",
    ),
]


@pytest.mark.parametrize(("code", "number", "changes", "said"), FAULTS)
def test_a_fault_has_its_code_and_its_sentence(
    code: str, number: int, changes: tuple[Change, ...], said: str
) -> None:  # SB-3.4, SB-15.8, SB-15.9, SB-15.10
    data = changed(number, *changes)
    found = scenarios_faults([data])
    name = data.get("id", "1")
    told = [f.sentence for f in found if f.code == code]
    assert any(one.startswith(f"Scenario {name}: {said}") for one in told), found
    assert {f.code for f in found} <= {code, "E_NO_CAMP", "E_CAMP"}


def test_every_code_of_the_sheet_is_tested() -> None:  # SB-15.10
    tested = {code for code, *_ in FAULTS}
    tested |= {"E_SIZE", "E_TOML", "E_SCHEMA", "E_GAME", "E_NO_SCENARIO"}
    assert len(tested) == 29


def file(head: str = 'schema = 2\ngame = "samurai-battles"\n', rest: str = "") -> bytes:
    return (head + rest).encode()


@pytest.mark.parametrize(
    ("content", "code", "said"),
    [
        (b"#" * (LARGEST + 1), "E_SIZE", "The file has more than 200 000 bytes."),
        (b"schema = \n", "E_TOML", "The file cannot be read: Invalid value (at line 1"),
        (b"\xff", "E_TOML", "The file cannot be read: "),
        (
            file('schema = 1\ngame = "samurai-battles"\n', "[[scenario]]"),
            "E_SCHEMA",
            "The file has schema 1; this program reads schema 2.",
        ),
        (
            file('schema = 2\ngame = "chess"\n', "[[scenario]]"),
            "E_GAME",
            "The file is for 'chess', not for samurai-battles.",
        ),
        (file(), "E_NO_SCENARIO", "The file holds no scenario."),
    ],
)
def test_a_file_that_is_none_is_told_so(
    content: bytes, code: str, said: str
) -> None:  # SB-15.7, SB-15.10
    faults, scenarios = file_faults(content)
    assert [fault.code for fault in faults] == [code]
    assert faults[0].sentence.startswith(said)
    assert not scenarios


def test_all_faults_are_told_at_once() -> None:  # SB-3.4
    wrong = [put("banners", 0), put("terrain hill 0", "Z1"), drop("slug")]
    codes = [fault.code for fault in scenarios_faults([changed(1, *wrong)])]
    assert sorted(codes) == ["E_HEX", "E_KIND", "E_MISSING"]


def test_two_scenarios_share_no_id_slug_or_title() -> None:  # SB-15.8
    faults = scenarios_faults([OURS[0], OURS[0]])
    assert {fault.code for fault in faults} == {"E_TWICE"}
    assert len(faults) == 2 + 5
    english = changed(1, put("id", "X1"), put("slug", "x"), *map(drop, TITLES))
    told = scenarios_faults([english], loaded=OURS)
    assert [f.sentence for f in told] == [
        "Scenario X1: title_en First Samurai Skirmish is used twice."
    ]


TITLES = ["title_de", "title_it", "title_ru", "title_uk"]


def test_wavering_pieces_can_be_won_by_both() -> None:  # SB-15.5, SB-15.10
    needed = put("banners", 14)
    group = put("special wavering_group", GROUP)
    assert scenarios_faults([changed(1, needed, put("army red honor", 5))])
    faults = scenarios_faults([changed(1, needed, group)])
    assert [f.sentence[14:] for f in faults] == [
        "the yellow army can win 13 banners; 14 are needed."
    ]


def test_hexes_that_bring_banners_can_be_won() -> None:  # SB-15.11
    held = put("special victory_hexes", [HELD])
    assert not scenarios_faults([changed(1, put("banners", 15), held)])
    scenario = scenario_of(changed(1, held))
    (rule,) = scenario.special.victory_hexes
    assert (rule.armies, rule.need, rule.banners, rule.keep) == ((0, 1), 2, 2, False)


def test_a_fault_is_found_in_the_file() -> None:  # SB-15.10
    text = FILE.read_text("utf-8").replace('"SN", hex = "J4"', '"SN", hex = "J12"', 1)
    faults, _ = file_faults(text.encode())
    lines = text.splitlines()
    assert [(f.code, lines[line_of(f, lines) - 1][:13]) for f in faults] == [
        ("E_HEX", '  { id = "y09')
    ]


def test_our_scenarios_need_no_remark() -> None:  # SB-1.1, SB-15.10
    assert not [remark for one in SCENARIOS for remark in remarks(one)]


def test_remarks_tell_of_the_box_and_of_languages() -> None:  # SB-15.10
    many = {
        hex: {"id": f"x{hex}", "type": "AY", "hex": hex}
        for hex in (f"{row}{column}" for row in "AK" for column in range(1, 13))
    }
    data = changed(1, drop("title_uk"), drop("army red name_de"))
    data["army"]["red"]["units"] += many.values()
    data["terrain"]["rice"] = [f"E{column}" for column in range(5, 10)]
    data["terrain"]["village"] = [f"{row}12" for row in "ACEGIK"]
    data["terrain"]["ravine"] = [f"J{n}" for n in (1, 3, 5, 6, 7, 9, 10, 11)]
    data["terrain"]["bridge"] = ["H1", "H2", "H3", "H5", "H7"]
    assert not scenarios_faults([data])
    assert [(one.code, one.sentence) for one in remarks(scenario_of(data))] == [
        ("R_BOX", "Scenario S01: the scenario needs 182 figures; the box has 122."),
        ("R_BOX", "Scenario S01: the scenario needs 50 banners; the box has 40."),
        (
            "R_BOX",
            "Scenario S01: the scenario needs 31 terrain hexes; the box has 30.",
        ),
        (
            "R_LANGUAGE",
            "Scenario S01: title is missing in uk; it is shown in English.",
        ),
        (
            "R_LANGUAGE",
            "Scenario S01: army.red.name is missing in de; it is shown in English.",
        ),
    ]
