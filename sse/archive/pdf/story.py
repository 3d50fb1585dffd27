"""A match from its log, as one reader may know it: steps, chapters and scorings.

Pure: no database. Of a match that runs it holds what the seat's `view` and `visible`
tell, and the seat's own orders; of one that has ended, what everybody saw, and all
orders.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.chronicle import (
    Chapter,
    Chronicle,
    chapter_title,
    chronicle_of,
    chronicle_words,
    houses_of,
)
from engine.contract import Event, Game, Picture, View, visible
from engine.drawing import SeatColour
from engine.log import Entry, Log
from engine.registry import game as game_of
from engine.replay import Frame, replay
from engine.words import sentence

MOST_CHAPTERS = 24


class Reader(NamedTuple):
    """Whose eyes: a seat's, or everybody's when the match has ended."""

    seat: int | None
    language: str
    has_ended: bool


class Step(NamedTuple):
    """What one entry tells the reader."""

    number: int
    seat: int | None  # who acted
    sentences: list[str]
    order: str  # in notation; "" where it is not known
    by: str  # who decided, if not the player
    events: list[Event]
    points: list[int]  # by seat, afterwards; nothing where they are not known
    measures: Mapping[str, Sequence[int]]


@dataclass
class Part:
    """A chapter: its steps, and how the table looked at its end."""

    chapter: Chapter
    title: str
    steps: list[Step]
    picture: Picture
    names: list[str]
    anchor: str = ""

    @property
    def first(self) -> int:
        return self.steps[0].number

    @property
    def last(self) -> int:
        return self.steps[-1].number


@dataclass
class Story:
    """The whole match."""

    log: Log
    reader: Reader
    houses: list[SeatColour]
    parts: list[Part] = field(default_factory=list)
    opening: View = field(default_factory=dict)  # how the table was at first

    @property
    def steps(self) -> list[Step]:
        return [step for part in self.parts for step in part.steps]

    @property
    def names(self) -> list[str]:
        return self.log.names()

    @property
    def words(self) -> Mapping[str, Mapping[str, str]]:
        return chronicle_words(self.log.game, self.reader.language)


def story_of(log: Log, reader: Reader) -> Story:
    """Every step of the log, in chapters."""
    teller = Teller(log, reader)
    for frame in replay(log):
        teller.take(frame)
    teller.close()
    return teller.story


class Teller:
    """Takes frames in order and makes chapters of them."""

    def __init__(self, log: Log, reader: Reader) -> None:
        self.log, self.reader = log, reader
        self.game: Game[Any] = game_of(log.game)
        self.story = Story(log, reader, [])
        self.names = log.names(0)
        self.steps: list[Step] = []
        self.chapter: Chapter | None = None
        self.next: Chapter | None = None  # of whatever comes after the last step
        self.view: View = {}
        self.closed: list[tuple[Chapter, list[Step], View, list[str]]] = []

    def take(self, frame: Frame) -> None:
        if frame.entry.kind == "changes hands":
            self.names = self.log.names(frame.number)
        if frame.number and self.next != self.chapter:
            self.turn_page()
        view = self.game.view(frame.state, self.reader.seat)
        told = chronicle_of(self.game, view)
        self.steps.append(self.step(frame, view, told))
        if frame.number == 0:
            self.story.houses = houses_of(self.game, view, self.log.seats)
            self.story.opening = view
        if self.game.decisions(frame.state):  # the end belongs to what came before
            self.next = told.chapter if told else self.span(frame.state)
        self.chapter = self.chapter or self.next
        self.view = view

    def span(self, state: Any) -> Chapter:
        return Chapter(self.game.decisions(state)[0].span)

    def turn_page(self) -> None:
        if self.chapter and self.steps:
            self.closed.append((self.chapter, self.steps, self.view, self.names))
        self.chapter, self.steps = self.next, []

    def close(self) -> None:
        self.chapter = self.chapter or Chapter("")
        self.turn_page()
        for number, (chapter, steps, view, names) in enumerate(joined(self.closed)):
            title = chapter_title(self.log.game, chapter, self.reader.language)
            picture, anchor = self.picture(view, names), f"chapter-{number + 1}"
            self.story.parts.append(Part(chapter, title, steps, picture, names, anchor))

    def picture(self, view: View, names: Sequence[str]) -> Picture:
        return self.game.render(view, self.reader.language, names)

    def step(self, frame: Frame, view: View, told: Chronicle | None) -> Step:
        events = visible(frame.events, self.reader.seat)
        entry, language = frame.entry, self.reader.language
        return Step(
            number=frame.number,
            seat=entry.seat if entry.seat >= 0 else None,
            sentences=[sentence(event, view, language, self.names) for event in events],
            order=self.notation(entry),
            by=entry.by if self.reader.has_ended else "",
            events=events,
            points=self.points(frame.state, told),
            measures=told.measures if told else {},
        )

    def notation(self, entry: Entry) -> str:
        """The order as the log has it; of a match that runs, only the seat's own."""
        if entry.order is None:
            return ""
        is_known = self.reader.has_ended or entry.seat == self.reader.seat
        return entry.order.text if is_known else ""

    def points(self, state: Any, told: Chronicle | None) -> list[int]:
        if told:
            return list(told.points)
        if not self.reader.has_ended:  # a game that tells nothing may keep them secret
            return []
        return [standing.points for standing in self.game.score(state)]


Closed = tuple[Chapter, list[Step], View, list[str]]


def joined(parts: list[Closed]) -> list[Closed]:
    """As they are, or neighbours together where there would be too many."""
    group = -(-len(parts) // MOST_CHAPTERS)
    if group <= 1:
        return parts
    found = []
    for at in range(0, len(parts), group):
        chapter, steps, view, names = parts[at]
        for other, more, view, names in parts[at + 1 : at + group]:  # noqa: B007
            chapter = chapter.joined(other) or chapter
            steps = [*steps, *more]
        found.append((chapter, steps, view, names))
    return found
