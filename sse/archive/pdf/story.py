"""A match from its log, as one reader may know it: steps, chapters and scorings.

Pure: no database. Of a match that runs it holds what the seat's `view` and `visible`
tell, and the seat's own orders; of one that has ended, what everybody saw, and all
orders.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from engine.chronicle import (
    Chapter,
    Chronicle,
    chapter_title,
    chronicle_words,
    houses_of,
)
from engine.contract import Event, Game, Picture, View, visible
from engine.drawing import SeatColour
from engine.log import Entry, Log
from engine.ranks import Rank
from engine.registry import game as game_of
from engine.replay import Frame, replay
from engine.words import Narrator, entry_telling

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
    parts: Mapping[str, Mapping[str, Sequence[int]]] = {}  # of measures, by place, say
    ranks: Sequence[Rank] = ()  # of the events

    @property
    def told(self) -> list[tuple[Event, str]]:
        """Each event with its sentence; before them may stand who decided."""
        first = len(self.sentences) - len(self.events)
        return list(zip(self.events, self.sentences[first:], strict=True))

    @property
    def is_detail(self) -> bool:
        """Whether it tells no headline."""
        return not any(self.ranks)


@dataclass
class Part:
    """A chapter: its steps, and how the table looked at its end."""

    title: str
    steps: list[Step]
    picture: Picture
    shown: Step  # the one after which the table looked so
    is_anew: bool  # it was played before, and taken back
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
    def undone(self) -> set[int]:
        """Steps that were taken back later."""
        found: set[int] = set()
        for number, entry in enumerate(self.log.entries):
            if entry.kind == "back":
                found.update(range(entry.back_to + 1, number))
        return found

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


@dataclass
class Closed:
    """Chapters on one page, and the table after the last step that shows it best."""

    chapters: list[Chapter]
    steps: list[Step]
    is_anew: bool
    shown: Step | None = None
    view: View = field(default_factory=dict)
    names: list[str] = field(default_factory=list)

    def show(self, step: Step, view: View, names: list[str]) -> None:
        self.shown, self.view, self.names = step, view, names

    @property
    def is_taken_back(self) -> bool:
        return self.shown is not self.steps[-1]

    def with_more(self, other: Closed) -> Closed:
        one, two = self.chapters[-1], other.chapters[0]
        together = [both] if (both := one.joined(two)) else [one, two]
        return replace(
            other,
            chapters=[*self.chapters[:-1], *together, *other.chapters[1:]],
            steps=[*self.steps, *other.steps],
            is_anew=self.is_anew,
        )


def joined(pages: Sequence[Closed]) -> list[Closed]:
    """As they are, or neighbours together where there would be too many.

    What was taken back stays apart, unless that happened as often as no table does it.
    """
    most = -(-len(pages) // MOST_CHAPTERS)
    is_apart = sum(page.is_taken_back for page in pages) <= MOST_CHAPTERS
    found, count = list[Closed](), most
    for page in pages:
        if count < most and not (is_apart and found[-1].is_taken_back):
            found[-1], count = found[-1].with_more(page), count + 1
        else:
            found.append(page)
            count = 1
    return found


class Teller:
    """Takes frames in order and makes chapters of them."""

    def __init__(self, log: Log, reader: Reader) -> None:
        self.log, self.reader = log, reader
        self.game: Game[Any] = game_of(log.game)
        self.story = Story(log, reader, [])
        self.narrator = Narrator()
        self.names = log.names(0)
        self.open: Closed | None = None
        self.next: Chapter | None = None  # of whatever comes after the last step
        self.closed: list[Closed] = []
        self.now: tuple[Step, View, list[str]]

    def take(self, frame: Frame) -> None:
        if frame.entry.kind == "changes hands":
            self.names = self.log.names(frame.number)
        view = self.game.view(frame.state, self.reader.seat)
        told = self.game.chronicle(view)
        step = self.step(frame, view, told)
        if frame.number == 0:
            self.story.houses = houses_of(self.game, view, self.log.seats)
            self.story.opening = view
        decisions = self.game.decisions(frame.state)
        chapter = told.chapter if told else None
        if decisions and not told:
            chapter = Chapter(decisions[0].span)
        page = self.page(frame, chapter)
        page.steps.append(step)
        self.now = step, view, self.names
        if frame.entry.kind != "back":  # the board before it is worth more
            page.show(*self.now)
        if chapter and chapter.key == page.chapters[-1].key:
            page.chapters[-1] = chapter
        if decisions:  # the end belongs to what came before
            self.next = chapter

    def page(self, frame: Frame, chapter: Chapter | None) -> Closed:
        """Where a step belongs; what takes steps back, with those that it takes."""
        page, coming = self.open, self.next or chapter or Chapter("")
        is_turned = page and frame.entry.kind != "back"
        if page and not (is_turned and coming.key != page.chapters[-1].key):
            return page
        keys = [known.chapters[0].key for known in self.closed]
        self.open = Closed([coming], [], is_anew=coming.key in keys)
        self.closed.append(self.open)
        return self.open

    def close(self) -> None:
        self.closed[-1].show(*self.now)
        for number, page in enumerate(joined(self.closed)):
            view, language = page.view, self.reader.language
            titles = [chapter_title(view, one, language) for one in page.chapters]
            title = " – ".join(dict.fromkeys((titles[0], titles[-1])))
            assert page.shown is not None
            picture = self.game.render(view, language, page.names)
            part = Part(title, page.steps, picture, page.shown, page.is_anew)
            part.anchor = f"chapter-{number + 1}"
            self.story.parts.append(part)

    def step(self, frame: Frame, view: View, told: Chronicle | None) -> Step:
        events = visible(frame.events, self.reader.seat)
        entry, (eyes, language, _) = frame.entry, self.reader
        telling = entry_telling(entry, events, view, language, self.names, eyes)
        return Step(
            number=frame.number,
            seat=entry.seat if entry.seat >= 0 else None,
            sentences=self.narrator.say(telling),
            order=self.notation(entry),
            by=entry.by if self.reader.has_ended else "",
            events=events,
            ranks=[sentence.rank for sentence in telling.sentences],
            points=self.points(frame.state, told),
            measures=told.measures if told else {},
            parts=told.parts if told else {},
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
