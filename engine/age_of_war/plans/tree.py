"""What a player can write, once it is understood. [AOW-10.2, AOW-10.6]"""

from __future__ import annotations

from typing import NamedTuple

from engine.age_of_war.board import CENTRE, SLOTS
from engine.errors import OrderError


def plain(number: float) -> str:
    """As short as it gets, and never with an exponent: it must read again."""
    return f"{number:.9f}".rstrip("0").rstrip(".")


class LineRef(NamedTuple):
    """A line by its code, as `L2` by its number, or `*` for all. [AOW-10.3]"""

    code: str
    most: int = 0  # at most so many dice; 0 is any number

    @property
    def text(self) -> str:
        return f"{self.code}<={self.most}" if self.most else self.code


class Condition(NamedTuple):
    """One test of a statement. [AOW-10.9a]"""

    quantity: str  # open, siege, dice, lost, roll, odds, inf, A, C, G
    relation: str = ""
    number: float = 0.0  # odds as a fraction

    @property
    def negated(self) -> bool:
        return False  # the language has no `not`: one compares the other way

    @property
    def text(self) -> str:
        if not self.relation:
            return self.quantity
        if self.quantity == "odds":
            return f"odds {self.relation} {plain(self.number * 100)}%"
        return f"{self.quantity} {self.relation} {plain(self.number)}"


class Wish(NamedTuple):
    """A goal of `auto`; without a weight the default one counts. [AOW-10.9]"""

    card: int
    weight: float | None = None

    @property
    def text(self) -> str:
        weight = "" if self.weight is None else f"*{plain(self.weight)}"
        return f"{SLOTS[self.card]}{weight}"


class Statement(NamedTuple):
    """One statement of a policy, in every language the same. [AOW-10.6]"""

    verb: str  # take, fill, reroll, auto, ask, pass, limit, strict
    card: int = -1
    place: int | None = None  # the centre or a seat, when `from` says so
    lines: tuple[LineRef, ...] = ()
    faces: str = ""
    wishes: tuple[Wish, ...] = ()  # none with `auto` is any
    tests: tuple[Condition, ...] = ()

    @property
    def text(self) -> str:
        parts = [self.verb]
        if self.card >= 0:
            parts.append(SLOTS[self.card])
        if self.place is not None:
            where = "centre" if self.place == CENTRE else f"seat {self.place}"
            parts.append(f"from {where}")
        if self.lines:
            via = "via " if self.verb == "take" else ""
            parts.append(via + ", ".join(ref.text for ref in self.lines))
        if self.faces:
            parts.append(f"drop {' '.join(self.faces)}")
        if self.verb == "auto":
            parts.append(", ".join(wish.text for wish in self.wishes) or "any")
        if self.tests:
            parts.append("if " + " and ".join(test.text for test in self.tests))
        return " ".join(parts)

    @property
    def names_any(self) -> bool:
        return self.verb == "auto" and not self.wishes

    @property
    def ends_all(self) -> bool:
        """Whatever stands after it is never reached. [AOW-10.11]"""
        return not self.tests and (self.verb in ("ask", "pass") or self.names_any)


class Policy(NamedTuple):
    """Statements, tried in the order written at each decision. [AOW-10.5]"""

    statements: tuple[Statement, ...]

    @property
    def text(self) -> str:
        return "; ".join(statement.text for statement in self.statements)

    @property
    def strict(self) -> bool:
        return any(statement.verb == "strict" for statement in self.statements)

    @property
    def limits(self) -> tuple[LineRef, ...]:
        return tuple(r for s in self.statements if s.verb == "limit" for r in s.lines)

    @property
    def named(self) -> tuple[tuple[int, int | None], ...]:
        """The cards it names, each with where it must lie. [AOW-10.6]"""
        taken = [(s.card, s.place) for s in self.statements if s.verb == "take"]
        wished = [(wish.card, None) for s in self.statements for wish in s.wishes]
        return (*taken, *wished)


class Step(NamedTuple):
    """One decision, not yet checked against the table. [AOW-10.2]"""

    verb: str  # fill, reroll, pass, roll
    card: int = -1  # -1: the target
    place: int | None = None
    line: LineRef | None = None
    number: int = 0  # the line by its number, as the log writes it
    faces: str = ""
    fault: OrderError | None = None  # in a name: told after turn and dice [AOW-10.10]


class Written(NamedTuple):
    """A whole text, understood."""

    order: Policy | Step
    standing: bool = False
    line: int = 0  # where it begins
