"""Plans: the order language of the sheet, kept and answered. [SB-17 c]"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.contract import Decision, Order, Plan, Seat
from engine.errors import OrderAmbiguous, OrderError, OrderIllegal, Refused
from engine.reading.lines import advised
from engine.samurai_battles.plans.battles import with_then
from engine.samurai_battles.plans.checks import faults_of
from engine.samurai_battles.plans.coverage import coverage
from engine.samurai_battles.plans.deciding import OWN, answer, kept_now, next_turn
from engine.samurai_battles.plans.hints import canonical_hints, hints
from engine.samurai_battles.plans.kept import Doing, Kept, as_step, read_kept
from engine.samurai_battles.plans.moments import why_not
from engine.samurai_battles.plans.phases import CARD, REACTIONS, out_of_order, phase_of
from engine.samurai_battles.plans.reading import read_mail
from engine.samurai_battles.plans.remarks import afterwards, remarks
from engine.samurai_battles.plans.tree import (
    Attack,
    Line,
    Nothing,
    Prefer,
    React,
    Statement,
    Step,
    Wait,
)
from engine.samurai_battles.rules import decisions, options
from engine.samurai_battles.state import State

__all__ = ["afterwards", "answer", "coverage", "hints", "parse", "remarks"]

PROCEED = Order("proceed")
MOST_LEGAL = 6


def parse(
    state: State,
    seat: Seat,
    text: str,
    kept: Plan = "",
    names: Sequence[str] = (),
) -> Plan:
    """What to keep of a mail; one fault and nothing is kept. [SB-17.9]"""
    if state.over:
        raise Refused([OrderIllegal("SB-14.2", "E_GAME_OVER")])
    if seat not in (0, 1):
        raise Refused([OrderIllegal("SB-3.5", "E_NO_SEAT")])
    try:
        statements = read_mail(text, names)
        return Taking(state, seat, read_kept(kept)).take(statements).text
    except Refused as refused:
        faults = advised(refused.errors, partial(possible, state, seat))
        raise Refused(faults) from None


def possible(state: State, seat: Seat) -> list[str]:
    """What would be right: every refusal says it. [SB-17.9]"""
    return [hint.text for hint in canonical_hints(state, seat)[:MOST_LEGAL]]


class Taking:
    """The lines of one mail, laid over what was kept. [SB-17.4, SB-17.13]"""

    def __init__(self, state: State, seat: Seat, kept: Kept) -> None:
        self.state, self.seat = state, seat
        self.kept, _ = kept_now(state, seat, kept)
        self.decision: Decision | None = next(
            (one for one in decisions(state) if one.seat == seat), None
        )
        self.legal = options(state, seat)

    def take(self, statements: Sequence[Statement]) -> Kept:
        self.take_standing(statements)
        lines = [one for one in statements if isinstance(one.said, Line)]
        answers = [one for one in lines if self.is_answer(one)]
        turn = [one for one in lines if one not in answers]
        if answers:
            self.take_answer(answers)
        if turn:
            self.take_turn(turn)
        return self.kept

    # --------------------------------------------------------- standing lines

    def take_standing(self, statements: Sequence[Statement]) -> None:
        """Those of a mail replace all earlier ones of their kind. [SB-17.4]"""
        said = [statement.said for statement in statements]
        react = tuple(line for line in said if isinstance(line, React))
        prefer = tuple(line for line in said if isinstance(line, Prefer))
        if react or Nothing("react") in said:
            self.kept = self.kept._replace(react=react)
        if prefer or Nothing("prefer") in said:
            self.kept = self.kept._replace(prefer=prefer)

    # ------------------------------------------------------------- reactions

    def is_answer(self, statement: Statement) -> bool:
        """Whether it answers what is open now, and is not a line of a turn. [17.13]"""
        assert isinstance(statement.said, Line)
        act = statement.said.act
        point = self.decision.point if self.decision else ""
        if not isinstance(act, Step):
            return False
        if act.order.verb == "keep":  # of two cards drawn; the other lines stay
            return point == "D-22"
        if act.order.verb not in REACTIONS:
            return False
        return self.seat != self.state.active or bool(point and point not in OWN)

    def take_answer(self, answers: Sequence[Statement]) -> None:
        """If nothing is open it is refused, never kept. [SB-17.13]"""
        first, *more = answers
        assert isinstance(first.said, Line)
        order = as_step(first.said.act)
        assert order is not None
        if more:
            texts = [one.text for one in answers]
            fault: OrderError = OrderAmbiguous("SB-17.13", "two_answers", legal=texts)
            raise Refused([fault.at(more[0].line)])
        if self.decision is None:
            fault = OrderIllegal("SB-17.13", "nothing_open", statement=order.text)
            raise Refused([fault.at(first.line)])
        if order not in self.legal:
            fault = why_not(self.state, self.seat, order)
            fault.legal = fault.legal or tuple(o.text for o in self.legal[:MOST_LEGAL])
            raise Refused([fault.at(first.line)])
        self.kept = self.kept._replace(now=(self.state.turn, order))

    # --------------------------------------------------------- lines of a turn

    def take_turn(self, lines: Sequence[Statement]) -> None:
        """They replace all that were kept. [SB-17.9, SB-17.18]"""
        faults = out_of_order(lines)
        if faults:
            raise Refused(faults)
        if self.is_proceeding(lines):
            return
        said = tuple(one.said for one in lines if isinstance(one.said, Line))
        turn = next_turn(self.state, self.seat)
        is_asked = self.decision is not None and self.decision.point in OWN
        doing = None if is_asked or self.kept.turn != turn else self.kept.doing
        gone = self.kept.gone if self.kept.turn == turn else ()
        self.kept = self.kept._replace(turn=turn, lines=said, doing=doing, gone=gone)
        if self.seat == self.state.active:
            self.check(lines)

    def check(self, lines: Sequence[Statement]) -> None:
        """In the own turn what is certainly illegal is refused. [SB-17.9]"""
        if self.take_step(lines):
            return
        faults = [*self.no_card(lines)]
        faults += faults_of(self.state, self.seat, self.kept, lines)
        if faults:
            raise Refused(faults)

    def take_step(self, lines: Sequence[Statement]) -> bool:
        """The text of an option is that very step and no more. [SB-17.13]"""
        (first, *more) = self.kept.lines
        order = as_step(first.act)
        if more or first.tests or order is None or order not in self.legal:
            return False
        self.kept = self.kept._replace(lines=(Line(Step(order)),))
        return True

    def no_card(self, lines: Sequence[Statement]) -> list[OrderError]:
        """A turn begins with a card. [SB-4.2]"""
        if self.decision is None or self.decision.point != "D-01":
            return []
        first = self.kept.lines[0].act
        if isinstance(first, Wait) or phase_of(first) == CARD:
            return []
        return [OrderIllegal("SB-4.2", "E_NO_CARD", line=lines[0].line)]

    # -------------------------------------------------------------------- WAIT

    def is_proceeding(self, lines: Sequence[Statement]) -> bool:
        """The one word PROCEED at a WAIT: on with the lines below it. [SB-17.18]"""
        if [one.said for one in lines] != [Line(Step(PROCEED))]:
            return False
        waiting, doing = self.kept.lines[:1], self.kept.doing
        is_own = self.seat == self.state.active and self.decision is not None
        if is_own and waiting and isinstance(waiting[0].act, Wait):
            self.kept = self.kept._replace(lines=self.kept.lines[1:])
            return True
        if is_own and doing and self.is_at_then(doing):
            self.kept = self.kept._replace(doing=proceeding(doing))
            return True
        if PROCEED in self.legal or self.seat != self.state.active:
            return False
        fault = OrderIllegal("SB-17.18", "E_NO_WAIT", line=lines[0].line)
        raise Refused([fault])

    def is_at_then(self, doing: Doing) -> bool:
        at = self.decision is not None and self.decision.point == "D-17"
        return at and isinstance(doing.line.act, Attack)


def proceeding(doing: Doing) -> Doing:
    """THEN WAIT is over, and nothing was said of an advance: the unit remains."""
    act = doing.line.act
    assert isinstance(act, Attack)
    act = with_then(act, doing.level, verb="remain")
    return doing._replace(line=doing.line._replace(act=act))
