"""Real servers for tests: on free ports, with data in a folder that goes with them."""

from __future__ import annotations

import fcntl
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import psycopg
import redis

from sse.operations import embedded_broker
from sse.operations.supervision import Child, stop_all
from sse.platform import environment as env

PATIENCE = 60.0  # seconds until a server must answer
NEW_FOLDER = "hikyaku-test-"
SQLITE = "hikyaku.sqlite3"
QUICK = "fsync = off\nfull_page_writes = off\n"  # nothing of it is kept


class Servers:
    """Started by whoever needs them, stopped together."""

    def __init__(self) -> None:
        self.children: list[Child] = []
        self.folders: list[Path] = []

    def folder(self) -> Path:
        self.folders.append(Path(tempfile.mkdtemp(prefix=NEW_FOLDER)))
        return self.folders[-1]

    def start(self, name: str, command: list[str], is_up: Callable[[], object]) -> None:
        child = Child(name, command, Path("/"))
        self.children.append(child)
        child.start()
        wait_until(is_up, child)

    def stop(self) -> None:
        stop_all(self.children)
        for folder in self.folders:
            shutil.rmtree(folder, ignore_errors=True)
        self.children, self.folders = [], []

    def postgresql(self, durable: bool = False) -> str:
        """An address that ends with `/`: the name of a database goes there."""
        folder, port = self.folder(), free_port()
        if os.getuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        data, quick = folder / "data", ("--auth=trust", "--no-sync", "--locale=C.UTF-8")
        make = [postgresql("initdb"), "-D", str(data), "-U", "hikyaku", *quick]
        subprocess.run(as_postgres(make), check=True, capture_output=True, cwd="/")
        (data / "postgresql.conf").write_text(
            f"port = {port}\nlisten_addresses = '127.0.0.1'\n"
            "unix_socket_directories = ''\nmax_connections = 200\n"
            f"log_min_messages = panic\n{'' if durable else QUICK}"
        )
        url = f"postgresql://hikyaku@127.0.0.1:{port}/"
        run = as_postgres([postgresql("postgres"), "-D", str(data)])
        self.start("postgresql", run, lambda: psycopg.connect(f"{url}postgres").close())
        return url

    def redis(self) -> str:
        folder, port = self.folder(), free_port()
        program = shutil.which("redis-server") or "redis-server"
        where = ["--bind", "127.0.0.1", "--port", str(port), "--dir", str(folder)]
        quiet = [
            "--save",
            "",
            "--loglevel",
            "warning",
            "--logfile",
            str(folder / "log"),
        ]
        url = f"redis://127.0.0.1:{port}/0"
        client = redis.Redis.from_url(url)
        self.start("redis", [program, *where, *quiet], client.ping)
        return url

    def embedded_broker(self) -> str:
        folder, program = self.folder(), embedded_broker.program()
        assert program
        door = env.broker_socket(folder)
        client = redis.Redis(unix_socket_path=str(door))
        self.start("broker", embedded_broker.command(program, folder), client.ping)
        return f"unix://{door}"


# ------------------------------------------------------------------- with all tables


def prepared_database(address: str) -> str:
    """The name of a database to be copied; who needs it first makes it."""
    name, making = "prepared", "making"
    with psycopg.connect(f"{address}postgres", autocommit=True) as line:
        line.execute("select pg_advisory_lock(1)")  # until this line is closed
        found = "select 1 from pg_database where datname = %s"
        if not line.execute(found, [name]).fetchone():
            line.execute(f"create database {making}".encode())
            migrate(DATABASE_URL=f"{address}{making}")
            line.execute(f"alter database {making} rename to {name}".encode())
    return name


def prepared_file(folder: Path) -> Path:
    """The same for SQLite."""
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "prepared").exists():
            migrate(DATABASE_URL="", HIKYAKU_DATA=str(folder / "making"))
            (folder / "making").rename(folder / "prepared")
    return folder / "prepared" / SQLITE


def migrate(**settings: str) -> None:
    command = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
    done = subprocess.run(
        command,
        cwd=env.ROOT,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def wait_until(is_up: Callable[[], object], child: Child) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            is_up()
            return
        except (psycopg.OperationalError, redis.RedisError):
            if not child.is_alive or time.monotonic() > end:
                raise
            time.sleep(0.05)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as line:
        return int(line.getsockname()[1])


def postgresql(program: str) -> str:
    """Debian keeps these programs out of the path."""
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))
    found = str(places[-1]) if places else shutil.which(program)
    assert found, f"There is no {program}; `sh .ci/system` installs it."
    return found


def as_postgres(command: list[str]) -> list[str]:
    """PostgreSQL refuses to run as root."""
    if os.getuid() != 0:
        return command
    who = ["--reuid=postgres", "--regid=postgres", "--clear-groups"]
    return ["setpriv", *who, "--", *command]
