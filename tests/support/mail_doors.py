"""Doors in tests: real ones, in processes of their own, before a real database."""

from __future__ import annotations

import os
import re
import signal
import smtplib
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import psycopg

from sse.inbox.environment import derive_key
from sse.operations.supervision import die_with
from sse.platform.mail_addresses import Office, address_make
from tests.support.service import PATIENCE, ROOT, House

DOMAIN = "play.example.org"
SECRET = "only for tests at doors"
OFFICE = Office(DOMAIN, {0: derive_key(SECRET)}, "turns")
SETTINGS = {
    "SECRET_KEY": SECRET,
    "MAIL_FROM": f"Hikyaku <turns@{DOMAIN}>",
    "MAIL_DOMAIN": DOMAIN,
    "MAIL_MOST_BYTES": "100000",
    "MAIL_RATE_SEAT": "12/hour",
}
DEADLY = """
import os, signal, sys, django
django.setup()
from sse.inbox.doors import smtp

def deadly(*, mails):
    keep(mails=mails)
    os.kill(os.getpid(), signal.SIGKILL)

keep, smtp.mails_keep = smtp.mails_keep, deadly
from django.core.management import call_command
call_command("receive_smtp", listen="127.0.0.1:0")
"""


def seat_address(number: int, turn: int = 1) -> str:
    return address_make(OFFICE, "o", number, turn)


def mail(to: str, words: str = "fill D1 2", number: int = 1, **headers: str) -> bytes:
    """A mail of Aki's."""
    more = "".join(f"{name.replace('_', '-')}: {v}\r\n" for name, v in headers.items())
    return (
        f"From: Aki <aki@example.org>\r\nTo: {to}\r\nSubject: orders\r\n"
        f"Message-ID: <{number}@example.org>\r\n{more}"
        f"Content-Type: text/plain; charset=utf-8\r\n\r\n{words}\r\n"
    ).encode()


class Entrance:
    """A door that is open, until it is closed or killed."""

    def __init__(self, house: House, *command: str, **settings: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *command],
            cwd=ROOT,
            env={**house.env, **SETTINGS, **settings},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=die_with(os.getpid()),
        )
        assert self.process.stdout
        self.said = self.process.stdout.readline()

    @property
    def port(self) -> int:
        told = re.search(r":(\d+)\.$", self.said)
        assert told, self.fault()
        return int(told[1])

    def fault(self) -> str:
        self.process.kill()
        return self.said + self.process.communicate()[1]

    def line(self) -> smtplib.SMTP:
        return smtplib.SMTP("127.0.0.1", self.port, timeout=PATIENCE)

    def bring(self, raw: bytes, to: str, sender: str = "aki@example.org") -> int:
        """One message by a connection of its own; the last answer's code."""
        with self.line() as line:
            return bring(line, raw, to, sender)

    def close(self) -> int:
        """How it ends when it is asked to."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.communicate(timeout=PATIENCE)
        finally:
            self.process.kill()
        return int(self.process.returncode)


def smtp(house: House, *more: str, **settings: str) -> Entrance:
    command = ("manage.py", "receive_smtp", "--listen", "127.0.0.1:0", *more)
    return Entrance(house, *command, **settings)


def bring(line: smtplib.SMTP, raw: bytes, to: str, sender: str) -> int:
    line.ehlo_or_helo_if_needed()
    for code, _ in (line.mail(sender), line.rcpt(to)):
        if code != 250:
            return code
    return line.data(raw)[0]


def manage(
    house: House, *command: str, given: bytes = b"", **settings: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env={**house.env, **SETTINGS, **settings},
        input=given,
        capture_output=True,
        check=False,
    )


# ----------------------------------------------------------------------- database


def ask(house: House, statement: str, values: Sequence[Any] = ()) -> list[Any]:
    """The database itself, as somebody else sees it."""
    if url := house.env.get("DATABASE_URL"):
        with psycopg.connect(url) as line:
            done = line.execute(statement.replace("?", "%s").encode(), values)
            return done.fetchall() if done.description else []
    with sqlite3.connect(house.data / "hikyaku.sqlite3", timeout=PATIENCE) as file:
        return file.execute(statement, values).fetchall()


def rows(house: House, address: str, field: str = "raw") -> list[Any]:
    statement = f"select {field} from inbox_rawmail where lower(recipient) = ?"
    found = ask(house, f"{statement} order by id", [address.lower()])
    return [bytes(row[0]) if field == "raw" else row[0] for row in found]


def wait_for(holds: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)
