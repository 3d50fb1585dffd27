"""Destiny cards, placing and covering. [SSE-4.2, SSE-4.3, SSE-7]"""

from __future__ import annotations

from engine.contract import Seat
from engine.errors import OrderIllegal
from engine.flat import changed
from engine.small_samurai_empires.box import KINDS, NOTHING
from engine.small_samurai_empires.rules.placing import (
    cover_cost,
    coverable,
    free_slots,
    has_free_slot,
    is_free,
)
from engine.small_samurai_empires.rules.sequence import (
    begin_placement,
    next_placer,
    offer_neutral,
)
from engine.small_samurai_empires.state import (
    BITS,
    ONES,
    OWNER,
    State,
    token_of,
    unpacked,
)
from engine.table import Table

# ------------------------------------------------------------------------ destiny


def check_destiny(state: State, seat: Seat, region: int) -> None:
    if not state.cards[seat] >> BITS * region & ONES:
        raise OrderIllegal(
            "SSE-4.2.1", "E_NOT_IN_HAND", region=state.setup.board.regions[region]
        )


def destiny(table: Table[State], seat: Seat, region: int) -> None:
    """Nobody else learns more than that a card was chosen. [SSE-4.2.1]"""
    state = table.state
    check_destiny(state, seat, region)
    state.chosen = changed(state.chosen, seat, region - NOTHING)
    state.cards = changed(state.cards, seat, -(1 << BITS * region))
    name = state.setup.board.regions[region]
    table.tell("destiny_chosen", to=[seat], seat=seat, region=name)
    table.tell("choice_made", seat=seat)
    if NOTHING not in state.chosen:
        reveal(table)


def reveal(table: Table[State]) -> None:
    """All together; with two players the top of the deck joins. [SSE-4.2.1, SSE-4.2.2]

    That card is not replaced. [SSE-12.27]
    """
    state = table.state
    regions, shown = state.setup.board.regions, list(state.shown)
    for seat, region in enumerate(state.chosen):
        shown[region] += 1
        table.tell("destiny_shown", seat=seat, region=regions[region])
    if state.setup.seats == 2 and state.deck:
        shown[state.deck[0]] += 1
        table.tell("destiny_added", region=regions[state.deck[0]])
        state.deck = state.deck[1:]
    state.shown = tuple(shown)
    state.chosen = (NOTHING,) * state.setup.seats
    begin_placement(table)


# ------------------------------------------------------------------------ placing


def check_in_hand(state: State, kind: int) -> None:
    if not state.hands[state.seat] >> BITS * kind & ONES:
        raise OrderIllegal("SSE-4.3.1", "E_NOT_IN_HAND", kind=KINDS[kind])


def check_place(state: State, kind: int, slot: int) -> None:
    """Empty, or in round 2 an own token of round 1. [SSE-4.3.2, SSE-7.2]"""
    check_in_hand(state, kind)
    if not is_free(state, state.seat, slot):
        later = "SSE-7.3.1" if state.second[slot] else "SSE-7.2"
        rule = "SSE-4.3.2" if state.round == 1 else later
        raise OrderIllegal(rule, "E_SLOT_TAKEN", slot=state.setup.board.slots[slot])


def check_cover(state: State, kind: int, slot: int) -> None:
    check_in_hand(state, kind)
    seat, token = state.seat, state.first[slot]
    name = state.setup.board.slots[slot]
    if state.round == 1 or not token or state.second[slot] or OWNER[token] == seat:
        later = "SSE-7.3.1" if state.second[slot] else "SSE-7.2"
        rule = "SSE-4.3.2" if state.round == 1 else later
        raise OrderIllegal(rule, "E_NOTHING_TO_COVER", slot=name)
    if OWNER[token] not in coverable(state, seat):
        raise OrderIllegal(
            "SSE-7.3.2", "E_COVER_LIMIT", slot=name, of_seat=OWNER[token]
        )
    if state.bushido[seat] < cover_cost(state, seat):
        raise OrderIllegal(
            "SSE-7.2", "E_NO_BUSHIDO", slot=name, price=cover_cost(state, seat)
        )


def place(table: Table[State], kind: int, slot: int) -> None:
    check_place(table.state, kind, slot)
    lay(table, kind, slot)


def cover(table: Table[State], kind: int, slot: int) -> None:
    """Paid before anything else happens. [SSE-7.3.3, SSE-7.3.4]"""
    state = table.state
    check_cover(state, kind, slot)
    seat, of, seats = state.seat, OWNER[state.first[slot]], state.setup.seats
    cost = cover_cost(state, seat)
    state.bushido = changed(state.bushido, seat, -cost)
    state.covers |= 1 << seats * seat + of
    name = state.setup.board.slots[slot]
    table.tell("cover_paid", seat=seat, slot=name, of_seat=of, bushido=cost)
    lay(table, kind, slot)


def place_any(table: Table[State]) -> None:
    """The southernmost free slot, a kind nobody can foresee. [SSE-13.7]"""
    state = table.state
    seat, hand = state.seat, state.hands[state.seat]
    free = free_slots(state, seat)
    if not free or not hand:
        raise OrderIllegal("SSE-4.3.5", "E_NO_FREE_SLOT")
    counts = unpacked(hand, len(KINDS))
    tokens = [kind for kind, n in zip(KINDS, counts, strict=True) for _ in range(n)]
    kind = table.chance.pick(draw_name(state), tokens)
    lay(table, KINDS.index(kind), (free & -free).bit_length() - 1)


def draw_name(state: State) -> str:
    """By era, round, seat and placement: unique, and nobody's choice."""
    total = state.setup.board.placements[state.round - 1][state.setup.seats]
    number = total - state.todo[state.seat] + 1
    return f"era {state.era} round {state.round} seat {state.seat} placement {number}"


def lay(table: Table[State], kind: int, slot: int) -> None:
    """Owner and slot are public, the kind is not. [SSE-4.3.3, SSE-13.2]"""
    state = table.state
    seat, name = state.seat, state.setup.board.slots[slot]
    state.hands = changed(state.hands, seat, -(1 << BITS * kind))
    token = token_of(seat, kind)  # where nothing, 0, lay in this round
    if state.round == 1:
        state.first = changed(state.first, slot, token)
    else:
        state.second = changed(state.second, slot, token)
    state.todo = changed(state.todo, seat, -1)
    state.slot = slot
    table.tell("token_placed", to=[seat], seat=seat, slot=name, token=KINDS[kind])
    table.tell("slot_taken", seat=seat, slot=name)
    offer_neutral(table)


def check_pass(state: State) -> None:
    """Only who has no free placement may pass. [SSE-4.3.5]"""
    if state.hands[state.seat] and has_free_slot(state, state.seat):
        raise OrderIllegal("SSE-4.3.5", "E_MUST_PLACE")


def pass_placement(table: Table[State]) -> None:
    """A passed placement is lost, not postponed. [SSE-4.3.5]"""
    state = table.state
    check_pass(state)
    state.todo = changed(state.todo, state.seat, -1)
    table.tell("placement_passed", seat=state.seat)
    next_placer(table)
