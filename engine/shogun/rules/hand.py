"""Whose province is what, and which cards a seat can still lay. [SHO-4.3]"""

from __future__ import annotations

from engine.contract import Seat
from engine.shogun.board import BOARD
from engine.shogun.state import BID, BLUFF, INTRIGUE, OFFICIAL, UNLAID, State


def owned(state: State, seat: Seat) -> list[int]:
    """The seat's provinces in the order of their ids: it holds their cards."""
    return [p for p, owner in enumerate(state.owner) if owner == seat]


def regions_of(state: State, seat: Seat) -> set[int]:
    """Regions in which the seat owns a province. [SHO-13.3]"""
    region_of = state.setup.region_of
    return {region_of[p] for p, owner in enumerate(state.owner) if owner == seat}


def provinces_left(state: State, seat: Seat) -> list[int]:
    """Cards of own provinces that lie nowhere yet. [SHO-4.3]"""
    board = state.boards[seat]
    return [
        p for p, owner in enumerate(state.owner) if owner == seat and p not in board
    ]


def intrigue_left(state: State, seat: Seat) -> int:
    """Intrigue cards in hand; each season all five are there again. [SHO-1.4]"""
    board = state.boards[seat]
    bids = board[BID] >= INTRIGUE
    return len(BOARD.intrigue) - board.count(BLUFF) - bids


def officials_left(state: State, seat: Seat) -> int:
    """Official cards in hand. [SHO-12.4]"""
    if not state.setup.court:
        return 0
    return BOARD.official_cards - state.boards[seat].count(OFFICIAL)


def has_cards(state: State, seat: Seat) -> bool:
    """Whether the seat can lay anything; intrigue cards last longest, so they first."""
    return bool(
        intrigue_left(state, seat)
        or officials_left(state, seat)
        or provinces_left(state, seat)
    )


def cards_left(state: State, seat: Seat) -> int:
    return (
        len(provinces_left(state, seat))
        + intrigue_left(state, seat)
        + officials_left(state, seat)
    )


def open_slots(state: State, seat: Seat) -> list[int]:
    """Slots in which nothing lies yet."""
    return [slot for slot, card in enumerate(state.boards[seat]) if card == UNLAID]


def general_at(state: State, seat: Seat, province: int) -> bool:
    """Whether the seat's general stands there. [SHO-14.4]"""
    return bool(state.generals) and state.generals[seat] == province


def officials_in_supply(state: State, seat: Seat) -> int:
    """Those in neither hall. [SHO-12.2, SHO-1.8]"""
    return BOARD.officials - state.waiting[seat] - state.audience[seat]


def buildings_left(state: State, bit: int) -> int:
    """Castles, temples or theatres in the bank. [SHO-1.6, SHO-17.22]"""
    number = bit.bit_length() - 1
    return BOARD.buildings[number] - sum(1 for here in state.buildings if here & bit)


def set_card(state: State, seat: Seat, slot: int, card: int) -> None:
    board = state.boards[seat]
    new = (*board[:slot], card, *board[slot + 1 :])
    state.boards = (*state.boards[:seat], new, *state.boards[seat + 1 :])
