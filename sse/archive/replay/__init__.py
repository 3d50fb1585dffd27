"""Replays: every step of a match with its picture, its words and its place."""

from sse.archive.replay.course import Course, course_of
from sse.archive.replay.frames import Replay
from sse.archive.replay.viewpoint import (
    ALL_OPEN,
    Eyes,
    eyes_word,
    is_old_word,
    may_look,
    read_eyes,
)

__all__ = [
    "ALL_OPEN",
    "Course",
    "Eyes",
    "Replay",
    "course_of",
    "eyes_word",
    "is_old_word",
    "may_look",
    "read_eyes",
]
