"""A whole service for one test: a database, a broker and a data folder of its own.

Which database and broker: those that the tests run on, see tests/environment.py.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import redis

from sse.operations.supervision import die_with
from sse.platform import environment as env
from tests.support.servers import Servers, prepared_database, prepared_file

ROOT = Path(__file__).parent.parent.parent
IS_SQLITE = os.environ.get("HIKYAKU_TEST_DATABASE") == "sqlite"
PATIENCE = 300.0  # seconds; nothing here is expected to take as long


class House:
    """Its tables are there, unless it is new: then whoever opens it makes them."""

    def __init__(
        self, servers: Servers, on_sqlite: bool = IS_SQLITE, is_new: bool = False
    ) -> None:
        self.data = servers.folder()
        self.env = {**os.environ, "HIKYAKU_DATA": str(self.data)}
        for name in ("DATABASE_URL", "REDIS_URL", "HIKYAKU_SITE", "HIKYAKU_BIND"):
            self.env.pop(name, None)
        self.env |= {"HIKYAKU_DEMO": "no", "SWEEP_SECONDS": "1", "PRESS_FILES": "no"}
        self.env |= {"HIKYAKU_SMTP": "127.0.0.1:0", "HIKYAKU_LOGS": "screen"}
        if not on_sqlite:
            self.env["DATABASE_URL"] = new_database(is_new)
            self.env["REDIS_URL"] = servers.redis()
        elif not is_new:
            files = Path(os.environ["HIKYAKU_TEST_FILES"])
            shutil.copy(prepared_file(files), self.data)
        self.served: subprocess.Popen[bytes] | None = None
        self.log = (
            servers.folder() / "serve.log"
        )  # what lies in `data` is the service's

    # ------------------------------------------------------------------- inside

    def python(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=self.env,
            capture_output=True,
            text=True,
            check=False,
        )

    def begin(self, name: str, *arguments: Any) -> subprocess.Popen[str]:
        """Do something of tests/support/service_tasks.py in a process of the house."""
        said = map(json.dumps, arguments)
        return subprocess.Popen(
            [sys.executable, "-m", "tests.support.service_tasks", name, *said],
            cwd=ROOT,
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=die_with(os.getpid()),
        )

    def do(self, name: str, *arguments: Any) -> Any:
        return result_of(self.begin(name, *arguments))

    # ------------------------------------------------------------------ serving

    def open(self, bind: str = "127.0.0.1:0") -> None:
        """`python -m sse serve`, until its pages answer."""
        with self.log.open("wb") as log:
            self.served = subprocess.Popen(
                [sys.executable, "-m", "sse", "serve"],
                cwd=ROOT,
                env={**self.env, "HIKYAKU_BIND": bind},
                stdout=log,
                stderr=log,
                preexec_fn=die_with(os.getpid()),  # also when a test run is broken off
            )
        wait_until(lambda: self.address, self.log)

    @property
    def address(self) -> str:
        """HOST:PORT, as it was told to whoever started the house."""
        assert self.served is not None
        assert self.served.poll() is None, self.log.read_text()
        told = re.search(r"is open: http://([\w.]+:\d+)/", self.log.read_text())
        return told[1] if told else ""

    @property
    def mail_address(self) -> tuple[str, int]:
        """Where mail comes in, as the door said when it was last opened."""
        told = re.findall(r"comes in at ([\d.]+):(\d+)\.", self.log.read_text())
        return (told[-1][0], int(told[-1][1])) if told else ("", 0)

    def status(self, path: str) -> int:
        line = http.client.HTTPConnection(self.address, timeout=PATIENCE)
        try:
            line.request("GET", path)
            return line.getresponse().status
        finally:
            line.close()

    def processes(self, words: str = "") -> list[int]:
        """Everybody below the supervisor whose command holds the words."""
        assert self.served is not None
        return [pid for pid in below(self.served.pid) if words in command_of(pid)]

    def broker(self) -> redis.Redis:
        door = env.broker_socket(self.data)
        return redis.Redis.from_url(self.env.get("REDIS_URL", f"unix://{door}"))

    def close(self) -> None:
        if self.served is not None:
            self.end(signal.SIGTERM)

    def end(self, number: int) -> None:
        """The supervisor is told to stop, or killed: all others go with it."""
        assert self.served is not None
        served, self.served, everybody = self.served, None, self.processes()
        served.send_signal(number)
        code = served.wait(PATIENCE)
        assert code == (-number if number == signal.SIGKILL else 0)
        wait_until(lambda: not any(map(is_running, everybody)), self.log)


def new_database(is_empty: bool) -> str:
    address, name = os.environ["HIKYAKU_TEST_POSTGRESQL"], f"h{time.time_ns()}"
    model = "template1" if is_empty else prepared_database(address)
    with psycopg.connect(f"{address}postgres", autocommit=True) as connection:
        connection.execute(f"create database {name} template {model}".encode())
    return f"{address}{name}"


def result_of(process: subprocess.Popen[str]) -> Any:
    said, complained = process.communicate()
    assert process.returncode == 0, complained
    return json.loads(said.splitlines()[-1])


def below(pid: int) -> list[int]:
    """The process's children and theirs, eldest first."""
    try:
        said = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except OSError:
        return []
    children = [int(word) for word in said.split()]
    return [*children, *(pid for child in children for pid in below(child))]


def command_of(pid: int) -> str:
    try:
        said = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return ""
    return said.replace(b"\0", b" ").decode(errors="replace")


def is_running(pid: int) -> bool:
    return bool(command_of(pid))


def kill_one(pids: list[int], dice: Random) -> None:
    """Without a warning, as a machine out of memory would."""
    if pids:
        with suppress(ProcessLookupError):
            os.kill(dice.choice(pids), signal.SIGKILL)


def wait_until(holds: Callable[[], object], log: Path | None = None) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        told = log.read_text() if log else ""
        assert time.monotonic() < end, f"waited in vain\n{told}"
        time.sleep(0.05)
