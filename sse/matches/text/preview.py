"""Show what a text would do if it were sent. Nothing is kept, drawn or told.

It is read as a submission is, and rehearsed as far as its writer can foresee it
(engine/rehearsal.py). Pages, mail and API show the same preview.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine import rehearsal
from engine.contract import Decision
from engine.errors import Refused
from engine.log import Entry
from engine.rehearsal import Rehearsal, Rehearsed, rehearse
from engine.words import decider_text, entry_telling, reason_text
from sse.accounts.models import Player
from sse.matches import states
from sse.matches.models import Match
from sse.matches.reader_view import Reading
from sse.matches.text.choices import Edit, edited
from sse.matches.text.reader import (
    TextRefused,
    Understood,
    Writer,
    check_speech_in,
    fault_data,
    understand,
)
from sse.matches.text.recipients import Speech

LONGEST = 8_000  # letters that are looked at while somebody types


@dataclass
class Step:
    """An order that would be carried out at once, and what is told of it."""

    order: str
    happens: list[str]


@dataclass
class Preview:
    faults: list[dict[str, Any]] = field(default_factory=list)
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
        """Say what comes after the steps."""
        sentences = {
            rehearsal.DRAW: _("Then chance decides."),
            rehearsal.HIDDEN: _("Then something you do not know yet is revealed."),
            rehearsal.OTHER: _("Then it is another player's turn."),
            rehearsal.QUESTION: _("Then you decide again."),
            rehearsal.END: _("Then the match is over."),
        }
        return sentences.get(self.stop, "") if self.steps else ""


def preview_of(reading: Reading, text: str) -> Preview:
    """Return what would become of a text of the reader's own seat."""
    writer, text = writer_of(reading), text.replace("\0", "")  # as it is kept
    try:
        read = understand(writer, text)
        assert isinstance(reading.person, Player)
        check_speech_in(reading.match, reading.seats, reading.person, read)
    except Refused as refused:
        return Preview(
            faults=with_cures(text, fault_data(writer, text, refused.errors))
        )
    except TextRefused as refused:
        return Preview(faults=refused.faults)
    found = Preview() if read.plan is None else accepted(reading, writer.state, read)
    found.said, found.noted = list(read.speech), list(read.notes)
    found.ignored = list(read.ignored)
    return found


def with_cures(text: str, faults: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Add to each choice the whole text with it."""
    for fault in faults:
        for choice in fault["choices"]:
            choice["whole"] = edited(text, [Edit(*choice["edit"])])
    return faults


def writer_of(reading: Reading) -> Writer:
    """The same as for a submission: the common table, not one's sealed steps."""
    assert reading.number is not None
    match, seat = reading.match, reading.number
    kept, language = reading.table.plans.get(seat, ""), get_language() or "en"
    return Writer(match, states.state_now(match), seat, kept, reading.names, language)


def accepted(reading: Reading, state: Any, read: Understood) -> Preview:
    game, seat, language = reading.match.game, reading.number, reading.language
    assert seat is not None
    plan = read.plan or ""
    found = Preview(remarks=game.remarks(state, seat, plan, language))
    mine = [d for d in game.decisions(state) if d.seat == seat]
    is_used = mine and is_handed(reading, mine[0], read)
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


def is_handed(reading: Reading, mine: Decision, read: Understood) -> bool:
    """Whether the plan is used now: at tempo `phase` a text that only asks waits."""
    if read.hands_in or reading.match.tempo != Match.Tempo.PHASE:
        return True
    return not read.is_anew and (mine.seat, mine.span) in reading.table.handed


def is_at_once(reading: Reading, mine: Decision) -> bool:
    """Whether the table waits for nobody else before the seat's own decision."""
    others = {asked.seat for asked in reading.table.asked} - {mine.seat}
    return not (reading.match.tempo == Match.Tempo.PHASE and others)


def rehearsed(reading: Reading, state: Any, plan: str) -> Rehearsal:
    match, seat = reading.match, reading.number
    assert seat is not None
    return rehearse(match.about, match.game, state, seat, plan, match.tempo)


def carried_out(reading: Reading, state: Any, found: Preview, tried: Rehearsal) -> str:
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
    may_be_used = [  # whatever the dice say
        line
        for line in tried.plan.splitlines()
        if any(game.label(view, "plan", line) for view in views)
    ]
    return "\n".join(may_be_used)


def step_of(reading: Reading, state: Any, step: Rehearsed) -> Step:
    """Tell a step, and say so where the default decides it."""
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


def options_then(reading: Reading, text: str, found: Preview) -> list[Any]:
    """Return the orders that can be added to the text on a line of their own."""
    if found.stop != rehearsal.QUESTION or found.state is None:
        return []
    assert reading.number is not None
    options = reading.match.game.options(found.state, reading.number)
    return options if options and goes_on(reading, text, options[0]) else []


def goes_on(reading: Reading, text: str, order: Any) -> bool:
    """Whether the game reads one more step below the text as just that.

    What the default decides after it, such as a roll, is no other reading.
    """
    writer = writer_of(reading)
    tried = []
    for said in (text, f"{text.rstrip()}\n{order.text}"):
        try:
            plan = understand(writer, said).plan or ""
        except (Refused, TextRefused):
            return False
        tried.append(rehearsed(reading, writer.state, plan).steps)
    before, after = tried
    wanted = [*(step.order for step in before), order]
    read, rest = after[: len(wanted)], after[len(wanted) :]
    return [step.order for step in read] == wanted and all(step.by for step in rest)
