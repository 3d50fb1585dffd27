"""Sets a table for a test in one line, and plays orders on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from engine.chance import Group, Seeded, tally_draw
from engine.contract import Event, Order
from engine.shogun.board import BOARD, BUILDINGS
from engine.shogun.rules import apply, options, setup
from engine.shogun.rules.season import proceed
from engine.shogun.state import BLUFF, EMPTY, EXPANSIONS, NOTHING, OFFICIAL, State
from engine.table import Table

BLUE, RED, YELLOW, PURPLE = range(4)
SEED = "5a" * 32


class Falls(Seeded):
    """Throws whose results are given, the others follow a seed. [SHO-16.10]"""

    def __init__(self, *fallen: Sequence[int], seed: str = SEED) -> None:
        super().__init__(seed)
        self.fallen = list(fallen)

    def again(self) -> Falls:
        fresh = Falls()
        fresh._key, fresh.fallen = self._key, self.fallen
        return fresh

    def tally(self, name: str, groups: Sequence[Group]) -> tuple[int, ...]:
        if not self.fallen:
            return super().tally(name, groups)
        wanted, colours = self.fallen.pop(0), len(groups) // 2
        hits = [0] * len(groups)
        for colour, count in enumerate(wanted):
            inside, dropped = groups[colour][0], groups[colours + colour][0]
            assert 0 <= count <= inside + dropped, f"no {count} can fall of {colour}"
            hits[colour] = max(0, count - dropped)
            hits[colours + colour] = max(0, dropped - count)
        self.drawn.append(tally_draw(name, hits, groups))
        return tuple(hits)


class Played(NamedTuple):
    state: State
    events: list[Event]

    @property
    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]

    def told(self, kind: str) -> list[dict[str, Any]]:
        return [dict(event.data) for event in self.events if event.kind == kind]

    def only(self, kind: str) -> dict[str, Any]:
        (found,) = self.told(kind)
        return found


# ---------------------------------------------------------------------------- setting


@cache
def opened(seats: int, side: str, mode: str, expansions: tuple[str, ...]) -> State:
    choices = {name: "yes" if name in expansions else "no" for name in EXPANSIONS}
    state, _ = setup(seats, {"side": side, "mode": mode, **choices}, Seeded(SEED))
    return state


def opening(
    *expansions: str, seats: int = 4, side: str = "sun", mode: str = "recommended"
) -> State:
    """The first decision of a match; the tower is empty."""
    state = opened(seats, side, mode, expansions).copy()
    if mode == "recommended":
        put_inside(state, (0,) * (seats + 1))
    return state


def put_inside(state: State, cubes: Sequence[int]) -> None:
    """So many cubes in the tower, from the supplies."""
    rows = zip(state.supply, state.inside, cubes, strict=True)
    state.supply = tuple(had + out - now for had, out, now in rows)
    state.inside = tuple(cubes)


def put_in_tray(state: State, cubes: Sequence[int]) -> None:
    rows = zip(state.supply, state.tray, cubes, strict=True)
    state.supply = tuple(had + out - now for had, out, now in rows)
    state.tray = tuple(cubes)


def give(state: State, code: str, seat: int, armies: int) -> None:
    """A province with so many armies, from the supplies; -1 makes it neutral."""
    province, supply = BOARD.index[code], list(state.supply)
    if state.owner[province] != NOTHING:
        supply[state.owner[province]] += state.armies[province]
    if seat != NOTHING:
        supply[seat] -= armies
    state.supply = tuple(supply)
    state.owner[province] = seat
    state.armies[province] = armies if seat != NOTHING else 0
    if seat == NOTHING:
        state.unrest[province] = state.buildings[province] = 0


def empty_supply(state: State, seat: int, left: int = 0) -> None:
    """Put the seat's armies into the tower but for a few."""
    supply, inside = list(state.supply), list(state.inside)
    inside[seat] += supply[seat] - left
    supply[seat] = left
    state.supply, state.inside = tuple(supply), tuple(inside)


def build(state: State, code: str, *buildings: str) -> None:
    bits = sum(1 << BUILDINGS.index(name) for name in buildings)
    state.buildings[BOARD.index[code]] = bits


def card(name: str) -> int:
    codes = {"bluff": BLUFF, "official": OFFICIAL, "empty": EMPTY}
    return codes[name] if name in codes else BOARD.index[name]


def acting(
    state: State,
    cards: Mapping[int, Mapping[str, str]],
    actions: Sequence[str],
    event: str = "",
    special: Mapping[int, str] | None = None,
    order: Sequence[int] = (),
) -> State:
    """The actions begin; what is not said of the boards is empty.

    The match stops where a seat may move: give one that may, or it runs on.
    """
    new = state.copy()
    seats = new.setup.seats
    boards = [[EMPTY] * len(new.setup.slots) for _ in range(seats)]
    for seat, laid in cards.items():
        for slot, name in laid.items():
            boards[seat][BOARD.slot_index[slot]] = card(name)
    new.boards = tuple(map(tuple, boards))
    first = [BOARD.slot_index[name] for name in actions]
    rest = [slot for slot in range(len(BOARD.actions)) if slot not in first]
    new.actions = (*first, *rest)
    set_event(new, event)
    hold = special or {}
    new.special_of = tuple(
        BOARD.special_index[hold[seat]] if seat in hold else NOTHING
        for seat in range(seats)
    )
    new.order = tuple(order) or tuple(range(seats))
    new.phase, new.step, new.point, new.queue = "actions", "actions", "", ()
    return new


def set_event(state: State, kind: str) -> None:
    """An event of this kind is in force; without a kind one that changes nothing."""
    ids = [of.kind for of in BOARD.events]
    number = ids.index(kind or "neutral-two")
    state.event, state.cancelled = number, not kind
    deck = [n for n in range(len(ids)) if n != number]
    state.events, state.event_deck = tuple(deck[:3]), tuple(deck[3:])


# ---------------------------------------------------------------------------- playing


def begin(state: State, *fallen: Sequence[int], seed: str = SEED) -> Played:
    """On to the next decision."""
    table = Table(state.copy(), Falls(*fallen, seed=seed))
    proceed(table)
    return Played(table.state, table.events)


def play(
    state: State, seat: int, text: str, *fallen: Sequence[int], seed: str = SEED
) -> Played:
    """One order."""
    chance = Falls(*fallen, seed=seed)
    return Played(*apply(state, seat, Order.read(text), chance))


def texts(state: State, seat: int) -> list[str]:
    return [order.text for order in options(state, seat)]


def at(state: State, code: str) -> tuple[int, int, int]:
    """Owner, armies and unrest of a province."""
    province = BOARD.index[code]
    return state.owner[province], state.armies[province], state.unrest[province]
