"""The event, the bids and the turn order. [SHO-4.4, SHO-6]"""

from __future__ import annotations

from engine.contract import Order, Seat
from engine.flat import changed
from engine.shogun.board import BOARD
from engine.shogun.rules.steps import SPECIAL
from engine.shogun.state import (
    BID,
    EMPTY,
    INTRIGUE,
    NOTHING,
    OFFICIAL,
    State,
    card_name,
)
from engine.table import Table

PROVINCE_RANK = len(BOARD.intrigue)  # behind all bids that cost something
ZERO_RANK, EMPTY_RANK = PROVINCE_RANK + 1, PROVINCE_RANK + 2


def draw_event(table: Table[State]) -> None:
    """One of the year's open cards; the others stay. [SHO-4.4, SHO-7.1]"""
    state = table.state
    ids = [BOARD.events[card].id for card in sorted(state.events)]
    drawn = BOARD.event_index[table.chance.pick(f"{state.when} event", ids)]
    state.event, state.cancelled = drawn, False
    state.events = tuple(card for card in state.events if card != drawn)
    card = BOARD.events[drawn]
    table.tell("event_drawn", event=card.id, kind=card.kind)


def open_bids(table: Table[State]) -> None:
    """All at once; everybody pays, whatever place it gets. [SHO-6.1, SHO-6.5]"""
    state = table.state
    for seat, board in enumerate(state.boards):
        card = board[BID]
        paid = card - INTRIGUE if card >= INTRIGUE else 0
        state.chests = changed(state.chests, seat, -paid)
        state.shown = changed(state.shown, seat, 1 << BID)
        table.tell("bid_revealed", seat=seat, card=card_name(card), chests=paid)
    state.queue = ranking(table)
    table.tell("bids_ranked", order_seats=list(state.queue))


def rank(card: int) -> int:
    """0 is best. Intrigue 0 and an official card are one class. [SHO-6.2, SHO-17.7]"""
    if card > INTRIGUE:
        return INTRIGUE + len(BOARD.intrigue) - 1 - card
    if card in (INTRIGUE, OFFICIAL):
        return ZERO_RANK
    return EMPTY_RANK if card == EMPTY else PROVINCE_RANK


def ranking(table: Table[State]) -> tuple[Seat, ...]:
    """Seats from first to last choice; equal ones in random order. [SHO-6.3]"""
    state = table.state
    classes: dict[int, list[Seat]] = {}
    for seat, board in enumerate(state.boards):
        classes.setdefault(rank(board[BID]), []).append(seat)
    found: list[Seat] = []
    ties = 0
    for _, seats in sorted(classes.items()):
        if len(seats) > 1:
            ties += 1
            name = f"{state.when} bid tie {ties}"
            drawn = table.chance.shuffle(name, [str(seat) for seat in seats])
            seats = [int(seat) for seat in drawn]
        found += seats
    return tuple(found)


def specials_left(state: State) -> list[int]:
    """Cards that nobody has taken, by place. [SHO-6.4]"""
    return [card for card in state.specials if card not in state.special_of]


def special_steps(state: State, seat: Seat) -> list[Order]:
    return [SPECIAL[card] for card in specials_left(state)]


def special(table: Table[State], seat: Seat, card: int) -> None:
    """Take a card; its place is the position in the turn order. [SHO-6.4]"""
    state = table.state
    held = state.special_of
    state.special_of = (*held[:seat], card, *held[seat + 1 :])
    place = state.specials.index(card) + 1
    table.tell("special_taken", seat=seat, special=BOARD.specials[card], place=place)


def set_turn_order(table: Table[State]) -> None:
    """By place; empty places are skipped. [SHO-4.5, SHO-6.4]"""
    state = table.state
    places = [
        state.special_of.index(c) for c in state.specials if c in state.special_of
    ]
    state.order = tuple(places)
    table.tell("turn_order_set", order_seats=list(state.order))


def has_special(state: State, seat: Seat, name: str) -> bool:
    """Whether the seat has this ability in this season. [SHO-8.1]"""
    return seat != NOTHING and state.special_of[seat] == BOARD.special_index[name]
