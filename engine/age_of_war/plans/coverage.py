"""How much of a turn a plan decides. [AOW-10.2]"""

from __future__ import annotations

from engine.age_of_war.plans.kept import read_kept
from engine.age_of_war.plans.tree import Policy
from engine.age_of_war.state import State
from engine.contract import Coverage, Plan, Seat


def coverage(state: State, seat: Seat, plan: Plan) -> Coverage:
    """A policy decides a whole turn; a step decides once. [AOW-10.2]"""
    if state.over or seat != state.seat:
        return Coverage(0, 0)
    kept = read_kept(plan, state.setup.set)
    order = kept.order if kept.turn == state.turn else kept.standing
    return Coverage(int(isinstance(order, Policy)), 1)
