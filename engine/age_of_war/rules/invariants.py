"""What no legal match can show: the invariants of AOW-1.5, and what follows."""

from __future__ import annotations

from collections.abc import Iterator

from engine.age_of_war.board import CENTRE, DICE, PROVINCE, SLOTS, dice_sets
from engine.age_of_war.rules.cards import (
    dice_wanted,
    is_rolled,
    required_lines,
    sorted_hand,
    subdued,
)
from engine.age_of_war.rules.turn import is_hopeless
from engine.age_of_war.state import NO_TARGET, State


def faults(state: State) -> list[str]:
    """Sentences on what is wrong; later checks rely on the earlier ones."""
    return (
        [*match_faults(state), *dice_faults(state)]
        or list(siege_faults(state))
        or list(turn_faults(state))
    )


def match_faults(state: State) -> Iterator[str]:
    """Who holds what, whose turn it is, and whether it is over. [AOW-8.1, AOW-9.20]"""
    setup, seats = state.setup, range(state.setup.seats)
    if any(of not in seats and of != CENTRE for of in state.holder):
        yield "a card is held by a seat that does not exist"
    if state.seat != (setup.first + state.turn - 1) % setup.seats:
        yield f"seat {state.seat} does not have turn {state.turn}"
    if setup.turn_cap and state.turn > setup.turn_cap:
        yield f"turn {state.turn} is after the last one, {setup.turn_cap}"
    if (CENTRE not in state.holder) != (state.over == "conquest"):
        yield "the match ends by conquest when the centre is empty, and only then"
    gone = len(state.left) == setup.seats
    if gone and not state.over:
        yield "everybody has left, but the match goes on"
    if state.over == "adjudicated" and not gone and state.turn != setup.turn_cap:
        yield "it is adjudicated neither after the last turn nor when all have left"


def dice_faults(state: State) -> Iterator[str]:
    """Seven dice, and a roll for each die lost and each line filled. [AOW-1.5]"""
    placed = sum(map(len, state.placed))
    if len(state.hand) + placed + state.lost != DICE:
        yield f"hand, placed and lost dice are not {DICE} together"
    if (state.target == NO_TARGET) != (not state.placed):
        yield "there is a target without a filled line, or the reverse"
    rolls = state.lost + len(state.placed) + is_rolled(state)
    if state.rolls != rolls:
        yield f"{rolls} rolls were made, not {state.rolls}"
    if state.over and (state.lost or state.placed or is_rolled(state)):
        yield "the match is over, but dice are still on the table"


def siege_faults(state: State) -> Iterator[str]:
    """The target can be attacked and its filled lines have their dice. [AOW-5]"""
    card = state.target
    if card == NO_TARGET:
        return
    if state.holder[card] == state.seat:  # AOW-5.1
        yield f"{SLOTS[card]} is besieged by its own holder"
    if subdued(state.holder)[PROVINCE[card]] != CENTRE:  # AOW-7.2
        yield f"{SLOTS[card]} is besieged, but lies face down"
    lines, filled = required_lines(state, card), state.filled
    if len(set(filled)) < len(filled):  # AOW-5.10
        yield "a line is filled twice"
    for line, dice in zip(filled, state.placed, strict=True):
        if not 1 <= line <= len(lines):
            yield f"{SLOTS[card]} has no line {line} here"
        elif sorted_hand(dice) not in dice_sets(sorted_hand(dice), lines[line - 1]):
            yield f"{' '.join(dice)} does not fill the line {lines[line - 1]}"


def turn_faults(state: State) -> Iterator[str]:
    """A turn that would have ended already. [AOW-4.5, AOW-4.6, AOW-4.9, AOW-6.4]"""
    if state.over:
        return
    card = state.target
    if card != NO_TARGET and len(state.placed) == len(required_lines(state, card)):
        yield f"every line of {SLOTS[card]} is filled, but it is not conquered"
    elif not state.hand:
        yield "no die is in hand, but the turn goes on"
    elif is_rolled(state):
        if is_hopeless(state):
            yield "nothing can be conquered any more, but the turn goes on"
    elif card != NO_TARGET and len(state.hand) < dice_wanted(state):
        yield "too few dice are left for the target, but the turn goes on"
