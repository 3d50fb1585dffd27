"""Insert many mails by one statement, whose text is made once, for speed.

A model's instances and fields would take as long as the database does.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from django.db import connection

from sse.inbox.models import RawMail


class Row(NamedTuple):
    """What is known of a mail on arrival; other columns have the model's defaults."""

    raw: bytes
    size: int
    door: str
    envelope_from: str
    recipient: str
    received_at: datetime
    key: str
    message_id: str
    body_hash: str
    line: str


NOW = "received_at"  # also stands where the model would ask for the time


def insert_all(rows: Sequence[Row]) -> dict[str, int]:
    """Insert rows unless they exist, and return their numbers by their keys.

    They come in the order of their keys: who else inserts the same, waits for us.
    """
    if not rows:
        return {}
    values = [value for row in rows for value in row_values(row)]
    with connection.cursor() as cursor:
        cursor.execute(statement(len(rows)), values)
        made = [number for (number,) in cursor.fetchall()]
    keys = [row.key for row in rows]
    if len(made) == len(keys):
        return dict(zip(keys, sorted(made), strict=True))
    return dict(RawMail.objects.filter(key__in=keys).values_list("key", "pk"))


def row_values(row: Row) -> list[Any]:
    at = connection.ops.adapt_datetimefield_value(row.received_at)
    given = [at if name == NOW else value for name, value in row._asdict().items()]
    return [*given, *[at] * len(times())]


@cache
def others() -> dict[str, str]:
    """Return the other columns and their defaults as SQL."""
    fields = [f for f in RawMail._meta.concrete_fields if not f.primary_key]
    return {
        str(field.column): literal(field.get_default())
        for field in fields
        if field.name not in Row._fields
    }


def literal(value: Any) -> str:
    if isinstance(value, datetime):
        return NOW
    if value is None:
        return "NULL"
    return str(value) if isinstance(value, int) else f"'{value}'"


@cache
def times() -> list[str]:
    return [column for column, value in others().items() if value == NOW]


@cache
def statement(count: int) -> str:
    name = connection.ops.quote_name
    same = {column: value for column, value in others().items() if value != NOW}
    columns = [*Row._fields, *times(), *same]
    marks = ["%s"] * (len(Row._fields) + len(times()))
    group = f"({', '.join([*marks, *same.values()])})"
    return (
        f"INSERT INTO {name(RawMail._meta.db_table)} ({', '.join(map(name, columns))})"
        f" VALUES {', '.join([group] * count)}"
        f" ON CONFLICT ({name('key')}) DO NOTHING RETURNING {name('id')}"
    )
