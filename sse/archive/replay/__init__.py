"""Replays: every step of a match with its picture, its words and its place."""

from sse.archive.replay.course import Course, course_of
from sse.archive.replay.eyes import Eyes, eyes_named, eyes_word, may_look
from sse.archive.replay.frames import Replay

__all__ = [
    "Course",
    "Eyes",
    "Replay",
    "course_of",
    "eyes_named",
    "eyes_word",
    "may_look",
]
