"""A finished match that plays by itself on the start page."""

from __future__ import annotations

from typing import NamedTuple

from django.utils import translation

from engine.shape import Shape
from sse.accounts.models import Player
from sse.accounts.names import HOST
from sse.archive.replay.course import Course, course_of
from sse.archive.replay.frames import Replay
from sse.matches import access
from sse.matches.models import Match
from sse.matches.presentation import language_in

MOST_FRAMES = 24  # each is a picture to fetch


class Show(NamedTuple):
    match: Match
    steps: list[int]  # frames, from the first to the last
    shape: Shape  # of the first one


def show_for(last: Match | None) -> Show | None:
    """Return the demo match if there is one, else the given last match."""
    host = Player.objects.filter(name=HOST).first()
    ended = access.with_seats(access.finished())
    match = (host and ended.filter(organiser=host).first()) or last
    if not match or not match.head or match.old_rules:
        return None
    steps = frames(course_of(match))
    language = language_in(match, translation.get_language())
    return Show(match, steps, Replay(match, None, language).picture(steps[0]).shape)


def frames(course: Course) -> list[int]:
    """Return the steps where phases begin, and the end; of many phases only some."""
    begins = [step for step, _ in course.marks_on(course.line)]
    steps = sorted({*begins, course.head - 1})
    count = min(len(steps), MOST_FRAMES)
    last = len(steps) - 1
    return [steps[round(at * last / max(count - 1, 1))] for at in range(count)]
