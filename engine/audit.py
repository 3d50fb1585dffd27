"""What chance did in a match: what was drawn, from what, and how usual that is.

Nothing here knows a game: a replay is watched, and the games say themselves what they
draw from.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from math import ceil, floor, sqrt
from typing import NamedTuple

from engine.chance import Draw, Recorded
from engine.log import Log
from engine.replay import replay

USUAL = 1.96  # so many deviations hold 19 cases of 20


class Made(NamedTuple):
    """One draw, with everything that it could have given."""

    entry: int
    name: str
    is_roll: bool  # else a shuffle, which gives nothing twice
    of: tuple[str, ...]
    values: tuple[str, ...]


class Witness(Recorded):
    """Repeats a log and notes what the rules drew from."""

    __slots__ = ("made",)

    def __init__(self, draws: Sequence[Draw]) -> None:
        super().__init__(draws)
        self.made: list[tuple[bool, tuple[str, ...]]] = []

    def roll(self, name: str, count: int, faces: Sequence[str]) -> tuple[str, ...]:
        self.made.append((True, tuple(faces)))
        return super().roll(name, count, faces)

    def shuffle(
        self, name: str, items: Sequence[str], count: int | None = None
    ) -> tuple[str, ...]:
        self.made.append((False, tuple(items)))
        return super().shuffle(name, items, count)


def draws_made(log: Log) -> list[Made]:
    """Every draw of a match, in order."""
    witnesses: list[Witness] = []

    def watched(draws: Sequence[Draw]) -> Witness:
        witnesses.append(Witness(draws))
        return witnesses[-1]

    found: list[Made] = []
    for frame in replay(log, recorded=watched):
        for draw, (is_roll, of) in zip(
            frame.entry.draws, witnesses[frame.number].made, strict=True
        ):
            found.append(Made(frame.number, draw.name, is_roll, of, draw.values))
    return found


# ------------------------------------------------------------------- frequencies


class Face(NamedTuple):
    """How often something came up."""

    value: str
    seen: int
    expected: float
    low: int  # 19 matches of 20 have at least so many
    high: int  # and at most so many

    @property
    def is_usual(self) -> bool:
        return self.low <= self.seen <= self.high


class Kind(NamedTuple):
    """Draws that differ only in their numbers: `turn … roll …`."""

    name: str
    draws: list[Made]

    @property
    def is_roll(self) -> bool:
        return self.draws[0].is_roll

    @property
    def of(self) -> tuple[str, ...]:
        return self.draws[0].of

    @property
    def thrown(self) -> int:
        return sum(len(draw.values) for draw in self.draws)

    @property
    def faces(self) -> list[Face]:
        """Of rolls: each value with how often it came and how often it should."""
        seen = Counter(value for draw in self.draws for value in draw.values)
        return [
            face_of(value, seen[value], self.thrown, count / len(self.of))
            for value, count in Counter(self.of).items()
        ]

    @property
    def odd(self) -> int:
        """How many faces came unusually often or seldom."""
        return sum(not face.is_usual for face in self.faces)


def face_of(value: str, seen: int, thrown: int, share: float) -> Face:
    expected = thrown * share
    spread = USUAL * sqrt(thrown * share * (1 - share))
    low, high = ceil(expected - spread - 0.5), floor(expected + spread + 0.5)
    return Face(value, seen, expected, max(0, low), min(thrown, high))


NUMBER = re.compile(r"\d+")


def kinds_of(made: Sequence[Made]) -> list[Kind]:
    """All draws by kind, in the order in which the kinds first came."""
    found: dict[tuple[str, bool, tuple[str, ...]], Kind] = {}
    for draw in made:
        name = NUMBER.sub("…", draw.name)
        key = (name, draw.is_roll, draw.of if draw.is_roll else ())
        found.setdefault(key, Kind(name, [])).draws.append(draw)
    return list(found.values())
