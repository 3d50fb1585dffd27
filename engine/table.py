"""The table while one order is carried out: working state, chance, what was told."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from engine.chance import Chance
from engine.contract import Event, Seat

S = TypeVar("S")
new_tuple = tuple.__new__  # makes an Event much faster than Event(…)


class Table(Generic[S]):
    __slots__ = ("chance", "events", "state")

    def __init__(self, state: S, chance: Chance) -> None:
        self.state = state  # a copy: verbs change it freely
        self.chance = chance
        self.events: list[Event] = []

    def tell(self, kind: str, /, to: list[Seat] | None = None, **data: Any) -> None:
        """Report a fact; with `to`, only to these seats."""
        seats = None if to is None else tuple(to)
        self.events.append(new_tuple(Event, (kind, data, seats)))
