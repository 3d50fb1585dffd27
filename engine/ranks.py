"""Which events a reader wants to read first: headlines, and details that may be folded.

A rank is no matter of language, so it stands in `game.toml`, once, beside `chosen`.
"""

from __future__ import annotations

from enum import IntEnum
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
    ranks, is_named = games()[name].ranks, seat in event.seats
    if is_among(event, ranks.details):
        return Rank.DETAIL
    if is_among(event, ranks.personal) and not is_named:
        return Rank.DETAIL
    return Rank.OWN if is_named else Rank.HEADLINE


def begins_scene(event: Event, name: str) -> bool:
    return is_among(event, games()[name].ranks.begins)


def is_among(event: Event, kinds: frozenset[str]) -> bool:
    return event.kind in kinds or f"{event.kind} {event.reason}" in kinds
