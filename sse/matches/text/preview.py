"""What a text would do if it were sent. Nothing is kept, drawn or told.

It is read as a submission is, and rehearsed as far as its writer can foresee it
(engine/rehearsal.py): the web look, the preview by mail and that of the API are this.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from engine import rehearsal
from engine.contract import Decision, View
from engine.errors import OrderError, Refused
from engine.log import Entry
from engine.rehearsal import Rehearsal, Rehearsed, rehearse
from engine.words import (
    decider_text,
    entry_telling,
    legal_text,
    reason_text,
    refusals,
)
from sse.accounts.models import Player
from sse.matches import states
from sse.matches.models import Match
from sse.matches.reader_view import Reading
from sse.matches.text.choices import Edit, edited
from sse.matches.text.reader import (
    Heard,
    Listener,
    TextRefused,
    check_said,
    cures_of,
    understand,
)
from sse.matches.text.recipients import Speech

LONGEST = 8_000  # letters that are looked at while somebody types


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
class Step:
    """An order that would be carried out at once, and what is told of it."""

    order: str
    happens: list[str]


@dataclass
class Check:
    faults: list[Fault] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    stop: str = ""  # why no more is foreseen: a word of engine/rehearsal.py
    why: str = ""  # what the writer is asked then, in words
    state: Any = None  # as the writer would see the table then; None: as it is now
    then: list[str] = field(default_factory=list)  # what it goes on to do of itself
    kept: list[str] = field(default_factory=list)  # lines for later
    remarks: list[str] = field(default_factory=list)
    said: list[Speech] = field(default_factory=list)
    noted: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)  # lines that say nothing to us

    @property
    def is_good(self) -> bool:
        return not self.faults

    @property
    def now(self) -> str:
        """The order that would be carried out first."""
        return self.steps[0].order if self.steps else ""

    @property
    def happens(self) -> list[str]:
        return [said for step in self.steps for said in step.happens]

    @property
    def stop_text(self) -> str:
        """What comes after the steps, in words."""
        return said_of_stop(self.stop) if self.steps else ""


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
    found = Check() if heard.plan is None else good(reading, listener.state, heard)
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


def good(reading: Reading, state: Any, heard: Heard) -> Check:
    game, seat, language = reading.match.game, reading.number, reading.language
    assert seat is not None
    plan = heard.plan or ""
    found = Check(remarks=game.remarks(state, seat, plan, language))
    mine = [d for d in game.decisions(state) if d.seat == seat]
    is_used = mine and is_handed(reading, mine[0], heard)
    if is_used and (mine[0].sealed or is_at_once(reading, mine[0])):
        tried = rehearsed(reading, state, plan)
        found.stop = tried.stop
        if tried.stop == rehearsal.QUESTION and tried.reason:
            found.why = reason_text(reading.match.game_name, tried.reason, language)
        found.state = tried.state if tried.has_moved else None
        if not mine[0].sealed:
            plan = carried_out(reading, state, found, tried)
    view = game.view(state, seat)
    lines = [game.label(view, "plan", line, language) for line in plan.splitlines()]
    found.kept = [line for line in lines if line]
    return found


def is_handed(reading: Reading, mine: Decision, heard: Heard) -> bool:
    """Whether the plan is used now: at tempo `phase` a text that only asks waits."""
    if heard.hands_in or reading.match.tempo != Match.Tempo.PHASE:
        return True
    return not heard.is_anew and (mine.seat, mine.span) in reading.table.handed


def is_at_once(reading: Reading, mine: Decision) -> bool:
    """Whether the table waits for nobody else before the seat's own decision."""
    others = {asked.seat for asked in reading.table.asked} - {mine.seat}
    return not (reading.match.tempo == Match.Tempo.PHASE and others)


def rehearsed(reading: Reading, state: Any, plan: str) -> Rehearsal:
    match, seat = reading.match, reading.number
    assert seat is not None
    return rehearse(match.about, match.game, state, seat, plan, match.tempo)


def carried_out(reading: Reading, state: Any, found: Check, tried: Rehearsal) -> str:
    """Tell the steps; what is left of the plan after them.

    What is sealed is carried out when all have decided, and told then.
    """
    game, language = reading.match.game, reading.language
    assert reading.number is not None
    found.steps = [step_of(reading, state, step) for step in tried.steps]
    if tried.last is not None:
        before, plan = tried.last
        found.then = game.afterwards(before, reading.number, plan, language)
    views = [
        game.view(after, reading.number) for after in tried.after or (tried.state,)
    ]
    left = tried.plan.splitlines()
    return "\n".join(line for line in left if says_something(reading, line, views))


def says_something(reading: Reading, line: str, views: Sequence[View]) -> bool:
    """Whether a line may still be used, whatever the dice say."""
    return any(reading.match.game.label(view, "plan", line) for view in views)


def step_of(reading: Reading, state: Any, step: Rehearsed) -> Step:
    """What the default decides is told as that, also where chance hides the rest."""
    game, language, names = reading.match.game, reading.language, reading.names
    assert reading.number is not None
    view = game.view(state, reading.number)
    entry = Entry("order", reading.number, step.order, step.by)
    reader = entry.seat
    told = entry_telling(entry, step.events, view, language, names, reader).texts
    if step.by:
        decided = decider_text(entry.seat, step.by, False, language, names, reader)
        told = [decided, *told]
    return Step(game.label(view, "order", step.order.text, language), told)


def said_of_stop(stop: str) -> str:
    return {
        rehearsal.DRAW: _("Then chance decides."),
        rehearsal.HIDDEN: _("Then something is shown that you do not know yet."),
        rehearsal.OTHER: _("Then it is another player's turn."),
        rehearsal.QUESTION: _("Then you decide again."),
        rehearsal.END: _("Then the match is over."),
    }.get(stop, "")


def options_then(reading: Reading, text: str, found: Check) -> list[Any]:
    """What can be added to the text on a line of its own, as the next step."""
    if found.stop != rehearsal.QUESTION or found.state is None:
        return []
    assert reading.number is not None
    options = reading.match.game.options(found.state, reading.number)
    return options if options and goes_on(reading, text, options[0]) else []


def goes_on(reading: Reading, text: str, order: Any) -> bool:
    """Whether the game reads one more step below the text as just that.

    What the default decides after it, such as a roll, is no other reading.
    """
    listener = listener_of(reading)
    tried = []
    for said in (text, f"{text.rstrip()}\n{order.text}"):
        try:
            plan = understand(listener, said).plan or ""
        except (Refused, TextRefused):
            return False
        tried.append(rehearsed(reading, listener.state, plan).steps)
    before, after = tried
    wanted = [*(step.order for step in before), order]
    read, rest = after[: len(wanted)], after[len(wanted) :]
    return [step.order for step in read] == wanted and all(step.by for step in rest)


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
