"""Pages that everybody opens look at no table from end to end, however long it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from sse.accounts.models import Player
from sse.archive.search.people import names_like
from tests.support.tables import running

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.each_database,
    pytest.mark.usefixtures("own_files_and_cache"),
    pytest.mark.skipif(
        connection.vendor != "sqlite", reason="only SQLite tells its plans in words"
    ),
]
LONG = ("matches_match", "matches_seat", "matches_entry", "archive_record")
A_MILLION_ENDED = [  # as ANALYZE would find them: most are alike
    ("matches_match", "matches_by_status", "1000000 1000000 1"),
    ("matches_match", "matches_finished_last", "1000000 1 1"),
    ("matches_match", "matches_alive", "20 1"),
    ("matches_seat", "matches_seat_player_id_a04c6aa0", "4000000 40"),
    ("matches_seat", "seats_open", "20 1"),
    ("archive_record", "records_for_all", "1000000 1"),
    ("archive_record", "records_abandoned", "20 1"),
    ("accounts_player", "player_name_once", "20000 1"),
]


@pytest.fixture(autouse=True)
def _long_tables(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        cursor.execute("DELETE FROM sqlite_stat1")
        sql = "INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (%s, %s, %s)"
        cursor.executemany(sql, A_MILLION_ENDED)
        cursor.execute("ANALYZE sqlite_schema")  # reads them


@pytest.mark.parametrize(
    "page",
    ["/", "/archive/?state=running", "/archive/?state=abandoned", "/archive/?player=a"],
)
@pytest.mark.parametrize("is_known", [False, True])
def test_no_page_looks_through_all_that_ended(
    page: str, is_known: bool, aki: Player, botan: Player
) -> None:
    running(aki, botan)
    client = Client()
    if is_known:
        client.force_login(aki)
    with plans() as told:
        assert client.get(page).status_code == 200
    assert told
    through = re.compile(rf"SCAN (U\d|{'|'.join(LONG)})$")
    assert [plan for plan in told if through.match(plan)] == []


def test_names_are_found_by_their_index(aki: Player, botan: Player) -> None:
    with plans() as told:
        names_like("ak")
    found = [plan for plan in told if "accounts_player" in plan]
    assert found
    assert all("(name>? AND name<?)" in plan for plan in found), found


@contextmanager
def plans() -> Iterator[list[str]]:
    """How SQLite goes about what it is asked meanwhile."""
    told: list[str] = []

    def plan(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("SELECT"):
            asked = f"EXPLAIN QUERY PLAN {sql.replace('%s', '?')}"
            rows = connection.connection.execute(asked, params)
            told.extend(row[3] for row in rows.fetchall())
        return execute(sql, params, many, context)

    with connection.execute_wrapper(plan):
        yield told
