"""A form is a picture of a text: it reads what it writes, and it tells no secret."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from engine.chance import Chance
from engine.contract import Game
from engine.form import Entry, Filling, form_of, text_of
from engine.registry import game as game_of
from engine.registry import games
from tests.engine.test_contract import NAMES, Moment, alike_of, every_game, moments
from tests.games import registered

WRITTEN = "NOON tea; dusk silk kobe 2 # far\nwish uraga > sakai\nhello"


@pytest.fixture
def ferry() -> Iterator[None]:
    with registered():
        yield


def meant(game: Game[Any], moment: Moment, text: str) -> list[str]:
    """The lines of the plan; slots may come in another order."""
    plan = game.parse(moment.state, moment.seat, text, "", NAMES)
    return sorted(plan.splitlines())


@every_game
def test_a_form_is_plain_and_reads_what_it_writes(name: str) -> None:
    game = game_of(name)
    for moment in moments(name, 40):
        form = form_of(game, moment.state, moment.seat, "", "en", NAMES)
        if form is None:
            continue
        json.dumps(form.data)
        hint = game.hints(moment.state, moment.seat)[0].text
        for text in (text_of(form, form.filling), hint):
            found = form_of(game, moment.state, moment.seat, text, "en", NAMES)
            assert found is not None
            twin = text_of(form, found.filling)
            again = form_of(game, moment.state, moment.seat, twin, "en", NAMES)
            assert again is not None
            assert again.filling == found.filling
        assert meant(game, moment, hint) == meant(game, moment, twin)


@every_game
def test_a_form_tells_no_secret(name: str) -> None:
    game = game_of(name)
    if not games()[name].hidden:
        return
    for moment in moments(name, 40):
        form = form_of(game, moment.state, moment.seat)
        for other in alike_of(name)(moment.state, moment.seat) if form else ():
            assert form_of(game, other, moment.seat) == form


@every_game
def test_a_form_is_in_the_readers_words(name: str) -> None:
    game = game_of(name)
    for moment in moments(name, 20):
        for language in games()[name].languages:
            form = form_of(game, moment.state, moment.seat, "", language, NAMES)
            if form is None:
                continue
            hint = game.hints(moment.state, moment.seat, language)[0].text
            found = form_of(game, moment.state, moment.seat, hint, language, NAMES)
            assert found is not None
            twin = text_of(form, found.filling)
            assert meant(game, moment, hint) == meant(game, moment, twin)


@pytest.mark.usefixtures("ferry")
def test_a_text_is_laid_into_slots_and_written_again() -> None:
    game = game_of("ferry")
    state, _ = game.setup(2, {}, Chance())
    form = form_of(game, state, 0, WRITTEN)
    assert form is not None
    assert form.filling == Filling(
        {"noon": Entry("tea"), "dusk": Entry("silk", "kobe", "2")},
        {"wish": ("uraga", "sakai")},
        ("hello",),
    )
    lines = ["noon tea", "dusk silk > kobe 2", "wish uraga > sakai", "hello"]
    assert text_of(form, form.filling).splitlines() == lines


@pytest.mark.usefixtures("ferry")
def test_a_slot_where_something_could_move_says_that_it_stays() -> None:
    game = game_of("ferry")
    state, _ = game.setup(2, {}, Chance())
    form = form_of(game, state, 0)
    assert form is not None
    laid = {"noon": Entry("rice"), "dusk": Entry("silk")}
    assert text_of(form, Filling(laid)) == "noon rice\ndusk silk > stay"
    kept = {"dusk": Entry("silk", more=" > kobe 1 if windy")}
    assert text_of(form, Filling(kept)) == "dusk silk > kobe 1 if windy"


def test_a_game_without_a_form_has_none() -> None:
    game = game_of("age_of_war")
    assert all(form_of(game, m.state, m.seat) is None for m in moments("age_of_war", 3))
