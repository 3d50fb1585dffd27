"""Feasts: files that say for how many it is, and how long. The prizes are drawn."""

from __future__ import annotations

import tomllib
from typing import Any

from engine.chance import Chance
from engine.contract import Event, Position
from engine.errors import PositionImpossible
from engine.files import Checked
from engine.table import Table
from tests.toy import PRIZES, State, begin_round

KIND = "feast"


def check(content: bytes) -> Checked:
    try:
        data = tomllib.loads(content.decode())
    except (ValueError, tomllib.TOMLDecodeError) as error:
        return Checked(faults=(f"This is no feast: {error}.",))
    faults = [
        f"{name} must be a number from {low} to {high}; it is {data.get(name)!r}."
        for name, low, high in (("guests", 2, 4), ("rounds", 1, 5))
        if not isinstance(data.get(name), int) or not low <= data[name] <= high
    ]
    found = (str(data.get("name", "a feast")),)
    remarks = () if "name" in data else ("The feast has no name.",)
    return Checked(found, tuple(faults), remarks)


def read(content: bytes) -> Position:
    if faults := check(content).faults:
        raise PositionImpossible(" ".join(faults))
    data = tomllib.loads(content.decode())
    hands = ["1234"] * data["guests"]
    return {"hands": hands, "rounds": data["rounds"], "round": 0}


def deal(state: State, chance: Chance) -> tuple[State, list[Event]]:
    if state.round:
        return state, []
    table: Table[Any] = Table(state.copy(), chance)
    table.state.deck = chance.shuffle("prizes", PRIZES, state.rounds)
    begin_round(table)
    return table.state, table.events
