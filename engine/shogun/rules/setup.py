"""How a match begins. [SHO-3]"""

from __future__ import annotations

from collections.abc import Mapping

from engine.chance import Chance
from engine.contract import Event
from engine.errors import ChoiceRefused
from engine.shogun.board import BOARD
from engine.shogun.draft import begin_draft
from engine.shogun.rules.battle import stand
from engine.shogun.rules.season import proceed
from engine.shogun.state import State, chosen
from engine.table import Table


def setup(
    seats: int, choices: Mapping[str, str], chance: Chance
) -> tuple[State, list[Event]]:
    """The table before the first decision. [SHO-3.1, SHO-3.2, SHO-1.1, SHO-1.2]"""
    if choices["mode"] == "recommended" and choices["side"] not in RECOMMENDED:
        raise ChoiceRefused(
            "The recommended setup is for the sun side; choose the draft. [SHO-2.1]"
        )
    table = Table(State(chosen(seats, choices)), chance)
    if choices["mode"] == "draft":
        begin_draft(table)
    else:
        place_recommended(table)
    proceed(table)
    return table.state, table.events


RECOMMENDED = ("sun",)  # sides that have recommended setups [SHO-2.1]


def place_recommended(table: Table[State]) -> None:
    """SHO-3.7"""
    state = table.state
    for seat, placed in enumerate(BOARD.starts[state.setup.seats]):
        for province, armies in placed:
            state.owner[province] = seat
            stand(state, seat, province, armies)
            table.tell(
                "group_placed",
                seat=seat,
                province=BOARD.codes[province],
                armies=armies,
            )
    state.step = "materials"
