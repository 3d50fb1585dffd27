"""The turn: roll, lose a die, pass, end. [AOW-4, AOW-8.1]"""

from __future__ import annotations

from engine.age_of_war.board import CENTRE, DICE, FACES
from engine.age_of_war.rules.cards import (
    attackable,
    is_lost,
    is_rolled,
    least_left,
    least_open,
    score,
    sorted_hand,
)
from engine.age_of_war.state import NO_TARGET, UNROLLED, State
from engine.contract import Seat
from engine.errors import OrderIllegal
from engine.table import Table


def check_turn(state: State, seat: Seat) -> None:
    """The first two of the checks. [AOW-10.10]"""
    if state.over:
        raise OrderIllegal("AOW-8.1", "E_GAME_OVER")
    if seat != state.seat:
        raise OrderIllegal("AOW-3.3", "E_NOT_YOUR_TURN")


def begin_turn(table: Table[State]) -> None:
    """All dice are rolled; that is no decision. [AOW-4.1]"""
    state = table.state
    table.tell("turn_begun", turn=state.turn, seat=state.seat)
    clear_turn(state)
    roll_hand(table)


def clear_turn(state: State) -> None:
    """All dice return; target and filled lines are forgotten. [AOW-4.6]"""
    state.hand = UNROLLED * DICE
    state.lost = state.rolls = 0
    state.target = NO_TARGET
    state.filled = state.placed = ()


def roll(table: Table[State]) -> None:
    """Only in a position that was written down with its dice unrolled. [AOW-1.5]"""
    if is_rolled(table.state):
        raise OrderIllegal("AOW-4.2", "E_NO_SUCH_ACTION")
    roll_hand(table)


def roll_hand(table: Table[State]) -> None:
    """Named by turn and roll alone, whatever was done before. [AOW-10.14]"""
    state = table.state
    state.rolls += 1
    name = f"turn {state.turn} roll {state.rolls}"
    dice = table.chance.roll(name, len(state.hand), FACES)
    state.hand = "".join(dice)
    table.tell("dice_rolled", seat=state.seat, roll=state.rolls, dice=" ".join(dice))
    if is_hopeless(state):
        end_turn(table, "hopeless")


def check_rolled(state: State) -> None:
    """One line per roll: after a fill the dice are rolled first. [AOW-5.5]"""
    if not is_rolled(state):
        raise OrderIllegal("AOW-5.5", "E_ONE_LINE")


def check_reroll(state: State, face: str) -> None:
    check_rolled(state)
    if face not in state.hand or len(face) != 1:
        raise OrderIllegal("AOW-4.3", "E_NOT_IN_ROLL", die=face, dice=state.hand)


def reroll(table: Table[State], face: str) -> None:
    """One die is lost, all others are rolled. [AOW-4.3]

    Which die is lost changes nothing but the record. [AOW-4.4, AOW-9.8]
    """
    state = table.state
    check_reroll(state, face)
    state.hand = UNROLLED * (len(state.hand) - 1)
    state.lost += 1
    table.tell("die_lost", seat=state.seat, die=face)
    roll_on(table)


def roll_on(table: Table[State]) -> None:
    """Roll what is in hand; nothing in hand ends the turn. [AOW-4.5]

    So does losing, or placing, the last die. [AOW-9.4, AOW-9.5]
    """
    if table.state.hand:
        roll_hand(table)
    else:
        end_turn(table, "dice")


def pass_turn(table: Table[State]) -> None:
    """Rerolling the hand away, in one word and without dice. [AOW-4.7, AOW-9.10]"""
    check_rolled(table.state)
    end_turn(table, "pass")


def end_turn(table: Table[State], reason: str) -> None:
    """Everything on the way is forgotten; the next seat begins. [AOW-4.6, AOW-3.3]

    A failed attack changes nothing. [AOW-6.6]
    """
    state = table.state
    table.tell("turn_ended", seat=state.seat, reason=reason)
    if state.over:
        end_match(table, "conquest")
    elif state.turn == state.setup.turn_cap:  # AOW-9.20
        end_match(table, "adjudicated")
    else:
        state.turn += 1
        state.seat = (state.seat + 1) % state.setup.seats
        begin_turn(table)


def is_hopeless(state: State) -> bool:
    """No card can be conquered any more this turn. [AOW-4.9, AOW-9.17]"""
    if state.target == NO_TARGET:
        if len(state.hand) > least_open(state.holder, state.seat):
            return False
        hand, cards = sorted_hand(state.hand), attackable(state.holder, state.seat)
        return all(is_lost(hand, card, opposed, ()) for card, opposed in cards)
    card, opposed = state.target, state.holder[state.target] != CENTRE
    if len(state.hand) > least_left(card, opposed, state.filled):
        return False
    return is_lost(sorted_hand(state.hand), card, opposed, state.filled)


def end_match(table: Table[State], how: str) -> None:
    """At once, or when the turns agreed on are over. [AOW-8.1, AOW-9.20]"""
    state = table.state
    state.over = how
    clear_turn(state)
    winners = [s.seat for s in score(state) if s.place == 1]
    table.tell("match_ended", how=how, winners=winners)
