"""A table as it may be, for all a seat knows. [SSE-13.2]

Everything the seat may not know is dealt anew, in an order that does not depend on
how it really lies: equal views and equal dice give equal tables.
"""

from __future__ import annotations

from random import Random

from engine.contract import Seat
from engine.small_samurai_empires.box import KINDS, NOTHING
from engine.small_samurai_empires.rules.invariants import action_faults
from engine.small_samurai_empires.state import (
    BITS,
    KIND,
    OWNER,
    State,
    token_of,
    unpacked,
)
from engine.small_samurai_empires.view import is_up, standings_seen

TRIES = 100  # until the amounts behind the screens fit what is seen


def imagine(state: State, seat: Seat | None, dice: Random) -> State:
    """The same view for the seat; all that is hidden from it is drawn at random."""
    table = state.copy()
    if state.over:
        return table
    deal_cards(table, seat, dice)
    for other in range(table.setup.seats):
        if other != seat:
            lay_tokens(table, other, dice)
    lay_mountains(table, dice)
    if table.setup.screens:
        share_resources(table, seat, dice)
    return table


def deal_cards(table: State, seat: Seat | None, dice: Random) -> None:
    """Others' destiny cards and choices, and the deck. [SSE-4.2.1, SSE-12.24]"""
    unseen = unseen_cards(table, seat)
    dice.shuffle(unseen)
    cards, chosen = list(table.cards), list(table.chosen)
    for other in range(table.setup.seats):
        if other == seat:
            continue
        count = sum(unpacked(cards[other], len(table.shown)))
        hand, unseen = unseen[:count], unseen[count:]
        cards[other] = sum(1 << BITS * card for card in hand)
        if chosen[other] != NOTHING:
            chosen[other] = unseen.pop()
    table.cards, table.chosen, table.deck = tuple(cards), tuple(chosen), tuple(unseen)


def unseen_cards(table: State, seat: Seat | None) -> list[int]:
    """All of the box but those face up and the seat's own. [SSE-4.2.3]"""
    regions = len(table.shown)
    own = [0] * regions
    if seat is not None:
        held, chosen = unpacked(table.cards[seat], regions), table.chosen[seat]
        own = [held[region] + (chosen == region) for region in range(regions)]
    found: list[int] = []
    for region, count in enumerate(table.setup.board.destiny):
        found += [region] * (count - table.shown[region] - own[region])
    return found


def lay_tokens(table: State, other: Seat, dice: Random) -> None:
    """Kinds face down and in hand: what has not been turned up. [SSE-4.3.3]"""
    left = list(table.setup.board.kinds)
    layers = list(table.first), list(table.second)
    down: list[tuple[list[int], int]] = []
    for number, layer in enumerate(layers, start=1):
        for slot, token in enumerate(layer):
            if token and OWNER[token] == other:
                if is_up(table, slot, number):
                    left[KIND[token]] -= 1
                else:
                    down.append((layer, slot))
    bag = [kind for kind in range(len(KINDS)) for _ in range(left[kind])]
    dice.shuffle(bag)
    for layer, slot in down:
        layer[slot] = token_of(other, bag.pop())
    table.first, table.second = map(tuple, layers)
    hands = list(table.hands)
    hands[other] = sum(1 << BITS * kind for kind in bag)
    table.hands = tuple(hands)


def lay_mountains(table: State, dice: Random) -> None:
    """Any of the box's tokens on the mountains that still have one. [SSE-10.2.1]"""
    if not table.mountains:
        return
    counts = enumerate(table.setup.board.mountain_tokens)
    bag = [kind for kind, count in counts for _ in range(count)]
    dice.shuffle(bag)
    table.mountains = tuple(
        NOTHING if token == NOTHING else bag.pop() for token in table.mountains
    )


def share_resources(table: State, seat: Seat | None, dice: Random) -> None:
    """Behind the screens: what the supply lacks, anyhow among the others. [SSE-13.1]"""
    others = [other for other in range(table.setup.seats) if other != seat]
    seen = standings_seen(table, seat)
    for _ in range(TRIES):
        table.food = shared(table.food, others, dice)
        table.bushido = shared(table.bushido, others, dice)
        if standings_seen(table, seat) == seen and not [*action_faults(table)]:
            return  # and whoever is asked to pay can


def shared(
    totals: tuple[int, ...], others: list[Seat], dice: Random
) -> tuple[int, ...]:
    """What the others have together, anyhow among them."""
    found = [0 if seat in others else total for seat, total in enumerate(totals)]
    for _ in range(sum(totals) - sum(found)):
        found[dice.choice(others)] += 1
    return tuple(found)
