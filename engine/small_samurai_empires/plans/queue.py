"""The placement queue: what a new mail changes of it, and what cannot work. [SSE-13.5]

A placement speaks of its first slot; one for a region or for any slot speaks of its
kind there. A new one takes the place of those kept that speak of the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from engine.contract import Order, Seat
from engine.kept import put
from engine.small_samurai_empires.box import KINDS
from engine.small_samurai_empires.plans.tree import Entry, Place
from engine.small_samurai_empires.rules.placing import is_free
from engine.small_samurai_empires.state import State, unpacked

Queue = tuple[tuple[str, Place], ...]  # each with its phase
Subject = tuple[str, ...]


def subject_of(state: State, placed: tuple[str, Place]) -> Subject:
    phase, place = placed
    first = place.entries[0]
    if first.where in state.setup.board.slots:
        return (phase, first.where)
    return (phase, first.kind, first.where)


def merged(state: State, queue: Queue, phase: str, new: Sequence[Place]) -> Queue:
    """Put new placements where the same was spoken of, and the others at the end."""
    placed = [(phase, place) for place in new]
    return put(queue, placed, partial(subject_of, state), ordered=True)


def without_slot(state: State, queue: Queue, slot: str) -> Queue:
    return tuple(row for row in queue if subject_of(state, row)[1:] != (slot,))


def placement_of(order: Order) -> Place | None:
    """A step of the log as an order of the queue; nothing for `any` and `pass`."""
    if order.verb not in ("place", "cover") or order.args[0] not in KINDS:
        return None
    return Place((Entry(order.args[0], order.args[1], order.verb == "cover"),))


# ------------------------------------------------------------------- what cannot work


def vain(
    state: State, seat: Seat, places: Sequence[Place]
) -> Iterator[tuple[str, int]]:
    """Name what is wrong with placements of the running phase, by their numbers.

    `taken`: somebody's token lies there, and no alternative covers it or goes
    elsewhere. `twice`: one before it takes the slot. `spent`: all tokens of its kind
    are used by those before it. [SSE-4.3.2, SSE-7.2]
    """
    hand = Counter(
        dict(zip(KINDS, unpacked(state.hands[seat], len(KINDS)), strict=True))
    )
    used: set[str] = set()
    for number, place in enumerate(places):
        entries = [e for e in place.entries if not is_closed(state, seat, e)]
        if not entries:
            yield "taken", number
            continue
        entries = [entry for entry in entries if entry.where not in used]
        if not entries:
            yield "twice", number
            continue
        if not any(hand[entry.kind] for entry in entries):
            yield "spent", number
            continue
        if len(entries) == 1:
            hand[entries[0].kind] -= 1
            if entries[0].where in state.setup.board.slots:
                used.add(entries[0].where)


def is_closed(state: State, seat: Seat, entry: Entry) -> bool:
    """Whether the slot is taken, and the entry does not cover. Slots stay taken."""
    slots = state.setup.board.slots
    if entry.where not in slots:
        return False
    slot = slots.index(entry.where)
    if state.second[slot] or state.round == 1:
        return not is_free(state, seat, slot)
    may_pay = entry.cover or entry.limit is not None
    return not may_pay and not is_free(state, seat, slot)
