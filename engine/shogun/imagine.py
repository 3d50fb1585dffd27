"""A table as it may be, for all a seat knows. [SHO-1.5]

Everything the seat may not know is dealt anew, in an order that does not depend on
how it really lies: equal views and equal dice give equal tables.
"""

from __future__ import annotations

from random import Random

from engine.contract import Seat
from engine.shogun.board import BOARD
from engine.shogun.rules.hand import owned
from engine.shogun.state import (
    BLUFF,
    EMPTY,
    INTRIGUE,
    LOST,
    OFFICIAL,
    UNLAID,
    State,
)


def imagine(state: State, seat: Seat | None, dice: Random) -> State:
    """The same view for the seat; all that is hidden from it is drawn at random."""
    table = state.copy()
    deal_decks(table, seat, dice)
    if table.phase == "planning":
        forget_plans(table, seat)
    elif table.phase in ("choices", "actions", "end"):
        for other in range(table.setup.seats):
            if other != seat:
                lay_cards(table, other, dice)
    return table


def shuffled(cards: list[int], dice: Random) -> tuple[int, ...]:
    """A random order that does not depend on the order they had."""
    cards = sorted(cards)
    dice.shuffle(cards)
    return tuple(cards)


def deal_decks(table: State, seat: Seat | None, dice: Random) -> None:
    """Actions face down, events and favours to come, the draft. [SHO-4.1, SHO-3.9]"""
    opened = table.opened
    hidden = shuffled(list(table.actions[opened:]), dice)
    table.actions = (*table.actions[:opened], *hidden)
    table.event_deck = shuffled(list(table.event_deck), dice)
    table.favour_deck = shuffled(list(table.favour_deck), dice)
    if table.phase == "draft":
        deal_provinces(table, seat, dice)


def deal_provinces(table: State, seat: Seat | None, dice: Random) -> None:
    """The cards at the bottom were seen by all; one taken blind by its taker."""
    unseen = len(table.deck) - table.known
    bottom = table.deck[unseen:]
    secret = table.is_blind and seat != table.seat and table.step == "group"
    cards = list(table.deck[:unseen]) + ([table.taken] if secret else [])
    top = shuffled(cards, dice)
    if secret:
        table.taken, top = top[0], top[1:]
    table.deck = (*top, *bottom)


def forget_plans(table: State, seat: Seat | None) -> None:
    """Nothing is known of what others have laid, not even that they have. [SHO-18.8]"""
    empty = (UNLAID,) * len(table.setup.slots)
    table.boards = tuple(
        board if of == seat else empty for of, board in enumerate(table.boards)
    )
    table.ready = frozenset(of for of in table.ready if of == seat)
    table.covers = frozenset(pair for pair in table.covers if pair[0] == seat)
    table.asked = frozenset(pair for pair in table.asked if pair[0] == seat)


def lay_cards(table: State, seat: Seat, dice: Random) -> None:
    """Cards for the slots that are not revealed, as the seat may have laid them.

    A province that was won since the plans were locked lies on no board, and a slot is
    empty only if there were too few cards. [SHO-4.3, SHO-4.7, SHO-17.5, SHO-17.25]
    """
    board, shown = list(table.boards[seat]), table.shown[seat]
    hidden = [slot for slot in range(len(board)) if not shown >> slot & 1]
    cards = cards_unseen(
        table, seat, [c for n, c in enumerate(board) if n not in hidden]
    )
    drawn = dice.sample(cards, len(hidden))
    for slot, card in zip(hidden, drawn, strict=True):
        board[slot] = card
    table.boards = (*table.boards[:seat], tuple(board), *table.boards[seat + 1 :])


def cards_unseen(table: State, seat: Seat, seen: list[int]) -> list[int]:
    """All that may lie in the hidden slots of the seat; empty slots count as cards."""
    held = [p for p in owned(table, seat) if p not in table.won]
    officials = BOARD.official_cards if table.setup.court else 0
    intrigue = len(BOARD.intrigue)
    hand = len(held) + seen.count(LOST) + intrigue + officials
    empty = max(0, len(table.setup.slots) - hand) - seen.count(EMPTY)
    bluffs = intrigue - sum(card == BLUFF or card >= INTRIGUE for card in seen)
    return [
        *(p for p in held if p not in seen),
        *[BLUFF] * bluffs,
        *[OFFICIAL] * (officials - seen.count(OFFICIAL)),
        *[EMPTY] * max(0, empty),
    ]
