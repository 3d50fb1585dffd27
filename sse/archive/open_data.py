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
from contextlib import suppress
from datetime import date, datetime, timedelta
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from django.conf import settings
from django.core.files import File
from django.core.files.storage import default_storage
from django.template.loader import render_to_string
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
    keys = list(countable().values_list("pk", flat=True))
    for at in range(0, len(keys), CHUNK):
        records = list(Record.objects.filter(pk__in=keys[at : at + CHUNK]))
        done = orders_in(records)
        for record in records:
            rules = (record.game_name, str(record.version), str(record.seats))
            facts.update((*rules, *fact) for fact in picked_facts(record))
            choices.update((*rules, *pair) for pair in record.choices.items())
            orders.update((*rules, *one) for one in done[record.match_id])
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


def orders_in(records: list[Record]) -> dict[int, set[Row]]:
    """The orders of each match, with the quarter of it and who decided."""
    entries = {record.match_id: record.entries for record in records}
    done: dict[int, set[Row]] = {match: set() for match in entries}
    rows = Entry.objects.filter(match__in=entries).order_by()
    for match, number, text in rows.values_list("match_id", "number", "text"):
        entry = read_entry(text)
        if entry.order is not None:
            quarter = 1 + PARTS_OF_MATCH * number // entries[match]
            done[match].add((str(quarter), entry.by or PLAYER, entry.order.text))
    return done


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
    told = {**index, "name": settings.SITE_NAME, "tables": found, "most": ROUND}
    for name in ("README.md", "LICENSE.txt"):
        texts[name] = render_to_string(f"open_data/{name}", told)
    with zipfile.ZipFile(file, "x", zipfile.ZIP_DEFLATED) as bundle:
        for name in sorted(texts):
            bundle.writestr(zipfile.ZipInfo(name), texts[name], zipfile.ZIP_DEFLATED)
    return sum(len(table.rows) for table in found)


def index_of(table: Table, text: str) -> dict[str, object]:
    return {
        "name": table.name,
        "about": table.about,
        "columns": [*table.columns, "matches"],
        "rows": len(table.rows),
        "sha256": hashlib.sha256(text.encode()).hexdigest(),
    }


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
        with suppress(ValueError):
            day = date.fromisoformat(name.removesuffix(".zip")[-10:])
            found.append(Published(name, day))
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
