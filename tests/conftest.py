"""The toy game is registered like any other: by a folder."""

import os
from pathlib import Path, PurePath
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadFileScheduling

from engine.registry import register

register(Path(__file__).parent, "tests")
settings.register_profile("patient", deadline=None)  # no test asserts a time
settings.load_profile("patient")

# A house is opened once, so its tests stay with one worker; so do those of any file.
# What takes long comes first.
FIRST = [
    *("service/test_chaos", "web", "mail/test_whole_matches", "service/test_loops"),
    *("service/test_serving", "service/test_doors", "service/test_web_secrets"),
    *("service/test_booklet", "service/test_together", "engine/test_contract"),
    *("service/test_letter_box", "api/test_bot", "service/test_crashes"),
]


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


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
) -> None:
    """A worker's database is a copy; on SQLite it makes its own, in its memory."""
    if address := os.environ.get("HIKYAKU_TEST_POSTGRESQL"):
        from django.db import connection

        from tests.servers import prepared_database

        connection.settings_dict["TEST"]["TEMPLATE"] = prepared_database(address)


def group_of(nodeid: str) -> str:
    file = PurePath(nodeid.partition("::")[0])
    folder = file.parent.name
    return folder if folder in FIRST else f"{folder}/{file.stem}"
