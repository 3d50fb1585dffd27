"""The whole state as plain JSON, and back; also from what a person wrote by hand."""

from __future__ import annotations

from typing import Any

from engine.age_of_war.board import CENTRE, DICE, FACES, INDEX, SEATS, SETS, SLOTS
from engine.age_of_war.rules.invariants import faults
from engine.age_of_war.state import NO_TARGET, UNROLLED, Setup, State
from engine.contract import Position
from engine.errors import PositionImpossible
from engine.flat import fields_of
from engine.positions import Fields, named, shown


def position(state: State) -> Position:
    """Everything of AOW-1.5; what is face down follows from who holds what."""
    return {
        "game": "age_of_war",
        "set": state.setup.set,
        "seats": state.setup.seats,
        "first": state.setup.first,
        "turn_cap": state.setup.turn_cap,
        "dropout": state.setup.dropout,
        **fields_of(state, "turn", "seat"),
        "cards": {
            slot: of
            for slot, of in zip(SLOTS, state.holder, strict=True)
            if of != CENTRE
        },
        **fields_of(state, "hand", "lost", "rolls"),
        "target": None if state.target == NO_TARGET else SLOTS[state.target],
        "placed": [list(line) for line in zip(state.filled, state.placed, strict=True)],
        **fields_of(state, "left", "over"),
    }


def from_position(position: Position) -> State:
    """What is not said is as at the start of a turn. [AOW-1.5, AOW-3.1, AOW-4.1]"""
    fields = Fields(position, "age_of_war")
    seats = fields.number("seats", SEATS[0], *SEATS)
    first = fields.number("first", 0, 0, seats - 1)
    state = State(
        Setup(
            set=fields.word("set", "qin-2024", SETS),
            seats=seats,
            first=first,
            turn_cap=fields.number("turn_cap", 0, 0, 100_000),
            dropout=fields.word("dropout", "auto", ("auto", "pass")),
        )
    )
    seat = fields.number("seat", first, 0, seats - 1)
    state.turn = fields.number("turn", 1 + (seat - first) % seats, 1, 10**9)
    state.seat = fields.number("seat", (first + state.turn - 1) % seats, 0, seats - 1)
    state.holder = read_cards(fields, seats)
    state.left = frozenset(fields.numbers("left", 0, seats - 1))
    state.over = fields.word("over", "", ("", "conquest", "adjudicated"))
    read_turn(fields, state)
    fields.finish()
    if found := faults(state):
        raise PositionImpossible(f"This position cannot be: {'; '.join(found)}.")
    return state


def read_cards(fields: Fields, seats: int) -> tuple[int, ...]:
    """Cards not named lie in the centre. [AOW-3.1]"""
    holder = [CENTRE] * len(SLOTS)
    for slot, of in fields.table("cards").items():
        if slot not in INDEX:
            raise PositionImpossible(f"There is no card {named(slot)}.")
        holder[INDEX[slot]] = fields.check_number(f"cards.{slot}", of, 0, seats - 1)
    return tuple(holder)


def read_turn(fields: Fields, state: State) -> None:
    """Dice not spoken of are in hand, still to be rolled. [AOW-4.1]"""
    target = fields.word("target", "", ("", *SLOTS), none_is="")
    state.target = INDEX[target] if target else NO_TARGET
    placed = [read_placed(item) for item in fields.list("placed")]
    state.filled = tuple(line for line, _ in placed)
    state.placed = tuple(dice for _, dice in placed)
    state.lost = fields.number("lost", 0, 0, DICE)
    on_card = sum(map(len, state.placed))
    state.hand = fields.text("hand", UNROLLED * max(0, DICE - on_card - state.lost))
    state.hand = state.hand.replace(" ", "")
    if set(state.hand) - {*FACES} and set(state.hand) - {UNROLLED}:
        raise PositionImpossible(
            f"“hand” is {shown(state.hand)}; dice show {' '.join(FACES)}, "
            f"or all {UNROLLED} if they are still to be rolled."
        )
    rolled = 1 + state.lost + len(state.placed) - (UNROLLED in state.hand)
    state.rolls = fields.number("rolls", rolled, 0, 99)


def read_placed(item: Any) -> tuple[int, str]:
    match item:
        case [int(line), str(dice)] if not isinstance(line, bool):
            if abs(line) < 100 and len(dice) < 20:
                return line, dice.replace(" ", "")
    raise PositionImpossible(
        f'“placed” is a list of [line, dice] such as [2, "332"]; {shown(item)} is not.'
    )
