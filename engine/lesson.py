"""A guided first match: a composed position, one idea at a time.

A game has one by a file `lesson.toml` in its folder; docs/adding-a-game.md tells how to
write it. The learner answers each step with one of the orders it offers. What the other
seats do, and what is drawn, is written in the file, so a lesson is the same for
everybody and can be taken up again from the orders given so far.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from engine.chance import Scripted, Seeded
from engine.contract import Event, Game, Order, Position, Seat, View, visible
from engine.errors import OrderError
from engine.files import dealt
from engine.log import Entry
from engine.registry import game, games, spoken
from engine.words import entry_telling

SEED = "1e" * 32  # for draws that the file does not name
READ = ""  # what is given at a step that only wants to be read

Texts: TypeAlias = Mapping[str, str]  # by language


class Move(NamedTuple):
    """An order that the lesson itself carries out."""

    seat: Seat
    order: Order


class Offer(NamedTuple):
    """An order the learner may choose, and what the button says."""

    order: str
    label: Texts
    is_right: bool  # the lesson goes on with it


class Step(NamedTuple):
    """One idea: what is told, what may be answered, and what follows."""

    key: str
    text: Texts
    rule: str  # where the rule sheet says so; or nothing
    offers: tuple[Offer, ...]  # nothing: it is only read
    nudge: Texts  # what is said to a choice with which the lesson does not go on
    then: tuple[Move, ...]


class Lesson(NamedTuple):
    game: str
    seat: Seat  # the learner's
    minutes: int
    names: tuple[Texts, ...]  # by seat; the learner's own has none
    choices: Mapping[str, str]
    position: Position | None  # nothing: the match begins as the rules say
    steps: tuple[Step, ...]
    draws: Mapping[str, str]
    end: Texts


class Progress(NamedTuple):
    """How far a learner has come."""

    lesson: Lesson
    given: tuple[str, ...]  # an order for each step that is done
    state: Any
    told: tuple[tuple[Entry, list[Event]], ...]  # since the step before

    @property
    def number(self) -> int:
        """The step that comes next, from 0; all are done when it is their count."""
        return len(self.given)

    @property
    def is_done(self) -> bool:
        return self.number == len(self.lesson.steps)

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.number]

    @property
    def view(self) -> View:
        return rules(self.lesson).view(self.state, self.lesson.seat)


class NotTheLesson(Exception):
    """An order that does not go on here; nothing was done."""


def rules(lesson: Lesson) -> Game[Any]:
    return game(lesson.game)


# ---------------------------------------------------------------------- learning


def begin(lesson: Lesson) -> Progress:
    """Lay the table of the lesson."""
    chance = Scripted(lesson.draws, SEED)
    if lesson.position is None:
        seats = len(lesson.names)
        choices = games()[lesson.game].complete(seats, lesson.choices)
        state, _ = rules(lesson).setup(seats, choices, chance.again())
    else:
        state = rules(lesson).from_position(lesson.position)
        state, _ = dealt(lesson.game, state, Seeded(SEED))
    return Progress(lesson, (), state, ())


def answer(progress: Progress, text: str) -> Progress:
    """Carry out what the learner chose, and what follows it. [NotTheLesson]"""
    if progress.is_done:
        raise NotTheLesson
    step, lesson = progress.step, progress.lesson
    moves = list(step.then)
    if step.offers:
        if text not in {offer.order for offer in step.offers if offer.is_right}:
            raise NotTheLesson
        moves.insert(0, Move(lesson.seat, Order.read(text)))
    elif text != READ:
        raise NotTheLesson
    chance, state, told = Scripted(lesson.draws, SEED), progress.state, []
    for seat, order in moves:
        state, events = rules(lesson).apply(state, seat, order, chance.again())
        told.append((Entry("order", seat, order), visible(events, lesson.seat)))
    return Progress(lesson, (*progress.given, text), state, tuple(told))


def resume(lesson: Lesson, given: Sequence[str]) -> Progress:
    """Come as far as the orders given so far; what does not fit any more is dropped.

    A lesson may have been written anew since.
    """
    progress = begin(lesson)
    for text in given:
        try:
            progress = answer(progress, text)
        except (NotTheLesson, OrderError):
            break
    return progress


def players(lesson: Lesson, learner: str, language: str) -> list[str]:
    """Return the names by seat."""
    return [spoken(name, language) or learner for name in lesson.names]


def happened(progress: Progress, learner: str, language: str) -> list[str]:
    """Return what happened since the step before, in sentences."""
    names = players(progress.lesson, learner, language)
    view, seat = progress.view, progress.lesson.seat
    return [
        text
        for entry, events in progress.told
        for text in entry_telling(entry, events, view, language, names, seat).texts
    ]


# ----------------------------------------------------------------------- reading


@cache
def lesson_of(name: str) -> Lesson | None:
    """The lesson of a game, if it has one."""
    file = games()[name].folder / "lesson.toml"
    if not file.exists():
        return None
    return read_lesson(name, tomllib.loads(file.read_text(encoding="utf-8")))


def read_lesson(name: str, data: Mapping[str, Any]) -> Lesson:
    seat = data.get("seat", 0)
    return Lesson(
        game=name,
        seat=seat,
        minutes=data["minutes"],
        names=tuple(data["names"]),
        choices=data.get("choices", {}),
        position=data.get("position"),
        steps=tuple(read_step(step, seat) for step in data["step"]),
        draws=data.get("draws", {}),
        end=data["end"],
    )


def read_step(data: Mapping[str, Any], seat: Seat) -> Step:
    return Step(
        key=data["key"],
        text=data["text"],
        rule=data.get("rule", ""),
        offers=tuple(map(read_offer, data.get("offer", ()))),
        nudge=data.get("nudge", {}),
        then=tuple(read_move(text, seat) for text in data.get("then", ())),
    )


def read_offer(data: Mapping[str, Any]) -> Offer:
    """Read `right = "fill D1 2"` or `wrong = "reroll A"`, and a label by language."""
    is_right = "right" in data
    label = {key: text for key, text in data.items() if key not in ("right", "wrong")}
    return Offer(data["right"] if is_right else data["wrong"], label, is_right)


def read_move(text: str, seat: Seat) -> Move:
    """`1: fill D1 2` is another seat's order; without a number it is the learner's."""
    who, colon, order = text.partition(": ")
    if not colon:
        return Move(seat, Order.read(text))
    return Move(int(who), Order.read(order))


def in_language(texts: Texts, language: str) -> str:
    return spoken(texts, language).strip()
