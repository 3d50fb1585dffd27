"""Another machine that is told what happens: a real HTTP server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import NamedTuple


class Heard(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes


class Listener:
    """Answers as it is told to, and remembers what it heard."""

    def __init__(self) -> None:
        self.heard: list[Heard] = []
        self.status, self.location = 204, ""
        self.server: ThreadingHTTPServer

    @property
    def port(self) -> int:
        return int(self.server.server_address[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"


@contextmanager
def listening() -> Iterator[Listener]:
    here = Listener()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"] or 0)
            said = Heard(self.path, dict(self.headers), self.rfile.read(length))
            here.heard.append(said)
            self.send_response(here.status)
            if here.location:
                self.send_header("Location", here.location)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    here.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=here.server.serve_forever, daemon=True)
    thread.start()
    try:
        yield here
    finally:
        here.server.shutdown()
        here.server.server_close()
