"""States that must look alike to a seat: only what it may not know differs."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.contract import Seat
from engine.shogun.imagine import imagine
from engine.shogun.state import BID, UNLAID, State


def alike(state: State, seat: Seat | None) -> Iterator[State]:
    """Other action cards, decks and boards of others. [SHO-1.5]

    In the planning others have laid as many cards: who is still to lay decides who is
    asked.
    """
    dice = Random(len(state.actions) + state.action)
    other = imagine(state, seat, dice)
    if state.phase == "planning":
        other.boards = tuple(
            board if of == seat else laid_otherwise(board, dice)
            for of, board in enumerate(state.boards)
        )
        other.ready, other.covers, other.asked = state.ready, state.covers, state.asked
    if other != state:
        yield other


def laid_otherwise(board: tuple[int, ...], dice: Random) -> tuple[int, ...]:
    """The same cards in other slots; the bid stays, and so do slots that are open."""
    slots = [n for n, card in enumerate(board) if card != UNLAID and n != BID]
    cards = [board[slot] for slot in slots]
    dice.shuffle(cards)
    new = list(board)
    for slot, card in zip(slots, cards, strict=True):
        new[slot] = card
    return tuple(new)
