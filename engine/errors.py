"""What can go wrong, each kind with enough said to be answered kindly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from engine.faults import FAULTS, shortened


class OrderError(Exception):
    """A line that cannot be taken. An answer to a player, never a crash.

    `code` is the sheet's name of the fault; `said` names the sentence in the game's
    words files, `data` fills it.
    """

    kind: ClassVar[str]

    def __init__(
        self,
        rule: str,
        code: str,
        *,
        line: int = 0,
        legal: Iterable[str] = (),
        legal_kind: str = "",
        said: str = "",
        near: bool | None = None,
        spelt: Iterable[str] = (),
        **data: Any,
    ) -> None:
        super().__init__(rule, code)
        self.rule = rule
        self.code = code
        self.said = said or code  # the key of its sentence, where a code has several
        self.line = line  # counted from 1 in what the player wrote; 0 is all of it
        self.legal = tuple(legal)  # what would be right, nearest first
        self.legal_kind = legal_kind  # if these are keys: what `label` calls them
        self.near = self.kind != "illegal" if near is None else near  # as it was meant
        self.spelt = tuple(spelt) or self.legal  # in whatever language it was meant
        self.data = data

    def at(self, line: int) -> OrderError:
        self.line = line
        return self


class OrderUnreadable(OrderError):
    kind = "unreadable"


class OrderAmbiguous(OrderError):
    kind = "ambiguous"


class OrderIllegal(OrderError):
    kind = "illegal"


class Refused(Exception):
    """A text of which nothing is kept, with every fault found in it."""

    def __init__(self, errors: Sequence[OrderError]) -> None:
        super().__init__("; ".join(f"{e.rule} {e.code}" for e in errors))
        self.errors = list(errors)


class ChoiceRefused(Exception):
    """A match that cannot be set up like this; the sentence says why."""


class PositionImpossible(Exception):
    """A position that no match can reach; the sentence says why."""


class Broken(Exception):
    """What does not hold: `code` names the reason in FAULTS, `facts` fill it."""

    def __init__(self, code: str, entry: int | None = None, /, **facts: object) -> None:
        self.code, self.entry = code, entry
        self.facts = {name: shortened(fact) for name, fact in facts.items()}
        self.reason = FAULTS[code].format(**self.facts)
        place = "" if entry is None else f"entry {entry}: "
        super().__init__(place + self.reason)


class LogBroken(Broken):
    """A log that is not what it says it is, with the line of the first difference."""

    def __init__(
        self, line: int, code: str, entry: int | None = None, /, **facts: object
    ) -> None:
        super().__init__(code, entry, **facts)
        self.line = line

    def __str__(self) -> str:
        place = f"line {self.line}: " if self.line else ""
        return place + super().__str__()


class StartRefused(Broken):
    """A position that no match can begin from."""


class ReplayBroken(Broken):
    """An order or a draw that does not fit the state it meets."""
