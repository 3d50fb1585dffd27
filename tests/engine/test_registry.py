"""Games are found by their folder; choices are checked before anything begins."""

from __future__ import annotations

import pytest

from engine.errors import ChoiceRefused
from engine.languages import LANGUAGES
from engine.registry import Annals, Happening, game, games, read_annals


def test_every_folder_with_a_game_toml_is_a_game() -> None:
    assert {"age_of_war", "toy"} <= set(games())
    assert games()["age_of_war"].code == "AOW"
    assert games()["age_of_war"].titles["uk"] == "Епоха війни"


def test_an_unknown_game_names_the_known_ones() -> None:
    with pytest.raises(KeyError, match="age_of_war"):
        game("chess")


def test_missing_choices_take_their_defaults() -> None:
    about = games()["age_of_war"]
    assert about.complete(2, {}) == {
        "dropout": "auto",
        "first_player": "random",
        "set": "qin-2024",
        "turn_cap": "0",
    }
    assert about.complete(2, {}, people=False)["turn_cap"] == "400"  # AOW-9.20
    assert about.complete(2, {"turn_cap": "007"})["turn_cap"] == "7"


@pytest.mark.parametrize(
    ("seats", "choices", "reason"),
    [
        (1, {}, "2 to 6 players"),
        (7, {}, "2 to 6 players"),
        (2, {"set": "qin"}, "one of qin-2024, sengoku-2014"),
        (2, {"turn_cap": "-1"}, "a number from 0 to 100000"),
        (2, {"turn_cap": "100001"}, "a number from 0 to 100000"),
        (2, {"turn_cap": "1e3"}, "a number from 0 to 100000"),
        (2, {"turn_cap": "٣"}, "a number from 0 to 100000"),
        (2, {"turn_cap": "9" * 5000}, "a number from 0 to 100000"),
        (2, {"colour": "red"}, "has no choice “colour”"),
    ],
)
def test_what_cannot_be_chosen_is_refused_in_words(
    seats: int, choices: dict[str, str], reason: str
) -> None:
    with pytest.raises(ChoiceRefused, match=reason):
        games()["age_of_war"].complete(seats, choices)


def test_a_game_says_what_the_archive_remembers() -> None:
    data = {"happenings": [["a b", "c"], "d"], "openings": ["a b"], "turn_order": "e"}
    grouped = (Happening("a", "b"), Happening("c")), (Happening("d"),)
    assert read_annals(data) == Annals("e", (Happening("a", "b"),), grouped)
    assert read_annals({}) == Annals()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["age_of_war", "small_samurai_empires"])
def test_choices_are_spoken_of_in_every_language(name: str, language: str) -> None:
    about = games()[name]
    assert about.blurbs[language]
    for choice in about.choices.values():
        assert choice.titles[language]
        assert not choice.notes or choice.notes[language]
        if not choice.is_switch:
            for value in choice.values:
                assert choice.words[value][language]
        for value, word in choice.words.items():  # of a number some may have a name
            assert choice.check(value) == value
            assert word[language]


def test_a_choice_without_words_is_called_by_its_name() -> None:
    rounds, deal = games()["toy"].choices["rounds"], games()["toy"].choices["deal"]
    assert rounds.title("de") == "Rounds"
    assert (deal.word("open", "de"), deal.note()) == ("open", "")
    assert games()["toy"].title_in("uk") == "Lanterns"


def test_a_choice_is_called_as_the_reader_says() -> None:
    cards = games()["age_of_war"].choices["set"]
    assert cards.title("de") == "Karten"
    assert cards.word("sengoku-2014", "uk") == "Замки шести кланів (2014)"
    assert cards.word("sengoku-2014", "ja") == "Castles of six clans (2014)"
