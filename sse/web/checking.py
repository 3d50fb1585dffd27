"""What a text would do if it were sent. Nothing is kept, drawn or told.

It is read as a submission is. What it would do is said of the writer's own order, and
of what follows from it for certain; where seats know different things, of the order
alone: what comes after it may show what lies hidden.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from itertools import takewhile
from typing import Any

from engine.chance import Seeded
from engine.contract import Event, Order, visible
from engine.errors import OrderError, Refused
from engine.words import legal_text, refusal, sentence
from sse.matches import states
from sse.matches.services.choosing import Edit, choices_for, edited
from sse.web.reading import Reading

LONGEST = 8_000  # letters that are looked at while somebody types
DICE = [f"{number:064x}" for number in range(8)]  # none of them the match's own


@dataclass
class Cure:
    """What would be right instead, and the whole text with it."""

    name: str
    text: str


@dataclass
class Fault:
    line: int
    text: str
    cures: list[Cure]
    error: OrderError


@dataclass
class Check:
    faults: list[Fault] = field(default_factory=list)
    now: str = ""  # the order that would be carried out at once
    happens: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)  # lines for later
    remarks: list[str] = field(default_factory=list)

    @property
    def is_good(self) -> bool:
        return not self.faults


def check_of(reading: Reading, text: str) -> Check:
    """What would become of the text, for the eyes of who has the seat."""
    assert reading.number is not None
    match, seat = reading.match, reading.number
    state = states.state_now(match)
    kept = reading.table.plans.get(seat, "")
    read = partial(match.game.parse, state, seat, kept=kept, names=reading.names)
    try:
        plan = read(text)
    except Refused as refused:
        return Check(faults=faults_of(reading, text, refused, read))
    return good(reading, state, plan)


def good(reading: Reading, state: Any, plan: str) -> Check:
    game, seat, language = reading.match.game, reading.number, reading.language
    assert seat is not None
    view = game.view(state, seat)
    found = Check(remarks=game.remarks(state, seat, plan, language))
    if any(decision.seat == seat for decision in game.decisions(state)):
        answer = game.answer(state, seat, plan, reading.match.tempo)
        if answer.order is not None:
            plan = answer.plan
            found.now = game.label(view, "order", answer.order.text, language)
            found.happens = foreseen(reading, state, answer.order)
    lines = (game.label(view, "plan", line, language) for line in plan.splitlines())
    found.kept = [line for line in lines if line]
    return found


def foreseen(reading: Reading, state: Any, order: Order) -> list[str]:
    """What happens whatever the dice say; nothing where something is hidden."""
    match, seat = reading.match, reading.number
    if match.about.hidden or seat is None:
        return []
    runs = [carried_out(reading, state, order, seed) for seed in DICE]
    certain = takewhile(are_alike, zip(*runs, strict=False))
    view = match.game.view(state, seat)
    return [
        sentence(events[0], view, reading.language, reading.names) for events in certain
    ]


def carried_out(reading: Reading, state: Any, order: Order, seed: str) -> list[Event]:
    assert reading.number is not None
    game = reading.match.game
    _, events = game.apply(state, reading.number, order, Seeded(seed))
    return visible(events, reading.number)


def are_alike(events: tuple[Event, ...]) -> bool:
    return all(event == events[0] for event in events)


# ------------------------------------------------------------------------- faults


def faults_of(reading: Reading, text: str, refused: Refused, read: Any) -> list[Fault]:
    """Every fault in the reader's words, with what cures it if that was tried."""
    errors = refused.errors
    cures = choices_for(text, errors, read) or [{} for _ in errors]
    return [
        Fault(
            error.line,
            told(reading, error),
            cures_of(reading, text, error, found),
            error,
        )
        for error, found in zip(errors, cures, strict=True)
    ]


def told(reading: Reading, error: OrderError) -> str:
    return refusal(error, view_of(reading), reading.language, reading.names)


def cures_of(
    reading: Reading, text: str, error: OrderError, found: dict[str, Edit]
) -> list[Cure]:
    view, language = view_of(reading), reading.language
    return [
        Cure(legal_text(error, legal, view, language), edited(text, [edit]))
        for legal, edit in found.items()
    ]


def view_of(reading: Reading) -> Any:
    game = reading.match.game
    return game.view(states.state_now(reading.match), reading.number)
