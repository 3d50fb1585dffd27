"""Matches in the archive of a test: golden logs as rows, without playing them again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from engine.log import Entry as Line
from engine.log import Log, first_link, log_read, next_link
from engine.match import Match as Table
from engine.replay import replay
from sse.accounts.models import Player
from sse.matches import states
from sse.matches.models import Entry, Match, Seat, Tenure

REPLAYS = Path(__file__).parent.parent / "replays"
BEGAN = datetime(2026, 3, 1, 12, tzinfo=UTC)
EMPIRES = "small_samurai_empires/2-players-archona-2019"
SIEGE = "age_of_war/everything"  # with everything that can happen, a take-back too


def golden(name: str = EMPIRES) -> Log:
    return log_read((REPLAYS / f"{name}.log").read_text())


def archived(
    log: Log | None = None, players: Sequence[Player] = (), **fields: Any
) -> Match:
    """A finished match; one that is not over in its log is running."""
    log = log or golden()
    *_, last = replay(log)
    rules = Match(game_name=log.game).game
    usual: dict[str, Any] = {
        "title": "A match",
        "version": log.version,
        "choices": log.choices,
        "seats_wanted": log.seats,
        "commitment": log.commitment,
        "words": log.words,
        "seed": log.seed or "5e" * 32,
        "branch": sum(line.kind == "back" for line in log.entries),
        "started_at": BEGAN,
        "created_at": BEGAN,
        "changed_at": BEGAN,
        "status": Match.Status.RUNNING,
    }
    if not rules.decisions(last.state):
        usual |= {"status": Match.Status.FINISHED, "ended_at": BEGAN}
        usual["result"] = [
            {"seat": one.seat, "place": one.place, "points": one.points}
            for one in rules.score(last.state)
        ]
    match = Match.objects.create(game_name=log.game, **usual | fields)
    seats_filled(match, log, players)
    entries_written(match, log.entries)
    return match


def with_a_hold() -> tuple[Match, int]:
    """A match of the toy, and the step at which seat 0 holds, which it alone knows."""
    table = Table("toy", ["Aki", "Botan", "Chie"], {"rounds": "2"}, seed="5e" * 32)
    for seat, text in ((0, "pick 1; hold"), (1, "pick 2; hold"), (2, "pick 3; hold")):
        table.write(seat, text)
    held = [n for n, entry in enumerate(table.log.entries) if entry.text == "0 hold"]
    table.write(2, "take gold")
    while not table.over:
        table.ring([asked.seat for asked in table.asked])
    return archived(table.log), held[0]


def seats_filled(match: Match, log: Log, players: Sequence[Player]) -> None:
    changes = {
        (line.seat, 1 + sum(e.seat == line.seat for e in changed(log, number))): number
        for number, line in enumerate(log.entries)
        if line.kind == "changes hands"
    }
    for number in range(log.seats):
        player = players[number] if number < len(players) else None
        bot = "" if player else "random"
        seat = Seat.objects.create(match=match, number=number, player=player, bot=bot)
        names = [name for of, name in log.players if of == number]
        for turn, name in enumerate(names):
            Tenure.objects.create(
                seat=seat,
                player=player,
                bot=bot,
                name=player.name if player else name,
                entry=changes.get((number, turn), 0),
            )


def changed(log: Log, before: int) -> list[Line]:
    return [line for line in log.entries[:before] if line.kind == "changes hands"]


def entries_written(match: Match, lines: Sequence[Line]) -> None:
    chain, rows = first_link(states.log_head(match)), []
    for number, line in enumerate(lines):
        chain = next_link(chain, number, line)
        at = BEGAN + timedelta(hours=number)
        rows.append(
            Entry(match=match, number=number, text=line.text, chain=chain, at=at)
        )
    Entry.objects.bulk_create(rows)
    match.head, match.chain = len(rows), chain
    match.save(update_fields=["head", "chain"])
