"""Eyes that see every card, and what phases and places are called, in every game."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from engine.chance import Seeded
from engine.contract import OPEN, Event, Game, visible
from engine.registry import game as game_of
from engine.registry import games
from tests.engine.test_contract import every_game, plain, random_match, seats_of

hiding = pytest.mark.parametrize(
    "name", sorted(name for name, about in games().items() if about.hidden)
)
SPOT = re.compile(r'data-word="([^"]+)"')


def test_open_eyes_read_every_event() -> None:
    told = [Event("a", {}), Event("b", {}, to=(0,)), Event("c", {}, to=())]
    assert [event.kind for event in visible(told, OPEN)] == ["a", "b", "c"]
    assert [event.kind for event in visible(told, None)] == ["a"]


@hiding
def test_open_eyes_see_whatever_a_seat_sees(name: str) -> None:
    """Two states that a seat can tell apart, open eyes can tell apart as well."""
    game, dice, compared = game_of(name), Random(name), 0
    for moment in random_match(name, limit=80, rounds=4):
        order = dice.choice(game.options(moment.state, moment.seat))
        chance = moment.chance.again()
        other, _ = game.apply(moment.state, moment.seat, order, chance)
        if differs(game, moment.state, other):
            compared += 1
            assert plain(game.view(moment.state, OPEN)) != plain(game.view(other, OPEN))
    assert compared


def differs(game: Game[Any], one: Any, other: Any) -> bool:
    seats = seats_of(game, one)
    return any(plain(game.view(one, s)) != plain(game.view(other, s)) for s in seats)


@hiding
def test_open_cards_are_drawn(name: str) -> None:
    game = game_of(name)
    for moment in random_match(name, limit=40, rounds=2):
        view = game.view(moment.state, OPEN)
        assert view["you"] is None
        picture = game.render(view, "en", ["Aki", "Botan", "Chie", "Daisuke"])
        assert picture.svg.startswith("<svg")
        assert max(map(len, picture.text.splitlines())) <= 72


@every_game
def test_phases_and_places_have_names_in_every_language(name: str) -> None:
    game, about = game_of(name), games()[name]
    if name == "toy":
        return
    for moment in random_match(name, limit=30, rounds=2):
        view = game.view(moment.state, moment.seat)
        spans = {decision.span for decision in game.decisions(moment.state)}
        spots = set(SPOT.findall(game.render(view).svg))
        for language in about.languages:
            for span in spans:
                assert game.label(view, "span", span, language) not in ("", span)
            for spot in spots:
                assert game.label(view, "spot", spot, language)


def test_open_cards_show_what_lies_face_down() -> None:  # SSE-13.2
    game = game_of("small_samurai_empires")
    choices = games()["small_samurai_empires"].complete(2, {"screens": "yes"})
    state, _ = game.setup(2, choices, Seeded("01" * 32))
    while game.decisions(state)[0].point != "placement":
        seat = game.decisions(state)[0].seat
        order = game.default(state, seat)
        state, _ = game.apply(state, seat, order, Seeded("02" * 32))
    seat = game.decisions(state)[0].seat
    order = game.options(state, seat)[0]
    state, _ = game.apply(state, seat, order, Seeded("03" * 32))
    own, shut = game.view(state, seat), game.view(state, None)
    opened = game.view(state, OPEN)
    assert own["slots"] == opened["slots"] != shut["slots"]
    assert opened["hands"][seat] == own["hand"]
    assert opened["destiny"]["hands"][seat] == own["destiny"]["hand"]
    assert None not in opened["food"]
    assert None in shut["food"]
    assert "in hand" in game.render(opened, "en", ["Aki", "Botan"]).prose
