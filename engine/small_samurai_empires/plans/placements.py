"""Which order of the queue is carried out, and where. [SSE-13.3]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.chance import Chance
from engine.contract import Order, Seat
from engine.errors import OrderError, OrderIllegal
from engine.kept import first_possible
from engine.small_samurai_empires.plans.hints import fault_of
from engine.small_samurai_empires.plans.kept import Kept
from engine.small_samurai_empires.plans.tree import Entry, Nothing
from engine.small_samurai_empires.plans.trying import try_action
from engine.small_samurai_empires.rules import apply, options
from engine.small_samurai_empires.rules.placing import cover_cost
from engine.small_samurai_empires.state import OWNER, State


class Choice(NamedTuple):
    number: int  # in the queue
    entry: Entry
    order: Order


def choose(state: State, seat: Seat, kept: Kept, phase: str) -> Choice | None:
    """The first order of the queue with a legal alternative. [SSE-13.3]"""
    legal = set(options(state, seat))
    entries = (
        (number, entry)
        for number, (of_phase, place) in enumerate(kept.queue)
        if of_phase == phase
        for entry in place.entries
    )

    def attempt(alternative: tuple[int, Entry]) -> Choice | None:
        order = first_legal(state, seat, alternative[1], legal)
        return Choice(*alternative, order) if order else None

    return first_possible(entries, attempt).value


def first_legal(
    state: State, seat: Seat, entry: Entry, legal: set[Order]
) -> Order | None:
    for order in wanted(state, seat, entry):
        if order in legal and (not entry.must or can_act(state, seat, entry, order)):
            return order
    return None


def wanted(state: State, seat: Seat, entry: Entry) -> Iterator[Order]:
    """Southernmost first; only `cover` and `up to` may cost bushido. [SSE-13.3]"""
    board = state.setup.board
    price = cover_cost(state, seat)
    for slot, name in enumerate(board.slots):
        region = board.regions[board.slot_region[slot]]
        if entry.where not in ("any", name, region):
            continue
        if not entry.cover:
            yield Order("place", (entry.kind, name))
        within = price <= entry.limit if entry.limit is not None else entry.cover
        if within and is_wanted_token(state, slot, entry):
            yield Order("cover", (entry.kind, name))


def is_wanted_token(state: State, slot: int, entry: Entry) -> bool:
    token = state.first[slot]
    if not token or not entry.player:
        return bool(token)
    return state.setup.board.colours[OWNER[token]] == entry.player


def can_act(state: State, seat: Seat, entry: Entry, order: Order) -> bool:
    """`must`: with its neutral action or not at all. [SSE-13.6]"""
    return neutral_fault(state, seat, entry, order) is None


def neutral_fault(
    state: State, seat: Seat, entry: Entry, order: Order
) -> OrderError | None:
    """What speaks against the neutral action written with a placement. [SSE-13.8]"""
    if entry.neutral is None or isinstance(entry.neutral, Nothing):
        return None
    after, _ = apply(state, seat, order, Chance())
    if after.point != "neutral" or after.seat != seat:
        after = state.copy()
        after.point, after.slot = (
            "neutral",
            state.setup.board.slots.index(order.args[1]),
        )
    return fault_of(after, seat, try_action(after, seat, entry.neutral))


def why_not(state: State, seat: Seat, entry: Entry) -> OrderError | None:
    """The rule that forbids an alternative. [SSE-13.9]"""
    price = cover_cost(state, seat)
    if entry.limit is not None and price > entry.limit:
        free = entry._replace(limit=price)
        if first_legal(state, seat, free, set(options(state, seat))):
            return OrderIllegal("SSE-13.3", "E_OVER_LIMIT", price=price)
    for order in wanted(state, seat, entry):
        try:
            apply(state, seat, order, Chance())
        except OrderError as fault:
            return fault
    return None
