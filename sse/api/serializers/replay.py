"""Steps of a match, remarks at them, and files of it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any, TypedDict

from sse.api.serializers import ItemList, items_of, shape_from
from sse.api.serializers.table import EventShape, step_events
from sse.archive.models import Report
from sse.archive.remarks import Thread
from sse.archive.replay.step import Step
from sse.archive.reports import Status


class StepShape(TypedDict):
    """The table after a step, and what it told, with the chosen eyes."""

    match: Annotated[int, "match.pk"]
    step: int
    steps: Annotated[int, "match.head"]
    eyes: Annotated[str, "eyes_word"]
    at: datetime
    phase: str
    is_undone: bool
    before: int | None
    after: int | None
    names: list[str]
    view: dict[str, Any]
    events: list[EventShape]
    sentences: list[str]


class PhaseShape(TypedDict):
    step: int
    name: str


class StepsShape(TypedDict):
    """The course of a match: where phases begin, and what was taken back.

    `silent` are the steps that tell the chosen eyes nothing; before and after pass
    them by.
    """

    match: Annotated[int, "match.pk"]
    status: Annotated[str, "match.status"]
    is_imported: Annotated[bool, "match.is_imported"]
    steps: Annotated[int, "match.head"]
    phases: list[PhaseShape]
    ranges: list[list[int]]
    silent: list[int]
    remarked: list[int]


class RemarkShape(TypedDict):
    id: int
    step: int
    answers: Annotated[int | None, "answers_id"]
    player: Annotated[int | None, "player_id"]
    name: Annotated[str, lambda remark: remark.player.name if remark.player else ""]
    text: str
    at: datetime
    is_removed: Annotated[bool, "removed_at"]


class ReportShape(TypedDict):
    """A booklet or a film, and how far it is, in per cent."""

    id: int
    url: Annotated[str, report_url]
    kind: str
    match: Annotated[int, "match_id"]
    options: dict[str, Any]
    status: str
    progress: int
    error: str
    size: int
    file: Annotated[str | None, file_url]


class TagList(TypedDict):
    items: list[str]


def step_shape(step: Step) -> StepShape:
    at, steps = step.at, step.steps
    return shape_from(
        StepShape,
        step,
        **step_events(step.replay, step.number),
        before=steps[at - 1] if at else None,
        after=steps[at + 1] if at + 1 < len(steps) else None,
    )


def steps_shape(step: Step) -> StepsShape:
    steps, course = range(step.match.head), step.course
    return shape_from(
        StepsShape,
        step,
        phases=[
            PhaseShape(step=number, name=step.phase_name(span))
            for number, span in step.marks
        ],
        ranges=course.ranges,
        silent=[n for n in steps if course.is_silent(n, step.eyes)],
    )


def remark_list(threads: Iterable[Thread]) -> ItemList[RemarkShape]:
    """Each with its answers behind it."""
    found = [one for thread in threads for one in (thread.remark, *thread.answers)]
    return items_of(RemarkShape, found)


def report_url(report: Report) -> str:
    return f"/api/v1/matches/{report.match_id}/reports/{report.pk}"


def file_url(report: Report) -> str | None:
    return f"{report_url(report)}/file" if report.status == Status.READY else None
