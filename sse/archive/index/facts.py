"""What is true of a record, as facts that it is found by: `seats=3`, `player=12`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator

from sse.archive.index.models import Part, Record, Story

LENGTHS = (25, 50, 100, 200, 400, 800)  # entries: up to so many, and more
DAYS = (1, 7, 30, 90, 365)
MARGINS = (0, 1, 3, 6, 10, 20)  # points
WHENS = ("happened", "first", "last")


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
    yield from {
        f"state={'finished' if record.is_finished else 'abandoned'}",
        f"game={record.game_name}",
        f"version={record.game_name} {record.version}",
        f"seats={record.seats}",
        f"tempo={record.tempo}",
        f"clock={record.clock}",
        f"players={record.players}",
        f"length={span(LENGTHS, record.entries)}",
        f"days={span(DAYS, record.days)}",
    }
    for name, value in record.choices.items():
        yield f"choice={record.game_name} {name}={value}"
    if record.margin is not None:
        yield f"margin={span(MARGINS, record.margin)}"
    if record.winners:
        yield f"result={'single' if record.winners == 1 else 'shared'}"
    yield from (f"tag={key}" for key in tags)
    for part in parts:
        yield from part_facts(part)
    for when in WHENS:
        for term in getattr(story, when):
            yield f"{when}={record.game_name} {term}"


def part_facts(part: Part) -> Iterator[str]:
    if part.seat is None:
        return
    who = who_is(part)
    if who:
        yield f"player={who}"
        if part.has_won:
            yield f"won={who}"
        elif part.place is not None:
            yield f"lost={who}"


def who_is(part: Part) -> str:
    """A person by number, a program by name."""
    return str(part.player_id) if part.player_id else part.bot
