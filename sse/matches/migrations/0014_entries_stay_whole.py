"""The log of a match is not emptied either: PostgreSQL refuses TRUNCATE, too.

SQLite knows no such statement, and its DELETE is refused row by row. A table without a
row may be truncated: nothing is lost, and `manage.py flush` of a new house works.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

FORBID = [
    """
    create function entries_stay_whole() returns trigger language plpgsql as $$
    begin
        if exists (select 1 from matches_entry) then
            raise exception 'the log of a match is append-only';
        end if;
        return null;
    end $$
    """,
    """
    create trigger entries_stay_whole before truncate on matches_entry
    for each statement execute function entries_stay_whole()
    """,
]
ALLOW = [
    "drop trigger entries_stay_whole on matches_entry",
    "drop function entries_stay_whole",
]


def forbid(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    run(editor, FORBID)


def allow(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    run(editor, ALLOW)


def run(editor: BaseDatabaseSchemaEditor, statements: list[str]) -> None:
    if editor.connection.vendor == "postgresql":
        for statement in statements:
            editor.execute(statement)


class Migration(migrations.Migration):
    dependencies: ClassVar = [("matches", "0013_imported_matches")]
    operations: ClassVar = [migrations.RunPython(forbid, allow)]
