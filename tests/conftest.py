"""The toy game is registered like any other: by a folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadFileScheduling

from engine.registry import register
from tests.games import registered

if TYPE_CHECKING:
    from tests.support.service import House

register(Path(__file__).parent, "tests")
settings.register_profile("patient", deadline=None)  # no test asserts a time
settings.load_profile("patient")

# A house is opened once, so its tests stay with one worker; so do those of any file.
# What takes long comes first.
FIRST = [
    *("web", "mail/test_whole_matches", "web, too", "service/test_chaos"),
    *("service/test_loops",),
    *("service/test_web_secrets", "service/test_booklet", "service/test_serving"),
    *("service/test_doors", "engine/test_contract", "api/test_schema"),
    *("service/test_archive_pages", "service/test_variation_files"),
    *("service/test_crashes", "service/test_letters", "service/test_letter_secrets"),
    *("age_of_war/test_show", "small_samurai_empires/test_random_play"),
    *("service/test_together", "service/test_replay", "service/test_ingest"),
]
WITH = {  # another group, whose house or booklets they look at
    "api/test_bot": "web, too",
    "service/test_letter_box": "web, too",
    "web/test_archive": "web, too",
    "web/test_choices": "web, too",
    "web/test_every_page": "web, too",
    "web/test_planner": "web, too",
    "web/test_rehearsing": "web, too",
    "service/test_layout": "service/test_booklet",
}
WORKERS: dict[str, str] = {}  # by group


class ByGroup(LoadFileScheduling):  # type: ignore[misc]
    """Not xdist's own groups: since pytest 9.2 they do nothing, and nothing tells."""

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByGroup:
    return ByGroup(config, log)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    worker = getattr(report, "worker_id", "")
    group = group_of(report.nodeid)
    assert WORKERS.setdefault(group, worker) == worker, f"{group} is torn apart"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    places = {group: place for place, group in enumerate(FIRST)}
    items.sort(key=lambda item: places.get(group_of(item.nodeid), len(FIRST)))


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


def group_of(nodeid: str) -> str:
    file = PurePath(nodeid.partition("::")[0])
    folder, name = file.parent.name, f"{file.parent.name}/{file.stem}"
    return WITH.get(name, folder if folder in FIRST else name)
