"""What match somebody wants, in their own order of words."""

from __future__ import annotations

from typing import Any

import pytest

from engine.registry import games
from sse.matches.text.new_match import CreateUnclear, read_create, value_word

SSE = "small_samurai_empires"


@pytest.mark.parametrize(
    ("text", "game", "wanted"),
    [
        ("age of war", "age_of_war", {"seats_wanted": 2, "tempo": "each"}),
        ("AOW with bots", "age_of_war", {"bots": ["auto"], "seats_wanted": 2}),
        (
            "small samurai empires 3 seats, edition crowd-games, variants shrines,"
            " bots greedy, tempo phase, clock relaxed, private,"
            " invite a@b.c, d@e.f, title Spring in Kyoto",
            SSE,
            {
                "seats": 3,
                "choices": {"edition": "crowd-games", "shrines": "yes"},
                "bots": ["greedy"],
                "tempo": "phase",
                "clock": "relaxed",
                "privacy": "private",
                "invited": ["a@b.c", "d@e.f"],
                "title": "Spring in Kyoto",
            },
        ),
        (
            "age of war, 2 bots, turn cap 20, set sengoku-2014, daily clock",
            "age_of_war",
            {"choices": {"turn_cap": "20", "set": "sengoku-2014"}, "clock": "daily"},
        ),
        (
            "small 4 Plätze 2 Bots Uhr gemütlich Tempo Phase privat einladen a@b.c",
            SSE,
            {"seats": 4, "bots": ["greedy", "greedy"], "privacy": "private"},
        ),
        (
            "sse 3 giocatori, tempo fase, orologio lento, varianti shrines e agenda",
            SSE,
            {"choices": {"shrines": "yes", "agenda": "yes"}, "clock": "relaxed"},
        ),
        (
            "маленькие империи. самураи, 3 места, темп фаза, часы спокойные, закрытая",
            SSE,
            {"seats": 3, "tempo": "phase", "clock": "relaxed", "privacy": "private"},
        ),
        (
            "епоха війни, 3 гравці, боти 2, щоденний годинник, без мене",
            "age_of_war",
            {"seats": 3, "bots": ["auto", "auto"], "clock": "daily", "plays": False},
        ),
        ('age of war title "A, b" 2 seats', "age_of_war", {"title": "A, b"}),
        ("sse, no shrines, agenda yes", SSE, {"choices": {"shrines": "no"}}),
        ("sse invite a@b.c d@e.f", SSE, {"seats_wanted": 3}),
        (
            "age of war, first player 2",  # as pages and letters count: “Seat 2”
            "age_of_war",
            {"choices": {"first_player": "1"}},
        ),
        ("age of war, 3 seats, 2 auto bots", "age_of_war", {"bots": ["auto"] * 2}),
        (
            "age of war, auto bot, random bot",
            "age_of_war",
            {"bots": ["auto", "random"]},
        ),
        ("age of war, private, for two", "age_of_war", {"seats": 2}),
        (
            'age of war, title "A, b", position: {"cards": {"D1": 1},\n"seat": 1} bots',
            "age_of_war",
            {
                "title": "A, b",
                "position": '{"cards": {"D1": 1},\n"seat": 1}',
                "others": "auto",  # as many as the position has seats for
                "bots": ["auto"],
            },
        ),
        ("aow Stellung: 12/30, 3 Plätze", "age_of_war", {"position": "12/30"}),
        ("aow, Stellung {}, title The {b} }", "age_of_war", {"position": "{}"}),
        ("aow, title The {b} lair", "age_of_war", {"title": "The {b} lair"}),
        ("aow\n{}", "age_of_war", {"position": "{}"}),
        ("aow, position\n{}, 3 seats", "age_of_war", {"position": "{}", "seats": 3}),
        (
            "aow, 2 seats, title Obon, position:\n\na = 1 # 3 seats\n\n[[b]]\n",
            "age_of_war",
            {"position": "\na = 1 # 3 seats\n\n[[b]]\n", "seats": 2, "title": "Obon"},
        ),
    ],
)
def test_matches_are_described(text: str, game: str, wanted: dict[str, Any]) -> None:
    found = read_create(text)
    assert found.about.name == game
    for name, value in wanted.items():
        is_part = isinstance(value, dict)
        said = getattr(found, name)
        assert (value.items() <= said.items()) if is_part else (said == value), name


@pytest.mark.parametrize(
    "text",
    [
        "age of war for 3",
        "age of war 3, private",
        "age of war, 3",
        "age of war for three players",
        "Zeitalter des Krieges für 3",
        "Zeitalter des Krieges zu dritt",
        "Age of War per 3",
        "Age of War per tre giocatori",
        "Эпоха войны на 3",
        "Эпоха войны на троих",
        "Эпоха войны для трёх игроков",
        "Епоха війни на 3",
        "Епоха війни на трьох",
    ],
)
def test_a_number_by_itself_counts_seats(text: str) -> None:
    found = read_create(text)
    assert (found.seats, found.choices) == (3, {})


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("age of war, 3 seats, a bot", 1),
        ("age of war with two bots", 2),
        ("Zeitalter des Krieges, 3 Plätze, ein Bot", 1),
        ("Zeitalter des Krieges mit einem Bot", 1),
        ("Zeitalter des Krieges mit zwei Bots", 2),
        ("Age of War, 3 posti, un bot", 1),
        ("Age of War con due bot", 2),
        ("Эпоха войны, 3 места, один бот", 1),
        ("Эпоха войны с ботом", 1),
        ("Эпоха войны с двумя ботами", 2),
        ("Епоха війни, 3 місця, один бот", 1),
        ("Епоха війни з ботом", 1),
        ("Епоха війни, п’ять ботів", 5),
    ],
)
def test_bots_are_counted_in_words_too(text: str, count: int) -> None:
    assert read_create(text).bots == ["auto"] * count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("age of war, 4 seats, bots", 3),
        ("age of war, 4 seats, bot", 1),  # others may join
        ("age of war, 4 Plätze, Programme auto", 3),
        ("age of war 4, programmi, invite a@b.c", 2),
        ("age of war 4 с ботами", 3),
        ("age of war, 5 місць, боти, приватна", 4),
        ("age of war, 4 seats, 2 bots", 2),
        ("age of war, 4 seats, bots 2", 2),
        ("age of war, bots", 1),
    ],
)
def test_several_programs_take_all_seats_that_are_left(text: str, count: int) -> None:
    assert read_create(text).bots == ["auto"] * count


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("age of war, title: My, great match", "My, great match"),
        ("age of war, title: My; great match\n3 seats", "My; great match"),
        ("age of war, title Spring, 3 seats", "Spring"),
        ("age of war, 3 seats, title Duel: Aki, Botan", "Duel: Aki, Botan"),
        ("age of war, title: My, great match, 3 seats, a bot", "My, great match"),
        ("age of war, 3 seats, title “My, great match”, a bot", "My, great match"),
        ("age of war, title Spring, invite a@b.c", "Spring"),
        ("age of war, title The rose, name of love", "The rose, name of love"),
    ],
)
def test_a_title_runs_to_the_end_of_its_line(text: str, title: str) -> None:
    """Unless what follows it to the end says how to play."""
    assert read_create(text).title == title


@pytest.mark.parametrize("language", ["en", "de", "it", "ru", "uk"])
def test_what_a_game_lets_one_choose_is_read_as_it_is_shown(language: str) -> None:
    for about in games().values():
        for choice in about.choices.values():
            if len(choice.values) == 1:  # there is nothing to choose
                continue
            for value in choice.values or (str(choice.highest),):
                said = (
                    f"{choice.title(language)}: {value_word(choice, value, language)}"
                )
                found = read_create(f"{about.title}, 2 seats, {said}")
                assert found.choices == {choice.name: value}, said
                assert (found.seats, found.bots) == (2, []), said


def test_cards_are_known_by_their_own_name() -> None:
    found = read_create("Zeitalter des Krieges, Burgen von sechs Clans")
    assert found.choices == {"set": "sengoku-2014"}


@pytest.mark.parametrize(
    ("text", "word", "game"),
    [
        ("", "", None),
        ("chess for two", "chess for two", None),
        ("age of war, dragons", "dragons", "age_of_war"),
        ("age of war seats many", "many", "age_of_war"),
        ("age of war clock sundial", "sundial", "age_of_war"),
        ("age of war, 3 seats, 2", "2", "age_of_war"),
        ("age of war, ein Drache", "Drache", "age_of_war"),
        ("age of war, set tokugawa", "tokugawa", "age_of_war"),
        ("age of war, first player 0", "0", "age_of_war"),
    ],
)
def test_what_is_not_known_is_named(text: str, word: str, game: str | None) -> None:
    with pytest.raises(CreateUnclear) as unclear:
        read_create(text)
    assert unclear.value.word == word
    assert (unclear.value.about and unclear.value.about.name) == game
