"""What a booklet tells of a match besides its boards: chapters, charts and counts.

A game that has its own `chronicle(view)` brings the words for it in `chronicle.toml`.
One that takes the kit's is told in its spans, by its score, in the kit's colours.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from engine.contract import Game, View
from engine.drawing import SeatColour, seat_colour
from engine.registry import game, games
from engine.words import seat_name


class Chapter(NamedTuple):
    """A part of a match; its title is the sentence of its kind.

    One that counts from `first` to `last` grows with the match; such neighbours can be
    joined where they are too many.
    """

    kind: str
    values: Mapping[str, int] = {}

    @property
    def key(self) -> tuple[str, dict[str, int]]:
        """What tells it from others, however far it has come."""
        return self.kind, {k: v for k, v in self.values.items() if k != "last"}

    def joined(self, other: Chapter) -> Chapter | None:
        if self.kind != other.kind or "last" not in {**self.values, **other.values}:
            return None
        if other.values["first"] <= self.values["last"]:  # played anew
            return None
        return self._replace(values={**self.values, "last": other.values["last"]})


class Chronicle(NamedTuple):
    """What a view says of how the match stands."""

    chapter: Chapter
    points: Sequence[int]  # by seat
    measures: Mapping[str, Sequence[int]] = {}  # by seat: land held, goods …
    houses: Sequence[SeatColour] = ()  # by seat, as the board shows them
    parts: Mapping[str, Mapping[str, Sequence[int]]] = {}  # of measures, by place, say


def houses_of(rules: Game[Any], view: View, seats: int) -> list[SeatColour]:
    told = rules.chronicle(view)
    return [
        *(told.houses if told else ()),
        *(seat_colour(seat) for seat in range(len(told.houses) if told else 0, seats)),
    ]


@cache
def chronicle_words(name: str, language: str) -> Mapping[str, Mapping[str, str]]:
    """Tables of words: chapters, measures, houses, scorings, statistics, draws …"""
    data = chronicle_data(name)
    spoken: Mapping[str, Mapping[str, str]] = data.get(language) or data.get("en", {})
    return spoken


@cache
def chronicle_data(name: str) -> Mapping[str, Any]:
    file = games()[name].folder / "chronicle.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def part_called(view: View, measure: str, part: str, language: str) -> str:
    """What a part of a measure is called: `[called]` says of what kind parts are.

    It names them `<measure> by`, or as the measure where no draw is called the same.
    """
    called = chronicle_data(view["game"]).get("called", {})
    kind = called.get(f"{measure} by", called.get(measure, measure))
    return game(view["game"]).label(view, kind, part, language)


class Cell(NamedTuple):
    """Points told part by part: which field of the event names it, what to write."""

    by: str
    text: str


def cell_of(name: str, kind: str) -> Cell | None:
    """How a booklet writes a scoring of this kind; None: in sentences."""
    cell = chronicle_data(name).get("cells", {}).get(kind)
    return Cell(cell["by"], cell["text"]) if cell else None


def value_called(
    view: View, name: str, value: str, language: str, names: Sequence[str]
) -> str:
    """What a value of a choice or a draw is called; a seat by its player."""
    words = chronicle_words(view["game"], language).get("values", {})
    if f"{name}={value}" in words:
        return words[f"{name}={value}"]
    kind = chronicle_data(view["game"]).get("called", {}).get(name, "")
    if kind == "seat" and value.isdigit():
        return seat_name(int(value), names, language)
    said = game(view["game"]).label(view, kind, value, language) if kind else value
    return words.get(value, value) if said == value else said


def draws_title(name: str, kind: str, language: str) -> str:
    """What draws of a kind are called; their own name where the game has no words."""
    return chronicle_words(name, language).get("draws", {}).get(kind, kind)


def chapter_title(view: View, chapter: Chapter, language: str) -> str:
    """The sentence of its kind; the span as letters call it where there is none."""
    titles = chronicle_words(view["game"], language).get("chapters", {})
    first, last = (chapter.values.get(end) for end in ("first", "last"))
    kind = f"{chapter.kind} single" if first == last is not None else chapter.kind
    if title := titles.get(kind) or titles.get(chapter.kind):
        return title.format(**chapter.values)
    span = game(view["game"]).label(view, "span", chapter.kind, language)
    return span[:1].upper() + span[1:]
