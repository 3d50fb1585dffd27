"""The rules, in the order of the sheet."""

from __future__ import annotations

from collections.abc import Mapping

from engine.chance import Chance
from engine.contract import Decision, Event, Order, Seat, Standing
from engine.errors import OrderIllegal
from engine.flat import changed
from engine.table import Table

from .state import NOBODY, State


def setup(
    seats: int, choices: Mapping[str, str], chance: Chance
) -> tuple[State, list[Event]]:
    """NIM-1"""
    heaps = tuple(map(int, choices["heaps"].split("-")))
    table = Table(State(seats, heaps), chance)
    table.tell("match_begun", sticks=sum(heaps), heaps=len(heaps))
    return table.state, table.events


def decisions(state: State) -> list[Decision]:
    """One seat after another; nobody when the match is over. [NIM-2]"""
    if state.winner != NOBODY:
        return []
    waits = state.seat not in state.left
    return [Decision(state.seat, "take", f"turn {state.turn}", waits)]


def ahead(state: State, seat: Seat) -> list[str]:
    return [decision.point for decision in decisions(state) if decision.seat == seat]


def options(state: State, seat: Seat) -> list[Order]:
    """NIM-2"""
    if not ahead(state, seat):
        return []
    return [
        Order("take", (str(heap), str(count)))
        for heap, sticks in enumerate(state.heaps, start=1)
        for count in range(1, sticks + 1)
    ]


def default(state: State, seat: Seat) -> Order:
    """NIM-4"""
    return options(state, seat)[0]


def apply(
    state: State, seat: Seat, order: Order, chance: Chance
) -> tuple[State, list[Event]]:
    if order not in options(state, seat):
        raise OrderIllegal("NIM-2", "E_NO_SUCH_ACTION")
    table = Table(state.copy(), chance)
    match order:
        case Order("take", (heap, count)):
            take(table, seat, int(heap), int(count))
    return table.state, table.events


def take(table: Table[State], seat: Seat, heap: int, count: int) -> None:
    """NIM-2"""
    state = table.state
    state.heaps = changed(state.heaps, heap - 1, -count)
    table.tell("sticks_taken", seat=seat, heap=heap, count=count)
    if any(state.heaps):
        state.turn += 1
        state.seat = (seat + 1) % state.seats
    else:
        win(table, seat)


def win(table: Table[State], seat: Seat) -> None:
    """NIM-3"""
    table.state.winner = seat
    table.tell("match_ended", winners=[seat])


def resign(state: State, seat: Seat) -> tuple[State, list[Event]]:
    """NIM-5"""
    if seat in state.left:
        raise OrderIllegal("NIM-5", "E_GONE")
    new = state.copy()
    new.left = (*state.left, seat)
    return new, [Event("seat_left", {"seat": seat})]


def score(state: State) -> list[Standing]:
    """NIM-3"""
    points = [int(seat == state.winner) for seat in range(state.seats)]
    return [
        Standing(seat, 1 + sum(other > own for other in points), own)
        for seat, own in enumerate(points)
    ]
