"""Positions P and Q of the sheet, and mails as tests write them. [SHO-18.4]"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

import engine.shogun as game
from engine.chance import Seeded
from engine.contract import Order
from engine.errors import OrderError, Refused
from engine.shogun.board import BOARD
from engine.shogun.plans.kept import Kept, read_kept
from engine.shogun.state import State

SHEET = (Path(game.__file__).parent / "RULES.md").read_text("utf-8")
SECTION = SHEET.partition("## 18. ")[2].partition("## 19. ")[0]
WHOLE_MAIL = SECTION.split("```")[1]
ONE_LINE = (
    "castle MUS; temple -; theatre SGM; rice MIN; tax TOT; recruit5 MIK; recruit3 -; "
    "recruit1 AKI > BIN 1; battleA KAI > SUR 3 | hold; battleB -; bid 2; "
    "special six > attack"
)
LINES_OF_THE_SHEET = [
    *(line.partition("#")[0].strip() for line in WHOLE_MAIL.strip().splitlines()),
    "battleA KAI > SUR 3 if owner neutral | SNN all if armies < 2 and unrest = 1 | ask",
    "battleB MIN > OWA all-1 if event neutral-two | OWA half if here > 3 and owner red",
    "move battleB OWA 2 if owner me | hold",
    "move SUR 3",
    "hold",
    "lay castle bluff",
    "lay court1 official",
    "bid empty",
    "ready",
    "special defend if event castle-guard > place3 > chest",
    "favour 1@keep > 4@MIN > none",
    "general MUS nostatue > TOT",
    "post here",
    "post later > none",
    "calm now",
    "calm never",
    "calm later",
    "calm AWB > AWS",
    "draft KAI > left > right > refresh > blind",
    "group smallest",
    "samurai vp > rice > none",
    "revolts ETC > NOT > SET",
    "attack no",
    "ask battleA",
    "ask revolts",
    "cover season",
    "shogun draft",
]
PURPLE = 3
PEOPLE = ("Aki", "Botan", "Chie", "Doi")
EXPANSIONS = ("court", "samurai", "generals", "dajokan")


@cache
def opening(seats: int = 4, mode: str = "recommended", *expansions: str) -> State:
    """The first decision of a match."""
    choices = {name: "yes" if name in expansions else "no" for name in EXPANSIONS}
    choices |= {"side": "sun", "mode": mode}
    return game.setup(seats, choices, Seeded("18" * 32))[0]


def position_p() -> State:
    return opening().copy()


def position_q() -> State:
    """As P with all expansions; three favours lie open, four officials wait."""
    state = opening(4, "recommended", *EXPANSIONS).copy()
    state.favours = (21, 12, 2)
    state.waiting = (3, 3, 3, 4)
    return state


def kept(state: State, text: str, before: str = "", seat: int = PURPLE) -> Kept:
    return read_kept(game.parse(state, seat, text, before, PEOPLE))


def plan(state: State, *texts: str, seat: int = PURPLE) -> str:
    """What is kept of several mails, one after the other."""
    found = ""
    for text in texts:
        found = game.parse(state, seat, text, found, PEOPLE)
    return found


def lines(state: State, *texts: str, seat: int = PURPLE) -> list[str]:
    return [order.text for order in read_kept(plan(state, *texts, seat=seat)).orders]


def faults(
    state: State, text: str, before: str = "", seat: int = PURPLE
) -> list[OrderError]:
    with pytest.raises(Refused) as refused:
        game.parse(state, seat, text, before, PEOPLE)
    return refused.value.errors


def codes(state: State, text: str, before: str = "") -> list[tuple[str, str]]:
    """Rule and code of each fault."""
    return [(fault.rule, fault.code) for fault in faults(state, text, before)]


def steps(state: State, text: str, mode: str = "each", seat: int = PURPLE) -> list[str]:
    """The steps of the planning that a plan gives by itself, one after the other."""
    given: list[str] = []
    left = text
    while True:
        answer = game.answer(state, seat, left, mode)
        order = answer.order
        if order is None and mode == "late":
            order = game.default(state, seat)
        if order is None:
            return given
        given.append(order.text)
        state, _ = game.apply(state, seat, order, Seeded("18" * 32))
        left = answer.plan
        if order.text == "ready":
            return given


def acting(
    state: State, slot: str, code: str, seat: int = PURPLE, kind: str = ""
) -> State:
    """The seat's card in a slot has just been revealed, and armies may move."""
    new, number = state.copy(), BOARD.slot_index[slot]
    new.phase, new.step, new.point, new.seat = "actions", "action", slot, seat
    others = [n for n in range(len(BOARD.actions)) if n != number]
    new.actions, new.action = (number, *others), 0
    new.order, new.queue = tuple(range(new.setup.seats)), ()
    new.special_of = tuple(range(new.setup.seats))
    put_card(new, seat, slot, BOARD.index[code])
    if kind:
        ids = [card.kind for card in BOARD.events]
        new.event = ids.index(kind)
    return new


def put_card(state: State, seat: int, slot: str, card: int) -> None:
    board = list(state.boards[seat])
    board[BOARD.slot_index[slot]] = card
    state.boards = (*state.boards[:seat], tuple(board), *state.boards[seat + 1 :])


def own(state: State, code: str, seat: int, armies: int) -> None:
    """A province of a seat's with so many armies; the supply pays for them."""
    province = BOARD.index[code]
    former, there = state.owner[province], state.armies[province]
    supply = list(state.supply)
    if former >= 0:
        supply[former] += there
    if seat >= 0:
        supply[seat] -= armies
    state.supply = tuple(supply)
    state.owner[province], state.armies[province] = seat, armies


def given(state: State, text: str, seat: int = PURPLE, mode: str = "each") -> str:
    """What a plan answers at the decision that is open; nothing is: ask."""
    order = game.answer(state, seat, text, mode).order
    return order.text if order else ""


def order_texts(orders: Sequence[Order]) -> list[str]:
    return [order.text for order in orders]
