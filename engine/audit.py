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

from engine.chance import Draw, Group, Recorded, Tally
from engine.log import Log
from engine.replay import replay

USUAL = 1.96  # so many deviations hold 19 cases of 20
ROLL, SHUFFLE, TALLY = "roll", "shuffle", "tally"  # how something is drawn


class Made(NamedTuple):
    """One draw, with everything that it could have given."""

    entry: int
    name: str
    how: str  # ROLL; SHUFFLE, which gives nothing twice; TALLY
    of: tuple[str, ...]  # of a tally its groups: `7<1431655765`
    values: tuple[str, ...]

    @property
    def groups(self) -> list[Tally]:
        """What a tally found; nothing of a roll or a shuffle."""
        return [Tally.read(value) for value in self.values if self.how == TALLY]

    @property
    def thrown(self) -> int:
        """How many things came by chance: dice, cards, or what a tally tried."""
        tried = sum(group.draws for group in self.groups)
        return tried if self.how == TALLY else len(self.values)


class Witness(Recorded):
    """Repeats a log and notes what the rules drew from."""

    __slots__ = ("made",)

    def __init__(self, draws: Sequence[Draw]) -> None:
        super().__init__(draws)
        self.made: list[tuple[str, tuple[str, ...]]] = []

    def roll(self, name: str, count: int, faces: Sequence[str]) -> tuple[str, ...]:
        self.made.append((ROLL, tuple(faces)))
        return super().roll(name, count, faces)

    def shuffle(
        self, name: str, items: Sequence[str], count: int | None = None
    ) -> tuple[str, ...]:
        self.made.append((SHUFFLE, tuple(items)))
        return super().shuffle(name, items, count)

    def tally(self, name: str, groups: Sequence[Group]) -> tuple[int, ...]:
        of = (f"{count}<{threshold}" for count, threshold in groups)
        self.made.append((TALLY, tuple(of)))
        return super().tally(name, groups)


def draws_made(log: Log) -> list[Made]:
    """Every draw of a match, in order."""
    witnesses: list[Witness] = []

    def watched(draws: Sequence[Draw]) -> Witness:
        witnesses.append(Witness(draws))
        return witnesses[-1]

    found: list[Made] = []
    for frame in replay(log, recorded=watched):
        for draw, (how, of) in zip(
            frame.entry.draws, witnesses[frame.number].made, strict=True
        ):
            found.append(Made(frame.number, draw.name, how, of, draw.values))
    return found


# ------------------------------------------------------------------- frequencies


class Face(NamedTuple):
    """How often something came up."""

    value: str
    seen: int
    thrown: int  # of so many
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
    def how(self) -> str:
        return self.draws[0].how

    @property
    def of(self) -> tuple[str, ...]:
        return self.draws[0].of

    @property
    def thrown(self) -> int:
        return sum(draw.thrown for draw in self.draws)

    @property
    def faces(self) -> list[Face]:
        """Each value with how often it came and how often it should.

        Of a tally each chance, in thousandths, with how often it came true.
        """
        if self.how == TALLY:
            return chances_of([group for draw in self.draws for group in draw.groups])
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
    return face_among(value, seen, [(thrown, share)])


def chances_of(groups: Sequence[Tally]) -> list[Face]:
    """How often draws with the same chance came true, the likely ones last."""
    found: dict[int, list[Tally]] = {}
    for group in groups:
        found.setdefault(round(1000 * group.chance), []).append(group)
    return [
        face_among(
            str(chance),
            sum(group.hits for group in found[chance]),
            [(group.draws, group.chance) for group in found[chance]],
        )
        for chance in sorted(found)
    ]


def face_among(value: str, seen: int, tries: Sequence[tuple[int, float]]) -> Face:
    """Of so many tries with such a share each."""
    thrown = sum(count for count, _ in tries)
    expected = sum(count * share for count, share in tries)
    spread = USUAL * sqrt(sum(count * share * (1 - share) for count, share in tries))
    low, high = ceil(expected - spread - 0.5), floor(expected + spread + 0.5)
    return Face(value, seen, thrown, expected, max(0, low), min(thrown, high))


NUMBER = re.compile(r"\d+")


def kinds_of(made: Sequence[Made]) -> list[Kind]:
    """All draws by kind, in the order in which the kinds first came."""
    found: dict[tuple[str, str, tuple[str, ...]], Kind] = {}
    for draw in made:
        name = NUMBER.sub("…", draw.name)
        key = (name, draw.how, draw.of if draw.how == ROLL else ())
        found.setdefault(key, Kind(name, [])).draws.append(draw)
    return list(found.values())
