"""States of a match, from its entries. What is kept of them only saves time.

The entries are the truth. Each process remembers the newest state of the matches it
works at, every few entries it is put into the cache for the others, and every so many
there is a snapshot. Whatever is found is brought up to date by the entries since.

What is kept bears the hash of its last entry, so that it can never be of another match,
and the mark of the code that made it: what an older release kept is not read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from django.conf import settings
from django.core.cache import cache

from engine.chance import Recorded
from engine.contract import Event
from engine.log import Entry as Line
from engine.log import Log, read_entry
from engine.registry import layout
from engine.replay import carry_out, rules_of
from sse.matches.errors import MatchRefused
from sse.matches.models import Entry, Match, Snapshot
from sse.platform import rows
from sse.platform.recent import Recent

SNAPSHOT = rows.Select(
    lambda match, number, mark: Snapshot.objects.filter(
        match=match, number__lte=number, mark=mark
    ).order_by("-number")[:1],
    *(int, int, str),
)
ENTRIES = rows.Select(
    lambda match, first, last: Entry.objects.filter(
        match=match, number__gte=first, number__lte=last
    ).order_by("number"),
    *(int, int, int),
)
FEW = 5  # entries that are played again rather than kept


class Kept(NamedTuple):
    """The state after an entry, and the hash of that entry."""

    number: int
    chain: str
    state: Any  # in the cache its position


NEAR: Recent[int, Kept] = Recent(256)  # this process's own, by match
PAST: Recent[tuple[int, int], Kept] = Recent(1024)  # also by entry


def log_head(match: Match) -> Log:
    """The log's head: what was agreed on before the first entry."""
    return Log(
        game=match.game_name,
        version=match.version,
        choices=dict(sorted(match.choices.items())),  # PostgreSQL keeps no order
        seats=match.seats_wanted,
        commitment=match.commitment,
        words=match.words,
        position=match.position,
        branch=match.first_branch,
    )


def check_rules(match: Match) -> None:
    """Nobody but its own rules knows what an entry means."""
    if match.old_rules:
        raise MatchRefused("old_rules", match.old_rules)


# ------------------------------------------------------------------------- newest


def state_now(match: Match) -> Any:
    """The state after the last entry. [MatchRefused]"""
    check_rules(match)
    state = from_near(match)
    if state is None:
        state = from_cache(match)
    if state is None:
        state = state_at(match, match.head - 1)
    keep_near(match, state)
    return state


def from_near(match: Match) -> Any:
    kept = NEAR.get(match.pk)
    return caught_up(match, kept, lambda state: state) if kept else None


def from_cache(match: Match) -> Any:
    kept = cache.get(cache_key(match))
    return caught_up(match, Kept(*kept), match.game.from_position) if kept else None


def caught_up(match: Match, kept: Kept, read: Callable[[Any], Any]) -> Any:
    """Return what was kept, with the entries since; None if many, or not its own.

    A backup may have been restored: then what was kept never happened.
    """
    if not kept.number < match.head <= kept.number + 2 * FEW:
        return None
    if kept.chain == match.chain:
        return read(kept.state)
    own, *others = entries_of(match, kept.number, match.head - 1)
    return played(match, read(kept.state), others) if own.chain == kept.chain else None


def keep_near(match: Match, state: Any) -> None:
    NEAR.keep(match.pk, Kept(match.head - 1, match.chain, state))


def keep_newest(match: Match, state: Any, before: int) -> None:
    """Keep the newest state for the next process. Call it after the commit."""
    keep_near(match, state)
    if is_between(before, match.head, FEW):
        position = match.game.position(state)
        cache.set(cache_key(match), (match.head - 1, match.chain, position))


def cache_key(match: Match) -> str:
    return f"state:{layout(match.game_name)}:{match.pk}"


# --------------------------------------------------------------------- any moment


def state_at(match: Match, number: int) -> Any:
    """The state after an entry, from the last snapshot before it. [MatchRefused]"""
    check_rules(match)
    mark = layout(match.game_name)
    snapshot = next(iter(SNAPSHOT(match.pk, number, mark)), None)
    state = match.game.from_position(snapshot.position) if snapshot else None
    since = entries_of(match, snapshot.number + 1 if snapshot else 0, number)
    if len(since) > settings.SNAPSHOT_EVERY:
        return played_and_kept(match, state, since)
    return played(match, state, since)


def entries_of(match: Match, first: int, last: int) -> list[Entry]:
    """Those from `first` to `last`, in their order."""
    return ENTRIES(match.pk, first, last)


def state_past(match: Match, entry: Entry) -> Any:
    """The state after an entry that was told of a moment ago, or any other."""
    kept = PAST.get((match.pk, entry.number))
    if kept and kept.chain == entry.chain:
        return kept.state
    return state_at(match, entry.number)


def keep_past(match: Match, entry: Entry, state: Any) -> None:
    """Keep a state for the next letter, which tells of the same few entries."""
    PAST.keep((match.pk, entry.number), Kept(entry.number, entry.chain, state))


def played(match: Match, state: Any, rows: Iterable[Entry]) -> Any:
    for row in rows:
        state, _ = state_after(match, state, read_entry(row.text))
    return state


def played_and_kept(match: Match, state: Any, rows: Iterable[Entry]) -> Any:
    """The snapshots on the way were lost, or are of an older release."""
    new = []
    for row in rows:
        state, _ = state_after(match, state, read_entry(row.text))
        if is_between(row.number, row.number + 1, settings.SNAPSHOT_EVERY):
            new.append(snapshot_of(match, row.number, state))
    Snapshot.objects.filter(match=match).exclude(mark=layout(match.game_name)).delete()
    Snapshot.objects.bulk_create(new, ignore_conflicts=True)
    return state


def snapshot_of(match: Match, number: int, state: Any) -> Snapshot:
    position, mark = match.game.position(state), layout(match.game_name)
    return Snapshot(match=match, number=number, position=position, mark=mark)


def state_after(match: Match, state: Any, line: Line) -> tuple[Any, list[Event]]:
    """The state after one more entry, and what it tells."""
    head = log_head(match)
    game, chance = rules_of(head), Recorded(line.draws)
    if line.order is not None:
        return game.apply(state, line.seat, line.order, chance)
    past = {line.back_to: state_at(match, line.back_to)} if line.kind == "back" else {}
    return carry_out(game, head, line, state, past, chance)


def snapshot_due(before: int, after: int) -> bool:
    return is_between(before, after, settings.SNAPSHOT_EVERY)


def is_between(before: int, after: int, every: int) -> bool:
    """Whether a point of a grid lies between two numbers of entries."""
    return before // every < after // every
