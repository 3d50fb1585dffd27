"""Winter: hunger, revolts, scoring, and the end of the year. [SHO-10]"""

from __future__ import annotations

from engine.contract import Order, Seat
from engine.flat import changed
from engine.shogun.board import BOARD, Shortage
from engine.shogun.rules.battle import revolt
from engine.shogun.rules.hand import owned
from engine.shogun.rules.steps import REVOLTS
from engine.shogun.state import State
from engine.table import Table


def lose_rice(table: Table[State]) -> None:
    """By the lower half of the one card that is left over. [SHO-10.1, SHO-4.4]"""
    state = table.state
    card = BOARD.events[state.events[0]]
    table.tell("winter_begun", year=state.year, event=card.id, rice=card.loss)
    for seat, rice in enumerate(state.rice):
        lost = min(rice, card.loss)
        state.rice = changed(state.rice, seat, -lost)
        table.tell("rice_lost", seat=seat, rice=lost, left=rice - lost)


def count_missing(table: Table[State]) -> None:
    """One rice for each province, counted once. [SHO-10.2, SHO-17.31]"""
    state = table.state
    state.missing = tuple(
        max(0, len(owned(state, seat)) - rice) for seat, rice in enumerate(state.rice)
    )
    for seat in state.order:
        if state.missing[seat]:
            table.tell("rice_missing", seat=seat, rice=state.missing[seat])


def shortage(missing: int) -> Shortage:
    """The line of the table. [SHO-10.4]"""
    return next(line for line in BOARD.shortages if line.least <= missing <= line.most)


def draw_revolts(table: Table[State], seat: Seat) -> None:
    """Provinces by lot, all if there are too few. [SHO-10.5, SHO-17.29, SHO-17.30]"""
    state = table.state
    codes = [BOARD.codes[p] for p in owned(state, seat)]
    count = min(shortage(state.missing[seat]).revolts, len(codes))
    drawn = table.chance.shuffle(f"{state.when} revolts seat {seat}", codes, count)
    state.revolts = tuple(sorted(BOARD.index[code] for code in drawn))
    provinces = [BOARD.codes[p] for p in state.revolts]
    table.tell("revolts_drawn", seat=seat, provinces=provinces)


def revolt_steps(state: State, seat: Seat) -> list[Order]:
    """Its owner chooses which comes next. [SHO-10.6]"""
    return [REVOLTS[p] for p in state.revolts]


def revolts(table: Table[State], seat: Seat, province: int) -> None:
    """The tokens there and the extra farmers. [SHO-9.2, SHO-10.4]"""
    state = table.state
    state.revolts = tuple(p for p in state.revolts if p != province)
    extra = shortage(state.missing[seat]).farmers
    revolt(table, seat, province, state.unrest[province] + extra)


def end_year(table: Table[State]) -> None:
    """Unrest and rice go, new cards come; the tower stays. [SHO-10.8, SHO-7.5]"""
    state = table.state
    state.unrest = [0] * len(state.unrest)
    state.rice = (0,) * state.setup.seats
    count = BOARD.events_a_year
    state.events, state.event_deck = state.event_deck[:count], state.event_deck[count:]
    state.events = tuple(sorted(state.events))
    events = [BOARD.events[card].id for card in state.events]
    table.tell("year_ended", year=state.year, events=events)
