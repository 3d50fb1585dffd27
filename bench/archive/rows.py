"""Rows of a table, as fast as the database takes them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any


class Writer:
    """Keeps rows until they are flushed: by COPY, or by one prepared statement."""

    def __init__(self, table: str, columns: list[str]) -> None:
        self.table, self.columns = table, columns
        self.rows: list[tuple[Any, ...]] = []

    def add(self, plain: dict[str, Any], **other: Any) -> None:
        """The values of a model row but for some."""
        self.rows.append(tuple((plain | other).values()))

    def flush(self) -> None:
        from django.db import connection

        rows, self.rows = self.rows, []
        names = ", ".join(f'"{name}"' for name in self.columns)
        connection.ensure_connection()
        if connection.vendor == "sqlite":
            marks = ", ".join("?" * len(self.columns))
            text = f"insert into {self.table} ({names}) values ({marks})"
            connection.connection.executemany(text, rows)
        else:
            text = f"copy {self.table} ({names}) from stdin"
            with connection.connection.cursor().copy(text) as copy:
                copy.write("".join(map(line_of, rows)))


def line_of(row: tuple[Any, ...]) -> str:
    cells = ("\\N" if cell is None else escaped(str(cell)) for cell in row)
    return "\t".join(cells) + "\n"


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\") if "\\" in text else text


def writer_for(model: Any, leave_out: Iterable[str] = ()) -> Writer:
    columns = [field.column for field in model._meta.concrete_fields]
    return Writer(model._meta.db_table, [c for c in columns if c not in leave_out])


def plain(row: Any, writer: Writer) -> dict[str, Any]:
    """What a row holds, as the database wants it; looked at once."""
    kept: dict[str, Any] = row.__dict__.setdefault("_plain", {})
    if not kept:
        kept |= {name: value for name, value in values(row) if name in writer.columns}
    return kept


def values(row: Any) -> Iterator[tuple[str, Any]]:
    from django.db import connection

    for field in row._meta.concrete_fields:
        value = getattr(row, field.attname)
        if field.get_internal_type() == "JSONField":
            value = json.dumps(value)
        elif isinstance(value, datetime):
            value = stamp(value)
        elif isinstance(value, timedelta):
            value = "0" if connection.vendor == "postgresql" else 0
        yield field.column, value


def stamp(instant: datetime) -> str:
    return instant.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S.000000")
