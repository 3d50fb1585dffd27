"""What picture, text and prose of every board have in common."""

from __future__ import annotations

from typing import Any

import pytest

from engine.drawing import columns_of
from engine.languages import LANGUAGES
from engine.registry import games
from engine.scene import (
    LONGEST_NAME,
    Scene,
    board_words,
    count,
    in_lines,
    seat_names,
    spoken,
)

GAMES = [name for name in sorted(games()) if name != "toy"]
ARMIES = {
    "en": ["{n} army", "{n} armies"],
    "de": ["{n} Armee", "{n} Armeen"],
    "it": ["{n} armata", "{n} armate"],
    "ru": ["{n} армия", "{n} армии", "{n} армий"],
    "uk": ["{n} армія", "{n} армії", "{n} армій"],
}
WORDS = {
    "and": " and ",
    "armies": ARMIES["en"],
    "you": "you",
    "to_move": "to move",
    "left": "left",
    "wins": "{names} wins",
    "shared": "Shared by {names}",
    "prose_you": "You are {name}.",
    "to": "a {place}",
    "kinds": {"bow": "archer"},
}


def scene(language: str = "en", **fields: Any) -> Scene:
    places = fields.pop("places", (1, 2, 3))
    view = {
        "seats": 3,
        "you": 1,
        "over": "",
        "left": [2],
        "active": 0,
        "standings": [{"seat": s, "place": place} for s, place in enumerate(places)],
        **fields,
    }
    return Scene(view, language, WORDS, ("Aki", "Botan", "Chie"))


@pytest.mark.parametrize(
    ("language", "counted"),
    [
        ("en", ["0 armies", "1 army", "2 armies", "5 armies", "21 armies"]),
        ("de", ["0 Armeen", "1 Armee", "2 Armeen", "5 Armeen", "21 Armeen"]),
        ("it", ["0 armate", "1 armata", "2 armate", "5 armate", "21 armate"]),
        ("ru", ["0 армий", "1 армия", "2 армии", "5 армий", "21 армия"]),
        ("uk", ["0 армій", "1 армія", "2 армії", "5 армій", "21 армія"]),
    ],
)
def test_things_are_counted_in_the_forms_of_a_language(
    language: str, counted: list[str]
) -> None:
    forms = ARMIES[language]
    assert [count(language, forms, n) for n in (0, 1, 2, 5, 21)] == counted


def test_things_are_listed_with_and() -> None:
    here = scene()
    assert here.listed([]) == ""
    assert here.listed(["Aki"]) == "Aki"
    assert here.listed(["Aki", "Botan"]) == "Aki and Botan"
    assert here.listed(["Aki", "Botan", "Chie"]) == "Aki, Botan and Chie"


def test_words_are_said_counted_and_found_by_their_key() -> None:
    assert scene().counted("armies", 3) == "3 armies"
    assert scene().word("kinds", "bow") == "archer"
    assert scene().word("kinds", "gun") == "gun"
    assert scene("it").say("to", place="Aizu") == "ad Aizu"
    assert scene("it").say("to", place="Izumo") == "a Izumo"


def test_a_name_is_never_read_as_a_template() -> None:
    here = scene()
    named = Scene(here.view, "en", WORDS, ("{0}", "{name}", "{words}"))
    assert named.prose_you() == ["You are {name}."]


def test_a_seat_is_flagged_as_reader_mover_and_gone() -> None:
    assert [scene().flags(seat) for seat in range(3)] == [
        ["to move"],
        ["you"],
        ["left"],
    ]
    assert scene(over="points").flags(0) == []


def test_the_result_names_all_winners() -> None:
    assert scene().result() == "Aki wins"
    assert scene(places=(1, 2, 1)).result() == "Shared by Aki and Chie"
    assert [s["seat"] for s in scene(places=(2, 1, 2)).placed()] == [1, 0, 2]


def test_only_a_reader_with_a_seat_is_told_who_they_are() -> None:
    assert scene().prose_you() == ["You are Botan."]
    assert scene(you=None).prose_you() == []


def test_a_signed_name_is_cut_and_has_the_sign_of_its_seat() -> None:
    assert scene().signed(0) == "● Aki"
    assert scene().signed(1, 4) == "■ Bot…"


def test_names_become_one_short_line_each() -> None:
    names = ["Aki\n<b>", "  ", "x" * 99, "Doi"]
    first, second, third = seat_names(names, ["Red", "Blue", "Green"])
    assert first == "Aki <b>"
    assert second == "Blue"
    assert columns_of(third) == LONGEST_NAME
    assert seat_names([], ["Red", "Blue"]) == ("Red", "Blue")


def test_no_part_of_a_line_is_broken() -> None:
    parts = ["one two three", "four five", "six seven"]
    assert in_lines(parts, 26) == ["one two three · four five", "six seven"]
    assert in_lines(parts, 12) == parts  # the first is too long, and stays whole
    assert in_lines([]) == []


@pytest.mark.parametrize("name", GAMES)
def test_a_game_speaks_its_languages_and_english_to_others(name: str) -> None:
    for language in LANGUAGES:
        assert spoken(name, language) == language
    assert spoken(name, "fr") == spoken(name, "../en") == "en"
    assert board_words(name, "fr") == board_words(name, "en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_board_has_the_words_that_all_boards_need(
    name: str, language: str
) -> None:
    table = board_words(name, language)
    assert {*WORDS, "title"} - {"armies", "to", "kinds"} <= set(table)
    forms = len(ARMIES[language])
    counted = [text for text in table.values() if is_counted(text)]
    assert counted
    assert {len(texts) for texts in counted} == {forms}


def is_counted(text: Any) -> bool:
    return isinstance(text, list) and all("{n}" in form for form in text)
