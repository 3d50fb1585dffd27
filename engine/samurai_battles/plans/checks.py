"""What is certainly illegal in the lines of a turn, judged now. [SB-17.9]

The lines are played on a copy as if the opponent never reacted, up to the first dice.
Of what stands behind them only that is judged which no dice can change.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.chance import Chance
from engine.contract import Order, Seat, Skipped
from engine.errors import OrderError, OrderIllegal, ReplayBroken
from engine.samurai_battles.cards import DRAGON
from engine.samurai_battles.hexes import DISTANCE, INDEX
from engine.samurai_battles.plans.deciding import answer
from engine.samurai_battles.plans.kept import Kept, read_kept
from engine.samurai_battles.plans.moments import JUDGED
from engine.samurai_battles.plans.phases import ANY, END, phase_of
from engine.samurai_battles.plans.tree import (
    Attack,
    Bonus,
    Card,
    Draw,
    Fire,
    Hold,
    Line,
    Move,
    Orders,
    Statement,
    Then,
)
from engine.samurai_battles.rules import apply, decisions, default
from engine.samurai_battles.rules.fighting import bar_fire, bar_melee
from engine.samurai_battles.rules.pieces import piece_on, seat_of
from engine.samurai_battles.state import NOBODY, State
from engine.samurai_battles.units import LONGEST_RANGE

MOST_STEPS = 400
PASSED_OVER = ("guard_failed",)  # told, but no fault


class Played(NamedTuple):
    """How far the lines could be played, and what was skipped on the way."""

    state: State
    kept: Kept
    skipped: tuple[Skipped, ...]


def play(state: State, seat: Seat, kept: Kept) -> Played:
    """Up to the first dice, a question, or phase 5: what is drawn is nobody's yet."""
    turn = state.turn
    told: list[Skipped] = []
    for _ in range(MOST_STEPS):
        open = decisions(state)
        if not open or state.turn != turn or state.phase == END:
            break
        order: Order | None
        mine = next((one for one in open if one.seat == seat), None)
        if mine is None:
            found, order = open[-1].seat, default(state, open[-1].seat)
        else:
            answered = answer(state, seat, kept.text, JUDGED)
            told += [one for one in answered.skipped if isinstance(one, Skipped)]
            found, order = seat, answered.order
            kept = read_kept(answered.plan)
            if order is None and (mine.waits or mine is not open[-1]):
                break
            order = order or default(state, seat)
        try:
            state, _ = apply(state, found, order, Chance())
        except ReplayBroken:
            break
    return Played(state, kept, tuple(told))


def faults_of(
    state: State, seat: Seat, kept: Kept, lines: Sequence[Statement]
) -> list[OrderError]:
    """Every line that is certainly illegal, with its number. [SB-17.9]"""
    turn = [(s.line, s.said) for s in lines if isinstance(s.said, Line)]
    found: list[OrderError] = []
    for number, line in turn:
        found += [fault.at(number) for fault in static_faults(state, seat, line)]
    found += held_back(turn)
    if found:
        return sorted(found, key=lambda fault: fault.line)
    played = play(state, seat, kept)
    for skipped in played.skipped:
        if skipped.why is not None and skipped.why.code not in PASSED_OVER:
            found.append(skipped.why.at(line_with(turn, skipped)))
    for number, line in turn:
        if line in played.kept.lines:
            for fault in later_faults(played.state, seat, line, turn):
                found.append(fault.at(number))
    return sorted(found, key=lambda fault: fault.line)


def line_with(turn: Sequence[tuple[int, Line]], skipped: Skipped) -> int:
    """The number of the line that was skipped, or of which a part was."""
    for number, line in turn:
        if line.text == skipped:
            return number
    words = skipped.removeprefix("order ")
    return next((n for n, line in turn if words in line.text), 0)


# --------------------------------------------------------- certain whatever happens


def static_faults(state: State, seat: Seat, line: Line) -> Iterator[OrderError]:
    """Cards that are not held or not for this moment; hexes too far apart."""
    if ANY < phase_of(line.act) < state.phase:
        yield OrderIllegal("SB-17.13", "E_PHASE_OVER")
    for card, windows in cards_in(line):
        if DRAGON[card].window not in windows:
            yield OrderIllegal("SB-12.4", "E_WINDOW", card=card)
        elif card not in state.dragon_hands[seat]:
            yield OrderIllegal("SB-12.2", "E_CARD_NOT_HELD", card=card)
    match line.act:
        case Card(card) if card not in state.command_hands[seat] and not state.card:
            legal = [f"card {one}" for one in dict.fromkeys(state.command_hands[seat])]
            yield OrderIllegal(
                "SB-4.2", "E_CARD_NOT_HELD", card=card, legal=legal, legal_kind="order"
            )
        case Attack(hex, target) if DISTANCE[INDEX[hex]][INDEX[target]] != 1:
            yield OrderIllegal("SB-8.1", "E_NOT_ADJACENT", hex=hex, goal=target)
        case Fire(hex, shots):
            for goal in (name for shot in shots for name in shot.targets):
                if not 2 <= DISTANCE[INDEX[hex]][INDEX[goal]] <= LONGEST_RANGE:
                    yield OrderIllegal("SB-7.1", "E_RANGE", hex=hex, goal=goal)


def cards_in(line: Line) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The Dragon cards of a line, each with the windows it may be played in there."""
    match line.act:
        case Card(_, dragon) if dragon:
            yield dragon.card, ("W1",)
        case Move(card=card) if card:
            yield card, ("W3",)
        case Fire(_, shots):
            yield from ((shot.card, ("W6",)) for shot in shots if shot.card)
        case Draw(_, sell) if sell:
            yield sell, (DRAGON[sell].window,)
        case Attack() as attack:
            yield from cards_of(attack)


def cards_of(part: Attack | Bonus) -> Iterator[tuple[str, tuple[str, ...]]]:
    for dragon in part.extras.cards:
        yield dragon.card, ("W6", "W7", "W9")
    if part.extras.challenge:
        yield "issue-challenge", ("W14",)
    if part.then and part.then.card:
        yield part.then.card, ("W12",)
    if part.then and part.then.bonus:
        yield from cards_of(part.then.bonus)


def held_back(turn: Sequence[tuple[int, Line]]) -> Iterator[OrderError]:
    """HOLD and MOVE of one unit; two battles of one unit. [SB-17.13, SB-4.6]"""
    moving = {line.act.spot.hex for _, line in turn if isinstance(line.act, Move)}
    fighting: set[str] = set()
    for number, line in turn:
        match line.act:
            case Hold(hexes):
                for hex in moving & set(hexes):
                    yield OrderIllegal("SB-17.13", "E_HOLD_MOVES", line=number, hex=hex)
            case Attack(hex) | Fire(hex):
                if hex in fighting and not line.tests:
                    yield OrderIllegal("SB-4.6", "E_HAS_BATTLED", line=number, hex=hex)
                fighting |= set() if line.tests else {hex}


# --------------------------------------------------- behind the first dice of the turn


def later_faults(
    state: State, seat: Seat, line: Line, turn: Sequence[tuple[int, Line]]
) -> Iterator[OrderError]:
    """Who is not there, or has no order, will not act. [SB-17.9]"""
    for hex in starts_of(line):
        piece = piece_on(state, INDEX[hex])
        if piece == NOBODY or seat_of(state, piece) != seat:
            if not any(hex in ends_of(other) for _, other in turn):
                yield OrderIllegal("SB-5.1", "E_NOBODY_THERE", hex=hex)
            return
    if isinstance(line.act, Attack | Fire) and state.phase == 4:
        yield from unable(state, line.act)


def unable(state: State, act: Attack | Fire) -> Iterator[OrderError]:
    """An ordered unit that may battle, whatever the battles before it do."""
    unit = state.unit_at[INDEX[act.hex]]
    barred = "SB-8.1", "E_NO_ORDER"
    if unit != NOBODY:
        found = (bar_melee if isinstance(act, Attack) else bar_shooter)(state, unit)
        if found is None:
            return
        barred = found
    yield OrderIllegal(*barred, hex=act.hex)


def bar_shooter(state: State, unit: int) -> tuple[str, str] | None:
    """Enemies next to it may be gone by then. [SB-7.2]"""
    found = bar_fire(state, unit)
    return None if found and found[1] == "E_ENEMY_NEAR" else found


def starts_of(line: Line) -> tuple[str, ...]:
    match line.act:
        case Orders(spots):
            return tuple(spot.hex for spot in spots)
        case Move(spot):
            return (spot.hex,)
        case Hold(hexes):
            return hexes
        case Attack(hex) | Fire(hex):
            return (hex,)
    return ()


def ends_of(line: Line) -> tuple[str, ...]:
    """Where it can bring a unit: by a move, or by an advance. [SB-8.9]"""
    match line.act:
        case Move(path=path):
            return path[-1:]
        case Attack(target=target, then=then):
            return advances((target,), then)
    return ()


def advances(targets: tuple[str, ...], then: Then | None) -> tuple[str, ...]:
    if then is None or then.verb == "remain":
        return ()
    bonus = then.bonus
    return (*targets, *(advances(bonus.targets, bonus.then) if bonus else ()))
