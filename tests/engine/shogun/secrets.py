"""States that must look alike to a seat: only what it may not know differs."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.contract import Seat
from engine.shogun.imagine import imagine
from engine.shogun.state import State


def alike(state: State, seat: Seat | None) -> Iterator[State]:
    """Other action cards, decks and boards of others. [SHO-1.5]

    In the planning the boards of others stay: who has laid what is not known, and who
    is still to lay decides who is asked.
    """
    other = imagine(state, seat, Random(len(state.actions) + state.action))
    if state.phase == "planning":
        other.boards, other.ready = state.boards, state.ready
        other.covers, other.asked = state.covers, state.asked
    if other != state:
        yield other
