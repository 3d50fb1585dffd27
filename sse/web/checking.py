"""What a text would do if it were sent. Nothing is kept, drawn or told.

It is read as a submission is. What it would do is said of the writer's own order, and
of what follows from it for certain; where seats know different things, of the order
alone: what comes after it may show what lies hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, NamedTuple

from engine.chance import Seeded
from engine.contract import Event, Order, visible
from engine.errors import OrderError, Refused
from engine.words import legal_text, refusals, sentence
from sse.accounts.models import Player
from sse.inbox.hearers import Speech
from sse.matches import states
from sse.matches.models import Match
from sse.matches.services.choosing import Edit, edited
from sse.matches.services.hearing import (
    Listener,
    TextRefused,
    check_said,
    cures_of,
    understand,
)
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
    """What is wrong with a line; `legal` are orders that would be right."""

    line: int
    text: str
    kind: str
    rule: str
    code: str
    legal: list[str] = field(default_factory=list)
    cures: list[Cure] = field(default_factory=list)


@dataclass
class Check:
    faults: list[Fault] = field(default_factory=list)
    now: str = ""  # the order that would be carried out at once
    happens: list[str] = field(default_factory=list)
    then: list[str] = field(default_factory=list)  # what it goes on to do of itself
    kept: list[str] = field(default_factory=list)  # lines for later
    remarks: list[str] = field(default_factory=list)
    said: list[Speech] = field(default_factory=list)
    noted: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)  # lines that say nothing to us

    @property
    def is_good(self) -> bool:
        return not self.faults


def check_of(reading: Reading, text: str) -> Check:
    """What would become of the text, for the eyes of who has the seat."""
    listener, text = listener_of(reading), text.replace("\0", "")  # as it is kept
    try:
        heard = understand(listener, text)
        assert isinstance(reading.person, Player)
        check_said(reading.match, reading.seats, reading.person, heard)
    except Refused as refused:
        return Check(faults=faults_of(reading, listener, text, refused))
    except TextRefused as refused:
        return Check(faults=[fault_of(fault) for fault in refused.faults])
    found = Check() if heard.plan is None else good(reading, listener.state, heard.plan)
    found.said, found.noted = list(heard.speech), list(heard.notes)
    found.ignored = list(heard.ignored)
    return found


def listener_of(reading: Reading) -> Listener:
    """The same that hears a submission: the common table, not one's sealed steps."""
    assert reading.number is not None
    match, seat = reading.match, reading.number
    kept = reading.table.plans.get(seat, "")
    return Listener(match, states.state_now(match), seat, kept, reading.names)


def fault_of(fault: dict[str, Any]) -> Fault:
    names = ("line", "text", "kind", "rule", "code")
    return Fault(**{name: fault[name] for name in names})


def good(reading: Reading, state: Any, plan: str) -> Check:
    game, seat, language = reading.match.game, reading.number, reading.language
    assert seat is not None
    view = game.view(state, seat)
    found = Check(remarks=game.remarks(state, seat, plan, language))
    runs: list[Run] = []
    if is_at_once(reading, state):
        answer = game.answer(state, seat, plan, reading.match.tempo)
        if answer.order is not None:
            found.then = game.afterwards(state, seat, plan, language)
            plan, runs = answer.plan, runs_of(reading, state, answer.order)
            found.now = game.label(view, "order", answer.order.text, language)
            found.happens = foreseen(reading, state, runs)
    found.kept = [
        said
        for line in plan.splitlines()
        if (said := game.label(view, "plan", line, language))
        and not is_over_then(reading, line, runs)
    ]
    return found


def is_at_once(reading: Reading, state: Any) -> bool:
    """Whether the seat decides now, and the table waits for nobody else meanwhile.

    What is sealed waits for all, whoever has decided already.
    """
    seat, phase = reading.number, Match.Tempo.PHASE
    mine = [d for d in reading.match.game.decisions(state) if d.seat == seat]
    others = {asked.seat for asked in reading.table.asked} - {seat}
    waits = reading.match.tempo == phase and bool(others)
    return bool(mine) and not mine[0].sealed and not waits


class Run(NamedTuple):
    """An order carried out with some dice."""

    state: Any
    events: list[Event]


def runs_of(reading: Reading, state: Any, order: Order) -> list[Run]:
    """None where something is hidden: what comes after it might show that."""
    if reading.match.about.hidden or reading.number is None:
        return []
    return [carried_out(reading, state, order, seed) for seed in DICE]


def carried_out(reading: Reading, state: Any, order: Order, seed: str) -> Run:
    assert reading.number is not None
    game = reading.match.game
    after, events = game.apply(state, reading.number, order, Seeded(seed))
    return Run(after, visible(events, reading.number))


def is_over_then(reading: Reading, line: str, runs: Sequence[Run]) -> bool:
    """Whether a line has nothing to say any more, whatever the dice say."""
    game, seat = reading.match.game, reading.number
    views = (game.view(run.state, seat) for run in runs)
    return bool(runs) and not any(game.label(view, "plan", line) for view in views)


def foreseen(reading: Reading, state: Any, runs: Sequence[Run]) -> list[str]:
    """What happens whatever the dice say."""
    certain = takewhile(are_alike, zip(*(run.events for run in runs), strict=False))
    view = reading.match.game.view(state, reading.number)
    return [
        sentence(events[0], view, reading.language, reading.names) for events in certain
    ]


def are_alike(events: tuple[Event, ...]) -> bool:
    return all(event == events[0] for event in events)


# ------------------------------------------------------------------------- faults


def faults_of(
    reading: Reading, listener: Listener, text: str, refused: Refused
) -> list[Fault]:
    """Every fault in the reader's words, with what cures it if that was tried."""
    errors = refused.errors
    cures = cures_of(listener, text, errors) or [{} for _ in errors]
    view, offered = view_of(reading), list(map(bool, cures))
    told = refusals(errors, view, reading.language, reading.names, offered)
    return [
        Fault(
            error.line,
            said,
            *(error.kind, error.rule, error.code),
            legal=list(error.legal),
            cures=cured(reading, text, error, found),
        )
        for error, said, found in zip(errors, told, cures, strict=True)
    ]


def cured(
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
