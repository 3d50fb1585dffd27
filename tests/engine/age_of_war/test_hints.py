"""A hint says what it does, and a fill does not ask for a target that exists."""

from __future__ import annotations

import pytest

from engine.age_of_war.plans import afterwards, answer, hints, parse, remarks
from engine.age_of_war.state import State
from engine.registry import games
from tests.engine.age_of_war.table import at

LANGUAGES = games()["age_of_war"].languages


def siege() -> State:
    return at(hand="G A 3 1", target="D1", placed=[(2, "332")])


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_order_that_plays_on_stands_beside_its_step(language: str) -> None:
    # AOW-10.5, AOW-10.12: `take X` from the list played out the whole turn, untold
    state = at(hand="G A A C 3 3 2")
    shown = hints(state, 0, language)
    first, second = shown[:2]
    assert not first.plays_on
    assert second.plays_on
    one, two = (parse(state, 0, hint.text) for hint in (first, second))
    assert answer(state, 0, one).order == answer(state, 0, two).order
    assert afterwards(state, 0, one, language) == []
    (said,) = afterwards(state, 0, two, language)
    assert said in second.note
    assert said not in first.note


def test_the_last_line_of_a_card_ends_the_turn_anyway() -> None:  # AOW-6.1
    state = siege()
    fills = [hint for hint in hints(state, 0) if "fill" in hint.text]
    assert [hint.text for hint in fills] == ["step fill G"]
    assert afterwards(state, 0, parse(state, 0, "fill G")) == []


def test_an_order_to_pass_plays_nothing_on() -> None:  # AOW-10.6
    state = at(hand="G A A C 3 3 2")
    assert afterwards(state, 0, parse(state, 0, "pass")) == []
    assert afterwards(state, 0, parse(state, 0, "auto any")) != []


def test_a_fill_in_a_siege_is_not_asked_for_a_target() -> None:  # AOW-10.11, AOW-5.8
    state = siege()
    assert remarks(state, 0, parse(state, 0, "fill G")) == []


def test_a_fill_without_a_target_is_asked_for_one() -> None:  # AOW-10.11
    state = at(hand="G A A C 3 3 2")
    assert "target" in remarks(state, 0, parse(state, 0, "fill G"))[0]
    state = siege()  # a standing order meets turns without one
    assert "target" in remarks(state, 0, parse(state, 0, "standing: fill G"))[0]
