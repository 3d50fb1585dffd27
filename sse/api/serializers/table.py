"""The table as its reader sees it: view, questions, events, texts, talk."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from types import SimpleNamespace
from typing import Any, Literal, TypedDict

from engine.contract import Event, visible
from engine.ranks import rank_of
from engine.words import Narrator, entry_telling
from sse.api.exceptions import Fault
from sse.api.pagination import Links
from sse.api.serializers import shape_from
from sse.archive.replay.frames import Replay
from sse.matches.board_options import options_of, ranges_in
from sse.matches.models import Submission
from sse.matches.reader_view import Reading
from sse.matches.talk_history import Said
from sse.matches.text.preview import Preview


class ViewShape(TypedDict):
    """What lies on the table, for the reader's eyes; each game has its own `view`."""

    match: int
    status: str
    steps: int
    seat: int | None
    view: dict[str, Any]


class BoardShape(TypedDict):
    """The board in words: 72 columns, for ears, and what only the reader knows.

    And how wide and high its drawing is, in pixels.
    """

    text: str
    prose: str
    secrets: str
    width: float
    height: float


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


class DecisionsShape(TypedDict):
    """Whose turn it is, and what the reader can do.

    `position` names what the reader's seat has before it. Send it with orders: they
    are refused if the position has changed by then.
    """

    match: int
    status: str
    steps: int
    waits_for: list[int]
    seat: int | None
    position: str | None
    is_asked: bool
    point: str | None
    span: str | None
    reason: str
    due_at: datetime | None
    counts_until: datetime | None
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


class EventsShape(TypedDict):
    """`next` is the `since` of your next request."""

    match: int
    status: str
    steps: int
    next: int
    items: list[StepEvents]


class SubmissionShape(TypedDict):
    """Orders for a seat, and their status."""

    id: int
    url: str
    match: int
    seat: int
    kind: str
    text: str
    status: str
    steps: int | None
    kept: str
    remarks: list[str]
    code: str
    faults: list[Fault]
    received_at: datetime
    done_at: datetime | None


class SubmissionPage(Links):
    items: list[SubmissionShape]


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
    id: int
    at: datetime
    speaker: str
    to: str
    text: str
    is_mine: bool


class SaidList(TypedDict):
    items: list[SaidShape]


# ------------------------------------------------------------------------ the table


def board_shape(reading: Reading) -> BoardShape:
    board = reading.board
    size = board.shape
    return shape_from(BoardShape, board, width=size.width, height=size.height)


def decisions_shape(reading: Reading) -> DecisionsShape:
    match, seat = reading.match, reading.seat
    asked = reading.table.asks(seat.number) if seat and reading.is_asked else None
    options = [] if match.old_rules else options_of(reading)
    return shape_from(
        DecisionsShape,
        reading,
        match=match.pk,
        status=match.status,
        steps=match.head,
        waits_for=[one.seat.number for one in reading.places if one.is_asked],
        seat=reading.number,
        position=reading.position or None,
        point=asked.point if asked else None,
        span=asked.span if asked else None,
        reason=reading.why if asked else "",
        due_at=seat.due_at if seat else None,
        counts_until=seat.rings_at if seat else None,
        options=[
            OptionShape(text=" ".join(option["words"]), label=option["text"])
            for option in options
        ],
        ranges=[shape_from(RangeShape, found) for found in ranges_in(options)],
        hints=[shape_from(HintShape, hint) for hint in reading.hints],
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
        events=[event_shape(event, replay) for event in events],
        sentences=narrator.say(telling),
    )


def event_shape(event: Event, replay: Replay) -> EventShape:
    rank = rank_of(event, replay.match.game_name, replay.eyes)
    return EventShape(kind=event.kind, data=dict(event.data), rank=rank.word)


def events_shape(replay: Replay, since: int, limit: int) -> EventsShape:
    match, narrator = replay.match, Narrator()
    steps = range(since, min(since + limit, match.head))
    if steps:
        replay.read(steps[0], steps[-1])
    return EventsShape(
        match=match.pk,
        status=match.status,
        steps=match.head,
        next=steps[-1] + 1 if steps else since,
        items=[step_events(replay, step, narrator) for step in steps],
    )


# ---------------------------------------------------------------------------- texts


def submission_shape(submission: Submission) -> SubmissionShape:
    is_done = submission.status != Submission.Status.WAITING
    answer = submission.answer if is_done else {}
    return shape_from(
        SubmissionShape,
        submission,
        url=f"/api/v1/matches/{submission.match_id}/submissions/{submission.pk}",
        match=submission.match_id,
        steps=answer.get("entry"),
        kept=answer.get("kept", ""),
        remarks=answer.get("remarks", []),
        code=answer.get("code", ""),
        faults=[stored_fault(one) for one in submission.answer.get("faults", [])],
    )


def stored_fault(fault: dict[str, Any]) -> Fault:
    return shape_from(Fault, SimpleNamespace(**fault), detail=fault["text"])


def preview_shape(reading: Reading, check: Preview) -> PreviewShape:
    state = check.state
    view = None if state is None else reading.match.game.view(state, reading.number)
    return shape_from(
        PreviewShape,
        check,
        steps=[shape_from(PreviewStep, step) for step in check.steps],
        view=view,
        said=[speech.text for speech in check.said],
    )


def said_list(said: Sequence[Said]) -> SaidList:
    return SaidList(items=[shape_from(SaidShape, one, id=one.number) for one in said])
