"""Let plans and defaults decide, step by step, until somebody has to be asked."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from engine.chance import Draw, Seeded
from engine.contract import Decision, Event, Game, Order, Plan, Seat

PATIENCE = 2000  # steps in one go, then somebody is asked whatever the plans say
CLOCK = "clock"  # decided by the default because time was up
DEFAULT = "default"  # decided by the default because nobody waits for this seat


class Step(NamedTuple):
    """One order carried out: an entry of the log in the making."""

    seat: Seat
    order: Order
    by: str  # "" the player's own word; else who decided instead
    draws: tuple[Draw, ...]
    events: list[Event]
    state: Any


class Question(NamedTuple):
    """A seat the table waits for, and why its plan did not answer."""

    seat: Seat
    point: str
    span: str
    reason: str


class Advance(NamedTuple):
    steps: list[Step]
    state: Any
    plans: dict[Seat, Plan]  # what is left of them
    asked: list[Question]  # nobody: the match is over
    skipped: dict[Seat, list[str]]  # lines that could not be used, to be told


def advance(
    game: Game[Any],
    state: Any,
    plans: Mapping[Seat, Plan],
    chance: Seeded,
    late: Collection[Seat] = (),
    tempo: str = "each",
    handed: Collection[tuple[Seat, str]] = (),
) -> Advance:
    """Play on from `state` until a seat has to be asked or the match is over.

    The clock has rung for the seats in `late`: defaults decide for them to the end of
    the span they are in. At tempo `phase` every seat with something ahead is asked
    once a span; who has `handed` in for it is not asked again in it.
    """
    return _Run(game, state, plans, chance, late, tempo, handed).run()


class _Run:
    def __init__(
        self,
        game: Game[Any],
        state: Any,
        plans: Mapping[Seat, Plan],
        chance: Seeded,
        late: Collection[Seat],
        tempo: str,
        handed: Collection[tuple[Seat, str]],
    ) -> None:
        self.game = game
        self.state = state
        self.plans = dict(plans)
        self.chance = chance
        self.tempo = tempo
        self.handed = set(handed)
        self.late = {(d.seat, d.span) for d in game.decisions(state) if d.seat in late}
        self.late |= {(seat, span) for seat, span in self._missing() if seat in late}
        self.steps: list[Step] = []
        self.skipped: dict[Seat, list[str]] = {}
        self.asked: list[Question] = []

    def run(self) -> Advance:
        while self._play():
            pass
        return Advance(self.steps, self.state, self.plans, self.asked, self.skipped)

    def _play(self) -> bool:
        """One step, or one sealed round, further; False when the table waits."""
        self.asked = []
        open = self.game.decisions(self.state)
        if not open:
            return False
        if missing := self._missing():
            self.asked = [Question(seat, "plan", span, "") for seat, span in missing]
            return False
        spans = [decision.span for decision in open if decision.sealed]
        if spans and self._play_sealed(spans[0]):
            return True
        free = [decision for decision in open if not decision.sealed]
        if self._play_answered(free):
            return True
        if free and not any(decision.waits for decision in open):
            self._apply(free[0].seat, self._default(free[0]), DEFAULT)
            return True
        return False

    def _missing(self) -> list[tuple[Seat, str]]:
        """At tempo `phase`: who has not yet handed in for the present span."""
        open = self.game.decisions(self.state)
        if self.tempo != "phase" or not open:
            return []
        span = open[0].span
        waits = {decision.seat: decision.waits for decision in open}
        seats = range(len(self.game.score(self.state)))
        return [
            (seat, span)
            for seat in seats
            if (seat, span) not in self.handed
            and (seat, span) not in getattr(self, "late", ())
            and waits.get(seat, True)
            and self.game.ahead(self.state, seat)
        ]

    def _play_answered(self, open: list[Decision]) -> bool:
        for decision in open:
            order, by = self._answer(decision)
            if order is not None:
                self._apply(decision.seat, order, by)
                return True
        return False

    def _play_sealed(self, span: str) -> bool:
        """All sealed decisions of the span, or nothing of them: none tells another."""
        state, plans, done = self.state, dict(self.plans), len(self.steps)
        skipped = {seat: list(lines) for seat, lines in self.skipped.items()}
        while sealed := self._sealed(span):
            answers = [(d.seat, *self._answer(d)) for d in sealed]
            if any(order is None for _, order, _ in answers):
                self.state, self.plans, self.skipped = state, plans, skipped
                del self.steps[done:]
                return False
            for seat, order, by in answers:
                assert order is not None
                self._apply(seat, order, by)
        return True

    def _sealed(self, span: str) -> list[Decision]:
        open = self.game.decisions(self.state)
        return [d for d in open if d.sealed and d.span == span]

    def _answer(self, decision: Decision) -> tuple[Order | None, str]:
        """What the plan, the clock or the tempo says; else the question is noted."""
        seat = decision.seat
        if (seat, decision.span) in self.late:
            return self._default(decision), CLOCK
        if len(self.steps) >= PATIENCE and decision.waits:
            self.asked.append(Question(seat, decision.point, decision.span, "endless"))
            return None, ""
        answer = self.game.answer(self.state, seat, self.plans.get(seat, ""))
        self.plans[seat] = answer.plan
        if answer.skipped:
            self.skipped.setdefault(seat, []).extend(answer.skipped)
        if answer.order is not None:
            return answer.order, ""
        if (seat, decision.span) in self.handed and self.tempo == "phase":
            return self._default(decision), DEFAULT
        if decision.waits:
            self.asked.append(
                Question(seat, decision.point, decision.span, answer.reason)
            )
            return None, ""
        return (self._default(decision), DEFAULT) if decision.sealed else (None, "")

    def _default(self, decision: Decision) -> Order:
        return self.game.default(self.state, decision.seat)

    def _apply(self, seat: Seat, order: Order, by: str) -> None:
        chance = self.chance.again()
        self.state, events = self.game.apply(self.state, seat, order, chance)
        step = Step(seat, order, by, tuple(chance.drawn), events, self.state)
        self.steps.append(step)
