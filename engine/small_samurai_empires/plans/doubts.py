"""What of a plan can never be carried out, whatever the others do. [SSE-13.4]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import TypeAlias

from engine.contract import Seat
from engine.small_samurai_empires.box import NEUTRALS
from engine.small_samurai_empires.plans.deciding import phase_of
from engine.small_samurai_empires.plans.tree import (
    Action,
    Attack,
    Entry,
    Harvest,
    Move,
    Nothing,
    Place,
    Recruit,
    Resolve,
)
from engine.small_samurai_empires.state import OWNER, State

Doubt: TypeAlias = tuple[str, Mapping[str, str]]  # a remark and its values, in English


def doubts(
    state: State, seat: Seat, phase: str, order: Place | Resolve
) -> Iterator[Doubt]:
    """Kept all the same: nobody is refused for an order of another moment."""
    if isinstance(order, Place):
        for entry in order.entries:
            if not fits_slot(state, entry):
                yield "neutral_elsewhere", {"slot": entry.where}
            yield from ways_missing(state, entry.neutral)
        return
    is_now = state.phase == "resolution" and phase == phase_of(state)
    if is_now and not is_own(state, seat, order.slot):
        yield "not_yours", {"slot": order.slot}
    for action in order.alternatives:
        yield from ways_missing(state, action)


def is_own(state: State, seat: Seat, slot: str) -> bool:
    """Whose token acts there is open to all. [SSE-4.3.3, SSE-4.4.1]"""
    at = state.setup.board.slots.index(slot)
    token = state.second[at] or state.first[at]
    return bool(token) and OWNER[token] == seat


def ways_missing(state: State, action: Action | Nothing | None) -> Iterator[Doubt]:
    """Steps between provinces that are not adjacent. [SSE-5.3.3]"""
    board = state.setup.board
    for path in action.paths if isinstance(action, Move) else ():
        way = [path.start, *(step.province for step in path.steps)]
        for first, second in pairwise(way):
            here, there = map(board.provinces.index, (first, second))
            if there not in board.adjacent[here]:
                yield "no_way", {"step": f"{first} -> {second}"}


def fits_slot(state: State, entry: Entry) -> bool:
    """The slot's own kind of neutral action, in its region. [SSE-6.1, SSE-4.3.4]"""
    board, neutral = state.setup.board, entry.neutral
    if entry.where not in board.slots or neutral is None or neutral.verb == "none":
        return True
    slot = board.slots.index(entry.where)
    if NEUTRALS[state.layout.neutral[slot]] != neutral.verb:
        return False
    places = [board.provinces.index(province) for province in places_of(neutral)]
    return all(board.region_of[place] == board.slot_region[slot] for place in places)


def places_of(action: Action | Nothing) -> list[str]:
    """Where it begins."""
    if isinstance(action, Move):
        return [path.start for path in action.paths]
    if isinstance(action, Recruit):
        return list(action.provinces)
    if isinstance(action, Attack | Harvest):
        return [action.province] if action.province else []
    return []
