"""Which words begin orders: the same question to every game."""

from __future__ import annotations

import pytest

from engine.match import Match
from engine.reading.verbs import EXACT, NEAR, NONE, begins_order
from engine.registry import games

every_game = pytest.mark.parametrize("name", sorted(games()))


@every_game
def test_orders_begin_with_verbs_and_pleasantries_do_not(name: str) -> None:
    players = ["Aki", "Botan", "Chie"][: games()[name].seats[0]]
    match = Match(name, players, seed="14" * 32)
    for seat in (0, 1):
        for hint in match.game.hints(match.state, seat):
            word = hint.text.split()[0].rstrip(":")
            assert begins_order(match.game, match.state, seat, word) == EXACT, word
        for word in ("zzqx", "regards", "danke", "buongiorno", "дякую", "Botan", "12"):
            assert begins_order(match.game, match.state, seat, word) == NONE, word


def test_a_slip_of_the_pen_is_no_pleasantry() -> None:
    war = Match("age_of_war", ["Aki", "Botan"], seed="14" * 32)
    empires = Match("small_samurai_empires", ["Aki", "Botan"], seed="14" * 32)
    assert begins_order(war.game, war.state, 0, "taek") == NEAR
    assert begins_order(war.game, war.state, 0, "Thanks") == NONE
    assert begins_order(empires.game, empires.state, 0, "plase") == NEAR
    assert begins_order(empires.game, empires.state, 0, "RESOLVE") == EXACT
    assert begins_order(empires.game, empires.state, 0, "viele") == NONE
