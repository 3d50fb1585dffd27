"""To which phase of the turn a line belongs. [SB-4.1, SB-17.13]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.errors import OrderError, OrderIllegal
from engine.samurai_battles.plans.tree import (
    Act,
    Attack,
    Card,
    Draw,
    Fire,
    Hold,
    Line,
    Move,
    Orders,
    Statement,
    Step,
)

ANY = 0  # a line that may stand in every phase
CARD, ORDER, MOVEMENT, BATTLE, END = 1, 2, 3, 4, 5
LINES: Mapping[type, int] = {
    Card: CARD,
    Orders: ORDER,
    Move: MOVEMENT,
    Hold: MOVEMENT,
    Attack: BATTLE,
    Fire: BATTLE,
    Draw: END,
}
STEPS: Mapping[str, int] = {
    "play": CARD,
    "proceed": CARD,
    "order": ORDER,
    "move": MOVEMENT,
    "declare": BATTLE,
    "aim": BATTLE,
    "duel": BATTLE,
    "advance": BATTLE,
    "remain": BATTLE,
    "draw": END,
    "sell": END,
    "keep": END,
}
# Steps that answer what is open in the opponent's turn, and are never kept. [SB-17.13]
REACTIONS = (
    *("dragon", "strike", "ready", "refrain", "stand", "ignore", "retreat", "flee"),
    *("seppuku", "lose", "pass"),
)


def phase_of(act: Act) -> int:
    if isinstance(act, Step):
        return STEPS.get(act.order.verb, ANY)
    return LINES.get(type(act), ANY)


def out_of_order(lines: Sequence[Statement]) -> list[OrderError]:
    """Lines of an earlier phase behind one of a later phase. [SB-17.13]"""
    faults: list[OrderError] = []
    latest = ANY
    for line in lines:
        assert isinstance(line.said, Line)
        phase = phase_of(line.said.act)
        if phase and phase < latest:
            faults.append(OrderIllegal("SB-17.13", "E_PHASE_ORDER", line=line.line))
        latest = max(latest, phase)
    return faults


def is_closed(lines: Sequence[Line]) -> bool:
    """Whether DRAW says that nothing more is wanted in this turn. [SB-17.13]"""
    return any(isinstance(line.act, Draw) for line in lines)
