"""What a refusal proposes: the reader's own words, real ones, and no list twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.contract import View
from engine.errors import OrderError, Refused
from engine.registry import game as game_of
from engine.registry import games
from engine.words import legal_text, refusals
from tests.engine.test_contract import NAMES, random_match

LATIN = re.compile(r"[A-Za-z]{3,}")
WORDS = sorted(
    {
        ("age_of_war", word)
        for word in (
            "tak D1",
            "take D1 vai G",
            "take dalin",
            "step",
            "take D1 if",
            "fil",
        )
    }
    | {
        ("shogun", word)
        for word in (
            "catsle MUS",
            "castle",
            "special sixx",
            "battleA KAI > Surga 3",
            "hello",
            "castle awa",
        )
    }
    | {
        ("small_samurai_empires", word)
        for word in (
            "destny",
            "place",
            "place atack",
            "recruit aki if",
            "hello",
            "move",
        )
    }
)


def spoilt(text: str, dice: Random) -> str:
    """Letters left out or changed, words left out: as people write in a hurry."""
    words = text.split()
    at = dice.randrange(len(words))
    if dice.random() < 0.3:
        return " ".join(words[:at] or ["x"])
    letter = dice.randrange(len(words[at]))
    words[at] = (
        words[at][:letter] + dice.choice(["", "q", "я"]) + words[at][letter + 1 :]
    )
    return " ".join(words)


def refused(
    name: str, language: str, rounds: int
) -> Iterator[tuple[Any, View, OrderError]]:
    game, dice = game_of(name), Random(f"{name} {language}")
    for moment in random_match(name, limit=25, rounds=rounds):
        view = game.view(moment.state, moment.seat)
        texts = [h.text for h in game.hints(moment.state, moment.seat, language)]
        texts = [spoilt(text, dice) for text in texts[:6]]
        for text in [*texts, *(text for of, text in WORDS if of == name)]:
            try:
                game.parse(moment.state, moment.seat, text, "", NAMES)
            except Refused as found:
                yield from ((game, view, error) for error in found.errors)


@pytest.mark.parametrize("language", ["ru", "uk"])
@pytest.mark.parametrize("name", ["age_of_war", "shogun", "small_samurai_empires"])
def test_suggestions_are_in_the_readers_language(name: str, language: str) -> None:
    """In Cyrillic a word of another language is seen at once; codes are shorter."""
    count = 0
    for _game, view, error in refused(name, language, 6):
        for item in error.legal:
            said = legal_text(error, item, view, language)
            for word in LATIN.findall(said):
                assert word in NAMES, (error.data, error.legal, said)
            count += 1
    assert count > 100


@pytest.mark.parametrize("language", ["en", "de", "it", "ru", "uk"])
@pytest.mark.parametrize("name", ["age_of_war", "shogun", "small_samurai_empires"])
def test_suggestions_are_words_and_no_list_has_one_twice(
    name: str, language: str
) -> None:
    for _game, view, error in refused(name, language, 2):
        said = [legal_text(error, item, view, language)[1:-1] for item in error.legal]
        assert all(item and item == item.strip() for item in said), said
        assert not any("_" in item or "{" in item for item in said), said
        (sentence,) = refusals([error], view, language, NAMES)
        for item in set(said):
            quoted = legal_text(error, error.legal[said.index(item)], view, language)
            assert sentence.count(quoted) <= 2, sentence  # once more as what was said


@pytest.mark.parametrize("name", sorted(games()))
def test_the_same_list_is_told_once(name: str) -> None:
    game, about = game_of(name), games()[name]
    for moment in random_match(name, limit=5, rounds=3):
        with pytest.raises(Refused) as found:
            game.parse(moment.state, moment.seat, "zzqx\nzzqx zzqx", "", NAMES)
        view, errors = game.view(moment.state, moment.seat), found.value.errors
        for language in about.languages:
            said = refusals(errors, view, language, NAMES)
            lists = [error.legal for error in errors]
            for number, error in enumerate(errors):
                again = error.legal in lists[:number]
                quoted = [legal_text(error, i, view, language) for i in error.legal]
                assert not (again and any(q in said[number] for q in quoted))
            offered = refusals(errors, view, language, NAMES, [True] * len(errors))
            for error, text in zip(errors, offered, strict=True):
                quoted = [legal_text(error, i, view, language) for i in error.legal]
                assert not any(q in text for q in quoted)
