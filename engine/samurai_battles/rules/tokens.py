"""Honor & Fortune tokens: income, spending, losses. [SB-11]"""

from __future__ import annotations

from engine.contract import Seat
from engine.flat import changed
from engine.samurai_battles.rules.frames import Battlefield


def gain(table: Battlefield, seat: Seat, count: int, reason: str) -> None:
    """From the common pool, as far as it reaches. [SB-11.1, SB-11.3]"""
    state = table.state
    count = min(count, state.pool)
    if count <= 0:
        return
    state.pool -= count
    red, yellow = changed(state.tokens, seat, count)
    state.tokens = (red, yellow)
    table.tell("tokens_gained", seat=seat, tokens=count, reason=reason)


def pay(table: Battlefield, seat: Seat, count: int, reason: str) -> int:
    """To the common pool; what cannot be paid is returned. [SB-9.11, SB-11.2]"""
    state = table.state
    paid = min(count, state.tokens[seat])
    if paid:
        take(table, seat, paid)
        state.pool += paid
        table.tell("tokens_paid", seat=seat, tokens=paid, reason=reason)
    return count - paid


def take(table: Battlefield, seat: Seat, count: int) -> None:
    """Out of a reserve; where they go is the caller's to say."""
    red, yellow = changed(table.state.tokens, seat, -count)
    table.state.tokens = (red, yellow)
