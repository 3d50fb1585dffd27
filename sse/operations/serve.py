"""`python -m sse.operations.serve`: everything that has to run, started by one command.

The broker, unless there is a Redis; the pages; the mail door; workers for people and
for bots; the clock. What falls is started again, and what was begun is stopped with it.
"""

from __future__ import annotations

import fcntl
import http.client
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from types import FrameType
from typing import IO

from django.core.exceptions import ImproperlyConfigured

from sse.operations import embedded_broker
from sse.operations.process_logs import PartLogs
from sse.operations.supervision import GLANCE, Child, Watchdog, say, stop_all
from sse.platform import environment as env

BACKLOG = 128
PATIENCE = 10  # seconds for the first page
ENDING_SECONDS = 30.0  # for the parts of a supervisor that was killed
SMTP = "127.0.0.1:8025"
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
HERE = {*EVERYWHERE, *EVERYWHERE.values()}


class Unable(Exception):
    """Hikyaku cannot start; the sentence says why."""


def main() -> int:
    try:
        data = env.data_folder()
        with (
            only_one(data) as lock,
            door_at(env.text("HIKYAKU_BIND", "127.0.0.1:8000"), "HIKYAKU_BIND") as at,
            mail_door(env.text("HIKYAKU_SMTP", SMTP)) as mail,
        ):
            os.environ["HIKYAKU_SITE"] = env.text("HIKYAKU_SITE") or site_at(at)
            env.site_keep(data)  # so that commands in other shells know it
            if mail:  # the letter-box answers letters through it
                os.environ["HIKYAKU_SMTP"] = address_of(mail).removeprefix("http://")
            House(data, at, mail, lock).run()
    except (Unable, ImproperlyConfigured) as error:
        say(str(error))
        return 1
    return 0


def only_one(data: Path) -> IO[str]:
    """Two on one data folder would play the same matches with two clocks."""
    lock = (data / "serve.lock").open("a+")
    end = time.monotonic() + ENDING_SECONDS
    while not is_locked(lock):
        lock.seek(0)
        owner = lock.read()
        if is_alive(owner) or time.monotonic() > end:
            raise Unable(
                f"Hikyaku already runs on {data} (process {owner or 'unknown'})."
                " Stop it first, or set HIKYAKU_DATA to another folder."
            )
        time.sleep(GLANCE)  # it was killed, and its parts are being ended
    lock.seek(0)
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()
    return lock


def is_locked(lock: IO[str]) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def is_alive(owner: str) -> bool:
    try:
        os.kill(int(owner), 0)
    except (ValueError, ProcessLookupError):
        return False
    except PermissionError:
        return True
    return True


def door_at(place: str, name: str) -> socket.socket:
    """Where browsers or mail servers knock. Ours: it stays open when a child falls."""
    host, _, port = place.rpartition(":")
    if not host or not port.isdigit() or int(port) > 65535:
        raise Unable(f"{name} reads 127.0.0.1:8000, not “{place}”.")
    host = host.strip("[]")
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, int(port)), family=family, backlog=BACKLOG)
    except OSError as error:
        raise Unable(
            f"{place} cannot be opened: {reason(error)}."
            f" If something else runs there, stop it, or set {name} to"
            f" another place, such as {host}:{int(port) % 65535 + 1}."
        ) from error


def mail_door(place: str) -> AbstractContextManager[socket.socket | None]:
    """Where mail comes in; a path is opened by the door itself, `no` by nobody."""
    if place.startswith("unix:") or place == "no":
        return nullcontext()
    return door_at(place, "HIKYAKU_SMTP")


def reason(error: OSError) -> str:
    return os.strerror(error.errno) if error.errno else str(error)


def site_at(door: socket.socket) -> str:
    """One name for this machine, on screen and in letters: cookies are of a name."""
    host, port = door.getsockname()[:2]
    return f"http://localhost:{port}" if host in HERE else address_of(door)


def address_of(door: socket.socket) -> str:
    host, port = door.getsockname()[:2]
    host = EVERYWHERE.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def greeting(
    data: Path, door: socket.socket, mail: socket.socket | None, logs: PartLogs
) -> str:
    """What a person reads who has just started it."""
    site = env.site()
    lines = [f"Hikyaku is open: {site}/"]
    if site != site_at(door):  # people come through a proxy
        lines.append(f"  Listens: {address_of(door)}")
    lines.append(
        f"  Log in:  {site}/log-in/ with any address; a letter brings the link"
    )
    lines.append(f"  Letters: {where_letters_go(data, site)}")
    if mail:
        lines.append(f"  Mail in: {address_of(mail).removeprefix('http://')} (SMTP)")
    lines.append(f"  Data:    {data}")
    lines.append(f"  Logs:    {logs.place}")
    return "\n".join([*lines, "Ctrl+C stops it."])


def where_letters_go(data: Path, site: str) -> str:
    out = env.mail_door(data)
    if env.flag("HIKYAKU_LETTER_BOX") and out.folder:
        return f"{site}/letter-box/ (none leaves this machine)"
    if out.folder:
        return f"files in {out.folder} (none leaves this machine)"
    if out.host:
        return f"leave by the mail server {out.host}:{out.port}"
    return "are printed here" if "console" in out.backend else "leave by your provider"


class House:
    """All children, from the first start to the last stop."""

    def __init__(
        self, data: Path, door: socket.socket, mail: socket.socket | None, lock: IO[str]
    ) -> None:
        self.data, self.door, self.lock = data, door, lock
        self.logs = PartLogs(data / "logs")
        self.mail = mail
        self.files = {"pages": [door.fileno()], "mail": [mail.fileno()] if mail else []}
        self.is_closing = False
        self.children: list[Child] = []  # in the order of their start
        self.watchdog: Watchdog | None = None

    def run(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.close_soon)
        try:
            self.watch()
            self.open()
            while not self.is_closing:
                self.glance()
        finally:
            self.close()

    def close_soon(self, number: int, frame: FrameType | None) -> None:
        self.is_closing = True

    def glance(self) -> None:
        self.watch()
        for child in self.children:
            child.look_after()
        self.logs.keep_short()
        time.sleep(GLANCE)

    def watch(self) -> None:
        """A watchdog that was killed is followed by another, which learns of all."""
        if self.watchdog is None or not self.watchdog.is_alive:
            self.watchdog = Watchdog(env.ROOT, [self.lock.fileno()])
            for child in self.children:
                child.tell("begin")

    def open(self) -> None:
        say("Hikyaku is starting. The first time this takes a minute or two.")
        if not env.text("REDIS_URL"):
            self.open_broker()
        self.prepare()
        if not self.is_closing:
            for name, command in programs(self.data, self.files).items():
                self.add(name, command)
            self.wait_until(lambda: is_answered(self.door))
        if not self.is_closing:
            say(greeting(self.data, self.door, self.mail, self.logs))

    def child(self, name: str, command: list[str]) -> Child:
        """A program of ours; it holds the lock as long as it lives."""
        files = [self.lock.fileno(), *self.files.get(name, [])]
        log = self.logs.file_of(name)
        return Child(name, command, env.ROOT, files, lambda: self.watchdog, log)

    def add(self, name: str, command: list[str]) -> Child:
        child = self.child(name, command)
        self.children.append(child)
        child.start()
        return child

    def open_broker(self) -> None:
        binary = embedded_broker.program()
        if binary is None:
            raise Unable(
                "There is no broker for this machine: install redis-server (or"
                " valkey-server), or set REDIS_URL to one that runs elsewhere."
            )
        door = env.broker_socket(self.data)
        self.add("broker", embedded_broker.command(binary, self.data))
        self.wait_until(lambda: embedded_broker.answers(door))

    def wait_until(self, holds: Callable[[], bool]) -> None:
        while not self.is_closing and not holds():
            self.glance()

    def prepare(self) -> None:
        """Tables, files of the pages and the demo; nothing runs before they are."""
        first = self.child("preparation", [*PYTHON, "sse.operations.serve", "prepare"])
        self.logs.forget(first.log)
        first.start()
        try:
            self.wait_until(lambda: not first.is_alive)
            if first.process and first.process.returncode and not self.is_closing:
                raise Unable(f"{self.logs.end_of(first.log)}Hikyaku does not start.")
        finally:
            stop_all([first])

    def close(self) -> None:
        """The broker last: workers say good-bye to it."""
        say("Hikyaku closes.")
        stop_all(child for child in self.children if child.name != "broker")
        stop_all(self.children)
        if self.watchdog:
            self.watchdog.close()
        say("Everything has stopped.")


PYTHON = [sys.executable, "-m"]


def programs(data: Path, files: Mapping[str, list[int]]) -> dict[str, list[str]]:
    """What runs; the Procfile names the same."""
    (door,) = files["pages"]
    count = str(env.number("HIKYAKU_WORKERS", 2, lowest=1))
    celery = [*PYTHON, "celery", "--quiet", "--app", "sse"]
    worker = [*celery, "worker", "--loglevel", "WARNING"]
    alone = ["--without-gossip", "--without-mingle"]
    return mail_program(files["mail"]) | {
        "pages": [
            *(*PYTHON, "gunicorn", "sse.wsgi", "--bind", f"fd://{door}"),
            *("--workers", "2", "--preload", "--graceful-timeout", "3"),
            *(
                "--worker-class",
                "sse.operations.web_worker.BufferingWorker",
                "--threads",
                "8",
            ),
            *("--log-level", "warning", "--no-control-socket"),
            *("--limit-request-line", "8190"),  # longer than ours: it answers better
        ],
        "workers": [*worker, "-n", "workers@%h", "-c", count, "-Q", "celery", *alone],
        "bots": [*worker, "-n", "bots@%h", "-c", "1", "-Q", "bots", *alone],
        "letters": [*worker, "-n", "letters@%h", "-c", count, "-Q", "letters", *alone],
        "booklets": [
            *(*worker, "-n", "booklets@%h", "-c", "1", "-Q", "booklets", *alone),
            *("--max-memory-per-child", "250000"),
        ],
        "clock": [
            *(*celery, "beat", "--loglevel", "WARNING", "--pidfile="),
            *("--schedule", str(data / "beat")),
        ],
    }


def mail_program(files: list[int]) -> dict[str, list[str]]:
    place = env.text("HIKYAKU_SMTP", SMTP)
    if place == "no":
        return {}
    listen = f"fd:{files[0]}" if files else place
    return {"mail": [sys.executable, "manage.py", "receive_smtp", "--listen", listen]}


def is_answered(door: socket.socket) -> bool:
    """Whether the pages are there, whatever they say."""
    host, port = door.getsockname()[:2]
    host = EVERYWHERE.get(host, host)
    line = http.client.HTTPConnection(host, port, timeout=PATIENCE)
    try:
        line.request("GET", "/healthz")
        line.getresponse()
    except OSError:
        return False
    finally:
        line.close()
    return True


def prepare() -> int:
    """In a process of its own: the supervisor stays small."""
    import django
    from django.conf import settings
    from django.core.management import call_command
    from django.db import OperationalError

    from sse.operations.checks import sqlite_file
    from sse.platform.file_privacy import data_close

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sse.settings")
    try:
        django.setup()
        data_close(settings.DATA, sqlite_file())
        call_command("migrate", verbosity=0, interactive=False)
        call_command("collectstatic", verbosity=0, interactive=False)
        if env.flag("HIKYAKU_DEMO", default=True):
            call_command("demo", verbosity=0)
        call_command("archive_index", "--missing", verbosity=0)
    except (ImproperlyConfigured, OperationalError) as error:
        say(str(error).strip())
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(prepare() if sys.argv[1:] == ["prepare"] else main())
