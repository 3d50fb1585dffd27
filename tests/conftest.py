"""The toy game is registered like any other: by a folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from engine.registry import register
from tests.games import registered
from tests.support.scheduling import (
    ByGroup,
    check_group,
    one_worker_per_group,
    rank_of,
)

if TYPE_CHECKING:
    from tests.support.service import House

register(Path(__file__).parent, "tests")
settings.register_profile("patient", deadline=None)  # no test asserts a time
settings.load_profile("patient")


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByGroup:
    return ByGroup(config, log)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    one_worker_per_group(report)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        check_group(item)
    items.sort(key=rank_of)


@pytest.fixture
def market() -> Iterator[None]:
    """The rice market is a game as long as the test runs: see tests/games."""
    with registered():
        yield


@pytest.fixture(scope="session")
def home() -> Iterator[House]:
    """A whole service for all tests of a worker that need one."""
    from tests.support.live_service import open_home
    from tests.support.servers import Servers

    servers = Servers()
    try:
        house = open_home(servers)
        yield house
        house.close()
    finally:
        servers.stop()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
) -> None:
    """A worker's database is a copy; on SQLite it makes its own, in its memory."""
    if address := os.environ.get("HIKYAKU_TEST_POSTGRESQL"):
        from django.db import connection

        from tests.support.servers import prepared_database

        connection.settings_dict["TEST"]["TEMPLATE"] = prepared_database(address)


@pytest.fixture(autouse=True, scope="session")
def logs_between_tests() -> Iterator[None]:
    """Tests that commit empty all tables behind them: nobody else may empty a log."""
    from django.db.backends.postgresql.operations import DatabaseOperations

    flush = DatabaseOperations.execute_sql_flush

    def flush_with_logs(self: Any, statements: Any) -> None:
        alter = "ALTER TABLE matches_entry {} TRIGGER USER".format
        flush(self, [alter("DISABLE"), *statements, alter("ENABLE")])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "execute_sql_flush", flush_with_logs)
        yield
