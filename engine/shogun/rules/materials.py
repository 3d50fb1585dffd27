"""What is shuffled and thrown before the first spring. [SHO-3.8, SHO-3.9, SHO-3.10]"""

from __future__ import annotations

from engine.shogun.board import BOARD
from engine.shogun.rules.battle import clear_tray
from engine.shogun.rules.court import seat_officials
from engine.shogun.rules.dajokan import lay_tokens
from engine.shogun.state import State
from engine.shogun.tower import throw_into
from engine.table import Table


def lay_materials(table: Table[State]) -> None:
    """Region tokens, favours, events, tower, in this order. [SHO-3.10]"""
    state = table.state
    if state.setup.dajokan:
        lay_tokens(table)
    if state.setup.court:
        numbers = [str(number) for number in sorted(BOARD.favours)]
        deck = table.chance.shuffle("favours", numbers)
        state.favour_deck = tuple(int(number) for number in deck)
    shuffle_events(table)
    fill_tower(table)
    state.step = "season"


def shuffle_events(table: Table[State]) -> None:
    """Four cards of the year lie open; when each comes is not known. [SHO-3.9]"""
    state = table.state
    ids = sorted(card.id for card in BOARD.events)
    deck = [BOARD.event_index[card] for card in table.chance.shuffle("events", ids)]
    state.events = tuple(sorted(deck[: BOARD.events_a_year]))
    state.event_deck = tuple(deck[BOARD.events_a_year :])
    events = [BOARD.events[card].id for card in state.events]
    table.tell("events_opened", events=events)


def fill_tower(table: Table[State]) -> None:
    """What falls out goes back, and officials wait for it. [SHO-3.8, SHO-12.2]"""
    state = table.state
    seats = state.setup.seats
    thrown = (*(BOARD.tower_armies,) * seats, BOARD.tower_farmers)
    left = (had - gone for had, gone in zip(state.supply, thrown, strict=True))
    state.supply = tuple(left)
    throw_into(table, "setup throw", thrown)
    if state.setup.court:
        seat_officials(table)
    clear_tray(state, *range(len(state.tray)))
