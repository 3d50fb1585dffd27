"""A small archive and a large one, in databases of their own on one server."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from bench.archive.filling import Filling
from bench.archive.logs import models


@dataclass
class Archive:
    database: str
    filling: Filling

    def enter(self) -> None:
        """From now on all that is asked is asked here."""
        switch(self.database)


def filled(kind: str, folder: Path, count: int) -> Archive:
    from django.core.management import call_command

    database = new_database(kind, folder, f"matches_{count}")
    switch(database)
    call_command("migrate", verbosity=0)
    filling, clock = Filling(models()), time.perf_counter()
    filling.fill(count)
    spent = time.perf_counter() - clock
    print(f"{kind}: {count:,} matches, filled in {spent:.0f} s", flush=True)
    return Archive(database, filling)


def new_database(kind: str, folder: Path, name: str) -> str:
    from django.db import connection

    if kind == "sqlite":
        return str(folder / f"{name}.sqlite3")
    with connection.cursor() as cursor:
        cursor.execute(f"create database {name}")
    return name


def switch(database: str) -> None:
    from django.db import connection

    connection.close()
    connection.settings_dict["NAME"] = database
