"""The few statements of the hot path, compiled once.

Django makes the text of each statement anew, which takes several times as long as the
database does to carry it out. Here the text is kept; the values are Django's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Field, Model, QuerySet
from django.db.models.query import get_related_populators

Row = TypeVar("Row", bound=Model)


class Select(Generic[Row]):
    """A query whose text is made at its first use; its values are given each time.

    `example` gives the query for any values; the same values stand in the same order.
    """

    def __init__(self, example: Callable[[], QuerySet[Row]]) -> None:
        self.example = example
        self.text = ""

    def __call__(self, *values: Any) -> list[Row]:
        if not self.text:
            self.compile()
        with connection.cursor() as cursor:
            cursor.execute(self.text, values)
            found = cursor.fetchall()
        if self.converters:
            found = self.compiler.apply_converters(found, self.converters)
        return [self.row(values) for values in found]

    def compile(self) -> None:
        query = self.example().query
        self.compiler: Any = query.get_compiler(connection=connection)
        text = self.compiler.as_sql()[0]
        select, about = self.compiler.select, self.compiler.klass_info
        self.converters = self.compiler.get_converters([each[0] for each in select])
        self.model: type[Row] = about["model"]
        own = about["select_fields"]
        self.own = slice(own[0], own[-1] + 1)
        self.names = [each[0].target.attname for each in select[self.own]]
        populators: Any = get_related_populators  # the types are of a newer Django
        self.others = populators(about, select, connection.alias)
        self.text = text  # last: from now on it is used

    def row(self, values: Sequence[Any]) -> Row:
        row = self.model.from_db(connection.alias, self.names, values[self.own])
        for other in self.others:
            other.populate(values, row)
        return row


def insert(rows: Iterable[Model], unless: str = "") -> list[int]:
    """New rows of one model, and their keys; `unless` one has the same value there."""
    new = list(rows)
    if not new:
        return []
    fields = written(type(new[0]))
    values = [
        field.get_db_prep_save(value_of(row, field), connection)
        for row in new
        for field in fields
    ]
    with connection.cursor() as cursor:
        cursor.execute(insert_text(type(new[0]), len(new), unless), values)
        return [key for (key,) in cursor.fetchall()]


def value_of(row: Model, field: Field[Any, Any]) -> Any:
    return field.pre_save(row, add=True)


@cache
def written(model: type[Model]) -> list[Field[Any, Any]]:
    fields = model._meta.concrete_fields
    return [field for field in fields if not field.primary_key]


@cache
def insert_text(model: type[Model], count: int, unless: str) -> str:
    name = connection.ops.quote_name
    columns = [name(str(field.column)) for field in written(model)]
    group = f"({', '.join(['%s'] * len(columns))})"
    otherwise = f" ON CONFLICT ({name(unless)}) DO NOTHING" if unless else ""
    return (
        f"INSERT INTO {name(model._meta.db_table)} ({', '.join(columns)})"
        f" VALUES {', '.join([group] * count)}{otherwise} RETURNING {name('id')}"
    )


def update(row: Model, names: Sequence[str]) -> None:
    """These fields of a row, by their column names, as they are now."""
    fields: list[Any] = [row._meta.get_field(name) for name in names]
    values = [
        field.get_db_prep_save(getattr(row, field.attname), connection)
        for field in fields
    ]
    with connection.cursor() as cursor:
        cursor.execute(update_text(type(row), tuple(names)), [*values, row.pk])


@cache
def update_text(model: type[Model], names: tuple[str, ...]) -> str:
    name = connection.ops.quote_name
    fields: list[Any] = [model._meta.get_field(each) for each in names]
    changes = ", ".join(f"{name(field.column)} = %s" for field in fields)
    return f"UPDATE {name(model._meta.db_table)} SET {changes} WHERE {name('id')} = %s"
