"""Let plans and defaults decide, step by step, until somebody has to be asked."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from engine.chance import Draw, Seeded
from engine.contract import Decision, Event, Game, Order, Plan, Seat

PATIENCE = 500  # steps in one go; then a plan that plays on for ever is put aside
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
    private: dict[Seat, Any]  # in a sealed round: the state with a seat's own steps
    late: set[tuple[Seat, str]]  # seats whose time is up, in spans not yet over
    handed: set[tuple[Seat, str]]  # not asked (again): in spans not over, or to come


def advance(
    game: Game[Any],
    state: Any,
    plans: Mapping[Seat, Plan],
    chance: Seeded,
    late: Collection[tuple[Seat, str]] = (),
    tempo: str = "each",
    handed: Collection[tuple[Seat, str]] = (),
    prompt: Collection[Seat] = (),
    sealed: dict[Seat, Alone] | None = None,
) -> Advance:
    """Play on from `state` until a seat has to be asked or the match is over.

    `late` are seats and spans for which the clock has rung: where the plan has no
    answer the default decides, to the end of the span. At tempo `phase` every seat with
    something ahead is asked once a span; who has `handed` in for it is not asked again,
    but for what the seat wanted to be asked at.
    `prompt` are seats that answer at once, as bots do: for them each tempo is `each`.
    `sealed` is for a caller who comes again: in it stays what each seat did by itself
    in a sealed round, not to be played anew while all that it came from is the same.
    """
    kept = {} if sealed is None else sealed
    return _Run(game, state, plans, chance, late, tempo, handed, prompt, kept).run()


class _Run:
    def __init__(
        self,
        game: Game[Any],
        state: Any,
        plans: Mapping[Seat, Plan],
        chance: Seeded,
        late: Collection[tuple[Seat, str]],
        tempo: str,
        handed: Collection[tuple[Seat, str]],
        prompt: Collection[Seat],
        sealed: dict[Seat, Alone],
    ) -> None:
        self.game = game
        self.state = state
        self.plans = dict(plans)
        self.chance = chance
        self.late = set(late)
        self.tempo = tempo
        self.handed = set(handed)
        self.prompt = frozenset(prompt)
        self.sealed = sealed
        self.steps: list[Step] = []
        self.skipped: dict[Seat, list[str]] = {}
        self.asked: list[Question] = []
        self.private: dict[Seat, Any] = {}
        self.seen: set[str] = set()  # spans that were open on the way

    def run(self) -> Advance:
        self._cover_ahead()
        while self._play():
            pass
        self._tidy()
        spans = {decision.span for decision in self.game.decisions(self.state)}
        past = self.seen - spans
        return Advance(
            self.steps,
            self.state,
            self.plans,
            self.asked,
            self.skipped,
            self.private,
            {(seat, span) for seat, span in self.late if span in spans},
            {(seat, span) for seat, span in self.handed if span not in past},
        )

    def _play(self) -> bool:
        """One step, or one sealed round, further; False when the table waits."""
        self.asked, self.private = [], {}
        open = self.game.decisions(self.state)
        if not open:
            return False
        self.seen |= {decision.span for decision in open}
        if missing := self._missing(open):
            self.asked = [Question(seat, "plan", span, "") for seat, span in missing]
            self._lay_own(open)
            return False
        spans = dict.fromkeys(decision.span for decision in open if decision.sealed)
        if any(self._play_sealed(span) for span in spans):
            return True
        free = [decision for decision in open if not decision.sealed]
        for decision in free:
            order, by = self._answer(decision)
            if order is not None:
                self._apply(decision.seat, order, by)
                return True
        if free and not any(decision.waits for decision in open):
            # Reactions come first: the last is what they could have disturbed.
            last = free[-1]
            by = CLOCK if (last.seat, last.span) in self.late else DEFAULT
            self._apply(last.seat, self._default(last.seat), by)
            return True
        return False

    def _tidy(self) -> None:
        """Drop what was written for spans that are over, also of seats in silence."""
        deciding = {decision.seat for decision in self.game.decisions(self.state)}
        if not deciding:
            return
        for seat, plan in self.plans.items():
            if plan and seat not in deciding:
                answer = self.game.answer(self.state, seat, plan, self.tempo)
                self.plans[seat] = answer.plan
                if answer.skipped:
                    self.skipped.setdefault(seat, []).extend(answer.skipped)

    def _missing(self, open: list[Decision]) -> list[tuple[Seat, str]]:
        """At tempo `phase`: who has not yet handed in for the present span.

        A plan that decides all of the span counts as handed in, to the end of the span:
        what others do meanwhile may spoil it, but nobody is asked in mid-phase.
        """
        if self.tempo != "phase":
            return []
        span = open[0].span
        waits = {one.seat: one.waits and not one.standing for one in open}
        due = [
            standing.seat
            for standing in self.game.score(self.state)
            if (standing.seat, span) not in self.handed | self.late
            and standing.seat not in self.prompt
            and waits.get(standing.seat, True)
            and self.game.ahead(self.state, standing.seat)
        ]
        self.handed |= {(seat, span) for seat in due if self._is_covered(seat)}
        return [(seat, span) for seat in due if (seat, span) not in self.handed]

    def _cover_ahead(self) -> None:
        """Spans to come that a plan covers are released now, whatever happens until."""
        if self.tempo == "phase":
            for seat, plan in self.plans.items():
                if plan and seat not in self.prompt:
                    covered = self.game.coverage(self.state, seat, plan)
                    self.handed |= {(seat, span) for span in covered.spans}

    def _is_covered(self, seat: Seat) -> bool:
        plan = self.plans.get(seat, "")
        return bool(plan) and self.game.coverage(self.state, seat, plan).is_complete

    # ------------------------------------------------------------ sealed rounds

    def _lay_own(self, open: list[Decision]) -> None:
        """While others are asked, a seat sees what it has handed in of a round.

        Only where no default decides: nobody sees what they have not written.
        """
        for decision in open:
            is_own = decision.sealed and decision.asked
            if is_own and self.plans.get(decision.seat):
                alone = self._alone(decision.seat, decision.span)
                self.private[decision.seat] = alone.state

    def _play_sealed(self, span: str) -> bool:
        """Every seat by itself, each from the common state; then all, or nobody.

        So nobody's question tells what another has handed in.
        """
        plans, rounds, told = {}, {}, {}
        for seat in self._sealed_seats(self.state, span):
            alone = self._alone(seat, span)
            plans[seat], rounds[seat] = alone.plan, alone.steps
            self.private[seat] = alone.state
            told[seat] = alone.told
            if alone.steps is None:
                self.asked.append(alone.question)
        complete = {seat: steps for seat, steps in rounds.items() if steps is not None}
        waiting = len(complete) < len(rounds)
        for seat in rounds:
            if seat in complete and waiting:
                continue  # its plan stays as it is, so nothing of it is used yet
            self.plans[seat] = plans[seat]
            if told[seat]:
                self.skipped.setdefault(seat, []).extend(told[seat])
        if waiting:
            return False
        for seat, steps in complete.items():
            for order, by in steps:
                self._apply(seat, order, by)
        return True

    def _alone(self, seat: Seat, span: str) -> Alone:
        """The seat's own steps, from before if they would be the same again."""
        before = self.sealed.get(seat)
        if before is None or not before.is_same(self, seat, span):
            self.sealed[seat] = before = Alone(self, seat, span)
        return before

    def _sealed_seats(self, state: Any, span: str) -> list[Seat]:
        open = self.game.decisions(state)
        return [d.seat for d in open if d.sealed and d.span == span]

    # ----------------------------------------------------------------- answers

    def _answer(self, decision: Decision) -> tuple[Order | None, str]:
        """What the plan, the clock or the tempo says; else the question is noted."""
        seat = decision.seat
        if len(self.steps) >= PATIENCE and decision.waits and self.plans.get(seat):
            self.skipped.setdefault(seat, []).extend(self.plans[seat].splitlines())
            self.plans[seat] = ""
            self.asked.append(Question(seat, decision.point, decision.span, "endless"))
            return None, ""
        mode = self._mode(decision)
        answer = self.game.answer(self.state, seat, self.plans.get(seat, ""), mode)
        self.plans[seat] = answer.plan
        if answer.skipped:
            self.skipped.setdefault(seat, []).extend(answer.skipped)
        if answer.order is not None:
            return answer.order, ""
        if by := self._decider(decision):
            return self._default(seat), by
        if decision.waits:
            question = Question(seat, decision.point, decision.span, answer.reason)
            self.asked.append(question)
        return None, ""

    def _mode(self, decision: Decision) -> str:
        if (decision.seat, decision.span) in self.late:
            return "late"
        is_prompt = decision.asked or decision.seat in self.prompt
        return "each" if is_prompt else self.tempo

    def _decider(self, decision: Decision) -> str:
        """Who decides for a seat whose plan does not: nobody, if it is to be asked.

        Nobody passes where nobody waits for him, whether his time is up or not.
        """
        is_late = (decision.seat, decision.span) in self.late
        if is_late and (decision.waits or decision.sealed):
            return CLOCK
        if self._mode(decision) == "phase" and decision.waits:
            return DEFAULT
        return DEFAULT if decision.sealed and not decision.waits else ""

    def _default(self, seat: Seat) -> Order:
        return self.game.default(self.state, seat)

    def _apply(self, seat: Seat, order: Order, by: str) -> None:
        chance = self.chance.again()
        self.state, events = self.game.apply(self.state, seat, order, chance)
        step = Step(seat, order, by, tuple(chance.drawn), events, self.state)
        self.steps.append(step)


class Alone:
    """One seat's own steps of a sealed round, on a branch only it can see."""

    def __init__(self, run: _Run, seat: Seat, span: str) -> None:
        self.source = self._source(run, seat, span)
        self.began, self.chance = run.state, run.chance
        self.state = run.state
        self.plan = run.plans.get(seat, "")
        self.steps: list[tuple[Order, str]] | None = []  # None: it must be asked
        self.told: tuple[str, ...] = ()
        while decision := self._open(run, seat, span):
            if not self._step(run, decision):
                return

    def is_same(self, run: _Run, seat: Seat, span: str) -> bool:
        """Whether all that the steps came from is still as it was."""
        is_here = self.began is run.state and self.chance is run.chance
        return is_here and self.source == self._source(run, seat, span)

    def _source(self, run: _Run, seat: Seat, span: str) -> tuple[object, ...]:
        is_late, is_prompt = (seat, span) in run.late, seat in run.prompt
        plan = run.plans.get(seat, "")
        return run.game, span, plan, run.tempo, is_late, is_prompt

    def _open(self, run: _Run, seat: Seat, span: str) -> Decision | None:
        """What the seat has to decide in the round, if anything is left."""
        for decision in run.game.decisions(self.state):
            if decision.seat == seat and decision.sealed and decision.span == span:
                return decision
        return None

    def _step(self, run: _Run, decision: Decision) -> bool:
        """One step further; False if the seat must be asked."""
        game, seat = run.game, decision.seat
        answer = game.answer(self.state, seat, self.plan, run._mode(decision))
        order, by = answer.order, ""
        if order is None and (by := run._decider(decision)):
            order = game.default(self.state, seat)
        self.told += answer.skipped
        self.plan = answer.plan
        if order is None:
            self.question = Question(seat, decision.point, decision.span, answer.reason)
            if self.steps:  # all of them again, the next time
                self.plan, self.told = run.plans.get(seat, ""), ()
            self.steps = None
            return False
        assert self.steps is not None
        self.steps.append((order, by))
        self.state, _ = game.apply(self.state, seat, order, run.chance.again())
        return True
