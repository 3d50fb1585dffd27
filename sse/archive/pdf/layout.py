"""About how high what is written becomes: which size a map may have where it stands.

Laying out twice would take twice as long. A guess that is wrong costs a little room.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import east_asian_width

from engine.shape import Shape

FONT = Path(__file__).parent / "fonts" / "Vollkorn-Regular.ttf"
TEXT_WIDTH = 172.0  # mm, of a page
TEXT_HEIGHT = {"a4": 257.0, "letter": 239.4}
POINT = 0.3528
ORDER = 6.8 * POINT * 0.602  # a letter of an order
HEAD, ABOVE, BELOW = 13.2, 8.0, 3.0  # a heading; before it; after its map
LINE, PADDING = 1.3, 0.85  # of a step
DETAIL = 0.88  # how big the type of details is beside that of headlines
INDENT, ASIDE = 9.6, 6.0  # of a step; between map and words
SMALLEST = 0.6  # of its full size a map may have
SMALLEST_ABOVE = 0.5  # one as wide as the page
SPARE = 4.0
NARROW = 50.0  # words stand below a map that leaves them less room beside it


@cache
def advances() -> dict[str, float]:
    """How wide each letter is, in ems."""
    from fontTools.ttLib import TTFont

    with TTFont(FONT, lazy=True) as font:
        widths, em = font["hmtx"].metrics, font["head"].unitsPerEm
        named = font.getBestCmap().items()
        return {chr(code): widths[glyph][0] / em for code, glyph in named}


def ems(word: str) -> float:
    known = advances()
    return sum(
        known.get(letter) or (1 if is_square(letter) else 0.6) for letter in word
    )


def is_square(letter: str) -> bool:
    """Han, Kana and Hangul are as wide as they are high."""
    return east_asian_width(letter) in ("W", "F")


def lines_of(text: str, width: float, points: float, order: str = "") -> int:
    """How many lines a text takes, with the order behind it."""
    em, used, lines = points * POINT, 0.0, 1
    for word in text.split():
        long = ems(word) * em
        if used and used + long > width:
            lines, used = lines + 1, 0.0
        lines += int((used + long) // width)  # a giant is broken
        used = (used + long) % width + 0.23 * em
    wide = used + len(order) * ORDER + 1 if order else 0.0
    return lines + int(wide // width)


Line = Mapping[str, Any]


def step_height(line: Line, width: float, points: float) -> float:
    points *= DETAIL if line.get("is_detail") else 1
    count = lines_of(line["text"], width - INDENT, points, line["order"])
    padding = PADDING if line.get("is_last") else 0.35
    return count * points * LINE * POINT + padding


@dataclass
class Beside:
    """What stands beside a map besides steps: a caption, and rows of a table."""

    caption: str
    rows: Sequence[str]
    small: int  # rows of small type

    def height(self, width: float) -> float:
        row = 9 * POINT * 1.38
        found = lines_of(self.caption, width, 9) * row + 2
        found += (
            row + 1.6 + sum(lines_of(name, 24, 9) * row + 1.6 for name in self.rows)
        )
        return found + self.small * 3.4 + 2 + 7.5  # the address of the step


class Place(NamedTuple):
    """How big the map of a chapter is, and how many lines of steps stand beside it."""

    size: Shape
    beside: int
    is_above: bool  # nothing stands beside it, for it is as wide as the page


class Paper:
    """Fills pages from above, chapter by chapter."""

    def __init__(self, paper: str) -> None:
        self.high = TEXT_HEIGHT[paper]
        self.used = 0.0

    def place(
        self, full: Shape, words: Beside, steps: Sequence[Line], extra: float = 0
    ) -> Place:
        """A map, as big as is needed and as there is room for."""
        size = self.wanted(full, words, steps)
        is_above = width_beside(size) < NARROW
        smallest = SMALLEST_ABOVE if is_above else SMALLEST
        below = words.height(TEXT_WIDTH) if is_above else 0.0
        above = ABOVE if self.used else 0
        room = self.high - self.used - above - HEAD - extra - SPARE - below
        if size.height > room and room >= full.height * smallest:
            size = full.times(room / full.height)
        if size.height > room and self.used:
            self.used, above = 0.0, 0
        beside = 0 if is_above else fitting(size, words, steps)
        words_beside = 0.0 if is_above else stand(size, words, steps[:beside])
        self.used += above + HEAD + extra + BELOW + below
        self.used += max(size.height, words_beside)
        for step in steps[beside:]:
            self.add(step_height(step, TEXT_WIDTH, 9.3))
        return Place(size, beside, is_above)

    def wanted(self, full: Shape, words: Beside, steps: Sequence[Line]) -> Shape:
        """Where all finds room beside a smaller map, that is big enough."""
        for share in (SMALLEST, 0.7, 0.8, 0.9):
            size = full.times(share)
            has_room = width_beside(size) >= NARROW
            if has_room and fitting(size, words, steps) == len(steps):
                return size
        return full

    def add(self, height: float) -> None:
        """Words that may go on over the page."""
        self.used += height
        if self.used > self.high:
            self.used = min(height, self.used - self.high + 4)


def width_beside(size: Shape) -> float:
    return TEXT_WIDTH - size.width - ASIDE


def stand(size: Shape, words: Beside, steps: Sequence[Line]) -> float:
    width = width_beside(size)
    return words.height(width) + sum(step_height(step, width, 8.8) for step in steps)


def fitting(size: Shape, words: Beside, steps: Sequence[Line]) -> int:
    """How many lines of steps find room beside a map."""
    width = width_beside(size)
    room = size.height - words.height(width)
    for number, step in enumerate(steps):
        room -= step_height(step, width, 8.8)
        if room < 0:
            return number
    return len(steps)
