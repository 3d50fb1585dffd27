"""A real browser before a real service.

    def test_the_archive_can_be_read(tabs: Tabs) -> None:
        match = bots_only(someone("Aki"))
        page = tabs.open()                    # tabs.open(player, width=360, ...)
        page.goto(f"/matches/{match.pk}/")
        check_for_all(page)

The house (of tests/conftest.py), its database and the browser stay for all tests;
players and matches do too, so a test makes its own: tests/support/live_service.py.
Errors in the console fail the test.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connections
from playwright.sync_api import Browser, sync_playwright
from pytest_django import DjangoDbBlocker

from sse.matches import states
from sse.platform import wake
from tests.browser.tabs import CHROMIUM, QUIET, Tabs
from tests.support.live_service import rows_of
from tests.support.service import House

os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "yes"  # Playwright's loop is not Django's


@pytest.fixture(scope="session")
def chromium(django_db_setup: None) -> Iterator[Browser]:
    """While it runs, this thread is one of an event loop, and such a thread has other
    connections to the database: they are closed before the database is dropped.
    """
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()
        connections.close_all()


@pytest.fixture
def rows(home: House, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The rows of the house, for the test's own hands."""
    with django_db_blocker.unblock(), rows_of(home):
        yield
    states.NEAR.clear()


@pytest.fixture
def tabs(home: House, chromium: Browser, rows: None) -> Iterator[Tabs]:
    found = Tabs(chromium, f"http://{home.address}")
    yield found
    found.close()


@pytest.fixture
def market_tabs(
    chromium: Browser, live_server: Any, settings: Any, tmp_path: Path
) -> Iterator[Tabs]:
    """Tabs for games that only a test registers: Django serves the pages itself."""
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": plain}}
    settings.STATIC_ROOT = tmp_path
    call_command("collectstatic", interactive=False, link=True, verbosity=0)
    found = Tabs(chromium, live_server.url)
    with wake.muffled():
        yield found
        found.close()
