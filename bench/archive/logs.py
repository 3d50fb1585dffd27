"""Real matches, to be repeated: the golden replays of the tests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from engine.chance import commitment
from engine.log import Log, first_link, log_read, next_link
from engine.registry import game
from engine.replay import replay

LOGS = Path(__file__).parent.parent.parent / "tests" / "replays"
BEGIN = datetime(2020, 1, 1, tzinfo=UTC)


@dataclass
class Model:
    """A real match in the archive."""

    match: Any
    record: Any
    parts: list[Any]
    story: Any
    facts: list[str]  # but for who played
    entries: list[Any]
    snapshots: list[Any]
    uses: int = 0


def models() -> list[Model]:
    return [model_of(log) for log in finished_logs()]


def finished_logs() -> Iterator[Log]:
    for file in sorted(LOGS.glob("*/*.log")):
        log = log_read(file.read_text(encoding="utf-8"))
        if log.result:
            yield log


def model_of(log: Log) -> Model:
    from sse.archive.index.facts import facts_of
    from sse.archive.index.records import archive_enter

    match = match_of(log)
    entries, snapshots = lines_of(log, match)
    record = archive_enter(match=match)
    assert record is not None
    parts = list(record.parts.order_by("seat"))
    facts = list(facts_of(record, parts, record.story, []))
    return Model(match, record, parts, record.story, facts, entries, snapshots)


def match_of(log: Log) -> Any:
    """Its row, with seats that nobody holds."""
    from sse.matches.models import Match, Seat, Tenure

    match = Match.objects.create(
        game_name=log.game,
        version=log.version,
        choices=log.choices,
        seats_wanted=log.seats,
        seed=log.seed or "0" * 64,
        commitment=commitment(log.seed) if log.seed else log.commitment,
        words=log.words,
        status=Match.Status.FINISHED,
        head=len(log.entries),
        started_at=BEGIN,
        ended_at=BEGIN,
    )
    for number in range(log.seats):
        seat = Seat.objects.create(match=match, number=number)
        Tenure.objects.create(seat=seat, name="Nobody", entry=0)
    return match


def lines_of(log: Log, match: Any) -> tuple[list[Any], list[Any]]:
    """Entries and snapshots; the match gets its result."""
    from django.conf import settings

    from sse.matches.models import Entry, Snapshot

    chain, entries, snapshots = first_link(log), [], []
    rules, every = game(log.game), settings.SNAPSHOT_EVERY
    for number, line, state, _ in replay(log):
        chain = next_link(chain, number, line)
        row = {"match": match, "number": number, "text": line.text, "at": BEGIN}
        entries.append(Entry(**row, chain=chain))
        if number % every == every - 1:
            position = rules.position(state)
            snapshots.append(Snapshot(match=match, number=number, position=position))
    Entry.objects.bulk_create(entries)
    match.chain = chain
    match.result = [
        {**standing._asdict(), "detail": dict(standing.detail)}
        for standing in rules.score(state)
    ]
    match.save()
    return entries, snapshots
