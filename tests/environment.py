"""Loaded before everything else: Django's settings read the environment once.

The service's tests run on PostgreSQL and Redis, which are started here, once for all
processes; with HIKYAKU_TEST_DATABASE=sqlite, on SQLite and the embedded broker. Tests
of the engine alone start nothing.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Generator, Sequence

import pytest

PURE = ("tests/engine", "tests/toy", "tests/test_", "README.md", "docs")
OURS = ("HIKYAKU_TEST_POSTGRESQL", "HIKYAKU_TEST_FILES")

os.environ["DJANGO_SETTINGS_MODULE"] = "sse.settings"
os.environ["HIKYAKU_DATA"] = tempfile.mkdtemp(prefix="hikyaku-test-")
STATIC = os.path.join(os.environ["HIKYAKU_DATA"], "static")
os.mkdir(STATIC, 0o700)  # without the folder every test client warns
os.environ["SECRET_KEY"] = "only for tests"
os.environ["ALLOWED_HOSTS"] = "*"
os.environ["MAIL_RATE_ALL"] = os.environ["MAIL_RATE_DOMAIN"] = "10000/second"
atexit.register(shutil.rmtree, os.environ["HIKYAKU_DATA"], ignore_errors=True)


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(
    early_config: pytest.Config,
) -> Generator[None, object, object]:
    if "PYTEST_XDIST_WORKER" not in os.environ:  # those inherit what is set here
        for name in ("DATABASE_URL", "REDIS_URL", *OURS):
            os.environ.pop(name, None)
        if not is_pure(early_config.known_args_namespace.file_or_dir):
            start_servers(os.environ.setdefault("HIKYAKU_TEST_DATABASE", "postgresql"))
    elif os.environ.get("REDIS_URL", "").startswith("redis:"):
        number = int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw")) + 1
        where = os.environ["REDIS_URL"].rpartition("/")[0]
        os.environ["REDIS_URL"] = f"{where}/{number}"  # one fills no other's buckets
    return (yield)


def is_pure(arguments: Sequence[str]) -> bool:
    """Whether the command names tests, and all of them do without servers."""
    return bool(arguments) and all(
        os.path.relpath(argument).startswith(PURE) for argument in arguments
    )


def start_servers(database: str) -> None:
    from tests.support.servers import Servers

    servers = Servers()
    atexit.register(servers.stop)
    os.environ["HIKYAKU_TEST_FILES"] = str(servers.folder())
    if database == "sqlite":
        os.environ["REDIS_URL"] = servers.embedded_broker()
        return
    address = servers.postgresql()
    os.environ["HIKYAKU_TEST_POSTGRESQL"] = address
    os.environ["DATABASE_URL"] = f"{address}postgres"
    os.environ["REDIS_URL"] = servers.redis()
