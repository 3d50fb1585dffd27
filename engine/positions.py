"""Reads positions that people write by hand: every fault gets its sentence."""

from __future__ import annotations

import reprlib
from collections.abc import Collection
from typing import Any

from engine.contract import Position
from engine.errors import PositionImpossible

SHORT = reprlib.Repr()
SHORT.maxstring = SHORT.maxother = SHORT.maxlong = 60


def named(key: object) -> str:
    """A name that was written, as far as it fits into a sentence."""
    text = "".join(sign if sign.isprintable() else "�" for sign in str(key)[:61])
    return f"“{text if len(text) <= SHORT.maxstring else text[:57] + '…'}”"


def shown(value: object) -> str:
    """What was written, as far as it fits into a sentence."""
    try:
        return SHORT.repr(value)
    except ValueError:  # Python does not print numbers of thousands of digits
        return "that number"


def unfit(name: str, wanted: str, value: object) -> PositionImpossible:
    return PositionImpossible(f"“{name}” is {wanted}; {shown(value)} is not.")


class Fields:
    """The fields of a position, each taken once, each with its default."""

    def __init__(self, position: Position, game: str) -> None:
        if not isinstance(position, dict):
            raise PositionImpossible("A position is an object with named fields.")
        self._fields = position
        self._known: set[str] = set()
        self.word("game", game, (game,))

    def _get(self, name: str, default: Any) -> Any:
        self._known.add(name)
        return self._fields.get(name, default)

    def finish(self) -> None:
        """No field may be left over: a misspelt one must not pass unseen."""
        for name in self._fields:
            if name not in self._known:
                known = ", ".join(sorted(self._known))
                raise PositionImpossible(
                    f"A position has no field {named(name)}; it has {known}."
                )

    def number(self, name: str, default: int, lowest: int, highest: int) -> int:
        return self.check_number(name, self._get(name, default), lowest, highest)

    def check_number(self, name: str, value: Any, lowest: int, highest: int) -> int:
        whole = isinstance(value, int) and not isinstance(value, bool)
        if not whole or not lowest <= value <= highest:
            raise unfit(name, f"a number from {lowest} to {highest}", value)
        return int(value)

    def numbers(self, name: str, lowest: int, highest: int) -> list[int]:
        return [
            self.check_number(name, value, lowest, highest) for value in self.list(name)
        ]

    def word(
        self,
        name: str,
        default: str,
        among: Collection[str],
        none_is: str | None = None,
    ) -> str:
        value = self._get(name, default)
        if value is None and none_is is not None:
            return none_is
        if not isinstance(value, str) or value not in among:
            words = ", ".join(filter(None, among))
            raise PositionImpossible(
                f"“{name}” is one of {words}; {shown(value)} is not."
            )
        return value

    def flag(self, name: str) -> bool:
        value = self._get(name, False)
        if not isinstance(value, bool):
            raise PositionImpossible(
                f"“{name}” is true or false; {shown(value)} is not."
            )
        return value

    def text(self, name: str, default: str) -> str:
        value = self._get(name, default)
        if not isinstance(value, str):
            raise unfit(name, "a text", value)
        return value

    def any(self, name: str, default: Any) -> Any:
        """What was written, whatever it is: the game looks into it."""
        return self._get(name, default)

    def list(self, name: str) -> list[Any]:
        value = self._get(name, [])
        if not isinstance(value, list):
            raise unfit(name, "a list", value)
        return value

    def table(self, name: str) -> dict[str, Any]:
        value = self._get(name, {})
        if not isinstance(value, dict):
            raise unfit(name, "an object", value)
        return value
