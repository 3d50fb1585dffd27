"""To whom something is said."""

from __future__ import annotations

import pytest

from sse.matches.text.command_words import read_line
from sse.matches.text.recipients import (
    Addressee,
    AddresseeUnclear,
    Speech,
    seats_named,
    speech_of,
)

TABLE = [
    Addressee(0, "Aki", ("red", "rot", "красный")),
    Addressee(1, "Botan", ("blue", "blau", "синий")),
    Addressee(2, "Chie and Co", ("green", "grün", "зелёный")),
]


@pytest.mark.parametrize(
    ("words", "seats"),
    [
        ("to all", None),
        ("", None),
        ("an alle", None),
        ("to blue", (1,)),
        ("to Botan, red", (1, 0)),
        ("to Botan and aki", (1, 0)),
        ("an blau und rot", (1, 0)),
        ("to Chie and Co", (2,)),
        ("chie", (2,)),
        ("to seat 2", (1,)),
        ("an Platz 3", (2,)),
        ("1", (0,)),
        ("синий, зеленый", (1, 2)),
        ("to aki, aki", (0,)),
        ("to aki, everybody", None),
    ],
)
def test_names_colours_and_numbers(words: str, seats: tuple[int, ...] | None) -> None:
    assert seats_named(words, TABLE) == seats


@pytest.mark.parametrize("words", ["to doi", "to 0", "to 7", "to x", "to aki, doi"])
def test_nobody_else_is_guessed(words: str) -> None:
    with pytest.raises(AddresseeUnclear):
        seats_named(words, TABLE)


@pytest.mark.parametrize("called", ["blue", "Blau", "seat 2", "2"])
def test_who_takes_anothers_colour_for_a_name_hears_nothing_of_theirs(
    called: str,
) -> None:
    botan = Addressee(1, "Botan", ("blue", "blau"))
    eve = Addressee(2, called, ("green", "grün"))
    with pytest.raises(AddresseeUnclear) as unclear:
        seats_named(f"to {called}", [botan, eve])
    assert unclear.value.possible == ("Botan", called)
    assert seats_named("to botan and seat 3", [botan, eve]) == (1, 2)
    own = eve._replace(others=("green", called))
    assert seats_named("to green", [own]) == (2,)


def test_two_of_one_name_are_told_apart() -> None:
    twins = [Addressee(0, "Aki 1"), Addressee(1, "Aki 2")]
    with pytest.raises(AddresseeUnclear) as unclear:
        seats_named("to aki", twins)
    assert unclear.value.possible == ("Aki 1", "Aki 2")
    assert seats_named("aki 2", twins) == (1,)


def test_a_speech_has_lines() -> None:
    command = read_line("say to blue: hello: you")
    assert command
    said = speech_of(command._replace(below="second line"), TABLE)
    assert said == Speech((1,), "hello: you\nsecond line")
