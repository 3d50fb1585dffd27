"""Two tables that look alike to a seat are played on alike, and compared by its eyes.

What a seat is told is what it may know. Besides that nothing may differ: how many
entries there are, whose they are, who is asked, what the seat itself can do, what it is
advised, and what a refusal tells it. All is compared entry by entry, up to the one that
shows the seat a difference.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from engine.chance import Seeded
from engine.contract import Game, Order, Plan, Seat, visible
from engine.errors import Refused
from engine.run import Advance, Step, advance

NO_ORDER = "xyzzy"  # that every game refuses, and says what would be right


class Move(NamedTuple):
    """What a seat does at both tables; no text: its time runs out."""

    seat: Seat
    text: str
    span: str


class Table:
    """One of the two: played on until somebody is asked."""

    def __init__(
        self,
        game: Game[Any],
        state: Any,
        chance: Seeded,
        tempo: str = "each",
        plans: Mapping[Seat, Plan] | None = None,
    ) -> None:
        self.game, self.chance, self.tempo = game, chance, tempo
        self.plans = dict(plans or {})
        self.late: set[tuple[Seat, str]] = set()
        self.handed: set[tuple[Seat, str]] = set()
        self.now: Advance
        self.state = state
        self.play_on()

    def play_on(self) -> None:
        self.begun = self.state
        self.now = advance(
            self.game,
            self.state,
            self.plans,
            self.chance,
            self.late,
            self.tempo,
            self.handed,
        )
        self.state, self.plans = self.now.state, self.now.plans
        self.late, self.handed = self.now.late, self.now.handed

    def do(self, move: Move) -> None:
        if move.text:
            state, kept = self.state_for(move.seat), self.plans.get(move.seat, "")
            plan = self.game.parse(state, move.seat, move.text, kept)
            self.plans[move.seat] = plan
            self.handed |= {(move.seat, move.span)}
        else:
            self.late |= {(move.seat, move.span)}
        self.play_on()

    def state_for(self, seat: Seat) -> Any:
        return self.now.private.get(seat, self.state)

    def options(self, seat: Seat) -> list[Order]:
        return self.game.options(self.state_for(seat), seat)

    # ------------------------------------------------------------- as the seat sees it

    def asked(self, seat: Seat | None) -> list[tuple[Any, ...]]:
        """Everybody sees for whom the table waits; a seat reads its own question."""
        return [
            tuple(question) if question.seat == seat else (question.seat, question.span)
            for question in self.now.asked
        ]

    def own_options(self, seat: Seat | None) -> list[Order]:
        return [] if seat is None else self.options(seat)

    def advice(self, seat: Seat | None) -> list[Any]:
        """What a seat is told of what it may write: in letters, and with a refusal."""
        if seat is None:
            return []
        state, game = self.state_for(seat), self.game
        hints = [hint.text for hint in game.hints(state, seat)]
        return [hints, game.ahead(state, seat), self.refusal(seat)]

    def refusal(self, seat: Seat) -> list[Any]:
        try:
            self.game.parse(self.state, seat, NO_ORDER, self.plans.get(seat, ""))
        except Refused as refused:
            return [(e.rule, e.code, list(e.legal)) for e in refused.errors]
        return []

    def view(self, seat: Seat | None, state: Any = None) -> str:
        return plain(self.game.view(self.state if state is None else state, seat))

    def spans(self, state: Any) -> set[str]:
        return {decision.span for decision in self.game.decisions(state)}


def heard(step: Step, seat: Seat | None) -> list[Any]:
    return [(e.kind, plain(e.data)) for e in visible(step.events, seat)]


def plain(data: Any) -> str:
    return json.dumps(data, sort_keys=True, default=list)


def same_play(
    one: Table,
    other: Table,
    seat: Seat | None,
    dice: Random,
    most: int,
    silence: float = 0.2,
) -> Iterator[Move]:
    """Play both alike for as long as the seat sees the same; checks, then yields.

    `silence` is how often somebody's time runs out instead.
    """
    if not is_same_so_far(one, other, seat):  # nobody was waited for, and it showed
        return
    check_same(one, other, seat)
    for _ in range(most):
        move = common_move(one, other, dice, silence)
        if move is None:
            return
        one.do(move)
        other.do(move)
        if not is_same_so_far(one, other, seat):
            return
        check_same(one, other, seat)
        yield move


def is_same_so_far(one: Table, other: Table, seat: Seat | None) -> bool:
    """Whether no entry showed the seat a difference; before that nothing may differ.

    Whose entries they are and who decided, everybody sees on every page of a match.
    """
    before = one.begun
    for mine, theirs in zip(one.now.steps, other.now.steps, strict=False):
        assert (mine.seat, mine.by) == (theirs.seat, theirs.by)
        views = [one.view(seat, step.state) for step in (mine, theirs)]
        if heard(mine, seat) != heard(theirs, seat):  # something was revealed
            spans = [one.spans(state) for state in (before, mine.state, theirs.state)]
            is_within = spans[0] == spans[1] == spans[2]
            assert not is_within or views[0] != views[1], mine.order
            return False
        assert views[0] == views[1], mine.order
        before = mine.state
    assert len(one.now.steps) == len(other.now.steps)
    return True


def common_move(one: Table, other: Table, dice: Random, silence: float) -> Move | None:
    """What whoever is asked can do at both tables, or silence."""
    if not one.now.asked:
        return None
    mover, _, span, _ = dice.choice(one.now.asked)
    both = [order for order in one.options(mover) if order in other.options(mover)]
    if not both or dice.random() < silence:
        return Move(mover, "", span)
    return Move(mover, dice.choice(both).text, span)


def check_same(one: Table, other: Table, seat: Seat | None) -> None:
    assert one.asked(seat) == other.asked(seat)
    assert one.own_options(seat) == other.own_options(seat)
    assert one.advice(seat) == other.advice(seat)
    assert one.view(seat) == other.view(seat)
