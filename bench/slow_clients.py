"""`python -m bench.slow_clients`: pages beside fifty clients that send a byte a second.

Run by hand, on this machine alone. It starts the pages of a service with an empty
SQLite database, once with gunicorn's own workers and once with ours.
"""

from __future__ import annotations

import http.client
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress

from tests.support.servers import free_port, migrate

SLOW, HONEST, PATIENCE = 50, 40, 10.0
KINDS = {
    "sync": ["--worker-class", "sync"],
    "gthread": ["--worker-class", "gthread", "--threads", "8"],
    "ours": [
        "--worker-class",
        "sse.operations.web_worker.BufferingWorker",
        "--threads",
        "8",
    ],
}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "HIKYAKU_DATA": folder, "SECRET_KEY": "bench"}
        env |= {"DATABASE_URL": "", "ALLOWED_HOSTS": "*"}
        env["DJANGO_SETTINGS_MODULE"] = "sse.settings"
        migrate(HIKYAKU_DATA=folder, DATABASE_URL="")
        for name, options in KINDS.items():
            port = free_port()
            command = ["-m", "gunicorn", "sse.wsgi", "--workers", "2", "--preload"]
            command += ["--bind", f"127.0.0.1:{port}", "--log-level", "error", *options]
            served = subprocess.Popen(
                [sys.executable, *command], env=env, stderr=subprocess.DEVNULL
            )
            try:
                while not answered(port):
                    time.sleep(0.2)
                calm = measured(port)
                with Slow(port):
                    time.sleep(3)
                    beside = measured(port)
            finally:
                served.terminate()
                served.wait()
            print(f"{name:8} alone {calm}   beside {SLOW} slow clients {beside}")


def answered(port: int) -> float | None:
    begin = time.perf_counter()
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        line.request("GET", "/robots.txt")
        line.getresponse().read()
    except OSError:
        return None
    finally:
        line.close()
    return time.perf_counter() - begin


def measured(port: int) -> str:
    """The median and the worst of some pages; it gives up after three in vain."""
    times: list[float] = []
    lost = 0
    while len(times) < HONEST and lost < 3:
        found = answered(port)
        if found is None:
            lost += 1
        else:
            times.append(found * 1000)
    if not times:
        return f"no answer in {PATIENCE:g} s"
    return f"{statistics.median(times):.1f} ms (worst {max(times):.1f}, lost {lost})"


class Slow:
    """Clients that never come to the end of their first line."""

    def __init__(self, port: int) -> None:
        place = ("127.0.0.1", port)
        self.lines = [socket.create_connection(place) for _ in range(SLOW)]
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.drip)

    def __enter__(self) -> None:
        self.thread.start()

    def drip(self) -> None:
        for letter in b"GET /robots.txt HTTP/1.1\r\nX: " + b"x" * 1000:
            for line in self.lines:
                with suppress(OSError):
                    line.send(bytes([letter]))
            if self.is_over.wait(1):
                return

    def __exit__(self, *_: object) -> None:
        self.is_over.set()
        self.thread.join()
        for line in self.lines:
            line.close()


if __name__ == "__main__":
    main()
