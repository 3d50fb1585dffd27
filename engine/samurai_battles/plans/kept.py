"""What is kept of a player's mails, as text and back. [SB-17.4, SB-17.13]

react: react attacked any: strike            stands until it is replaced
prefer: prefer retreat left                  the same
turn 7: attack E6 x F6 then advance          a line of the turn 7, in their order
step 7: draw tokens                          a step as the log writes it
doing 7 0: attack E6 x F6 then advance       the line under way; which melee of it
gone 7: E6 12                                piece 12 was sent to E6
now 6: dragon ambush                         answers what is open in the turn 6
told 7: react struck any: dragon ambush      what its writer has been told this turn
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from engine.contract import Order, Plan
from engine.kept import KeptLine, kept_lines, plan_of
from engine.samurai_battles.plans.reading import read_again
from engine.samurai_battles.plans.tree import (
    Act,
    Draw,
    Line,
    Move,
    Orders,
    Prefer,
    React,
    Step,
)


class Doing(NamedTuple):
    """The line under way: a card with its Dragon card, a battle, the end of a turn."""

    line: Line
    level: int = (
        0  # of a battle: the melee, its bonus melee …; the first or second shot
    )
    succeeded: bool = False  # its writer has answered what follows a success


class Kept(NamedTuple):
    react: tuple[React, ...] = ()
    prefer: tuple[Prefer, ...] = ()
    turn: int = 0  # for which turn the rest is; 0: there is none
    lines: tuple[Line, ...] = ()
    doing: Doing | None = None
    gone: tuple[tuple[str, int], ...] = ()  # hex and piece
    told: tuple[str, ...] = ()
    now: tuple[int, Order] | None = None  # in which turn it was written

    @property
    def text(self) -> Plan:
        return plan_of(self.kept_lines())

    def kept_lines(self) -> Iterator[KeptLine]:
        yield from (KeptLine("react", line.text) for line in self.react)
        yield from (KeptLine("prefer", line.text) for line in self.prefer)
        if self.now:
            yield KeptLine(f"now {self.now[0]}", self.now[1].text)
        if self.doing:
            level = f"{self.doing.level}{'+' * self.doing.succeeded}"
            yield KeptLine(f"doing {self.turn} {level}", self.doing.line.text)
        for line in self.lines:
            kind = "step" if isinstance(line.act, Step) else "turn"
            yield KeptLine(f"{kind} {self.turn}", line.text)
        if self.lines or self.doing:
            for hex, piece in self.gone:
                yield KeptLine(f"gone {self.turn}", f"{hex} {piece}")
        yield from (KeptLine(f"told {self.turn}", line) for line in self.told)

    @property
    def without_turn(self) -> Kept:
        """The standing lines alone."""
        return Kept(self.react, self.prefer)


@lru_cache(maxsize=1024)
def read_kept(plan: Plan) -> Kept:
    kept = Kept()
    for line in kept_lines(plan):
        kept = with_line(kept, line)
    return kept


def with_line(kept: Kept, line: KeptLine) -> Kept:
    number, _, rest = line.key.partition(" ")
    if line.kind == "now":
        return kept._replace(now=(int(number), Order.read(line.text)))
    if number:
        kept = kept._replace(turn=int(number))
    match line.kind:
        case "gone":
            hex, piece = line.text.split()
            return kept._replace(gone=(*kept.gone, (hex, int(piece))))
        case "told":
            return kept._replace(told=(*kept.told, line.text))
    said = read_again(line.text)
    if isinstance(said, React):
        return kept._replace(react=(*kept.react, said))
    if isinstance(said, Prefer):
        return kept._replace(prefer=(*kept.prefer, said))
    assert isinstance(said, Line)
    if line.kind == "doing":
        level = int(rest.rstrip("+"))
        return kept._replace(doing=Doing(said, level, rest.endswith("+")))
    one = stepped(said) if line.kind == "step" else said
    return kept._replace(lines=(*kept.lines, one))


def stepped(line: Line) -> Line:
    """The same line as a step and no more. [SB-17.13]"""
    order = as_step(line.act)
    return line if order is None else line._replace(act=Step(order))


def as_step(act: Act) -> Order | None:
    """The step that a line names, where the words of both are the same. [SB-17.1]"""
    match act:
        case Step(order):
            return order
        case Orders((spot,)):
            return Order("order", ("leader",) * spot.leader + (spot.hex,))
        case Move(spot, path, leaves, ""):
            way = (spot.hex, *path, *("exit",) * leaves)
            return Order("move", ("leader",) * spot.leader + way)
        case Draw(what, ""):
            return Order("draw", (what,))
    return None
