"""States of a match, from its entries. What is kept of them only saves time.

The entries are the truth. Each process remembers the states that it used last, and
every so many entries there is a snapshot. Whatever is found is brought up to date by
the entries since.

A state is remembered by the hash of its last entry, so that it can never be of another
match or of a past that was undone; a snapshot bears the mark of the code that made it:
what an older release kept is not read.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.conf import settings

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
FEW = 10  # entries that are played again before a snapshot is looked for
STATES: Recent[str, Any] = Recent(1024)  # this process's own, by hash of the entry


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
    state = STATES.get(match.chain)
    if state is None:
        state = caught_up(match)
    keep_near(match, state)  # what is looked at stays longest
    return state


def keep_near(match: Match, state: Any) -> None:
    STATES.keep(match.chain, state)


def caught_up(match: Match) -> Any:
    """The newest state that is remembered, with the entries since; or a snapshot."""
    entries = entries_of(match, max(match.head - FEW, 0), match.head - 1)
    for at in reversed(range(len(entries))):
        state = STATES.get(entries[at].chain)
        if state is not None:
            return played(match, state, entries[at + 1 :])
    return state_at(match, match.head - 1)


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
    state = STATES.get(entry.chain)
    return state_at(match, entry.number) if state is None else state


def keep_past(entry: Entry, state: Any) -> None:
    """Keep a state for the next email, which tells of the same few entries."""
    if entry.chain not in STATES:
        STATES.keep(entry.chain, state)


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
