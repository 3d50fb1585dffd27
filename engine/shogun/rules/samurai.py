"""Expansion 2: Samurai. [SHO-13]"""

from __future__ import annotations

from engine.contract import Order, Seat
from engine.flat import changed
from engine.shogun.board import BOARD, BONUSES
from engine.shogun.rules.court import gain
from engine.shogun.rules.hand import regions_of
from engine.shogun.rules.steps import SAMURAI, SAMURAI_NONE
from engine.shogun.state import NOTHING, State
from engine.table import Table

TRAY = BONUSES.index("tray")


def is_honoured(state: State, seat: Seat) -> bool:
    """Whether the seat owns provinces in enough regions. [SHO-13.3]"""
    return len(regions_of(state, seat)) >= BOARD.samurai_regions


def advance_stage(table: Table[State], seat: Seat) -> None:
    """The top card goes under the stack. [SHO-13.1, SHO-13.3]"""
    state = table.state
    state.stages = changed(state.stages, seat, 1)
    table.tell("stage_reached", seat=seat, stage=state.stages[seat])


def samurai_steps(state: State, seat: Seat) -> list[Order]:
    """One of the bonuses of the stage, or none. [SHO-13.2, SHO-13.4, SHO-17.43]"""
    amounts = BOARD.stages[state.stages[seat]]
    bonuses = [
        bonus
        for bonus, amount in enumerate(amounts)
        if amount and (bonus != TRAY or state.supply[seat])
    ]
    return [*(SAMURAI[bonus] for bonus in bonuses), SAMURAI_NONE]


def samurai(table: Table[State], seat: Seat, bonus: int) -> None:
    """SHO-13.2: armies in the tray come in time for the palace [SHO-13.6]"""
    if bonus == NOTHING:
        table.tell("bonus_declined", seat=seat)
        return
    amount = BOARD.stages[table.state.stages[seat]][bonus]
    gain(table, seat, BONUSES[bonus], amount)


def reset_stages(table: Table[State]) -> None:
    """After winter everybody is back at stage 0. [SHO-13.5]"""
    table.state.stages = (0,) * table.state.setup.seats
