"""Scorings and counts of a story, as rows of tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.chronicle import Cell
from engine.contract import Event
from sse.archive.pdf.story import Step, Story

# Where points came from that the game has no word for.
FOUND, BACK, OTHER = " found", " taken back", " other"


class Row(NamedTuple):
    """A label and a number for each seat; None is not shown."""

    label: str
    values: list[int | None]
    parts: Sequence[Row] = ()  # by place, say

    @property
    def cells(self) -> list[str]:
        shown = ("" if value is None else str(value) for value in self.values)
        return [text.replace("-", "−") for text in shown]


def below_each_other(rows: Sequence[Sequence[str]]) -> list[str]:
    """Column by column: one cell of many lines needs less room than many cells."""
    return ["\n".join(column) for column in zip(*rows, strict=True)]


class Gain(NamedTuple):
    """Points of seats from one source at one step, and how they came about."""

    kind: str
    text: str
    points: dict[int, int]
    events: Sequence[Event] = ()  # those that say all of it


class Scoring(NamedTuple):
    """A step at which points changed."""

    step: int
    gains: list[Gain]
    before: list[int]
    after: list[int]


# --------------------------------------------------------------------------- points


def scorings_of(story: Story) -> list[Scoring]:
    """Every step at which somebody's points changed, with how it came about."""
    found, before = [], [0] * story.log.seats
    kinds = list(story.words.get("scorings", {}))
    for step in story.steps:
        if step.points and step.points != before:
            gains = gains_of(step, before, kinds)
            found.append(Scoring(step.number, gains, before, step.points))
        before = step.points or before
    return found


def gains_of(step: Step, before: Sequence[int], kinds: Sequence[str]) -> list[Gain]:
    """By event, where events say all of it; the rest of the step together."""
    changes = {
        seat: after - was
        for seat, (was, after) in enumerate(zip(before, step.points, strict=True))
        if after != was
    }
    told = [(event, text) for event, text in step.told if event.kind in kinds]
    said = Counter[int]()
    for event, _ in told:
        said[event.data.get("seat", -1)] += event.data.get("points", 0)
    exact = {seat for seat, points in changes.items() if points == said[seat]}
    gains = by_kind(
        Gain(event.kind, text, {event.data["seat"]: event.data["points"]}, [event])
        for event, text in told
        if event.data.get("seat") in exact and "points" in event.data
    )
    rest = {seat: points for seat, points in changes.items() if seat not in exact}
    return [*gains, *gains_left(step, rest, told, kinds)]


def gains_left(
    step: Step,
    changes: Mapping[int, int],
    told: Sequence[tuple[Event, str]],
    kinds: Sequence[str],
) -> list[Gain]:
    """What no event tells exactly: for each seat what it had to do with."""
    points: dict[str, dict[int, int]] = {}
    texts: dict[str, list[str]] = {}
    for seat, change in changes.items():
        about = [pair for pair in told if seat in pair[0].seats] or list(told)
        own = min((event.kind for event, _ in about), key=kinds.index, default="")
        kind = own or source_of(step)
        points.setdefault(kind, {})[seat] = change
        said = [text for _, text in about] or step.sentences[:1]
        texts[kind] = list(dict.fromkeys([*texts.get(kind, ()), *said]))
    return [Gain(kind, " ".join(texts[kind]), points[kind]) for kind in points]


def source_of(step: Step) -> str:
    """Of points that no event of the game tells."""
    if step.number == 0:
        return FOUND
    is_back = any(event.kind == "taken_back" for event in step.events)
    return BACK if is_back else OTHER


def by_kind(gains: Iterable[Gain]) -> list[Gain]:
    """Gains from the same source together."""
    found: dict[str, Gain] = {}
    for gain in gains:
        one = found.get(gain.kind, Gain(gain.kind, "", {}))
        points = Counter(one.points)
        points.update(gain.points)
        text, events = f"{one.text} {gain.text}".strip(), [*one.events, *gain.events]
        found[gain.kind] = Gain(gain.kind, text, points, events)
    return list(found.values())


def by_part(gain: Gain, cell: Cell, seats: int) -> dict[str, list[str]]:
    """What each seat has of a gain in each part, as the cell writes it."""
    found: dict[str, list[str]] = {}
    for event in gain.events:
        row = found.setdefault(event.data[cell.by], [""] * seats)
        row[event.data["seat"]] = cell.text.format(**event.data)
    return found


def source_rows(
    words: Mapping[str, str], scorings: Sequence[Scoring], seats: int
) -> list[Row]:
    """Where each seat's points came from, all in all."""
    gains = by_kind(gain for scoring in scorings for gain in scoring.gains)
    sums = {gain.kind: gain.points for gain in gains}
    return [
        Row(words[kind], [sums[kind].get(seat, 0) for seat in range(seats)])
        for kind in words
        if kind in sums
    ]


# --------------------------------------------------------------------------- counts


def statistics_rows(story: Story) -> list[Row]:
    """How often each seat did what the game counts."""
    words = story.words.get("statistics", {})
    counted = Counter(
        (event.kind, event.data.get("seat"))
        for step in lasting_steps(story)
        for event in step.events
        if event.kind in words
    )
    seats = range(story.log.seats)
    rows = [
        Row(label, [counted[kind, seat] for seat in seats])
        for kind, label in words.items()
    ]
    return [row for row in rows if any(row.values)]


def lasting_steps(story: Story) -> list[Step]:
    """Those that nobody took back."""
    undone = story.undone
    return [step for step in story.steps if step.number not in undone]


def decision_rows(story: Story, labels: Mapping[str, str]) -> list[Row]:
    """Orders by who decided; `labels` says how that is called.

    While the match runs a reader knows their own, and nothing of the others'.
    """
    seats = range(story.log.seats)
    counted = Counter(
        (step.by.partition(" ")[0], step.seat)  # `bot greedy` is a bot
        for step in lasting_steps(story)
        if step.order
    )
    known = seats if story.reader.has_ended else [story.reader.seat]
    rows = [
        Row(label, [counted[kind, seat] if seat in known else None for seat in seats])
        for kind, label in labels.items()
    ]
    return [row for row in rows if any(row.values)]
