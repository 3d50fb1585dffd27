"""`hikyaku serve`, or `python -m sse serve`: one command runs the whole service.

It starts the embedded broker, unless there is a Redis, prepares database and files, and
starts every process of the Procfile. It restarts what falls, and stops all of it.
"""

from __future__ import annotations

import fcntl
import http.client
import os
import re
import shlex
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
from sse.operations.process_logs import ProcessLogs
from sse.operations.supervision import GLANCE_SECONDS, Child, Watchdog, say, stop_all
from sse.platform import environment as env

BACKLOG = 128
PAGE_SECONDS = 10  # for one answer of the pages
ENDING_SECONDS = 30.0  # for the processes of a supervisor that was killed
BIND, SMTP = "127.0.0.1:8000", "127.0.0.1:8025"
PYTHON = [sys.executable, "-m"]
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
HERE = {*EVERYWHERE, *EVERYWHERE.values()}


class Unable(Exception):
    """Hikyaku cannot start; the sentence says why."""


def serve() -> int:
    """Run everything until a signal; return 0 unless it cannot start."""
    try:
        data = env.data_folder()
        os.environ["HIKYAKU_DATA"] = str(data)  # processes run in another folder
        with (
            only_one(data) as lock,
            listening_socket(env.text("HIKYAKU_BIND", BIND), "HIKYAKU_BIND") as web,
            mail_socket(env.text("HIKYAKU_SMTP", SMTP)) as mail,
        ):
            os.environ["HIKYAKU_SITE"] = env.text("HIKYAKU_SITE") or site_at(web)
            env.site_keep(data)  # so that commands in other shells know it
            if mail:  # the letter-box answers letters through it
                os.environ["HIKYAKU_SMTP"] = address_of(mail).removeprefix("http://")
            Supervisor(data, web, mail, lock).run()
    except (Unable, ImproperlyConfigured) as error:
        say(str(error))
        return 1
    return 0


def only_one(data: Path) -> IO[str]:
    """Lock the data folder: two services on it would run its clocks twice."""
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
        time.sleep(GLANCE_SECONDS)  # it was killed; its processes are being ended
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
        pass
    return True


def listening_socket(place: str, name: str) -> socket.socket:
    """Open a socket of the supervisor's: it stays open when a process falls."""
    host, _, port = place.rpartition(":")
    if not host or not port.isdigit() or int(port) > 65535:
        raise Unable(f"{name} reads 127.0.0.1:8000, not “{place}”.")
    host = host.strip("[]")
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, int(port)), family=family, backlog=BACKLOG)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else error
        raise Unable(
            f"{place} cannot be opened: {reason}."
            f" If something else runs there, stop it, or set {name} to"
            f" another place, such as {host}:{int(port) % 65535 + 1}."
        ) from error


def mail_socket(place: str) -> AbstractContextManager[socket.socket | None]:
    """Open the socket for mail; the mail process opens a path itself, and `no` none."""
    if place.startswith("unix:") or place == "no":
        return nullcontext()
    return listening_socket(place, "HIKYAKU_SMTP")


def site_at(web: socket.socket) -> str:
    """Return one address for screen and emails: cookies belong to a host name."""
    host, port = web.getsockname()[:2]
    return f"http://localhost:{port}" if host in HERE else address_of(web)


def address_of(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    host = EVERYWHERE.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def greeting(
    data: Path, web: socket.socket, mail: socket.socket | None, logs: ProcessLogs
) -> str:
    """Return what is printed when the service is open."""
    site = env.site()
    lines = [f"Hikyaku is open: {site}/"]
    if site != site_at(web):  # people come through a proxy
        lines.append(f"  Listens: {address_of(web)}")
    lines.append(f"  Log in:  {site}/log-in/ with any address; an email has the link")
    lines.append(f"  Emails:  {emails_go_to(data, site)}")
    if mail:
        lines.append(f"  Mail in: {address_of(mail).removeprefix('http://')} (SMTP)")
    lines.append(f"  Data:    {data}")
    lines.append(f"  Logs:    {logs.place}")
    return "\n".join([*lines, "Ctrl+C stops it."])


def emails_go_to(data: Path, site: str) -> str:
    out = env.mail_door(data)
    if env.flag("HIKYAKU_LETTER_BOX") and out.folder:
        return f"{site}/letter-box/ (none leaves this machine)"
    if out.folder:
        return f"files in {out.folder} (none leaves this machine)"
    if out.host:
        return f"the mail server {out.host}:{out.port}"
    return "this screen" if "console" in out.backend else "your provider"


class Supervisor:
    """Starts all processes, watches over them, and stops them."""

    def __init__(
        self, data: Path, web: socket.socket, mail: socket.socket | None, lock: IO[str]
    ) -> None:
        self.data, self.web, self.mail, self.lock = data, web, mail, lock
        self.logs = ProcessLogs(data / "logs")
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
        time.sleep(GLANCE_SECONDS)

    def watch(self) -> None:
        """Start a watchdog if none runs, and tell it of all children."""
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
            for name, command in self.commands().items():
                self.add(name, command)
            self.wait_until(lambda: is_answered(self.web))
        if not self.is_closing:
            say(greeting(self.data, self.web, self.mail, self.logs))

    def commands(self) -> dict[str, list[str]]:
        """Return how to start each process; web and mail get sockets that are open."""
        env.number("HIKYAKU_WORKERS", 2, lowest=1)  # a wrong number is reported here
        env.number("HIKYAKU_WEB_WORKERS", 2, lowest=1)
        variables = {**os.environ, "HIKYAKU_BIND": f"fd://{self.web.fileno()}"}
        if self.mail:
            variables["HIKYAKU_SMTP"] = f"fd:{self.mail.fileno()}"
        commands = procfile_commands(env.RESOURCES / "Procfile", variables)
        if variables.get("HIKYAKU_SMTP") == "no":
            del commands["mail"]
        return commands

    def child(self, name: str, command: list[str]) -> Child:
        """Prepare a process; it holds the lock as long as it lives."""
        sockets = {"web": self.web, "mail": self.mail}
        files = [file.fileno() for file in (self.lock, sockets.get(name)) if file]
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
        self.add("broker", embedded_broker.command(binary, self.data))
        listens_at = env.broker_socket(self.data)
        self.wait_until(lambda: embedded_broker.answers(listens_at))

    def wait_until(self, holds: Callable[[], bool]) -> None:
        while not self.is_closing and not holds():
            self.glance()

    def prepare(self) -> None:
        """Make tables, static files and the demo before anything else runs."""
        first = self.child("preparation", [*PYTHON, "sse.operations.serve", "prepare"])
        if first.log:
            first.log.unlink(missing_ok=True)
        first.start()
        try:
            self.wait_until(lambda: not first.is_alive)
            if first.process and first.process.returncode and not self.is_closing:
                raise Unable(f"{self.logs.end_of(first.log)}Hikyaku does not start.")
        finally:
            stop_all([first])

    def close(self) -> None:
        """Stop everything, the broker last: workers sign off at it."""
        say("Hikyaku closes.")
        stop_all(child for child in self.children if child.name != "broker")
        stop_all(self.children)
        if self.watchdog:
            self.watchdog.close()
        say("Everything has stopped.")


def procfile_commands(file: Path, variables: Mapping[str, str]) -> dict[str, list[str]]:
    """Read the processes of a Procfile, with the values of its `${NAME:-default}`.

    `release` is left out, as everywhere: it is no process that stays.
    """

    def value(found: re.Match[str]) -> str:
        return shlex.quote(variables.get(found[1], "").strip() or found[2])

    commands = {}
    for line in file.read_text().splitlines():
        name, _, command = line.partition(":")
        if name != "release":
            words = shlex.split(re.sub(r"\$\{(\w+):-([^}]*)\}", value, command))
            python = PYTHON[:1] if words[0] == "python" else [*PYTHON, words[0]]
            commands[name] = [*python, *words[1:]]
    return commands


def is_answered(web: socket.socket) -> bool:
    """Return whether the pages answer, whatever they say."""
    host, port = web.getsockname()[:2]
    host = EVERYWHERE.get(host, host)
    line = http.client.HTTPConnection(host, port, timeout=PAGE_SECONDS)
    try:
        line.request("GET", "/healthz")
        line.getresponse()
    except OSError:
        return False
    finally:
        line.close()
    return True


def prepare() -> int:
    """Make tables, static files and demo, in a process that ends again."""
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
    sys.exit(prepare() if sys.argv[1:] == ["prepare"] else serve())
