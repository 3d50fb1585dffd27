"""Every stored match replayed: its chain, its dice, its orders and its result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from typing import NamedTuple

from engine.ending import final_standings, is_over
from engine.errors import LogBroken, ReplayBroken
from engine.log import Log, first_link, read_entry
from engine.replay import replay
from sse.matches import states
from sse.matches.models import Entry, Match

MANY = 200  # matches whose entries are read at once
entry_at = lru_cache(maxsize=100_000)(read_entry)  # few orders, given very often


class Checked(NamedTuple):
    match_id: int
    steps: int
    fault: str  # "" where all holds
    is_skipped: bool = False  # by rules that are not here


def archive_check(matches: Iterable[Match]) -> Iterator[Checked]:
    """What became of each, in order."""
    every = iter(matches)
    while batch := list(islice(every, MANY)):
        rows: dict[int, list[tuple[str, str]]] = {match.pk: [] for match in batch}
        found = Entry.objects.filter(match__in=rows).order_by("match_id", "number")
        for match_id, text, chain in found.values_list("match_id", "text", "chain"):
            rows[match_id].append((text, chain))
        yield from (match_check(match, rows[match.pk]) for match in batch)


def match_check(match: Match, rows: list[tuple[str, str]]) -> Checked:
    """The first thing that does not hold, if there is one."""
    if not match.is_current:
        return Checked(match.pk, len(rows), "", is_skipped=True)
    try:
        fault = chain_fault(match, rows) or replay_fault(match, rows)
    except (LogBroken, ReplayBroken, ValueError) as error:
        fault = str(error)
    return Checked(match.pk, len(rows), fault)


def chain_fault(match: Match, rows: list[tuple[str, str]]) -> str:
    """Each line sealed with all before it, and the last one known to the match."""
    chain = first_link(states.log_head(match))
    for number, (text, kept) in enumerate(rows):
        chain = sha256(f"{chain}\n{number}. {text}".encode()).hexdigest()
        if chain != kept:
            return f"entry {number}: the line does not fit its hash"
    if len(rows) != match.head:
        return f"there are {len(rows)} entries, not {match.head}"
    return "" if not rows or chain == match.chain else "the last hash is another"


def replay_fault(match: Match, rows: list[tuple[str, str]]) -> str:
    """All draws anew from the seed, all orders by the rules."""
    if not rows:
        return ""
    log = states.log_head(match)
    log.entries = [entry_at(text) for text, _ in rows]
    for frame in replay(log, match.seed):  # noqa: B007
        pass
    return end_fault(match, log, frame.state)


def end_fault(match: Match, log: Log, state: object) -> str:
    if match.status != Match.Status.FINISHED:
        return ""
    if not is_over(match.game, state, log.entries):
        return "the match is called finished and is not over"
    kept = [(r["seat"], r["place"], r["points"]) for r in match.result or []]
    standings = final_standings(match.game, state, log.entries)
    scored = [(s.seat, s.place, s.points) for s in standings]
    return "" if kept == scored else f"the result is {scored}, not {kept}"
