"""What match somebody wants, in their own order of words."""

from __future__ import annotations

from typing import Any

import pytest

from sse.inbox.creating import CreateUnclear, read_create

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
    ("text", "word", "game"),
    [
        ("", "", None),
        ("chess for two", "chess for two", None),
        ("age of war, dragons", "dragons", "age_of_war"),
        ("age of war seats many", "many", "age_of_war"),
        ("age of war clock sundial", "sundial", "age_of_war"),
    ],
)
def test_what_is_not_known_is_named(text: str, word: str, game: str | None) -> None:
    with pytest.raises(CreateUnclear) as unclear:
        read_create(text)
    assert unclear.value.word == word
    assert (unclear.value.about and unclear.value.about.name) == game
