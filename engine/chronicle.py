"""What a booklet tells of a match besides its boards: chapters, charts and counts.

A game may bring `chronicle(view)`, `legend(view, language)` and a file `chronicle.toml`
with its words. One that does not is told in its spans, by its score, in the kit's
colours.
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
    measures: Mapping[str, Sequence[int]] = {}  # by seat: provinces, influence …
    houses: Sequence[SeatColour] = ()  # by seat, as the board shows them
    parts: Mapping[str, Mapping[str, Sequence[int]]] = {}  # of measures, by region


def chronicle_of(rules: Game[Any], view: View) -> Chronicle | None:
    """What the game tells, if it does."""
    tell = getattr(rules, "chronicle", None)
    return tell(view) if tell else None


def legend_of(rules: Game[Any], view: View, language: str) -> str:
    """What the signs of the board mean, as SVG, if the game draws that by itself."""
    draw = getattr(rules, "legend", None)
    return draw(view, language) if draw else ""


def houses_of(rules: Game[Any], view: View, seats: int) -> list[SeatColour]:
    told = chronicle_of(rules, view)
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


def value_called(
    view: View, name: str, value: str, language: str, names: Sequence[str]
) -> str:
    """What a value of a choice or a draw is called; a seat by who sits there."""
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


def chapter_title(name: str, chapter: Chapter, language: str) -> str:
    """The kind itself where the game has no words for it."""
    titles = chronicle_words(name, language).get("chapters", {})
    first, last = (chapter.values.get(end) for end in ("first", "last"))
    kind = f"{chapter.kind} single" if first == last is not None else chapter.kind
    title = titles.get(kind) or titles.get(chapter.kind, chapter.kind.capitalize())
    return title.format(**chapter.values)
