"""The rules: how a match begins, what is open, and what an order does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain

from engine.age_of_war.board import SEATS
from engine.age_of_war.rules.cards import (
    attackable,
    fills_left,
    fills_of,
    is_opposed,
    is_rolled,
    rerolls_of,
    score,
    sorted_hand,
)
from engine.age_of_war.rules.filling import fill
from engine.age_of_war.rules.turn import (
    begin_turn,
    check_turn,
    end_match,
    pass_turn,
    reroll,
    roll,
)
from engine.age_of_war.state import NO_TARGET, Setup, State
from engine.chance import Chance
from engine.contract import Decision, Event, Order, Seat
from engine.errors import ChoiceRefused, OrderIllegal
from engine.table import Table

__all__ = [
    "ahead",
    "apply",
    "decisions",
    "faults",
    "options",
    "resign",
    "score",
    "setup",
]

PASS = Order("pass")
ROLL = Order("roll")


def setup(
    seats: int, choices: Mapping[str, str], chance: Chance
) -> tuple[State, list[Event]]:
    """All cards in the centre, the first player's dice on the table. [AOW-3.1]"""
    if not SEATS[0] <= seats <= SEATS[1]:  # AOW-1.4, AOW-9.1, E_PLAYERS
        raise ChoiceRefused(f"The game takes {SEATS[0]} to {SEATS[1]} players.")
    first = first_seat(choices["first_player"], seats, chance)
    table = Table(
        State(
            Setup(
                set=choices["set"],
                seats=seats,
                first=first,
                turn_cap=int(choices["turn_cap"]),
                dropout=choices["dropout"],
            )
        ),
        chance,
    )
    begin_turn(table)
    return table.state, table.events


def first_seat(choice: str, seats: int, chance: Chance) -> Seat:
    """Drawn, or named. [AOW-3.2]"""
    if choice == "random":
        return int(chance.pick("first player", [str(seat) for seat in range(seats)]))
    if int(choice) >= seats:
        raise ChoiceRefused(f"“first_player” {choice} is not one of {seats} seats.")
    return int(choice)


def decisions(state: State) -> list[Decision]:
    """One seat, one kind of decision, in two situations. [AOW-4.2, AOW-10.1]

    Nobody waits for dice to be rolled, nor for a seat that was given up. [AOW-9.19]
    """
    if state.over:
        return []
    span = f"turn {state.turn}"
    if not is_rolled(state):
        return [Decision(state.seat, "roll", span, waits=False)]
    point = "open" if state.target == NO_TARGET else "siege"
    return [Decision(state.seat, point, span, waits=state.seat not in state.left)]


def ahead(state: State, seat: Seat) -> list[str]:
    """A turn is one span: what is open is also all that is ahead. [AOW-10.1]"""
    return [open.point for open in decisions(state) if open.seat == seat]


def options(state: State, seat: Seat) -> list[Order]:
    """Every fill, every die to lose, and to pass. [AOW-4.2]

    Lines in any order [AOW-5.7]; none has to be filled [AOW-5.11, AOW-9.3].
    """
    if state.over or seat != state.seat:
        return []
    if not is_rolled(state):
        return [ROLL]
    hand = sorted_hand(state.hand)
    if state.target == NO_TARGET:
        by_card = fills_of(hand)
        cards = [by_card[i][opposed] for i, opposed in attackable(state.holder, seat)]
        return [*chain.from_iterable(cards), *rerolls_of(hand), PASS]
    opposed = is_opposed(state, state.target)
    fills = fills_left(hand, state.target, opposed, state.filled)
    return [*fills, *rerolls_of(hand), PASS]


VERBS: dict[tuple[str, int], Callable[..., None]] = {
    ("roll", 0): roll,
    ("reroll", 1): reroll,
    ("pass", 0): pass_turn,
    ("fill", 2): fill,
    ("fill", 3): fill,
}


def apply(
    state: State, seat: Seat, order: Order, chance: Chance
) -> tuple[State, list[Event]]:
    """Exactly one of these, or a refusal. [AOW-4.2, AOW-9.7]"""
    check_turn(state, seat)
    verb = VERBS.get((order.verb, len(order.args)))
    if verb is None:
        raise OrderIllegal("AOW-4.2", "E_NO_SUCH_ACTION")
    table = Table(state.copy(), chance)
    verb(table, *order.args)
    return table.state, table.events


def resign(state: State, seat: Seat) -> tuple[State, list[Event]]:
    """The cards stay where they are, and stay attackable. [AOW-9.19]

    When nobody is left the match is scored as it stands.
    """
    if state.over:
        raise OrderIllegal("AOW-8.1", "E_GAME_OVER")
    if not 0 <= seat < state.setup.seats:
        raise OrderIllegal("AOW-9.19", "E_NOT_YOUR_TURN", said="E_NO_SEAT")
    if seat in state.left:
        raise OrderIllegal("AOW-9.19", "E_NOT_YOUR_TURN", said="E_GONE")
    table = Table(state.copy(), Chance())
    table.state.left = state.left | {seat}
    table.tell("seat_left", seat=seat)
    if len(table.state.left) == state.setup.seats:
        end_match(table, "adjudicated")
    return table.state, table.events
