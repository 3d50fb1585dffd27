"""States that must look alike to a seat: only what it may not know differs."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract import Seat
from engine.flat import changed
from engine.small_samurai_empires.box import KINDS, NOTHING
from engine.small_samurai_empires.rules.placing import kinds_in
from engine.small_samurai_empires.state import BITS, KIND, OWNER, State, token_of
from engine.small_samurai_empires.view import is_up


def alike(state: State, seat: Seat | None) -> Iterator[State]:
    """One state that differs in a bit of each secret at once. [SSE-13.2]

    To draw a state costs time: which bit depends on the state, and there are many.
    """
    other = state
    for change in (other_cards, other_tokens, other_mountains):
        found = list(change(other, seat))
        if found:
            other = found[(sum(state.hands) + state.seat + state.era) % len(found)]
    if other is not state:
        yield other


def twins(state: State, seat: Seat | None) -> Iterator[State]:
    """Other deck, other hands, other tokens face down, other mountains. [SSE-13.2]"""
    yield from other_cards(state, seat)
    yield from other_tokens(state, seat)
    yield from other_mountains(state, seat)


def other_cards(state: State, seat: Seat | None) -> Iterator[State]:
    if len({*state.deck}) > 1:
        turned = state.copy()
        turned.deck = state.deck[1:] + state.deck[:1]
        yield turned
    for of, hand in enumerate(state.cards):
        for card in kinds_in(hand):
            top = state.deck[0] if state.deck else card
            if of != seat and card != top and not state.over:
                cards = list(state.cards)
                cards[of] += (1 << BITS * top) - (1 << BITS * card)
                other = state.copy()
                other.cards, other.deck = tuple(cards), (card, *state.deck[1:])
                yield other
        chosen = state.chosen[of]
        for card in kinds_in(hand):
            if of != seat and chosen not in (NOTHING, card):
                other = state.copy()
                cards, picks = list(state.cards), list(state.chosen)
                cards[of] += (1 << BITS * chosen) - (1 << BITS * card)
                picks[of] = card
                other.cards, other.chosen = tuple(cards), tuple(picks)
                yield other


def other_tokens(state: State, seat: Seat | None) -> Iterator[State]:
    for layer, name in ((1, "first"), (2, "second")):
        for slot, token in enumerate(getattr(state, name)):
            of, kind = OWNER[token], KIND[token]
            if not token or of == seat or is_up(state, slot, layer):
                continue
            for other in kinds_in(state.hands[of]):
                if other != kind and other < len(KINDS):
                    twin = state.copy()
                    laid = token_of(of, other) - token
                    setattr(twin, name, changed(getattr(twin, name), slot, laid))
                    swap = (1 << BITS * kind) - (1 << BITS * other)
                    twin.hands = changed(twin.hands, of, swap)
                    yield twin


def other_mountains(state: State, seat: Seat | None) -> Iterator[State]:
    """Nobody knows them, whatever the seat. [SSE-10.2.1]"""
    down = [spot for spot, token in enumerate(state.mountains) if token != NOTHING]
    tokens = [state.mountains[spot] for spot in down]
    if len({*tokens}) > 1:
        other = state.copy()
        mountains = list(state.mountains)
        for spot, token in zip(down, tokens[1:] + tokens[:1], strict=True):
            mountains[spot] = token
        other.mountains = tuple(mountains)
        yield other
