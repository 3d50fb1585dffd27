"""A copy of the database while the service runs."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from django.db import connection


class BackupRefused(Exception):
    """Nothing was written; the sentence says why."""


def database_copy(*, file: Path) -> None:
    """Copy the SQLite database as of one moment into a new file, and check it."""
    if connection.vendor != "sqlite":
        raise BackupRefused(
            "This database is PostgreSQL, which brings its own tool: "
            f'pg_dump --format=custom --file={file} "$DATABASE_URL"'
        )
    if file.exists():
        raise BackupRefused(f"{file} is there already; nothing is overwritten.")
    part = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        copy_into(part)
        os.link(part, file)  # fails where somebody was faster
    except FileExistsError:
        raise BackupRefused(
            f"{file} is there already; nothing is overwritten."
        ) from None
    except OSError as error:
        raise BackupRefused(f"{file} cannot be written: {error.strerror}.") from None
    finally:
        part.unlink(missing_ok=True)


def copy_into(part: Path) -> None:
    """Copy in one step; readers and writers go on meanwhile."""
    connection.ensure_connection()
    copy = sqlite3.connect(part)
    try:
        connection.connection.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
        said = copy.execute("PRAGMA integrity_check").fetchone()[0]
    finally:
        copy.close()
    if said != "ok":
        raise BackupRefused(f"The database is damaged: {said}.")
    with part.open("rb") as written:
        os.fsync(written.fileno())
