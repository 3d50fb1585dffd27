"""Which events a reader wants to read first: headlines, and details that may be folded.

A rank is no matter of language, so it stands in `game.toml`, once, beside `chosen`.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import Literal

from engine.contract import Event, Seat
from engine.registry import games


class Rank(IntEnum):
    DETAIL = 0
    HEADLINE = 1
    OWN = 2  # a headline that names the reader: never left out

    @property
    def word(self) -> Literal["headline", "detail"]:
        """The rank as programs read it: to them a headline is a headline."""
        return "detail" if self is Rank.DETAIL else "headline"


def rank_of(event: Event, name: str, seat: Seat | None) -> Rank:
    """Return what an event of this game is to the seat; None is a spectator."""
    lists = lists_of(name, event.kind, event.reason)
    if "details" in lists:
        return Rank.DETAIL
    if seat in event.seats:
        return Rank.OWN
    return Rank.DETAIL if "personal" in lists else Rank.HEADLINE


def begins_scene(event: Event, name: str) -> bool:
    return "begins" in lists_of(name, event.kind, event.reason)


@lru_cache(maxsize=1024)
def lists_of(name: str, kind: str, reason: str) -> frozenset[str]:
    """Return in which lists of the game's `[ranks]` a kind stands, or its reason."""
    lists = games()[name].ranks._asdict().items()
    keys = {kind, f"{kind} {reason}"}
    return frozenset(key for key, kinds in lists if keys & kinds)
