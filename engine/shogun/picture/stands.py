"""Where name, armies and signs of a province stand. [SHO-2.9]"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from engine.contract import Seat
from engine.drawing import Point, text_width
from engine.prints import SMALLEST
from engine.shogun.map import Chart
from engine.shogun.names import name

NAME = 10.0  # height of the line of a name
STRIP = 11.0  # height of a row of signs
SIGN = 10.0  # width of one
OUTSIDE = ("SMA",)  # even the armies stand at the callout


class Sign(NamedTuple):
    """A sign in a province: a building, unrest, the general, statues of a seat."""

    kind: str
    seat: Seat = 0
    number: int = 1

    @property
    def width(self) -> float:
        return SIGN + (7.0 if self.number > 1 else 0.0)


@cache
def label(chart: Chart, province: str, language: str) -> str:
    """The name where it fits at the size used, else the code. [SHO-2.9]"""
    shape = chart.map.provinces[province]
    called = name("province", province, language)
    fits = text_width(called, SMALLEST, True) <= shape.width
    return called if fits and not shape.is_small else province


def signs_of(there: Mapping[str, Any]) -> list[list[Sign]]:
    """Rows: buildings and unrest; then the general and statues. [SHO-14]"""
    ground = [Sign(kind) for kind in there["buildings"]]
    if there["unrest"]:
        ground.append(Sign("unrest", 0, there["unrest"]))
    people = [] if there["general"] is None else [Sign("general", there["general"])]
    people += [
        Sign("statue", seat, number)
        for seat, number in enumerate(there["statues"])
        if number
    ]
    return [row for row in (ground, people) if row]


def outside(chart: Chart, province: str) -> Point | None:
    """Where the signs of a small province stand in the sea, if it has such a place."""
    return chart.map.provinces[province].callout
