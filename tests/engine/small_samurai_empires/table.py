"""Sets a table for a test in one line, and plays orders on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from engine.chance import Scripted, Seeded
from engine.contract import Event, Order
from engine.small_samurai_empires.board import BOARD
from engine.small_samurai_empires.positions import from_position
from engine.small_samurai_empires.rules import (
    apply,
    decisions,
    options,
    resign,
    setup,
)
from engine.small_samurai_empires.state import State

Outcome = tuple[State, list[Event]]
Armies = Mapping[str, Sequence[int]]
EDITIONS = ("archona-2019", "crowd-games")
FLAGS = ("agenda", "mountain", "shrines", "random_neutral", "screens")


def at(**fields: Any) -> State:
    """A position; what is not said is as at the start."""
    return from_position(fields)


def pieces(
    seats: int, armies: Armies, castles: Mapping[str, Sequence[int]] | None = None
) -> dict[str, Any]:
    """`armies` by province and seat, `castles` by province the seats that have one."""
    found: dict[str, Any] = {
        name: {"armies": [*counts, *[0] * (seats - len(counts))]}
        for name, counts in armies.items()
    }
    for name, owners in (castles or {}).items():
        row = [int(seat in owners) for seat in range(seats)]
        found.setdefault(name, {})["castles"] = row
    return found or {"kitami": {"armies": [0] * seats}}


def token(seat: int, kind: str, round: int | None = None) -> dict[str, Any]:
    found: dict[str, Any] = {"seat": seat, "kind": kind}
    return found if round is None else {**found, "round": round}


def acting(
    kind: str,
    slot: str,
    armies: Armies,
    castles: Mapping[str, Sequence[int]] | None = None,
    seats: int = 2,
    **fields: Any,
) -> State:
    """Seat 0's token of that kind is about to act in the slot, the only one there."""
    return at(
        seats=seats,
        phase="resolution",
        slots={slot: [token(0, kind)]},
        provinces=pieces(seats, armies, castles),
        **fields,
    )


def placing(
    armies: Armies,
    castles: Mapping[str, Sequence[int]] | None = None,
    seats: int = 2,
    **fields: Any,
) -> State:
    """Seat 0 is to place a token in round 1."""
    return at(
        seats=seats,
        phase="placement",
        provinces=pieces(seats, armies, castles),
        **fields,
    )


def seat_of(state: State) -> int:
    return decisions(state)[0].seat


def play(state: State, *orders: str, draws: Mapping[str, str] | None = None) -> Outcome:
    """The state and all events after these orders of whoever has to decide."""
    told: list[Event] = []
    for order in orders:
        chance = Scripted(draws or {})
        state, events = apply(state, seat_of(state), Order.read(order), chance)
        told += events
    return state, told


def texts(state: State, seat: int | None = None) -> list[str]:
    """The orders that are open, as text."""
    seat = seat_of(state) if seat is None else seat
    return [order.text for order in options(state, seat)]


def kinds(outcome: Outcome) -> list[str]:
    return [event.kind for event in outcome[1]]


def told(outcome: Outcome, kind: str) -> list[dict[str, Any]]:
    """The data of all events of that kind."""
    return [dict(event.data) for event in outcome[1] if event.kind == kind]


def armies(state: State, province: str) -> list[int]:
    seats, number = state.setup.seats, BOARD.index[province]
    return state.armies[number * seats : (number + 1) * seats]


class Moment(NamedTuple):
    """One order about to be carried out in a random match."""

    state: State
    seat: int
    order: Order
    chance: Seeded


def random_choices(dice: Random) -> dict[str, str]:
    choices = {flag: dice.choice(("no", "yes")) for flag in FLAGS}
    return {**choices, "edition": dice.choice(EDITIONS)}


def random_match(
    seed: int, leaving: float = 0.0, limit: int = 1000
) -> Iterator[Moment]:
    """Random legal play with random seats, edition and variants."""
    dice = Random(seed)
    chance, seats = Seeded(dice.randbytes(32).hex()), dice.randint(*BOARD.seats)
    state, _ = setup(seats, random_choices(dice), chance.again())
    for _ in range(limit):
        still = [seat for seat in range(seats) if seat not in state.left]
        if dice.random() < leaving and state.point and still:
            state, _ = resign(state, dice.choice(still))
        if not (open := decisions(state)):
            break
        seat = dice.choice(open).seat
        order = dice.choice(options(state, seat))
        yield Moment(state, seat, order, chance)
        state, _ = apply(state, seat, order, chance.again())
