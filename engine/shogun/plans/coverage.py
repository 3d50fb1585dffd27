"""How much of the present span a plan decides. [SHO-18.8, SHO-18.9, SHO-18.10]"""

from __future__ import annotations

from engine.contract import Coverage, Plan, Seat
from engine.shogun.board import BOARD
from engine.shogun.plans.kept import Kept, kept_now
from engine.shogun.plans.sheet import Sheet
from engine.shogun.plans.spans import covered_spans, span_names
from engine.shogun.plans.vocabulary import MOVERS
from engine.shogun.rules import ahead
from engine.shogun.rules.steps import REACTIONS
from engine.shogun.state import State


def coverage(state: State, seat: Seat, plan: Plan) -> Coverage:
    """Nothing is due from a seat that has nothing to decide in the span."""
    due = ahead(state, seat)
    if not due:
        return Coverage(0, 0)
    kept = kept_now(state, seat, plan)
    if state.point == "plan":
        return of_planning(state, seat, kept)
    return of_points(state, seat, kept, due)


def of_planning(state: State, seat: Seat, kept: Kept) -> Coverage:
    """Every slot, and the word that seals the plan. [SHO-18.12, SHO-18.13]"""
    sheet = Sheet(state, seat, kept.cards)
    total, missing = len(sheet.slots), tuple(sheet.open)
    if missing:
        return Coverage(total - len(missing), total, missing)
    if not kept.is_ready:
        return Coverage(total, total + 1, ("ready",))
    spans = span_names(state, covered_spans(state, seat, kept))
    return Coverage(total, total, (), spans)


def of_points(state: State, seat: Seat, kept: Kept, due: list[str]) -> Coverage:
    """What is ahead, and whether a line speaks of it. [SHO-18.8]"""
    points = [point for point in due if is_due(state, seat, point)]
    missing = tuple(p for p in points if not is_decided(state, kept, p))
    return Coverage(len(points) - len(missing), len(points), missing)


def is_due(state: State, seat: Seat, point: str) -> bool:
    """The seat itself knows in which of its slots a province lies."""
    if point in MOVERS:
        return state.boards[seat][BOARD.slot_index[point]] >= 0
    return point not in REACTIONS or (seat, point) in state.asked


def is_decided(state: State, kept: Kept, point: str) -> bool:
    if kept.step and state.point == point:
        return True
    if kept.asks(point):
        return False
    if point in MOVERS:
        moves = kept.moves(point)
        return moves is not None and all(m.target != "ask" for m in moves.moves)
    if point == "group":
        return kept.choice("draft") is not None or kept.choice("group") is not None
    return kept.choice(point) is not None
