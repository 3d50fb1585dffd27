"""A plan played on a copy, as far as its writer can foresee it.

Nothing is drawn: where chance would be asked, the rehearsal stops. Where seats know
different things it is played on an imagined table, which holds what the writer knows
and no more, and stops where something hidden would be shown. Reactions that nobody
waits for are left out: another player may still disturb what was rehearsed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from random import Random
from typing import Any, NamedTuple

from engine.chance import Chance, Loaded, Seeded
from engine.contract import Decision, Event, Game, Order, Plan, Seat, visible
from engine.errors import ReplayBroken
from engine.registry import About
from engine.run import DEFAULT

DRAW = "draw"  # chance is asked
HIDDEN = "hidden"  # something is shown that the writer does not know
OTHER = "other"  # another seat decides
QUESTION = "question"  # the plan does not answer its writer's own decision
END = "end"  # the match is over
ENDLESS = "endless"  # the plan plays on and on
STOPS = (DRAW, HIDDEN, OTHER, QUESTION, END, ENDLESS)

MOST_STEPS = 100
SEEDS = [f"{number:064x}" for number in range(4)]  # none of them a match's own
FACES = range(6)  # the extremes: what is unlikely is still not certain


class Rehearsed(NamedTuple):
    """One order, and what its writer would be told of it."""

    order: Order
    events: list[Event]
    by: str = ""  # `default` where the plan is silent and nobody waits for its writer


class Rehearsal(NamedTuple):
    steps: list[Rehearsed]  # of the last, if it is `cut`, only how it begins
    state: Any  # after the last whole step; only the writer's view of it means anything
    plan: Plan  # what is left of it
    stop: str  # why it goes no further: one of the words above
    reason: str = ""  # of a question: why the plan does not answer
    is_cut: bool = False  # the last step has chance in it, or shows what was hidden
    after: tuple[Any, ...] = ()  # of a step that was cut by chance: how it may end
    last: tuple[Any, Plan] | None = None  # state and plan from which it was answered

    @property
    def has_moved(self) -> bool:
        """Whether the table lies otherwise than before."""
        return len(self.steps) > self.is_cut


def rehearse(
    about: About,
    game: Game[Any],
    state: Any,
    seat: Seat,
    plan: Plan,
    mode: str = "each",
) -> Rehearsal:
    """Play the seat's plan until it stops; the state that is given is left alone."""
    table = game.imagine(state, seat, Random(0)) if about.hidden else state
    steps: list[Rehearsed] = []
    last: tuple[Any, Plan] | None = None
    span = ""
    while len(steps) < MOST_STEPS:
        if stop := whose_turn(game, table, seat):
            return Rehearsal(steps, table, plan, stop, last=last)
        (mine,) = [d for d in game.decisions(table) if d.seat == seat]
        span = span or mine.span
        answer = game.answer(table, seat, plan, "each" if mine.asked else mode)
        order, by = answer.order, ""
        if order is None:
            is_handed = mode == "phase" and mine.span == span
            if stop := after_silence(game, table, mine, is_handed):
                told = (answer.plan, stop, answer.reason)
                return Rehearsal(steps, table, *told, last=last)
            order, by = game.default(table, seat), DEFAULT
        last, plan = None if by else (table, plan), answer.plan
        after, events, stop = foresee(about, game, table, seat, order)
        steps.append(Rehearsed(order, events, by))
        if stop:
            return Rehearsal(steps, table, plan, stop, "", True, after, last)
        (table,) = after
    return Rehearsal(steps, table, plan, ENDLESS, last=last)


def whose_turn(game: Game[Any], state: Any, seat: Seat) -> str:
    """Why the seat cannot go on; nothing if it decides now.

    What is sealed is decided by each for itself.
    """
    open = game.decisions(state)
    if not open:
        return END
    for decision in open:
        if decision.seat == seat:
            return ""
        if decision.waits and not decision.sealed:
            return OTHER
    return OTHER


def after_silence(game: Game[Any], state: Any, mine: Decision, is_handed: bool) -> str:
    """What comes where the plan is silent; nothing if the default decides at once.

    As in engine/run.py: at tempo `phase` what is handed in is all that is asked for,
    and where the table waits for nobody the last of those who may decide goes on.
    """
    if mine.waits:
        is_left = is_handed and not (mine.asked or mine.sealed)
        return "" if is_left else QUESTION  # what is sealed may still be replaced
    open = game.decisions(state)
    goes_on = open[-1] == mine and not any(decision.waits for decision in open)
    return "" if goes_on else OTHER


def foresee(
    about: About, game: Game[Any], state: Any, seat: Seat, order: Order
) -> tuple[tuple[Any, ...], list[Event], str]:
    """How the table may lie after an order, what is told of it, and why not all."""
    try:
        after, all_events = game.apply(state, seat, order, Chance())
    except ReplayBroken:
        return (*whatever_is_drawn(about, game, state, seat, order), DRAW)
    events = visible(all_events, seat)
    known = unrevealed(about, events, seat)
    return ((), known, HIDDEN) if len(known) < len(events) else ((after,), known, "")


def whatever_is_drawn(
    about: About, game: Game[Any], state: Any, seat: Seat, order: Order
) -> tuple[tuple[Any, ...], list[Event]]:
    """What happens with all dice alike, up to what they decide."""
    dice: list[Chance] = [*map(Loaded, FACES), *map(Seeded, SEEDS)]
    outcomes = [game.apply(state, seat, order, chance) for chance in dice]
    seen = [unrevealed(about, visible(events, seat), seat) for _, events in outcomes]
    certain = takewhile(are_alike, zip(*seen, strict=False))
    states = tuple(after for after, _ in outcomes)
    return states, [events[0] for events in certain]


def are_alike(events: Sequence[Event]) -> bool:
    return all(event == events[0] for event in events)


def unrevealed(about: About, events: Sequence[Event], seat: Seat) -> list[Event]:
    """The events before the first that shows what was hidden from the seat."""
    return list(takewhile(lambda event: not reveals(about, event, seat), events))


def reveals(about: About, event: Event, seat: Seat) -> bool:
    """`reveals` in game.toml: kinds of events, or a kind and the field of its owner."""
    if event.kind not in about.reveals:
        return False
    owner = about.reveals[event.kind]
    return not owner or event.data.get(owner) != seat
