"""What can be pointed at in a picture, and what of it differs between two.

A spot is a group of the SVG that bears a word (`engine.drawing.spot`). Spots may lie in
spots, as pieces in a field; here only the outermost count, with all that is inside.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from html import unescape
from typing import Any, NamedTuple

from engine.contract import Event

GROUP = re.compile(r"<g(\s[^>]*?)?(/?)>|</g>")
WORD = re.compile(r'\sdata-word="([^"]*)"')
PLACE = re.compile(r'\A(<g\b[^>]*?\stransform=")translate\([^)]*\) ?')
NOWHERE = re.compile(r'\A(<g\b[^>]*?)\stransform=""')


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


def changed_spots(
    before: str, after: str, events: Iterable[Event] | None = None
) -> list[str]:
    """Words of the spots that look different, in the order of the picture.

    What looks the same and only lies elsewhere has moved if an event names it;
    otherwise it slid along, because something beside it came or went. Without events
    it is taken to have moved.
    """
    old, new = spots_in(before), spots_in(after)
    found = [word for word, drawn in new.items() if old.get(word) != drawn]
    if events is None or not found:
        return found
    shapes, named = shapes_in(before), named_in([event.data for event in events])
    now = shapes_in(after)
    return [word for word in found if word in named or shapes.get(word) != now[word]]


def shapes_in(svg: str) -> dict[str, list[str]]:
    """Return the markup of each spot by its word, without the place where it lies."""
    found: dict[str, list[str]] = {}
    for spot in outermost(svg):
        drawn = PLACE.sub(r"\1", svg[spot.first : spot.last])
        found.setdefault(spot.word, []).append(NOWHERE.sub(r"\1", drawn))
    return found


def named_in(value: Any) -> set[str]:
    """Return every text in some plain data."""
    match value:
        case str():
            return {value}
        case Mapping():
            return named_in(list(value.values()))
        case list() | tuple():
            return {word for inner in value for word in named_in(inner)}
    return set()


def with_marks(svg: str, words: Collection[str]) -> str:
    """The picture with these spots in the class `changed`."""
    parts, since = [], 0
    for spot in outermost(svg):
        if spot.word in words:
            parts += [svg[since : spot.first], '<g class="changed"']
            since = spot.first + len("<g")
    return "".join([*parts, svg[since:]])
