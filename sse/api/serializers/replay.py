"""Steps of a match, remarks at them, and files of it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, TypedDict

from sse.api.serializers import shape_from
from sse.api.serializers.table import EventShape, step_events
from sse.archive.models import Remark, Report
from sse.archive.remarks import Thread
from sse.archive.replay.step import Step
from sse.archive.reports import Status


class StepShape(TypedDict):
    """The table after a step, and what it told, with the chosen eyes."""

    match: int
    step: int
    steps: int
    eyes: str
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

    match: int
    status: str
    is_imported: bool
    steps: int
    phases: list[PhaseShape]
    ranges: list[list[int]]
    silent: list[int]
    remarked: list[int]


class RemarkShape(TypedDict):
    id: int
    step: int
    answers: int | None
    player: int | None
    name: str
    text: str
    at: datetime
    is_removed: bool


class RemarkList(TypedDict):
    items: list[RemarkShape]


class ReportShape(TypedDict):
    """A booklet or a film, and how far it is, in per cent."""

    id: int
    url: str
    kind: str
    match: int
    options: dict[str, Any]
    status: str
    progress: int
    error: str
    size: int
    file: str | None


class TagList(TypedDict):
    items: list[str]


def step_shape(step: Step) -> StepShape:
    at, steps = step.at, step.steps
    return shape_from(
        StepShape,
        step,
        **step_events(step.replay, step.number),
        match=step.match.pk,
        steps=step.match.head,
        eyes=step.eyes_word,
        before=steps[at - 1] if at else None,
        after=steps[at + 1] if at + 1 < len(steps) else None,
        names=list(step.names),
    )


def steps_shape(step: Step) -> StepsShape:
    match, course = step.match, step.course
    return shape_from(
        StepsShape,
        match,
        match=match.pk,
        steps=match.head,
        phases=[
            PhaseShape(step=number, name=step.phase_name(span))
            for number, span in step.marks
        ],
        ranges=[list(one) for one in course.ranges],
        silent=[n for n in range(match.head) if course.is_silent(n, step.eyes)],
        remarked=step.remarked,
    )


def remark_list(threads: Iterable[Thread]) -> RemarkList:
    """Each with its answers behind it."""
    found = [one for thread in threads for one in (thread.remark, *thread.answers)]
    return RemarkList(items=[remark_shape(remark) for remark in found])


def remark_shape(remark: Remark) -> RemarkShape:
    return shape_from(
        RemarkShape,
        remark,
        answers=remark.answers_id,
        player=remark.player_id,
        name=remark.player.name if remark.player else "",
        is_removed=remark.removed_at is not None,
    )


def report_shape(report: Report) -> ReportShape:
    here = f"/api/v1/matches/{report.match_id}/reports/{report.pk}"
    file = f"{here}/file" if report.status == Status.READY else None
    return shape_from(ReportShape, report, url=here, match=report.match_id, file=file)
