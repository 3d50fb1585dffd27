"""Two tables that look alike to a seat are played on alike, and compared by its eyes.

What a seat is told is what it may know. Besides that nothing may differ: how many
entries there are, whose they are, who is asked, what the seat itself can do.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from engine.chance import Seeded
from engine.contract import Game, Order, Plan, Seat, visible
from engine.run import Advance, advance


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

    def heard(self, seat: Seat | None) -> list[Any]:
        events = [event for step in self.now.steps for event in step.events]
        return [(e.kind, plain(e.data)) for e in visible(events, seat)]

    def entries(self) -> list[tuple[Seat, str]]:
        """Whose they are, and who decided: every page of a match counts them."""
        return [(step.seat, step.by) for step in self.now.steps]

    def asked(self, seat: Seat | None) -> list[tuple[Any, ...]]:
        """Everybody sees for whom the table waits; a seat reads its own question."""
        return [
            tuple(question) if question.seat == seat else (question.seat, question.span)
            for question in self.now.asked
        ]

    def own_options(self, seat: Seat | None) -> list[Order]:
        return [] if seat is None else self.options(seat)

    def view(self, seat: Seat | None) -> str:
        return plain(self.game.view(self.state, seat))

    def spans(self) -> set[str]:
        return {decision.span for decision in self.game.decisions(self.state)}


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
    if one.heard(seat) != other.heard(seat):  # nobody was waited for, and it showed
        return
    check_same(one, other, seat)
    for _ in range(most):
        move = common_move(one, other, dice, silence)
        if move is None:
            return
        spans = one.spans()
        one.do(move)
        other.do(move)
        if one.heard(seat) != other.heard(seat):  # something was revealed
            is_within = spans == one.spans() == other.spans()
            assert not is_within or one.view(seat) != other.view(seat), move
            return
        check_same(one, other, seat)
        yield move


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
    assert one.entries() == other.entries()
    assert one.asked(seat) == other.asked(seat)
    assert one.own_options(seat) == other.own_options(seat)
    assert one.view(seat) == other.view(seat)
