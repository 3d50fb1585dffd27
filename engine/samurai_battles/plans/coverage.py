"""How much of a turn a plan decides. [SB-17.3, SB-17.13]"""

from __future__ import annotations

from engine.contract import Coverage, Plan, Seat
from engine.samurai_battles.plans.deciding import kept_now
from engine.samurai_battles.plans.kept import Kept, read_kept
from engine.samurai_battles.plans.phases import CARD, is_closed, phase_of
from engine.samurai_battles.plans.tree import Wait
from engine.samurai_battles.state import State


def coverage(state: State, seat: Seat, plan: Plan) -> Coverage:
    """A turn is decided by its card and by DRAW, which closes it. [SB-17.13]

    In the opponent's turn nothing is due: lines and defaults answer. [SB-17.3]
    """
    if state.over:
        return Coverage(0, 0)
    kept, _ = kept_now(state, seat, read_kept(plan))
    if seat != state.active:
        whole = has_card(kept) and is_closed(kept.lines)
        return Coverage(0, 0, spans=(f"turn {state.turn + 1}",) if whole else ())
    is_card_due = state.phase == CARD and not state.card
    decided = int(is_closed(kept.lines) or bool(kept.doing and not kept.lines))
    if not is_card_due:
        return Coverage(decided, 1)
    return Coverage(decided + has_card(kept), 2)


def has_card(kept: Kept) -> bool:
    """Whether the first line that is no WAIT plays a card."""
    acts = (line.act for line in kept.lines if not isinstance(line.act, Wait))
    return phase_of(next(acts, Wait())) == CARD
