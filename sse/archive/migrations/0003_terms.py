"""What records are found by: a GIN index on PostgreSQL, FTS5 on SQLite."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

POSTGRESQL = [
    "create table archive_terms (rowid bigint primary key, terms tsvector not null)",
    "create index archive_terms_all on archive_terms using gin (terms)"
    " with (fastupdate = off)",
]
SQLITE = [
    "create virtual table archive_terms using"
    " fts5(terms, detail=none, columnsize=0, tokenize='ascii')"
]


def make(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    is_sqlite = editor.connection.vendor == "sqlite"
    for statement in SQLITE if is_sqlite else POSTGRESQL:
        editor.execute(statement)


def drop(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    editor.execute("drop table archive_terms")


class Migration(migrations.Migration):
    dependencies: ClassVar = [("archive", "0002_index")]
    operations: ClassVar = [migrations.RunPython(make, drop)]
