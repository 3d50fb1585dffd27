"""Sentences: values by their labels, numbers with the right noun, nothing executed."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

import pytest

from engine.contract import Event
from engine.errors import OrderIllegal, OrderUnreadable
from engine.languages import LANGUAGES
from engine.match import Match
from engine.registry import games
from engine.words import (
    ADDRESS,
    FIELD,
    common,
    common_refusals,
    fill,
    pattern,
    refusal,
    sentence,
    words,
)

VIEW = {"game": "age_of_war", "set": "qin-2024"}


def test_values_appear_by_their_names() -> None:
    event = Event("card_taken", {"seat": 0, "card": "D1", "former": 1})
    names = ["Aki", "Botan"]
    assert sentence(event, VIEW, "en", names) == "Aki takes Dalian from Botan."
    assert "Далянь" in sentence(event, VIEW, "uk", names)
    assert sentence(event, {**VIEW, "set": "sengoku-2014"}).startswith("Seat 1 takes G")


def test_a_player_reads_their_own_deeds_as_theirs() -> None:
    event = Event("card_taken", {"seat": 0, "card": "D1", "former": 1})
    names = ["Aki", "Botan"]
    assert sentence(event, VIEW, "en", names, 0) == "You take Dalian from Botan."
    assert sentence(event, VIEW, "en", names, 1) == "Aki takes Dalian from you."
    assert sentence(event, VIEW, "de", names, 0).startswith("Du nimmst Botan")
    assert sentence(event, VIEW, "it", names, 0).startswith("Conquisti ")
    assert sentence(event, VIEW, "en", ["[x|y]", "Botan"]).startswith("[x|y] takes")


@pytest.mark.parametrize("name", sorted(games()))
def test_a_sentence_to_a_player_has_no_field_of_its_own(name: str) -> None:
    for language in games()[name].languages:
        for said in sentences_of(words(name, language)["events"]):
            left = ADDRESS.sub("", said)
            assert "[" not in left
            assert "]" not in left
            for everybody, you in ADDRESS.findall(said):
                known = {field for field, _ in FIELD.findall(everybody)}
                assert {field for field, _ in FIELD.findall(you)} <= known


def sentences_of(table: Mapping[str, Any]) -> list[str]:
    found = list[str]()
    for said in table.values():
        found += sentences_of(said) if isinstance(said, dict) else [said]
    return found


def test_a_pattern_says_what_is_known() -> None:
    assert pattern("card_taken", {"card": "D1"}, VIEW) == "X takes Dalian from Y."
    assert pattern("card_taken", {}, VIEW, "en") == "X takes … from Y."
    assert "Далянь" in pattern("card_taken", {"card": "D1"}, VIEW, "uk")
    assert pattern("province_subdued", {}, VIEW) == "X subdues …, worth … points."
    assert pattern("seat_changed", {}, VIEW) == "X takes over the seat."


def test_a_pattern_needs_what_chooses_its_sentence() -> None:
    assert pattern("turn_ended", {}, VIEW) == ""
    assert pattern("turn_ended", {"reason": "pass"}, VIEW) == "X passes."


@pytest.mark.parametrize(
    ("language", "number", "said"),
    [
        ("uk", 1, "1 очко"),
        ("uk", 3, "3 очки"),
        ("uk", 5, "5 очок"),
        ("uk", 11, "11 очок"),
        ("uk", 21, "21 очко"),
        ("uk", 22, "22 очки"),
    ],
)
def test_a_number_chooses_its_noun(language: str, number: int, said: str) -> None:
    template = "{n|очко|очки|очок}"
    assert fill(template, {"n": str(number)}, language) == said


@pytest.mark.parametrize(
    ("language", "value", "said"),
    [
        ("it", "Aizu", "va ad Aizu"),
        ("it", "aki", "va ad aki"),
        ("it", "Izumo", "va a Izumo"),
        ("it", "Kii", "va a Kii"),
        ("it", "", "va a "),
        ("it", "{a}", "va a {a}"),
        ("de", "Aizu", "va a Aizu"),
    ],
)
def test_italian_listens_to_the_next_word(language: str, value: str, said: str) -> None:
    assert fill("va a {to}", {"to": value}, language) == said
    assert fill("A {to}.", {"to": "Aki"}, "it") == "Ad Aki."
    assert fill("sta {to}", {"to": "Aki"}, "it") == "sta Aki"


def test_a_board_listens_too() -> None:
    match = Match("age_of_war", ["Aki", "Anna"], seed="0a" * 32)
    assert "Tocca ad A" in match.picture(None, "it").prose


def test_english_has_two_forms() -> None:
    assert fill("{n|point|points}", {"n": "1"}, "en") == "1 point"
    assert fill("{n|point|points}", {"n": "2"}, "en") == "2 points"


def test_a_players_name_is_never_a_template() -> None:
    event = Event("seat_left", {"seat": 0})
    assert sentence(event, VIEW, "en", ["{card|x}"]) == "{card|x} leaves the match."


def test_a_refusal_has_line_reason_rule_and_what_is_right() -> None:
    illegal = OrderIllegal(
        "AOW-5.8", "E_COMMITTED", line=2, legal=["fill G", "pass"], card="D1"
    )
    assert refusal(illegal, VIEW) == (
        "Line 2: You are already besieging another card (Dalian). [AOW-5.8] "
        "Possible: “fill G”; “pass”."
    )
    unknown = OrderUnreadable(
        "AOW-10.4", "E_UNKNOWN_CARD", legal=["Dalian", "Anyi"], word="dalien"
    )
    assert refusal(unknown, VIEW) == (
        "There is no such card in this set (dalien). [AOW-10.4] "
        "Did you mean “Dalian” or “Anyi”?"
    )


def test_the_kit_speaks_five_languages() -> None:
    for language in LANGUAGES:
        assert set(common(language)) == set(common("en"))
    assert common("de")["line"] != common("en")["line"]
    assert common("eo") == common("en")
    assert words("age_of_war", "eo") == words("age_of_war", "en")


def test_the_refusals_of_every_game_are_told_in_five_languages() -> None:
    english = common_refusals("en")
    for language in LANGUAGES:
        said = common_refusals(language)
        assert set(said) == set(english)
        for code, template in said.items():
            assert FIELD.findall(template) == FIELD.findall(english[code]), code
            assert language == "en" or template != english[code], code


def own_refusals(name: str, language: str) -> dict[str, str]:
    file = games()[name].folder / f"words.{language}.toml"
    return dict(tomllib.loads(file.read_text("utf-8"))["refusals"])


@pytest.mark.parametrize("name", sorted(games()))
def test_a_game_has_the_refusals_of_the_kit_and_repeats_none(name: str) -> None:
    languages = games()[name].languages
    for language in languages:
        told, own = words(name, language)["refusals"], own_refusals(name, language)
        assert told == {**common_refusals(language), **own}
    for code in own_refusals(name, "en"):
        said = [own_refusals(name, language)[code] for language in languages]
        shared = [common_refusals(language).get(code) for language in languages]
        assert said != shared, code
