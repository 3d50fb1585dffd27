"""All words by which records are found, on PostgreSQL too: GIN is slow at beginnings."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

MAKE = [
    'create table archive_words (word text collate "C" primary key)',
    "insert into archive_words"
    " select word from ts_stat('select terms from archive_terms')"
    " where left(word, 2) <> '0z'",
]


def make(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in MAKE if editor.connection.vendor == "postgresql" else ():
        editor.execute(statement)


def drop(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor == "postgresql":
        editor.execute("drop table archive_words")


class Migration(migrations.Migration):
    dependencies: ClassVar = [("archive", "0006_abandoned")]
    operations: ClassVar = [migrations.RunPython(make, drop)]
