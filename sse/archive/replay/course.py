"""The course of a match: where its phases begin, and where it was taken back.

A phase is a span of decisions, so this knows no game. Steps that were taken back keep
their numbers and their addresses; the line that leads to the end passes them by.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from django.core.cache import cache

from engine.contract import OPEN, visible
from engine.log import Entry as Line
from engine.log import read_entry
from engine.replay import replay
from sse.archive.replay.viewpoint import Eyes
from sse.matches import states
from sse.matches.models import Match
from sse.matches.presentation import span_now

Range = tuple[int, int]  # first and last step


class Course:
    """What a slider has to know. `marks`: steps at which a phase begins, and its span.

    `backs`: entries that took the match back, and to which. `private`: steps that tell
    everybody nothing, and to which seats they tell something; maybe to none.
    """

    def __init__(
        self,
        head: int,
        marks: Sequence[Sequence[Any]],
        backs: Sequence[Sequence[int]],
        private: Sequence[tuple[int, Sequence[int]]] = (),
    ) -> None:
        self.head = head
        self.marks = [(int(step), str(span)) for step, span in marks]
        self.backs = [(int(step), int(to)) for step, to in backs]
        self.private = {int(step): list(seats) for step, seats in private}

    @property
    def data(self) -> dict[str, Any]:
        private = list(self.private.items())
        said = {"head": self.head, "marks": self.marks, "backs": self.backs}
        return {**said, "private": private}

    def path(self, step: int) -> list[Range]:
        """The stretches of steps that lead to a step, without what was taken back."""
        found = []
        for back, to in reversed(self.backs):
            if back <= step:
                found.append((back, step))
                step = to
        return [(0, step), *reversed(found)]

    @cached_property
    def ranges(self) -> list[Range]:
        """The line that leads to the last step."""
        return self.path(self.head - 1)

    @cached_property
    def line(self) -> list[int]:
        return [step for first, last in self.ranges for step in range(first, last + 1)]

    def steps(self, with_detours: bool) -> Sequence[int]:
        return range(self.head) if with_detours else self.line

    def is_undone(self, step: int) -> bool:
        return not any(first <= step <= last for first, last in self.ranges)

    def is_silent(self, step: int, eyes: Eyes) -> bool:
        """Whether a step tells these eyes nothing.

        Then it changes no picture either: a view changes only by an event that its
        seat may see. The contract tests hold every game to that.
        """
        if step not in self.private:
            return False
        told = self.private[step]
        return not told if eyes == OPEN else eyes not in told

    def before(self, step: int) -> int | None:
        """The step whose table this one has changed; nothing was before the first."""
        return dict(self.backs).get(step, step - 1 if step else None)

    def marks_on(self, steps: Sequence[int]) -> list[tuple[int, str]]:
        shown = set(steps)
        return [mark for mark in self.marks if mark[0] in shown]


def neighbour(steps: Sequence[int], step: int, way: int) -> int | None:
    """The next of these steps (way 1), or the one before (way -1)."""
    at = bisect_right(steps, step) if way > 0 else bisect_left(steps, step) - 1
    return steps[at] if 0 <= at < len(steps) else None


def ranges_of(steps: Iterable[int]) -> list[Range]:
    """The stretches that rising steps form."""
    found: list[Range] = []
    for step in steps:
        first = found.pop()[0] if found and found[-1][1] == step - 1 else step
        found.append((first, step))
    return found


# ------------------------------------------------------------------------ finding it


def course_of(match: Match) -> Course:
    """Kept under the hash of the last entry: for an ended match it is found once.

    Another match may have the same hash, so it is kept only if all entries are there.
    """
    key = course_key(match)
    if (data := cache.get(key)) is not None:
        return Course(**data)
    rows = match.entries.filter(number__lt=match.head).order_by("number")
    lines = [read_entry(text) for text in rows.values_list("text", flat=True)]
    course = replayed_course(match, lines)
    if len(lines) == match.head:
        cache.set(key, course.data)
    return course


def course_key(match: Match) -> str:
    return f"course2:{match.version}:{match.chain}"


def replayed_course(match: Match, lines: list[Line]) -> Course:
    log, marks, backs, private = states.log_head(match), [], [], []
    log.entries = lines
    before = None
    for number, entry, state, events in replay(log):
        span = span_now(match.game, state)
        if entry.kind == "back":
            backs.append((number, entry.back_to))
        elif span != before:
            marks.append((number, span))
        elif not visible(events, None):
            private.append((number, sorted({s for e in events for s in e.to or ()})))
        before = span
    return Course(match.head, marks, backs, private)
