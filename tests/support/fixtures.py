"""People, and a service without workers: a test says when they work.

The `conftest.py` of each package of the service imports all of it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sse.accounts.models import Player
from sse.platform import wake
from sse.platform.redis_cache import breaker
from tests.support.people import new_player

__all__ = [
    *("aki", "botan", "chie", "doi", "own_files_and_cache"),
    *("quick_passwords", "rings", "work"),
]

Rings = list[tuple[Any, tuple[int, ...]]]


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
