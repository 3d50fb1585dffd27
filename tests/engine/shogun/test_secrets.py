"""What lies face down is not told by what surrounds it. [SHO-1.5]"""

from __future__ import annotations

import engine.shogun as game
from engine.shogun.board import BOARD
from engine.shogun.state import State
from tests.engine.shogun.mails import own, plan, position_p, steps
from tests.engine.shogun.table import BLUE, RED, acting, begin, opening

OPEN = ("battle-a", "castle", "temple", "theatre", "rice")
DOWN = (
    ("tax", "recruit5", "recruit3", "recruit1", "battle-b"),
    ("battle-b", "recruit1", "tax", "recruit5", "recruit3"),
)


def with_actions_down(down: tuple[str, ...]) -> State:
    """Blue may move; all that Red plans is still to come."""
    cards = {
        BLUE: {"battle-a": "YAM"},
        RED: {"battle-a": "KOZ", "recruit1": "SNN", "battle-b": "ETC"},
    }
    return begin(acting(opening(), cards, (*OPEN, *down))).state


def test_hints_do_not_tell_the_order_of_the_actions() -> None:  # SHO-1.5, SHO-4.1
    one, other = map(with_actions_down, DOWN)
    assert one.actions != other.actions
    for seat in (BLUE, RED):
        assert game.view(one, seat) == game.view(other, seat)
        assert game.ahead(one, seat) == game.ahead(other, seat)
        assert game.hints(one, seat) == game.hints(other, seat)


def test_what_is_ahead_has_the_order_of_the_board() -> None:  # SHO-18.8
    state = with_actions_down(DOWN[1])
    moving = [name for name in BOARD.slots if name in game.ahead(state, RED)]
    assert game.ahead(state, RED) == moving == ["recruit1", "battle-a", "battle-b"]


SLOTS = [name for name in BOARD.slots if name in BOARD.actions]


def steps_with_empty(*empty: str) -> list[str]:
    """Purple has four provinces and five intrigue cards for eleven slots."""
    state = position_p()
    for code in ("AKI", "BIN", "SGM", "TOT"):
        own(state, code, -1, 0)
    cards = iter(["KAI", "MIK", "MIN", "MUS", *["-"] * 4])
    laid = [f"{slot} {'empty' if slot in empty else next(cards)}" for slot in SLOTS]
    return steps(state, plan(state, "; ".join([*laid, "bid 0"])))


def test_the_number_of_steps_does_not_tell_which_slots_are_empty() -> None:
    found = [steps_with_empty(*SLOTS[:2]), steps_with_empty(*SLOTS[-2:])]
    assert [len(one) for one in found] == [10, 10]  # SHO-1.5, SHO-17.5, SHO-18.12
    assert found[0] != found[1]
    assert {one[-1] for one in found} == {"ready"}
