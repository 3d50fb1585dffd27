"""A finished match that plays by itself on the first page."""

from __future__ import annotations

from typing import NamedTuple

from sse.accounts.models import Player
from sse.archive.demo import HOST
from sse.matches.models import Match
from sse.web import selectors

MOST_FRAMES = 24  # each is a picture to fetch


class Show(NamedTuple):
    match: Match
    steps: list[int]  # frames, from the first to the last

    @property
    def first(self) -> int:
        """What is shown where nothing moves: the middle says most."""
        return self.steps[len(self.steps) // 2]


def show_for(last: Match | None) -> Show | None:
    """The demo if there is one, else what ended last."""
    host = Player.objects.filter(name=HOST).first()
    ended = selectors.with_seats(selectors.finished())
    match = (host and ended.filter(organiser=host).first()) or last
    return Show(match, frames(match.head)) if match and match.head else None


def frames(head: int) -> list[int]:
    """A few steps, evenly from the first to the last."""
    count = min(head, MOST_FRAMES)
    return sorted({round(at * (head - 1) / max(count - 1, 1)) for at in range(count)})
