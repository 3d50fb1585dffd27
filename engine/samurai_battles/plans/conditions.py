"""Whether the tests of a line hold on the table as it lies. [SB-17.15]"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import takewhile

from engine.contract import Seat
from engine.kept import all_hold, compare
from engine.samurai_battles.hexes import index_of
from engine.samurai_battles.plans.phases import CARD
from engine.samurai_battles.plans.tree import Condition
from engine.samurai_battles.rules.pieces import is_empty, piece_on, seat_of
from engine.samurai_battles.state import LEADER, NOBODY, Battle, State


def holds(state: State, seat: Seat, tests: Sequence[Condition]) -> bool:
    return all_hold(tests, partial(is_true, state, seat))


def is_true(state: State, seat: Seat, test: Condition) -> bool | None:
    """None: it speaks of something that has not happened. [SB-17.15]"""
    match test.kind:
        case "enemy":
            return stands(state, 1 - seat, test)
        case "own":
            return stands(state, seat, test)
        case "empty":
            return is_empty(state, index_of(test.what))
        case "tokens":
            return compare(state.tokens[seat], test.relation, test.number)
    if not state.card and state.phase == CARD:
        return None  # what lies there is of the turn before
    if test.kind == "rolled":
        return has_rolled(state, seat, test)
    return has_won(state, test)


def stands(state: State, seat: Seat, test: Condition) -> bool:
    """Whether somebody of the seat is there, with so many figures."""
    piece = piece_on(state, index_of(test.what))
    if piece == NOBODY or seat_of(state, piece) != seat:
        return False
    figures = 0 if piece >= LEADER else state.figures[piece]
    return not test.relation or compare(figures, test.relation, test.number)


def has_rolled(state: State, seat: Seat, test: Condition) -> bool | None:
    faces = state.last_faces[seat]
    if not faces:
        return None
    shown = faces.count(test.what)
    return compare(shown, test.relation, test.number) if test.relation else shown > 0


def has_won(state: State, test: Condition) -> bool | None:
    """Of a unit that attacked from a hex the last battle, also its bonus melee."""
    fought = state.battles
    if test.what:
        where = index_of(test.what)
        begun = [n for n, one in enumerate(fought) if one.origin == where]
        fought = by_same_unit(fought[begun[-1] :]) if begun else ()
    return fought[-1].won if fought else None


def by_same_unit(battles: tuple[Battle, ...]) -> tuple[Battle, ...]:
    """The first, and the bonus melees that follow it. [SB-8.11]"""
    first, *rest = battles
    return (first, *takewhile(lambda battle: battle.kind == "bonus", rest))
