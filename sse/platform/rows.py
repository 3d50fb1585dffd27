"""The few statements of the hot path, compiled once.

Django makes the text of each statement anew, looks through it once more before it
leaves, and asks every field about every value; all that takes several times as long as
the database does to carry it out. Here the text is kept and goes straight to the
driver. What has to be converted is converted by Django's own fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections, models
from django.db.models import Field, Model, QuerySet
from django.db.models.base import ModelState

Row = TypeVar("Row", bound=Model)
AS_IT_IS = (  # both databases take and give the values of these as they are
    models.CharField,
    models.TextField,
    models.IntegerField,
    models.BooleanField,
    models.ForeignKey,
)


def run(text: str, values: Sequence[Any]) -> list[Any]:
    """A statement on Django's own connection, and what it found.

    Who logs or counts statements finds it like any other.
    """
    database: Any = connections[DEFAULT_DB_ALIAS]
    if database.queries_logged or database.execute_wrappers:
        with database.cursor() as cursor:
            cursor.execute(text, values)
            return cursor.fetchall() if cursor.description else []
    database.close_if_health_check_failed()
    database.ensure_connection()
    database.validate_no_broken_transaction()
    with database.wrap_database_errors:
        found = database.connection.execute(spelt(text, database.vendor), values)
        return found.fetchall() if found.description else []


@cache
def spelt(text: str, vendor: str) -> str:
    """As the driver of the database marks where values stand."""
    return text.replace("%s", "?") if vendor == "sqlite" else text


# ------------------------------------------------------------------------ reading


class Part(NamedTuple):
    """Those columns of a query that make one row."""

    model: type[Model]
    columns: slice
    names: list[str]
    put: Callable[[Any, Any], None] | None = None  # into the row it belongs to

    def row(self, values: Sequence[Any]) -> Any:
        """As Django makes it, without the ways of `__init__`: nobody here adds any."""
        row: Any = self.model.__new__(self.model)
        row.__dict__.update(zip(self.names, values[self.columns], strict=True))
        row._state = state = ModelState()
        state.adding, state.db = False, DEFAULT_DB_ALIAS
        return row


SAMPLES: dict[type, Callable[[int], Any]] = {  # of values that no query names itself
    int: lambda at: 30_001 + at,
    str: lambda at: f"\x01{at}",
    datetime: lambda at: datetime(1901, 1, 1, tzinfo=UTC) + timedelta(days=at),
}


class Select(Generic[Row]):
    """A query whose text is made at its first use; its values are given each time.

    `question` makes it for values of these `kinds`: int, str or datetime.
    """

    def __init__(self, question: Callable[..., QuerySet[Row]], *kinds: type) -> None:
        self.question, self.kinds = question, kinds
        self.text = ""

    def __call__(self, *values: Any) -> list[Row]:
        if not self.text:
            self.compile()
        given = [
            write(value) for write, value in zip(self.writers, values, strict=True)
        ]
        said = [given[at] if at >= 0 else own for at, own in self.values]
        return [self.row(found) for found in run(self.text, said)]

    def compile(self) -> None:
        samples = [SAMPLES[kind](at) for at, kind in enumerate(self.kinds)]
        query = self.question(*samples).query
        compiler: Any = query.get_compiler(connection=connection)
        (text, said), columns = compiler.as_sql(), compiler.select
        self.writers = [
            as_instant if kind is datetime else as_it_is for kind in self.kinds
        ]
        marks = [write(one) for write, one in zip(self.writers, samples, strict=True)]
        self.values = [(marks.index(v) if v in marks else -1, v) for v in said]
        assert {at for at, own in self.values if at >= 0} == set(range(len(marks)))
        found = compiler.get_converters([column[0] for column in columns])
        self.converters = [(at, reader(*how)) for at, how in found.items()]
        about = compiler.klass_info
        self.own = part_of(about, columns)
        self.others = [
            part_of(other, columns)._replace(put=other["local_setter"])
            for other in about.get("related_klass_infos", [])
        ]
        self.text = text  # last: from now on it is used

    def row(self, found: Sequence[Any]) -> Row:
        values = list(found)
        for at, convert in self.converters:
            if values[at] is not None:
                values[at] = convert(values[at])
        row: Row = self.own.row(values)
        for other in self.others:
            assert other.put
            is_there = values[other.columns.start] is not None  # its key
            other.put(row, other.row(values) if is_there else None)
        return row


def as_it_is(value: Any) -> Any:
    return value


def as_instant(value: datetime) -> Any:
    """As Django writes it for this database."""
    return connection.ops.adapt_datetimefield_value(value)


def part_of(about: Any, columns: Sequence[Any]) -> Part:
    own = about["select_fields"]
    place = slice(own[0], own[-1] + 1)
    names = [column[0].target.attname for column in columns[place]]
    return Part(about["model"], place, names)


def reader(steps: Sequence[Any], column: Any) -> Callable[[Any], Any]:
    """How Django reads the values of a column."""
    database = connections[DEFAULT_DB_ALIAS]  # any thread's: only what it can do

    def read(value: Any) -> Any:
        for step in steps:
            value = step(value, column, database)
        return value

    return read


# ------------------------------------------------------------------------ writing

Written = tuple[str, Callable[[Any], Any] | None]  # name of a value, how it is written


def insert(rows: Iterable[Model], unless: str = "") -> list[int]:
    """New rows of one model, and their keys.

    `unless` one has the same value there; with `*`, unless anything forbids it.
    """
    new = list(rows)
    if not new:
        return []
    model = type(new[0])
    values = [value for row in new for value in values_of(row, all_written(model))]
    return [key for (key,) in run(insert_text(model, len(new), unless), values)]


def update(row: Model, names: Sequence[str]) -> None:
    """These fields of a row, by their column names, as they are now."""
    model, which = type(row), tuple(names)
    values = values_of(row, some_written(model, which))
    run(update_text(model, which), [*values, row.pk])


def values_of(row: Model, written: Iterable[Written]) -> list[Any]:
    held = row.__dict__
    return [write(held[name]) if write else held[name] for name, write in written]


@cache
def all_written(model: type[Model]) -> list[Written]:
    return [(field.attname, writer(field)) for field in fields_of(model)]


@cache
def some_written(model: type[Model], names: tuple[str, ...]) -> list[Written]:
    fields: list[Any] = [model._meta.get_field(name) for name in names]
    return [(field.attname, writer(field)) for field in fields]


def writer(field: Field[Any, Any]) -> Callable[[Any], Any] | None:
    """How Django writes the values of a field, if they are not written as they are."""
    if isinstance(field, AS_IT_IS):
        return None
    database = connections[DEFAULT_DB_ALIAS]
    return lambda value: field.get_db_prep_save(value, database)


def fields_of(model: type[Model]) -> list[Field[Any, Any]]:
    fields = model._meta.concrete_fields
    return [field for field in fields if not field.primary_key]


@cache
def insert_text(model: type[Model], count: int, unless: str) -> str:
    name = connection.ops.quote_name
    columns = [name(str(field.column)) for field in fields_of(model)]
    group = f"({', '.join(['%s'] * len(columns))})"
    where = "" if unless == "*" else f" ({name(unless)})"
    otherwise = f" ON CONFLICT{where} DO NOTHING" if unless else ""
    return (
        f"INSERT INTO {name(model._meta.db_table)} ({', '.join(columns)})"
        f" VALUES {', '.join([group] * count)}{otherwise} RETURNING {name('id')}"
    )


@cache
def update_text(model: type[Model], names: tuple[str, ...]) -> str:
    name = connection.ops.quote_name
    fields: list[Any] = [model._meta.get_field(each) for each in names]
    changes = ", ".join(f"{name(field.column)} = %s" for field in fields)
    return f"UPDATE {name(model._meta.db_table)} SET {changes} WHERE {name('id')} = %s"
