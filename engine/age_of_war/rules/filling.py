"""Filling a line, conquering a card, subduing a province. [AOW-5 to AOW-7]"""

from __future__ import annotations

from engine.age_of_war.board import (
    CENTRE,
    INDEX,
    PRINTED,
    PROVINCE,
    PROVINCE_SLOTS,
    SET_POINTS,
    SLOTS,
    dice_sets,
    symbols,
)
from engine.age_of_war.rules.cards import (
    dice_wanted,
    is_filled_by,
    required_lines,
    sorted_hand,
    subdued,
    take_dice,
)
from engine.age_of_war.rules.turn import check_rolled, end_turn, roll_on
from engine.age_of_war.state import NO_TARGET, UNROLLED, State
from engine.errors import OrderIllegal
from engine.table import Table

LINE_NUMBERS = {str(line): line for line in range(1, 1 + max(map(len, PRINTED)) + 1)}


def check_card(state: State, card: int) -> None:
    """Committed to one card; face down is safe; one's own is one's own."""
    if state.target == card:
        return
    if state.target != NO_TARGET:  # AOW-5.8, AOW-9.2
        raise OrderIllegal("AOW-5.8", "E_COMMITTED", card=SLOTS[state.target])
    if subdued(state.holder)[PROVINCE[card]] != CENTRE:  # AOW-5.1, AOW-7.2
        raise OrderIllegal("AOW-7.2", "E_FACE_DOWN", card=SLOTS[card])
    if state.holder[card] == state.seat:  # AOW-5.1, AOW-9.12
        raise OrderIllegal("AOW-5.1", "E_OWN_CARD", card=SLOTS[card])


def check_line(state: State, card: int, line: int) -> None:
    """The line is required here [AOW-6.1, AOW-9.11] and not yet filled [AOW-5.10]."""
    lines = required_lines(state, card)
    if not 1 <= line <= len(lines):
        raise no_such_line(state, card, str(line))
    if line in state.filled:
        raise OrderIllegal("AOW-5.10", "E_LINE_FILLED", card=SLOTS[card])


def no_such_line(state: State, card: int, wanted: str) -> OrderIllegal:
    """The special line is there only against an opponent. [AOW-6.1, AOW-6.2]"""
    return OrderIllegal(
        "AOW-6.2" if state.holder[card] != CENTRE else "AOW-6.1",
        "E_NO_SUCH_LINE",
        legal=required_lines(state, card),
        card=SLOTS[card],
        wanted=wanted,
    )


def check_dice(hand: str, code: str, dice: str) -> None:
    """Just these dice fill the line, at once [AOW-5.6] and none is too many."""
    if dice in dice_sets(sorted_hand(hand), code):
        return
    for face in dice:
        if dice.count(face) > hand.count(face):
            raise OrderIllegal("AOW-5.4", "E_NOT_IN_ROLL", die=face)
    if symbols(code):
        raise OrderIllegal("AOW-5.2", "E_NO_MATCH", wanted=code)
    if not is_filled_by(dice, code):
        raise OrderIllegal("AOW-5.3", "E_NO_MATCH", wanted=code)
    raise OrderIllegal("AOW-5.4", "E_SUPERFLUOUS")  # AOW-9.9


def fill(table: Table[State], slot: str, number: str, named: str | None = None) -> None:
    """One complete line from one roll; the first one commits. [AOW-5.5 to AOW-5.9]"""
    state = table.state
    check_rolled(state)
    card, line = read_card(slot), LINE_NUMBERS.get(number, 0)
    check_card(state, card)
    check_line(state, card, line)
    lines = required_lines(state, card)
    code = lines[line - 1]
    used, state.hand = take_dice(state.hand, meant_dice(state.hand, code, named))
    state.target = card
    state.filled = (*state.filled, line)
    state.placed = (*state.placed, used)
    table.tell(
        "line_filled",
        seat=state.seat,
        card=slot,
        line=line,
        code=code,
        dice=" ".join(used),
    )
    if len(state.filled) == len(lines):
        conquer(table, card)
    else:
        attack_on(table)


def meant_dice(hand: str, code: str, named: str | None) -> str:
    """The dice named, or the only set there is. [AOW-5.4]

    An order has one text: dice are named where there is a choice, in ascending order.
    """
    sets = dice_sets(sorted_hand(hand), code)
    if named is None and len(sets) == 1:
        return sets[0]
    dice = "".join(sorted(named or ""))
    check_dice(hand, code, dice)
    if dice != named or len(sets) == 1:
        raise OrderIllegal("AOW-5.4", "E_NO_SUCH_ACTION")
    return dice


def read_card(slot: str) -> int:
    if slot not in INDEX:
        raise OrderIllegal("AOW-10.4", "E_UNKNOWN_CARD", word=slot)
    return INDEX[slot]


def attack_on(table: Table[State]) -> None:
    """The dice left are rolled, if they can still do it. [AOW-4.5]"""
    state = table.state
    if state.hand and len(state.hand) < dice_wanted(state):
        end_turn(table, "hopeless")  # AOW-4.9, AOW-9.18
    else:
        state.hand = UNROLLED * len(state.hand)
        roll_on(table)


def conquer(table: Table[State], card: int) -> None:
    """The card comes to the player, wherever it was. [AOW-6.4, AOW-6.5, AOW-9.6]"""
    state = table.state
    former = state.holder[card]
    state.holder = (*state.holder[:card], state.seat, *state.holder[card + 1 :])
    if former == CENTRE:
        table.tell("card_conquered", seat=state.seat, card=SLOTS[card])
    else:
        table.tell("card_taken", seat=state.seat, card=SLOTS[card], former=former)
    subdue(table, PROVINCE[card])
    if CENTRE not in state.holder:  # AOW-8.1, AOW-8.2, AOW-9.13, AOW-9.14
        state.over = "conquest"
    end_turn(table, "conquest")


def subdue(table: Table[State], province: int) -> None:
    """All cards of a province in one hand are turned face down. [AOW-7.1, AOW-9.16]"""
    state = table.state
    if subdued(state.holder)[province] != CENTRE:
        table.tell(
            "province_subdued",
            seat=state.seat,
            province=PROVINCE_SLOTS[province],
            points=SET_POINTS[province],
        )
