"""States that must look alike to a seat: only what it may not know differs."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract import Seat
from engine.samurai_battles.rules.ending import with_hand
from engine.samurai_battles.state import State


def alike(state: State, seat: Seat | None) -> Iterator[State]:
    """Other decks, and others' cards exchanged with them. [SB-3.2, SB-17.2]"""
    if state.over:
        return
    for other in (0, 1):
        if other != seat:
            yield from other_hands(state, other)
    turned = state.copy()
    turned.command_deck = state.command_deck[::-1]
    turned.dragon_deck = state.dragon_deck[::-1]
    yield turned


def other_hands(state: State, seat: Seat) -> Iterator[State]:
    """The whole hand for cards from the deck; both kinds of cards."""
    count = len(state.command_hands[seat])
    if 0 < count <= len(state.command_deck):
        new, deck = state.command_deck[:count], state.command_deck[count:]
        other = state.copy()
        other.command_deck = (*deck, *state.command_hands[seat])
        hands = with_hand(state.command_hands, seat, tuple(sorted(new)))
        other.command_hands = hands
        yield other
    count = len(state.dragon_hands[seat])
    if 0 < count <= len(state.dragon_deck):
        new, deck = state.dragon_deck[:count], state.dragon_deck[count:]
        other = state.copy()
        other.dragon_deck = (*deck, *state.dragon_hands[seat])
        hands = with_hand(state.dragon_hands, seat, tuple(sorted(new)))
        other.dragon_hands = hands
        yield other
