"""Counts of matches, kept up to date: exact, and a little late.

A worker counts what has come since, once, under a lock on the record; what is entered
anew is taken out of the counts first. Private, abandoned and imported matches and those
that began from a position count nowhere.

A *part* of the matches is all of them, `""`, or those with one choice, one kind of
players or one version: `edition=crowd-games`, `players=people`, `version=1`. Numbers of
seats are always kept apart, and added up where that makes sense.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import QuerySet

from engine.registry import games
from sse.archive.index.facts import DAYS, LENGTHS, span
from sse.archive.index.models import Career, Holder, Part, Record, Tally

BATCH = 500  # records
MATCHES = "matches"
OPENING = "opening "  # begins figures: `opening goods_sold place`
HAPPENED = "happened"


class Key(NamedTuple):
    game_name: str
    seats: int
    part: str
    figure: str
    value: str


class Figure(NamedTuple):
    """Something that is counted: in how many cases, and how many of them won."""

    name: str
    value: str
    has_won: bool = False


Counts = dict[Key, list[int]]


# ------------------------------------------------------------------- what is counted


def figures(record: Record) -> Iterator[Figure]:
    yield Figure(MATCHES, "")
    yield Figure("entries", span(LENGTHS, record.entries))
    yield Figure("days", span(DAYS, record.days))
    yield Figure("tempo", record.tempo)
    yield Figure("clock", record.clock)
    if record.margin is not None:
        yield Figure("margin", str(record.margin), record.winners > 1)
    for part in record.parts.all():
        if part.seat is not None and part.is_last and part.place is not None:
            yield from part_figures(part, record.is_conceded)


def part_figures(part: Part, is_conceded: bool) -> Iterator[Figure]:
    """Points of a match that was given up say nothing of the game."""
    yield Figure("seat", str(part.seat), part.has_won)
    if not is_conceded:
        yield Figure("points", str(part.points), part.has_won)
    if part.turn is not None:
        yield Figure("turn", str(part.turn), part.has_won)
    for name, value in part.openings.items():
        yield Figure(f"{OPENING}{name}", value, part.has_won)


def parts_with(record: Record) -> Iterator[str]:
    """The parts of all matches that a record belongs to."""
    yield ""
    yield f"players={record.players}"
    yield f"version={record.version}"
    about = games().get(record.game_name)
    for name, value in record.choices.items():
        if about and name in about.choices and about.choices[name].values:
            yield f"{name}={value}"


def tally_keys(record: Record) -> Iterator[tuple[Key, bool]]:
    if not record.counts:
        return
    found = list(figures(record))
    for part in parts_with(record):
        for name, value, has_won in found:
            yield Key(record.game_name, record.seats, part, name, value), has_won
    for term in record.story.happened:
        yield Key(record.game_name, record.seats, "", HAPPENED, term), False


def summed(records: Iterable[Record], sign: int = 1) -> Counts:
    total: Counts = defaultdict(lambda: [0, 0])
    for record in records:
        for key, has_won in tally_keys(record):
            total[key][0] += sign
            total[key][1] += sign * has_won
    return total


# ----------------------------------------------------------------------- keeping it


def records_count() -> int:
    """Counts the next records that are not counted yet. How many there were."""
    with transaction.atomic():
        uncounted = Record.objects.filter(is_counted=False).order_by("pk")
        mine = uncounted.select_for_update(of=["self"], skip_locked=True)
        found = list(with_story_and_parts(mine)[:BATCH])
        tallies_add(summed(found))
        careers_add(found)
        Record.objects.filter(pk__in=[r.pk for r in found]).update(is_counted=True)
    return len(found)


def with_story_and_parts(rows: QuerySet[Record]) -> QuerySet[Record]:
    return rows.select_related("story").prefetch_related("parts")


def uncount(record: Record) -> None:
    """Before its rows change: what was counted of it is taken back."""
    whole = with_story_and_parts(Record.objects.filter(pk=record.pk)).get()
    tallies_add(summed([whole], -1))
    careers_add([whole], -1)


def tallies_add(counts: Counts) -> None:
    """In one order, so that two who do so never wait for each other in a ring."""
    rows: list[Any] = [(*key, *counts[key]) for key in sorted(counts)]
    table = connection.ops.quote_name(Tally._meta.db_table)
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {table} (game_name, seats, part, figure, value, n, won)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s)"
            " ON CONFLICT (game_name, part, figure, seats, value)"
            f" DO UPDATE SET n = {table}.n + excluded.n,"
            f" won = {table}.won + excluded.won",
            rows,
        )


# --------------------------------------------------------------------------- careers


def careers_add(records: Iterable[Record], sign: int = 1) -> None:
    """What every player and program did in these matches, added to their careers."""
    totals: dict[Holder, Counter[str]] = {}
    for record in records:
        if record.counts:
            for part in record.parts.all():
                if part.seat is not None and (part.player_id or part.bot):
                    total = totals.setdefault(part.holder, Counter())
                    total.update(career_changes(part))
    careers = careers_for(totals)
    for career in careers:
        for name in DEEDS:
            change = sign * totals[career.holder][name]
            setattr(career, name, getattr(career, name) + change)
    Career.objects.bulk_update(careers, DEEDS, batch_size=1000)


DEEDS = ("played", "won", "left", "answers", "missed")


def career_changes(part: Part) -> dict[str, int]:
    return {
        "played": 1,
        "won": int(part.has_won),
        "left": int(part.has_resigned or not part.is_last),
        "answers": part.answers,
        "missed": part.missed,
    }


def careers_for(holders: Iterable[Holder]) -> list[Career]:
    """Their careers, locked, in one order; new ones begin."""
    wanted = sorted(set(holders), key=lambda h: (h[0], h[1] or 0, h[2]))
    Career.objects.bulk_create(
        [Career(game_name=g, player_id=p, bot=b) for g, p, b in wanted],
        ignore_conflicts=True,
    )
    players = [player for _, player, _ in wanted if player]
    bots = [bot for _, player, bot in wanted if not player]
    found = Career.objects.select_for_update().order_by("pk")
    mine = found.filter(game_name__in={game for game, _, _ in wanted})
    rows = [*mine.filter(player__in=players), *mine.filter(player=None, bot__in=bots)]
    return [career for career in rows if career.holder in set(wanted)]
