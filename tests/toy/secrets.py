"""States that must look alike to a seat: only what it may not know differs."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract import Seat
from tests.toy import NOBODY, State


def alike(state: State, seat: Seat | None) -> Iterator[State]:
    """Another order of the prizes; other picks and hands of the others. [TOY-2, 3]"""
    other = state.copy()
    other.deck = tuple(reversed(state.deck))
    yield other
    for index, (hand, pick) in enumerate(zip(state.hands, state.picks, strict=True)):
        if index != seat and pick and hand and state.taker == NOBODY:
            swapped = state.copy()
            picks, hands = list(state.picks), list(state.hands)
            picks[index], hands[index] = hand[0], hand.replace(hand[0], pick)
            swapped.picks, swapped.hands = tuple(picks), tuple(hands)
            yield swapped
        missing = [n for n in "12345" if n not in hand + pick]
        if index != seat and hand and missing:
            dealt = state.copy()
            other_hand = "".join(sorted(hand[:-1] + missing[0]))
            dealt.hands = (*state.hands[:index], other_hand, *state.hands[index + 1 :])
            yield dealt
        if index != seat and state.wishes[index] and state.taker == NOBODY:
            wished = state.copy()
            other_wish = "odd" if state.wishes[index] == "even" else "even"
            wishes = list(state.wishes)
            wishes[index] = other_wish
            wished.wishes = tuple(wishes)
            yield wished
