"""Players named in orders by what they call themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from engine.reading.lexicon import SHORTEST, Lexicon
from engine.reading.text import squeeze, with_umlauts

T = TypeVar("T")


class Players(Generic[T]):
    """Names, and what orders call each player by: a seat, a colour."""

    def __init__(self, names: Sequence[str], called: Sequence[T]) -> None:
        people = list(zip(names, called, strict=False))
        self.spelt = Lexicon({str(one): [name] for name, one in people})
        self._named: dict[str, list[T]] = {}
        for name, one in people:
            for form in {squeeze(form) for form in with_umlauts([name])} - {""}:
                self._named.setdefault(form, []).append(one)

    def __bool__(self) -> bool:
        return bool(self._named)

    def named(self, word: str) -> list[T]:
        """Who is called so, in full; two may have the same name."""
        return self._named.get(squeeze(word), [])

    def find(self, word: str) -> list[T]:
        """Who is called so in full, else all whose name begins so."""
        found, wanted = self.named(word), squeeze(word)
        if found or len(wanted) < SHORTEST:
            return found
        begun = [who for name, who in self._named.items() if name.startswith(wanted)]
        return list(dict.fromkeys(one for who in begun for one in who))


def told_apart(seats: Sequence[int], names: Sequence[str]) -> list[str]:
    """Players by name, or by seat where two have the same one."""
    called = [names[seat] for seat in seats]
    same = len({squeeze(name) for name in called}) < len(called)
    return [f"seat {seat}" for seat in seats] if same else called
