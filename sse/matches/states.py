"""States of a match, from its entries. What is kept of them only saves time.

The newest state is in the cache, under the hash of the last entry, so that it can never
be a wrong one; every so many entries there is a snapshot; the entries tell the rest.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from django.conf import settings
from django.core.cache import cache

from engine.chance import Recorded
from engine.contract import Event
from engine.log import Entry as Line
from engine.log import Log, read_entry
from engine.replay import carry_out, rules_of
from sse.matches.models import Entry, Match, Snapshot

NEAR: OrderedDict[str, Any] = OrderedDict()  # this process's own: chain → state
MOST_NEAR = 256


def agreement(match: Match) -> Log:
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


def state_now(match: Match) -> Any:
    """The state after the last entry."""
    state = NEAR.pop(match.chain, None)
    if state is not None:
        keep_near(match.chain, state)
        return state
    position = cache.get(cache_key(match.chain))
    if position is not None:
        state = match.game.from_position(position)
    else:
        state = state_at(match, match.head - 1)
    keep_near(match.chain, state)
    return state


def keep_near(chain: str, state: Any) -> None:
    NEAR[chain] = state
    if len(NEAR) > MOST_NEAR:
        NEAR.popitem(last=False)


def keep_newest(match: Match, state: Any) -> None:
    """For the next worker that takes up this match. To be called after the commit."""
    keep_near(match.chain, state)
    cache.set(cache_key(match.chain), match.game.position(state))


def cache_key(chain: str) -> str:
    return f"state:{chain}"


def state_at(match: Match, number: int) -> Any:
    """The state after an entry, from the last snapshot before it."""
    snapshot = (
        Snapshot.objects.filter(match=match, number__lte=number)
        .order_by("-number")
        .first()
    )
    state = match.game.from_position(snapshot.position) if snapshot else None
    first = snapshot.number + 1 if snapshot else 0
    rows = Entry.objects.filter(match=match, number__gte=first, number__lte=number)
    for row in rows.order_by("number"):
        state, _ = state_after(match, state, read_entry(row.text))
    return state


def state_after(match: Match, state: Any, line: Line) -> tuple[Any, list[Event]]:
    """The state after one more entry, and what it tells."""
    head = agreement(match)
    game, chance = rules_of(head), Recorded(line.draws)
    if line.order is not None:
        return game.apply(state, line.seat, line.order, chance)
    past = {line.back_to: state_at(match, line.back_to)} if line.kind == "back" else {}
    return carry_out(game, head, line, state, past, chance)


def snapshot_due(before: int, after: int) -> bool:
    """Whether a grid point lies between two numbers of entries."""
    every = settings.SNAPSHOT_EVERY
    return before // every < after // every
