"""A decision of the plan's writer, and the plan while it is being answered."""

from __future__ import annotations

from collections.abc import Sequence

from engine.chance import Chance
from engine.contract import Answer, Decision, Order, Seat, Skipped
from engine.errors import OrderError, OrderIllegal, ReplayBroken
from engine.samurai_battles.plans.conditions import holds
from engine.samurai_battles.plans.kept import Doing, Kept
from engine.samurai_battles.plans.phases import ANY, is_closed, phase_of
from engine.samurai_battles.plans.tree import Line, Step, Wait
from engine.samurai_battles.rules import apply, options
from engine.samurai_battles.state import State

JUDGED = "judged"  # the mode in which lines are tried when they are read [SB-17.9]


class Moment:
    """What the handlers of all decisions share: the table, the lines, what is told."""

    def __init__(
        self, state: State, seat: Seat, decision: Decision, mode: str, kept: Kept
    ) -> None:
        self.state, self.seat, self.mode = state, seat, mode
        self.decision = decision
        self.kept = kept
        self.legal: Sequence[Order] = options(state, seat)
        self.told: list[Skipped] = []

    # ---------------------------------------------------------------- answers

    def give(self, order: Order) -> Answer:
        return Answer(order, self.kept.text, tuple(self.told))

    def ask(self, reason: str) -> Answer:
        """No line answers this: its writer does, or the default. [SB-17.19]"""
        return Answer(None, self.kept.text, tuple(self.told), reason)

    def give_if_legal(self, order: Order, reason: str) -> Answer:
        return self.give(order) if order in self.legal else self.ask(reason)

    def tell(self, text: str, why: OrderError) -> None:
        self.told.append(Skipped(text, why))

    # ------------------------------------------------------------------ lines

    @property
    def is_alone(self) -> bool:
        """Whether nobody may be asked: at tempo `phase`, or when time is up."""
        return self.mode not in ("each", JUDGED)

    @property
    def is_closed(self) -> bool:
        return is_closed(self.kept.lines)

    def head(self, phase: int) -> Line | None:
        """The line whose turn it is now, or the first of a later phase. [SB-17.13]

        Lines whose phase is over are skipped, those whose tests do not hold passed
        over; both are told. [SB-17.15, SB-17.19]
        """
        while self.kept.lines:
            line = self.kept.lines[0]
            of = phase_of(line.act)
            if of > phase:
                return line
            if of != ANY and of < phase:
                self.skip(OrderIllegal("SB-17.13", "E_PHASE_OVER"))
            elif not holds(self.state, self.seat, line.tests):
                self.skip(OrderIllegal("SB-17.15", "guard_failed"))
            elif isinstance(line.act, Wait) and self.is_alone:
                self.drop()  # nobody can be waited for [SB-17.20]
            else:
                return line
        return None

    def drop(self) -> None:
        self.kept = self.kept._replace(lines=self.kept.lines[1:])

    def skip(self, why: OrderError) -> None:
        self.tell(self.kept.lines[0].text, why)
        self.drop()

    def put_first(self, line: Line) -> None:
        """The first line is changed: a part of it is done."""
        self.kept = self.kept._replace(lines=(line, *self.kept.lines[1:]))

    def begin(self, line: Line, level: int = 0) -> None:
        """The first line is under way now."""
        self.drop()
        self.kept = self.kept._replace(doing=Doing(line, level))

    def end(self) -> None:
        self.kept = self.kept._replace(doing=None)

    # ------------------------------------------------------------------ steps

    def next_step(self) -> Order | None:
        """The first line, if it is a step that answers this decision. [SB-17.13]"""
        if not self.kept.lines:
            return None
        line = self.kept.lines[0]
        if not isinstance(line.act, Step) or line.act.order not in self.legal:
            return None
        if not holds(self.state, self.seat, line.tests):
            return None
        self.drop()
        return line.act.order

    def why_not(self, order: Order) -> OrderError:
        return why_not(self.state, self.seat, order)


def why_not(state: State, seat: Seat, order: Order) -> OrderError:
    """The rule that forbids a step now."""
    try:
        apply(state, seat, order, Chance())
    except OrderError as fault:
        return fault
    except ReplayBroken:
        pass  # it is legal and throws dice: another line forbids it
    return OrderIllegal("SB-17.19", "now_impossible")
