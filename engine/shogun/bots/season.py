"""A season played in the head: real rules, dice of one's own, and nothing is told."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from engine.chance import CERTAIN, Chance, Group
from engine.contract import Order
from engine.shogun.bots.sheet import Sheet
from engine.shogun.rules.actions import current_slot, origin_of, targets
from engine.shogun.rules.auction import specials_left
from engine.shogun.rules.defaults import default
from engine.shogun.rules.planning import lock
from engine.shogun.rules.points import VERBS
from engine.shogun.rules.season import proceed
from engine.shogun.rules.steps import HOLD, KNOWN, MOVES, SPECIAL
from engine.shogun.state import NOTHING, State
from engine.table import Table

MOVERS = ("recruit1", "battle-a", "battle-b")


class Dice(Chance):
    """Quick dice that keep nothing."""

    __slots__ = ("dice",)

    def __init__(self, dice: Random) -> None:
        super().__init__()
        self.dice = dice

    def shuffle(
        self, name: str, items: Sequence[str], count: int | None = None
    ) -> tuple[str, ...]:
        return tuple(self.dice.sample(items, len(items) if count is None else count))

    def tally(self, name: str, groups: Sequence[Group]) -> tuple[int, ...]:
        roll = self.dice.random
        return tuple(
            sum([roll() * CERTAIN < threshold for _ in range(count)]) if count else 0
            for count, threshold in groups
        )


class Quiet(Table[State]):
    """Nobody listens."""

    __slots__ = ()

    def tell(self, kind: str, /, to: Any = None, **data: Any) -> None:
        return


def play_season(state: State, sheets: Sequence[Sheet], dice: Random) -> State:
    """The table at the next planning, or at the end, if these are the plans."""
    table = Quiet(state.copy(), Dice(dice))
    now = table.state
    now.boards = tuple(sheet.cards for sheet in sheets)
    now.ready = frozenset(range(len(sheets)))
    now.covers = now.asked = frozenset()
    lock(table)
    proceed(table)
    while now.point not in ("plan", ""):
        verb, numbers = KNOWN[decide(now, sheets[now.seat])]
        seat, now.point = now.seat, ""
        VERBS[verb](table, seat, *numbers)
        proceed(table)
    return now


def decide(state: State, sheet: Sheet) -> Order:
    """What a plan says here; the default where it says nothing. [SHO-18.2]"""
    if state.point in MOVERS:
        return move_of(state, sheet)
    if state.point == "special":
        left = specials_left(state)
        wanted = next((card for card in sheet.specials if card in left), NOTHING)
        return SPECIAL[wanted] if wanted != NOTHING else SPECIAL[left[0]]
    return default(state, state.seat)


def move_of(state: State, sheet: Sheet) -> Order:
    slot = current_slot(state)
    move = sheet.moves.get(slot)
    if move is None:
        return HOLD
    origin = origin_of(state, state.seat)
    armies = state.armies[origin] - 1 - move.stay
    if armies < 1 or move.target not in targets(state, state.seat, origin, slot):
        return HOLD
    return MOVES[move.target][armies - 1]
