"""Where tokens may be placed, and whose may be covered. [SSE-4.3, SSE-7]"""

from __future__ import annotations

from functools import cache

from engine.contract import Order, Seat
from engine.small_samurai_empires.rules.steps import PASS, PLACE_ANY, steps_of
from engine.small_samurai_empires.state import BITS, ONES, OWNER, State


@cache
def kinds_in(hand: int) -> tuple[int, ...]:
    """The kinds of which a hand has at least one."""
    return tuple(
        kind
        for kind in range((hand.bit_length() + BITS - 1) // BITS)
        if hand >> BITS * kind & ONES
    )


def free_slots(state: State, seat: Seat) -> int:
    """As bits: empty ones, in round 2 also own tokens of round 1. [SSE-4.3.2, SSE-7.2]

    A slot left empty in round 1 is anybody's in round 2. [SSE-12.26]

    A token of this round closes its slot. [SSE-7.3.1]
    """
    found, bit = 0, 1
    if state.round == 1:
        for token in state.first:
            if not token:
                found |= bit
            bit += bit
        return found
    second = state.second
    for slot, token in enumerate(state.first):
        if not second[slot] and (not token or OWNER[token] == seat):
            found |= bit
        bit += bit
    return found


def is_free(state: State, seat: Seat, slot: int) -> bool:
    """One slot of `free_slots`."""
    token = state.first[slot]
    if not token:
        return not state.second[slot]
    return state.round > 1 and OWNER[token] == seat and not state.second[slot]


def has_free_slot(state: State, seat: Seat) -> bool:
    if state.round == 1:
        return 0 in state.first
    second = state.second
    for slot, token in enumerate(state.first):
        if not second[slot] and (not token or OWNER[token] == seat):
            return True
    return False


def cover_cost(state: State, seat: Seat) -> int:
    """1, 2, 3 bushido for the first, second, third of the round. [SSE-7.2, SSE-12.30]

    More than anybody has when there is no such cover.
    """
    seats, costs = state.setup.seats, state.setup.board.cover_costs
    made = (state.covers >> seats * seat & (1 << seats) - 1).bit_count()
    return costs[made] if made < len(costs) else state.setup.board.tokens[1] + 1


def coverable(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Whose tokens the seat may still cover. [SSE-7.3.2]"""
    each = state.setup.edition.each_opponent_once
    return not_covered(state.covers, state.setup.seats, seat, each)


@cache
def not_covered(
    covers: int, seats: int, seat: Seat, each_opponent_once: bool
) -> tuple[Seat, ...]:
    """Opponents not covered by the seat; in the other edition, by nobody at all."""
    coverers = [seat] if each_opponent_once else range(seats)
    made = 0
    for who in coverers:
        made |= covers >> seats * who
    return tuple(of for of in range(seats) if of != seat and not made >> of & 1)


def cover_slots(state: State, seat: Seat) -> int:
    """As bits: opponents' face-up tokens the seat may and can cover. [SSE-7.2]"""
    if state.round == 1 or state.bushido[seat] < cover_cost(state, seat):
        return 0
    victims = coverable(state, seat)
    found, second = 0, state.second
    if victims:
        for slot, token in enumerate(state.first):
            if token and not second[slot] and OWNER[token] in victims:
                found |= 1 << slot
    return found


def may_place(state: State, seat: Seat) -> bool:
    """Whether there is any legal placement at all. [SSE-4.3.5]"""
    if not state.hands[seat]:
        return False
    return has_free_slot(state, seat) or cover_slots(state, seat) != 0


def placements(state: State, seat: Seat) -> list[Order]:
    """Placing is a duty while it is free; spending is not. [SSE-4.3.5, SSE-12.4]"""
    rows, kinds = steps_of(state.setup.board).rows, kinds_in(state.hands[seat])
    free, paid = free_slots(state, seat), cover_slots(state, seat)
    found: list[Order] = []
    if free:
        by_kind = rows("place", free)
        for kind in kinds:
            found += by_kind[kind]
    if paid:
        by_kind = rows("cover", paid)
        for kind in kinds:
            found += by_kind[kind]
    found.append(PLACE_ANY if free and kinds else PASS)
    return found
