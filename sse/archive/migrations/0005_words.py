"""All words by which records are found, on SQLite: FTS5 is slow at beginnings of words."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

MAKE = [
    "create table archive_words (word text primary key) without rowid",
    "create virtual table temp.archive_vocabulary"
    " using fts5vocab(main, archive_terms, row)",
    "insert into archive_words"
    " select term from archive_vocabulary where term not glob '0z*'",
    "drop table archive_vocabulary",
]


def make(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in MAKE if editor.connection.vendor == "sqlite" else ():
        editor.execute(statement)


def drop(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor == "sqlite":
        editor.execute("drop table archive_words")


class Migration(migrations.Migration):
    dependencies: ClassVar = [("archive", "0004_reports")]
    operations: ClassVar = [migrations.RunPython(make, drop)]
