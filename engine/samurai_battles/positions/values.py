"""Single values of a position: names, hexes, pieces, pairs. [SB-17.11]"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.positions import Fields, unfit
from engine.samurai_battles.hexes import INDEX
from engine.samurai_battles.scenario import NO_HEX
from engine.samurai_battles.state import LEADER, NOBODY, State

MANY = 10**9  # turns and banners that nobody counts to


class Values:
    """What a reader of positions asks for; what does not fit is refused."""

    def __init__(self, fields: Fields, state: State) -> None:
        self.fields, self.state = fields, state
        setup = state.setup
        self.pieces = {unit.id: number for number, unit in enumerate(setup.units)}
        for number, leader in enumerate(setup.leaders):
            self.pieces[leader.id] = number + LEADER

    def one_of(self, name: str, value: Any, among: Sequence[Any]) -> Any:
        if not isinstance(value, str) or value not in among:
            raise unfit(name, "a name that the scenario or the box has", value)
        return value

    def hex(self, name: str, value: Any) -> int:
        if value == "":
            return NO_HEX
        return INDEX[self.one_of(name, value, list(INDEX))]

    def piece(self, name: str, value: Any) -> int:
        if value == "":
            return NOBODY
        return self.pieces[self.one_of(name, value, list(self.pieces))]

    def piece_in(self, name: str) -> int:
        return self.piece(name, self.fields.any(name, ""))

    def pieces_in(self, name: str) -> list[int]:
        return [self.piece(name, value) for value in self.fields.list(name)]

    def row(self, name: str, value: Any, length: int) -> list[Any]:
        if not isinstance(value, list) or len(value) != length:
            raise unfit(name, f"a list of {length}", value)
        return value

    def pair(
        self, name: str, default: tuple[Any, Any], read: Callable[[Any], Any]
    ) -> tuple[Any, Any]:
        value = self.fields.any(name, list(default))
        red, yellow = self.row(name, value, 2)
        return read(red), read(yellow)

    def number(self, name: str, highest: int = MANY) -> Callable[[Any], int]:
        return lambda value: self.fields.check_number(name, value, 0, highest)

    def boolean(self, name: str) -> Callable[[Any], bool]:
        def read(value: Any) -> bool:
            if not isinstance(value, bool):
                raise unfit(name, "true or false", value)
            return value

        return read

    def cards(self, name: str, value: Any, among: Sequence[Any]) -> tuple[str, ...]:
        if not isinstance(value, list):
            raise unfit(name, "a list of cards", value)
        return tuple(self.one_of(name, card, among) for card in value)

    def listed(self, name: str, value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise unfit(name, "a list", value)
        return value
