"""The list of options is exactly what is carried out, word for word. [SB-17.1]"""

from __future__ import annotations

from itertools import product

import pytest

from engine.contract import Order
from engine.errors import OrderIllegal
from engine.samurai_battles import rules
from engine.samurai_battles.state import State
from tests.engine.samurai_battles.table import Dice, at
from tests.engine.samurai_battles.test_command_cards import refused

RED = "AY E6, FL E6, AB D6, FL C5, SN A6, FL A6"
YELLOW = "AY F6, FL F6, SN F8"
ORDERED = "E6 D6 LC5 LA6"
WORDS = ("E6", "D6", "C5", "A6", "F6", "F8", "D1")
OTHERS = ("leader", "exit", "challenge", "", "L5", "E6E6", "333", "leader E6")
MOMENTS = {
    "orders": at(RED, YELLOW, phase="orders", card="leadership"),
    "section": at(RED, YELLOW, phase="orders", card="order-3-center"),
    "messenger": at(
        *(RED, YELLOW),
        phase="omen",
        card="leadership",
        dragons=("brave-messenger", ""),
    ),
    "moves": at(
        RED, YELLOW, phase="moves", orders=ORDERED, dragons=("forced-march", "")
    ),
    "battles": at(RED, YELLOW, orders=ORDERED, dragons=("issue-challenge", "")),
}
VERBS = ("order", "move", "declare", "aim", "dragon", "done", "proceed")
CARDS = ("brave-messenger", "forced-march", "issue-challenge")


def accepted(state: State, order: Order) -> bool:
    try:
        rules.apply(state, 0, order, Dice())
    except OrderIllegal:
        return False
    return True


def test_the_moments_hold_every_kind_of_step() -> None:  # SB-17.1
    listed = {order for one in MOMENTS.values() for order in rules.options(one, 0)}
    for step in (
        *("order E6", "order leader E6", "move leader A6 exit", "declare E6 F6"),
        *("declare E6 F6 challenge", "aim D6 F8", "dragon brave-messenger C5 leader"),
        *("dragon forced-march C5 leader", "move E6 E7"),
    ):
        assert Order.read(step) in listed


@pytest.mark.parametrize("moment", MOMENTS)
def test_what_is_not_listed_is_refused(moment: str) -> None:  # SB-17.1
    """Any words in any places: up to three after a verb of this moment, else one."""
    state = MOMENTS[moment]
    listed = set(rules.options(state, 0))
    assert all(accepted(state, order) for order in listed)
    words = [*WORDS, *OTHERS, *CARDS]
    verbs = {order.verb for order in listed} - {"done"}
    tried = {
        Order(verb, said)
        for verb in VERBS
        for count in range(4 if verb in verbs else 2)
        for said in product(words, repeat=count)
    }
    assert len(tried & listed) >= 4
    wrong = [order for order in tried - listed if accepted(state, order)]
    assert wrong == []


@pytest.mark.parametrize(
    ("moment", "step", "code"),
    [
        ("orders", "order D1 E6", "E_NO_SUCH_STEP"),
        ("orders", "order E6 E6", "E_NO_SUCH_STEP"),
        ("orders", "order exit", "E_NO_SUCH_HEX"),
        ("orders", "order leader exit", "E_NO_SUCH_HEX"),
        ("moves", "move leader exit", "E_NO_SUCH_STEP"),
        ("moves", "move E6", "E_NO_SUCH_STEP"),
        ("moves", "move exit exit", "E_NO_SUCH_HEX"),
        ("battles", "declare E6 F6 D1", "E_NO_SUCH_STEP"),
        ("battles", "declare E6 F6 exit", "E_NO_SUCH_STEP"),
        ("battles", "declare E6 challenge", "E_NO_SUCH_STEP"),
        ("battles", "aim D6 exit", "E_NO_SUCH_HEX"),
        ("battles", "aim leader D6", "E_NO_SUCH_HEX"),
    ],
)
def test_a_word_in_a_wrong_place(moment: str, step: str, code: str) -> None:
    rule = {"E_NO_SUCH_STEP": "SB-17.1", "E_NO_SUCH_HEX": "SB-2.2"}[code]
    assert refused(MOMENTS[moment], step) == (rule, code)
