"""What is true of a record, as facts that it is found by: `seats=3`, `player=12`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sse.archive.index.models import Part, Record, Story

LENGTHS = (25, 50, 100, 200, 400, 800)  # entries: up to so many, and more
DAYS = (1, 7, 30, 90, 365)
MARGINS = (0, 1, 3, 6, 10, 20)  # points
SPANS = {"margin": MARGINS, "length": LENGTHS, "days": DAYS}
WHENS = ("happened", "first", "last")
ABANDONED = "state=abandoned"
PRIVATE = "only=its people"


def span(edges: tuple[int, ...], value: int) -> str:
    """`26-50`: between which edges a number lies; `801-` is beyond the last."""
    index = bisect_left(edges, value)
    lowest = edges[index - 1] + 1 if index else 0
    return f"{lowest}-{edges[index]}" if index < len(edges) else f"{lowest}-"


def spans(edges: tuple[int, ...]) -> list[str]:
    return [span(edges, edge) for edge in (*edges, edges[-1] + 1)]


def facts_of(
    record: Record, parts: Iterable[Part], story: Story, tags: Iterable[str]
) -> Iterator[str]:
    """All of them; the names are those of the fields in search/wanted.py."""
    if not record.is_finished:
        yield ABANDONED
    if not record.is_public:
        yield PRIVATE
    yield f"game={record.game_name}"
    yield from (f"{name}={value}" for name, value in picked_facts(record))
    yield from (f"tag={key}" for key in tags)
    for part in parts:
        yield from part_facts(part)
    kind = GameFor(record.game_name, record.seats)
    yield from (kind.fact(name, value) for name, value in picked_facts(record))
    yield from (kind.choice(name, value) for name, value in record.choices.items())
    for when in WHENS:
        yield from (kind.fact(when, term) for term in getattr(story, when))


class GameFor(NamedTuple):
    """A game for so many. Who looks for more than the game gets terms that name both:
    lists of one thing each would be long, and take long to go through together."""

    game: str
    seats: int

    def fact(self, name: str, value: str) -> str:
        return f"{name}={self.game} {self.seats} {value}"

    def choice(self, name: str, value: str) -> str:
        return self.fact("choice", f"{name}={value}")


def picked_facts(record: Record) -> Iterator[tuple[str, str]]:
    """What is true of it in any game."""
    yield "seats", str(record.seats)
    yield "tempo", record.tempo
    yield "clock", record.clock
    yield "players", record.players
    yield "length", span(LENGTHS, record.entries)
    yield "days", span(DAYS, record.days)
    if record.margin is not None:
        yield "margin", span(MARGINS, record.margin)
    if record.is_conceded:
        yield "result", "resigned"
    elif record.winners:
        yield "result", "single" if record.winners == 1 else "shared"


def part_facts(part: Part) -> Iterator[str]:
    who = part.player_id or part.bot  # a person by number, a program by name
    if who and part.seat is not None:
        yield f"player={who}"
        if part.has_won:
            yield f"won={who}"
        elif part.place is not None:
            yield f"lost={who}"
