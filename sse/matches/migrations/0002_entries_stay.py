"""Entries are appended and never changed: the database itself refuses."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

POSTGRESQL = [
    """
    create function entries_stay() returns trigger language plpgsql as $$
    begin
        raise exception 'the log of a match is append-only';
    end $$
    """,
    """
    create trigger entries_stay before update or delete on matches_entry
    for each row execute function entries_stay()
    """,
]
SQLITE = [
    f"""
    create trigger entries_stay_{verb} before {verb} on matches_entry
    begin
        select raise(abort, 'the log of a match is append-only');
    end
    """
    for verb in ("update", "delete")
]


def forbid(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    is_sqlite = editor.connection.vendor == "sqlite"
    for statement in SQLITE if is_sqlite else POSTGRESQL:
        editor.execute(statement)


def allow(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor == "sqlite":
        for verb in ("update", "delete"):
            editor.execute(f"drop trigger entries_stay_{verb}")
    else:
        editor.execute("drop trigger entries_stay on matches_entry")
        editor.execute("drop function entries_stay")


class Migration(migrations.Migration):
    dependencies: ClassVar = [("matches", "0001_initial")]
    operations: ClassVar = [migrations.RunPython(forbid, allow)]
