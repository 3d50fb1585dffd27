"""An order for a turn that is over is told, unless it was used. [AOW-10.13]"""

from __future__ import annotations

import pytest

import engine.age_of_war as game
from engine.age_of_war.show import is_over
from engine.contract import Skipped
from engine.match import Match
from engine.words import skipped_reason

SEED = "05" * 32


def later() -> Match:
    """Seat 0 is at its second turn; nobody has written anything."""
    names = ["Ida", "Botan"]
    match = Match("age_of_war", names, {"first_player": "0"}, seed=SEED)
    match.ring([0])
    match.ring([1])
    assert (match.state.seat, match.state.turn) == (0, 3)
    return match


@pytest.mark.parametrize(("seat", "turn"), [(0, 1), (1, 2)])
def test_an_order_that_was_never_used_is_told(seat: int, turn: int) -> None:
    match = later()
    plan = f"standing: auto any\nturn {turn}: auto any"
    answer = game.answer(match.state, seat, plan)
    (lost,) = answer.skipped
    assert isinstance(lost, Skipped)
    view = game.view(match.state, seat)
    assert skipped_reason(lost.data, view, "en") == (
        "The turn it was written for is over. [AOW-10.13]"
    )
    assert answer.plan == "standing: auto any"


def test_an_order_that_was_used_ends_in_silence() -> None:
    names = ["Ida", "Botan"]
    match = Match("age_of_war", names, {"first_player": "0"}, seed=SEED)
    match.write(0, "auto any")
    assert match.state.turn == 2
    assert match.skipped == {}
    assert match.plans[0] == ""


def test_an_order_in_use_is_shown_as_before() -> None:
    view = game.view(later().state, 0)
    shown = game.label(view, "order", "turn 3 used: auto any", "en")
    assert shown == game.label(view, "order", "turn 3: auto any", "en")
    assert not is_over(view, "turn 3 used: auto any")
    assert is_over(view, "turn 1 used: auto any")
