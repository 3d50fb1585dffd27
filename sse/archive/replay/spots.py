"""What can be pointed at in a picture, and what of it differs between two.

A spot is a group of the SVG that bears a word (`engine.drawing.spot`). Spots may lie in
spots, as armies in a province; here only the outermost count, with all that is inside.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from html import unescape
from typing import NamedTuple

GROUP = re.compile(r"<g(\s[^>]*?)?(/?)>|</g>")
WORD = re.compile(r'\sdata-word="([^"]*)"')


class Spot(NamedTuple):
    word: str
    first: int  # where it begins in the picture
    last: int


@lru_cache(maxsize=4)  # the step before, and this one
def spots_in(svg: str) -> dict[str, str]:
    """The markup of each spot by its word; of several with one word, of all."""
    found: dict[str, str] = {}
    for spot in outermost(svg):
        found[spot.word] = found.get(spot.word, "") + svg[spot.first : spot.last]
    return found


def outermost(svg: str) -> Iterator[Spot]:
    depth, word, first, outside = 0, "", 0, -1  # outside: depth at which a spot began
    for group in GROUP.finditer(svg):
        if group[0] == "</g>":
            depth -= 1
            if depth == outside:
                yield Spot(word, first, group.end())
                outside = -1
        elif not group[2]:
            own = WORD.search(group[1] or "") if outside < 0 else None
            if own:
                word, first, outside = unescape(own[1]), group.start(), depth
            depth += 1


def changed_spots(before: str, after: str) -> list[str]:
    """Words of the spots that look different, in the order of the picture."""
    old, new = spots_in(before), spots_in(after)
    return [word for word, drawn in new.items() if old.get(word) != drawn]


def with_marks(svg: str, words: Collection[str]) -> str:
    """The picture with these spots in the class `changed`."""
    parts, since = [], 0
    for spot in outermost(svg):
        if spot.word in words:
            parts += [svg[since : spot.first], '<g class="changed"']
            since = spot.first + len("<g")
    return "".join([*parts, svg[since:]])
