"""Programs beside the bench, each in a process of its own."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

DOOR = ("manage.py", "receive_smtp", "--listen", "127.0.0.1:0")


@contextmanager
def running(*command: str) -> Iterator[int]:
    """A server, while it is needed; its port."""
    with subprocess.Popen(
        [sys.executable, *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            assert process.stdout
            told = re.search(r":(\d+)\.$", process.stdout.readline())
            assert told
            yield int(told[1])
        finally:
            process.terminate()
            process.wait(30)


@contextmanager
def worker(queue: str, count: int) -> Iterator[None]:
    """Those who work through a queue."""
    command = [sys.executable, "-m", "celery", "-A", "sse", "worker", "-Q", queue]
    command += ["-c", str(count), "-n", f"{queue}@%h", "--loglevel", "ERROR"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            yield
        finally:
            process.terminate()
            process.wait(30)
