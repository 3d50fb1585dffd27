"""What happened at each entry, and the table after it; stretch by stretch.

A stretch is as long as a snapshot lasts. Whoever steps through a match stays in one for
a while, so each process keeps the last few. What is kept bears the hash of its last
entry: it can never be of another match.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from engine.contract import Event
from engine.log import Entry as Line
from engine.log import next_link, read_entry
from sse.matches import states
from sse.matches.models import Match
from sse.platform.recent import Recent

STRETCH = 25  # entries
MOST_KEPT = 24  # stretches


class Moment(NamedTuple):
    """An entry, and the table after it: secret, but for `view` and `visible`."""

    number: int
    at: datetime
    chain: str
    line: Line
    state: Any
    events: list[Event]


class Row(NamedTuple):
    """An entry as the database has it."""

    number: int
    text: str
    chain: str
    at: datetime


KEPT: Recent[tuple[int, int], list[Moment]] = Recent(MOST_KEPT)


def rows_of(match: Match, first: int, last: int) -> list[Row]:
    """The entries from one to another, and those of the same stretches round them."""
    begin, end = first - first % STRETCH, last - last % STRETCH + STRETCH
    inside = match.entries.filter(number__gte=begin, number__lt=min(end, match.head))
    found = inside.order_by("number").values_list("number", "text", "chain", "at")
    return [Row(*row) for row in found]


def stretch_of(match: Match, rows: Sequence[Row]) -> list[Moment]:
    """What happened in a stretch, of which these are all entries."""
    key = (match.pk, rows[0].number)
    kept = KEPT.get(key)
    if kept is None or kept[-1].chain != rows[-1].chain:
        kept = replayed(match, rows)
    KEPT.keep(key, kept)
    return kept


def replayed(match: Match, rows: Sequence[Row]) -> list[Moment]:
    state, found = state_before(match, rows[0]), []
    for number, text, chain, at in rows:
        line = read_entry(text)
        state, events = states.state_after(match, state, line)
        found.append(Moment(number, at, chain, line, state, events))
    return found


def state_before(match: Match, row: Row) -> Any:
    """The table before an entry; from the stretch before, if that was looked at."""
    if row.number == 0:
        return None
    kept = KEPT.get((match.pk, row.number - STRETCH))
    if kept and len(kept) == STRETCH:
        last, line = kept[-1], read_entry(row.text)
        if next_link(last.chain, row.number, line) == row.chain:
            return last.state
    return states.state_at(match, row.number - 1)
