"""Players that are programs: one takes what is near, one searches. [SHO-1.5]

Both look only at imagined tables, which hold what their seat knows and no more, and
write the plan of a whole season at once, as people do.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from engine.bots import Bot
from engine.contract import Game, Seat
from engine.shogun.bots.choices import decided, later_lines
from engine.shogun.bots.daimyo import daimyo_sheet
from engine.shogun.bots.greedy import greedy_sheet
from engine.shogun.bots.sheet import Sheet
from engine.shogun.imagine import imagine
from engine.shogun.state import State


def planner(plan: Callable[[State, Seat, Random], Sheet]) -> Bot:
    """A bot that plans its seasons in this way."""

    def bot(game: Game[Any], state: State, seat: Seat, dice: Random) -> str:
        table = imagine(state, seat, dice)
        if table.point != "plan":
            return decided(table, seat, dice).text
        return plan(table, seat, dice).text(later_lines(table, seat))

    return bot


BOTS: dict[str, Bot] = {
    "greedy": planner(greedy_sheet),
    "daimyo": planner(daimyo_sheet),
}
