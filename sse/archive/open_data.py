"""Open data: what is played here, as counts in which no single match can be found.

Anybody can read the public archive, so anything that belongs to one match finds it
again there: its hash, names and notes, but also its days, its dice, its result or a
handful of its orders. That is why there are no matches in the file, only counts of what
many of them have in common. Every count is rounded down to a multiple of `ROUND`, so
what fewer matches share is not told, and one match more or less does not show.
"""

from __future__ import annotations

import csv
import hashlib
import json
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from django.conf import settings
from django.core.files import File
from django.core.files.storage import default_storage
from django.utils import timezone

from engine.log import read_entry
from sse.archive.index.facts import picked_facts
from sse.archive.index.models import Record
from sse.archive.ratings import countable
from sse.matches.models import Entry, Heartbeat

ROUND = 5  # matches: all counts are multiples of it
CHUNK = 200  # records whose entries are read at once
FOLDER = "open-data"
DUTY, LEASE = "open data", timedelta(hours=1)
PARTS_OF_MATCH = 4
PLAYER = "player"
Row = tuple[str, ...]


class Table(NamedTuple):
    """Counts by what they have in common, as a file of their own."""

    name: str
    about: str
    columns: Row
    counts: Counter[Row]

    @property
    def rows(self) -> list[tuple[str | int, ...]]:
        rounded = ((key, n - n % ROUND) for key, n in sorted(self.counts.items()))
        return [(*key, n) for key, n in rounded if n]

    @property
    def text(self) -> str:
        file = StringIO()
        writer = csv.writer(file, lineterminator="\r\n")
        writer.writerow((*self.columns, "matches"))
        writer.writerows(self.rows)
        return file.getvalue()


def count_tables() -> list[Table]:
    """All counts; a match counts once for everything that is true of it."""
    facts, choices, orders = Counter[Row](), Counter[Row](), Counter[Row]()
    for records in in_chunks(list(countable().values_list("pk", flat=True))):
        for record in records:
            rules = (record.game_name, str(record.version), str(record.seats))
            facts.update((*rules, *fact) for fact in picked_facts(record))
            choices.update((*rules, *pair) for pair in record.choices.items())
        for record, done in with_orders(records):
            rules = (record.game_name, str(record.version), str(record.seats))
            orders.update((*rules, *one) for one in done)
    first = ("game", "rules_version", "seats")
    return [
        Table("facts.csv", "what is true of matches", (*first, "fact", "value"), facts),
        Table(
            "choices.csv", "what was agreed on", (*first, "choice", "value"), choices
        ),
        Table(
            "orders.csv",
            "in how many matches an order was given, by whom and in which quarter",
            (*first, "quarter", "decided_by", "order"),
            orders,
        ),
    ]


def in_chunks(keys: Sequence[int]) -> Iterator[list[Record]]:
    for at in range(0, len(keys), CHUNK):
        rows = Record.objects.filter(pk__in=keys[at : at + CHUNK])
        yield list(rows.order_by("pk"))


def with_orders(records: list[Record]) -> Iterator[tuple[Record, set[Row]]]:
    """The orders of each match, with the quarter of it and who decided."""
    by_match = {record.match_id: record for record in records}
    done: dict[int, set[Row]] = {match: set() for match in by_match}
    rows = Entry.objects.filter(match__in=by_match).order_by()
    for match, number, text in rows.values_list("match_id", "number", "text"):
        entry = read_entry(text)
        if entry.order is not None:
            quarter = 1 + PARTS_OF_MATCH * number // by_match[match].entries
            done[match].add((str(quarter), entry.by or PLAYER, entry.order.text))
    for match, orders in done.items():
        yield by_match[match], orders


# --------------------------------------------------------------------------- the file


def open_data_write(*, file: Path, day: date | None = None) -> int:
    """Write the ZIP, which must not be there yet. Return how many rows it has."""
    found = count_tables()
    texts = {table.name: table.text for table in found}
    index = {
        "title": f"{settings.SITE_NAME}: open data",
        "site": settings.SITE,
        "made": (day or timezone.now().date()).isoformat(),
        "licence": "CC0-1.0",
        "rounded_down_to_multiples_of": ROUND,
        "files": [index_of(table, texts[table.name]) for table in found],
    }
    texts["index.json"] = json.dumps(index, indent=1, ensure_ascii=False) + "\n"
    texts["README.md"] = readme(found, index["made"])
    texts["LICENSE.txt"] = LICENCE
    with zipfile.ZipFile(file, "x", zipfile.ZIP_DEFLATED) as bundle:
        for name in sorted(texts):
            stamp = zipfile.ZipInfo(name)
            stamp.compress_type = zipfile.ZIP_DEFLATED
            bundle.writestr(stamp, texts[name])
    return sum(len(table.rows) for table in found)


def index_of(table: Table, text: str) -> dict[str, object]:
    return {
        "name": table.name,
        "about": table.about,
        "columns": [*table.columns, "matches"],
        "rows": len(table.rows),
        "sha256": hashlib.sha256(text.encode()).hexdigest(),
    }


def readme(found: list[Table], made: object) -> str:
    files = "\n".join(f"- `{table.name}`: {table.about}." for table in found)
    return README.format(
        name=settings.SITE_NAME, site=settings.SITE, made=made, files=files, most=ROUND
    )


README = """\
# {name}: open data

Made on {made} from the finished matches that everybody may see at {site}.
Private, abandoned, running and imported matches are not in it, nor those that began
from a position.

## Files
{files}
- `index.json`: the files with their columns, rows and SHA-256.
- `LICENSE.txt`: CC0 1.0, do with the data what you like.

The last column, `matches`, says in how many matches a row was true. `decided_by` is
`player`, or `clock`, `default` and `bot …` where one of these decided.

## Why there are no whole matches
The data is anonymous. The public archive shows every match with its names, so whatever
belongs to one match finds it there again: its hash, its names, title and notes, and
just as well its days, its seed and dice, its points, or a few orders in a row. Leaving
out the names alone would protect nobody. So there is no match in these files, and no
number that stands for a match or a person; there are only counts of what matches have
in common, each rounded down to a multiple of {most}. What fewer than {most} matches
share is not told at all.

A single match that everybody may see can be had whole from its page, with the names its
players chose to show: as a log, as JSON and as a booklet.
"""
LICENCE = """\
CC0 1.0 Universal (SPDX: CC0-1.0)

To the extent possible under law, the people who made this data have waived all
copyright and related or neighbouring rights to it. You may copy, change and use it,
also for commercial purposes, without asking. It comes without any warranty.

The whole text: https://creativecommons.org/publicdomain/zero/1.0/legalcode
"""


# ------------------------------------------------------------------------ by its URL


class Published(NamedTuple):
    """A file in the storage, with the day in its name."""

    name: str
    day: date

    @property
    def path(self) -> str:
        return f"{FOLDER}/{self.name}"


def published_files() -> list[Published]:
    """What is there to download, the newest first."""
    if not default_storage.exists(FOLDER):
        return []
    found = []
    for name in default_storage.listdir(FOLDER)[1]:
        day = name.removesuffix(".zip")[-10:]
        try:
            found.append(Published(name, date.fromisoformat(day)))
        except ValueError:
            continue
    return sorted(found, key=lambda one: one.day, reverse=True)


def open_data_publish(*, now: datetime | None = None) -> Published:
    """Make today's file and forget older ones."""
    day = (now or timezone.now()).date()
    made = Published(f"hikyaku-open-data-{day.isoformat()}.zip", day)
    with TemporaryDirectory() as folder:
        file = Path(folder, made.name)
        open_data_write(file=file, day=day)
        if default_storage.exists(made.path):
            default_storage.delete(made.path)
        with file.open("rb") as written:
            default_storage.save(made.path, File(written))
    for old in published_files():
        if old != made:
            default_storage.delete(old.path)
    return made


def open_data_keep(*, now: datetime | None = None) -> bool:
    """Publish anew if the newest file is old, and nobody else is at it. Whether so."""
    now = now or timezone.now()
    newest = next(iter(published_files()), None)
    if newest and (now.date() - newest.day).days < settings.OPEN_DATA_DAYS:
        return False
    began = now - LEASE
    Heartbeat.objects.get_or_create(name=DUTY, defaults={"at": began})
    if not Heartbeat.objects.filter(name=DUTY, at__lte=began).update(at=now):
        return False
    open_data_publish(now=now)
    return True
