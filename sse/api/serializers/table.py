"""The table as its reader sees it: view, questions, events, texts, talk."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, TypedDict

from engine.contract import visible
from engine.ranks import rank_of
from engine.words import Narrator, entry_telling
from sse.api.exceptions import Fault
from sse.api.serializers import shape_from
from sse.archive.replay import Replay
from sse.matches.board_options import options_of, ranges_in
from sse.matches.models import Submission
from sse.matches.reader_view import Reading
from sse.matches.text.preview import Preview


class OfMatch(TypedDict):
    match: Annotated[int, "match.pk"]
    status: Annotated[str, "match.status"]
    steps: Annotated[int, "match.head"]


class ViewShape(OfMatch):
    """What lies on the table, for the reader's eyes; each game has its own `view`."""

    seat: int | None
    view: dict[str, Any]


class BoardShape(TypedDict):
    """The board in words: 72 columns, for ears, and what only the reader knows.

    And how wide and high its drawing is, in pixels.
    """

    text: str
    prose: str
    secrets: str
    width: Annotated[float, "shape.width"]
    height: Annotated[float, "shape.height"]


class OptionShape(TypedDict):
    """A legal order: its text, and how a person would say it."""

    text: str
    label: str


class RangeShape(TypedDict):
    """Options that differ in one number: `text` with each number in its place.

    Every one of them is among the options too.
    """

    text: str
    least: int
    most: int


class HintShape(TypedDict):
    text: str
    note: str
    plays_on: bool


class DecisionsShape(OfMatch):
    """Whose turn it is, and what the reader can do.

    `position` names what the reader's seat has before it. Send it with orders: they
    are refused if the position has changed by then.
    """

    waits_for: list[int]
    seat: Annotated[int | None, "number"]
    position: str | None
    is_asked: bool
    point: str | None
    span: str | None
    reason: str
    due_at: Annotated[datetime | None, "seat.due_at"]
    counts_until: Annotated[datetime | None, "seat.rings_at"]
    options: list[OptionShape]
    ranges: list[RangeShape]
    hints: list[HintShape]
    plan: str


class EventShape(TypedDict):
    """A fact. `rank` is `headline` for what players read first, else `detail`."""

    kind: str
    data: dict[str, Any]
    rank: Literal["headline", "detail"]


class StepEvents(TypedDict):
    """What one step told: as data, and in sentences."""

    step: int
    at: datetime
    events: list[EventShape]
    sentences: list[str]


class EventsShape(OfMatch):
    """`next` is the `since` of your next request."""

    next: int
    items: list[StepEvents]


class SubmissionShape(TypedDict):
    """Orders for a seat, and their status."""

    id: int
    url: Annotated[str, submission_url]
    match: Annotated[int, "match_id"]
    seat: int
    kind: str
    text: str
    status: str
    steps: Annotated[int | None, lambda sent: outcome(sent).get("entry")]
    kept: Annotated[str, lambda sent: outcome(sent).get("kept", "")]
    remarks: Annotated[list[str], lambda sent: outcome(sent).get("remarks", [])]
    code: Annotated[str, lambda sent: outcome(sent).get("code", "")]
    faults: Annotated[list[Fault], faults_of]
    received_at: datetime
    done_at: datetime | None


class PreviewStep(TypedDict):
    """An order that would be carried out at once, and what would be told of it."""

    order: str
    happens: list[str]


class PreviewShape(TypedDict):
    """What a text would do if it were sent now.

    `stop` says why no more is foreseen: `draw` (chance decides), `hidden` (something
    is shown that the reader does not know), `other` (another seat decides), `question`
    (the reader decides again), `end`, or nothing. `view` is what the reader would see
    after the steps; null where nothing is foreseen.
    """

    now: str
    happens: list[str]
    steps: list[PreviewStep]
    stop: str
    view: dict[str, Any] | None
    then: list[str]
    kept: list[str]
    remarks: list[str]
    said: list[str]
    noted: list[str]
    ignored: list[str]


class SaidShape(TypedDict):
    id: Annotated[int, "number"]
    at: datetime
    speaker: str
    to: str
    text: str
    is_mine: bool


# ------------------------------------------------------------------------ the table


def decisions_shape(reading: Reading) -> DecisionsShape:
    match, seat = reading.match, reading.seat
    asked = reading.table.asks(seat.number) if seat and reading.is_asked else None
    options = [] if match.old_rules else options_of(reading)
    return shape_from(
        DecisionsShape,
        reading,
        waits_for=[one.seat.number for one in reading.places if one.is_asked],
        point=asked.point if asked else None,
        span=asked.span if asked else None,
        reason=reading.why if asked else "",
        options=[
            OptionShape(text=" ".join(option["words"]), label=option["text"])
            for option in options
        ],
        ranges=ranges_in(options),
    )


# --------------------------------------------------------------------------- events


def step_events(
    replay: Replay, step: int, narrator: Narrator | None = None
) -> StepEvents:
    """One step by itself, or in the row that a narrator tells."""
    moment, narrator = replay.moment(step), narrator or Narrator()
    events = visible(moment.events, replay.eyes)
    view = replay.view(step) if events else {}
    names = replay.names(step)
    telling = entry_telling(moment.line, events, view, replay.language, names)
    return StepEvents(
        step=step,
        at=moment.at,
        events=[
            EventShape(
                kind=event.kind,
                data=dict(event.data),
                rank=rank_of(event, replay.match.game_name, replay.eyes).word,
            )
            for event in events
        ],
        sentences=narrator.say(telling),
    )


def events_shape(replay: Replay, since: int, limit: int) -> EventsShape:
    match, narrator = replay.match, Narrator()
    steps = range(since, min(since + limit, match.head))
    if steps:
        replay.read(steps[0], steps[-1])
    return shape_from(
        EventsShape,
        replay,
        next=steps[-1] + 1 if steps else since,
        items=[step_events(replay, step, narrator) for step in steps],
    )


# ---------------------------------------------------------------------------- texts


def outcome(submission: Submission) -> dict[str, Any]:
    is_done = submission.status != Submission.Status.WAITING
    return submission.answer if is_done else {}


def faults_of(submission: Submission) -> list[Fault]:
    return [stored_fault(one) for one in submission.answer.get("faults", [])]


def stored_fault(fault: dict[str, Any]) -> Fault:
    return shape_from(Fault, fault, detail=fault["text"])


def submission_url(submission: Submission) -> str:
    return f"/api/v1/matches/{submission.match_id}/submissions/{submission.pk}"


def preview_shape(reading: Reading, check: Preview) -> PreviewShape:
    state = check.state
    view = None if state is None else reading.match.game.view(state, reading.number)
    return shape_from(
        PreviewShape,
        check,
        view=view,
        said=[speech.text for speech in check.said],
    )
