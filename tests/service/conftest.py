"""A service without workers: a test says when they work."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sse.accounts.models import Player
from sse.platform import wake
from sse.platform.redis_cache import breaker
from tests.service.people import new_player

Rings = list[tuple[Any, tuple[int, ...]]]
# On SQLite only what asks the database in a way of its own.
TWICE = [
    *("access", "accounts", "archive_index", "archive_pages", "backup", "chaos"),
    *("ingest", "keeping", "limits", "opening", "organising", "plans", "playing"),
    *("relay", "reports", "retention", "ringing", "routes", "rows", "serving"),
    *("states", "statistics", "tags", "together"),
]
# But not what is the same there: it has a SQLite of its own, or looks at processes.
ONCE = {
    *("test_a_copy_is_restored_and_its_log_holds", "test_a_second_start_is_refused"),
    *("test_a_place_that_is_taken_is_told", "test_a_mail_door_that_is_taken_is_told"),
    *("test_postgresql_has_a_tool_of_its_own", "test_who_is_killed_is_started_again"),
}
if os.environ.get("HIKYAKU_TEST_DATABASE") == "sqlite":
    names = {file.name for file in Path(__file__).parent.glob("test_*.py")}
    collect_ignore = sorted(names - {f"test_{name}.py" for name in TWICE})

    def pytest_collection_modifyitems(
        config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        done = [item for item in items if item.name.partition("[")[0] in ONCE]
        config.hook.pytest_deselected(items=done)
        items[:] = [item for item in items if item not in done]


@pytest.fixture(autouse=True)
def rings(monkeypatch: pytest.MonkeyPatch) -> Rings:
    """Rings that no worker has heard yet."""
    breaker.worked()  # what a test before this one broke
    heard: Rings = []
    for name in ("ring", "ring_now", "ring_again", "ring_once"):
        monkeypatch.setattr(wake, name, lambda task, *ids: heard.append((task, ids)))
    monkeypatch.setattr(wake, "LINGER", 0)
    return heard


@pytest.fixture(autouse=True)
def quick_passwords(settings: Any) -> None:
    """Argon2 is slow on purpose; no test asks how slow."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def work(rings: Rings) -> Callable[[], int]:
    """Lets the workers work until nothing rings any more. How often it rang."""

    def until_quiet() -> int:
        done = 0
        while rings:
            task, ids = rings.pop(0)
            task(*ids)
            done += 1
        return done

    return until_quiet


@pytest.fixture
def aki(db: None) -> Player:
    return new_player("Aki")


@pytest.fixture
def botan(db: None) -> Player:
    return new_player("Botan")


@pytest.fixture
def chie(db: None) -> Player:
    return new_player("Chie")


@pytest.fixture
def doi(db: None) -> Player:
    """A stranger."""
    return new_player("Doi")


@pytest.fixture
def own_files_and_cache(settings: Any, tmp_path: Path) -> None:
    """Pages as before `collectstatic`; files and limits of this test alone."""
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": plain}}
    settings.MEDIA_ROOT = tmp_path / "files"
    memory = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": memory, "LOCATION": str(tmp_path)}}
