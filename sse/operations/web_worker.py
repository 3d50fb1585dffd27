"""A gunicorn worker in which a slow client holds no thread.

gunicorn's threads read what a client sends, and wait for each byte of it: a few dozen
clients that send one byte a second keep everybody else out. Here one thread, the one
that accepts connections, gathers each request as it comes, and another thread is taken
only when the request is whole. The same thread waits for clients to hang up. A client
that does not read its answer is cut off.
"""

from __future__ import annotations

import json
import re
import selectors
import socket
import time
from functools import partial
from typing import Any

from gunicorn.workers.gthread import TConn, ThreadWorker  # type: ignore[import-untyped]

from sse.platform import environment as env

HEAD_SECONDS = 20.0  # until the last line of the head
REQUEST_SECONDS = 90.0  # until the last byte of the body
SEND_SECONDS = 20.0  # for a piece of the answer
LINGER_SECONDS = 2.0  # until a client has hung up
MOST_HEAD = 64 * 2**10  # bytes
MOST_LINE = 8190  # of them in the first line: gunicorn's own limit, which answers HTML
# Files that are imported have 8 MB; mails come as forms and are written at more length.
MOST_BODY = max(10 * 2**20, 2 * env.number("MAIL_MOST_BYTES", 2 * 2**20))
MOST_GATHERED = 96 * 2**20  # by all requests of a worker together
PIECE = 64 * 2**10

END = b"\r\n\r\n"
LENGTH = re.compile(rb"(?im)^content-length:[ \t]*([0-9]{1,18})[ \t]*\r?$")
CODED = re.compile(rb"(?im)^transfer-encoding[ \t]*:")
EXPECTS = re.compile(rb"(?im)^expect:[ \t]*100-continue")
LONG_LINE = (414, "URI Too Long")
TOO_LONG = (431, "Request Header Fields Too Large")
TOO_MUCH = (413, "Content Too Large")
NO_LENGTH = (411, "Length Required")  # else only a thread that reads finds the end
GO_ON = b"HTTP/1.1 100 Continue\r\n\r\n"


class Arrival:
    """The bytes of one request, and whether they are all there."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.wanted: int | None = None  # bytes of head and body, once that is known
        self.expects = False
        self.refusal: tuple[int, str] | None = None
        self.deadline = time.monotonic() + HEAD_SECONDS

    def add(self, data: bytes) -> None:
        seen = len(self.data)
        self.data += data
        if self.wanted is None:
            self.look_for_head(max(0, seen - len(END)))

    def look_for_head(self, since: int) -> None:
        at = self.data.find(END, since)
        if at < 0:
            self.refusal = TOO_LONG if len(self.data) > MOST_HEAD else None
            return
        head, begin = bytes(self.data[: at + 2]), at + len(END)
        self.deadline = time.monotonic() + REQUEST_SECONDS
        self.expects = bool(EXPECTS.search(head))
        length = LENGTH.search(head)
        body = int(length[1]) if length else 0
        self.refusal = TOO_MUCH if body > MOST_BODY else None
        if head.find(b"\r\n") > MOST_LINE:
            self.refusal = LONG_LINE
        if CODED.search(head):
            self.refusal = NO_LENGTH
        self.wanted = begin + body

    def refused(self) -> bytes:
        """Return the answer to a request that is not taken."""
        assert self.refusal
        status, title = self.refusal
        words = self.data[:PIECE].split(b" ", 2)
        if len(words) > 1 and words[1].startswith(b"/api/"):
            kind = "application/problem+json"
            body = json.dumps({"title": title, "status": status})
        else:
            kind, body = "text/plain; charset=utf-8", f"{title}\n"
        return (
            f"HTTP/1.1 {status} {title}\r\nConnection: close\r\n"
            f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n{body}"
        ).encode()

    @property
    def is_whole(self) -> bool:
        return self.wanted is not None and len(self.data) >= self.wanted


class Connection(TConn):  # type: ignore[misc]
    """One client. The worker closes it without waiting for anybody."""

    worker: BufferingWorker
    is_whole = False  # a request of it has come, and was not handled yet

    def close(self, graceful: bool = False) -> None:
        if graceful:
            self.worker.linger(self.sock)
        else:
            super().close()


class BufferingWorker(ThreadWorker):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.arriving: dict[Connection, Arrival] = {}
        self.leaving: dict[socket.socket, float] = {}  # until when we wait for each

    def accept(self, listener: socket.socket) -> None:
        try:
            client, address = listener.accept()
        except OSError:  # another worker was first, or the client has gone
            return
        self.nr_conns += 1
        conn = Connection(self.cfg, client, address, listener.getsockname())
        conn.worker = self
        self.gather(conn)

    # -------------------------------------------------------------------- requests

    def gather(self, conn: Connection, before: bytes = b"") -> None:
        """Wait for a request, of which some bytes may have come already."""
        conn.sock.setblocking(False)
        self.arriving[conn] = Arrival()
        on_bytes = partial(self.on_bytes, conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, on_bytes)
        if before:
            self.take(conn, before)

    def on_bytes(self, conn: Connection, client: socket.socket) -> None:
        try:
            data = client.recv(PIECE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self.take(conn, data)
        else:
            self.drop(conn)

    def take(self, conn: Connection, data: bytes) -> None:
        arrival = self.arriving[conn]
        arrival.add(data)
        if arrival.refusal:
            self.refuse(conn, arrival.refused())
        elif arrival.is_whole:
            self.stop_gathering(conn)
            conn.init()
            conn.parser.unreader.unread(bytes(arrival.data))
            conn.data_ready = conn.is_whole = True
            self.enqueue_req(conn)
        elif sum(len(each.data) for each in self.arriving.values()) > MOST_GATHERED:
            self.drop(conn)
        elif arrival.expects:
            arrival.expects = False
            self.allow(conn)

    def refuse(self, conn: Connection, answer: bytes) -> None:
        self.stop_gathering(conn)
        self.nr_conns -= 1
        try:
            conn.sock.send(answer)
        except OSError:
            conn.close()
        else:
            conn.close(graceful=True)

    def allow(self, conn: Connection) -> None:
        """The client waits to hear that it may send the body."""
        try:
            conn.sock.send(GO_ON)
        except OSError:
            self.drop(conn)

    def stop_gathering(self, conn: Connection) -> None:
        self.arriving.pop(conn, None)
        self.poller.unregister(conn.sock)

    def drop(self, conn: Connection) -> None:
        self.stop_gathering(conn)
        self.nr_conns -= 1
        conn.close()

    def enqueue_req(self, conn: Connection) -> None:
        """Take a thread for a whole request; else wait for the rest of it."""
        if conn.is_whole:
            conn.is_whole = False
            super().enqueue_req(conn)
        else:  # the beginning of the next one came with the last one
            self.gather(conn, conn.parser.unreader.take_buffered())

    def on_client_socket_readable(self, conn: Connection, client: Any) -> None:
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self.gather(conn)

    def handle_request(self, req: Any, conn: Connection) -> Any:
        conn.sock.settimeout(SEND_SECONDS)
        return super().handle_request(req, conn)

    # --------------------------------------------------------------------- the end

    def linger(self, client: socket.socket) -> None:
        """Say that we are done, and wait until the client has read it and hung up."""
        try:
            client.setblocking(False)
            client.shutdown(socket.SHUT_WR)
            self.poller.register(client, selectors.EVENT_READ, self.on_last_bytes)
        except (OSError, ValueError, KeyError):
            client.close()
        else:
            self.leaving[client] = time.monotonic() + LINGER_SECONDS

    def on_last_bytes(self, client: socket.socket) -> None:
        try:
            is_there = bool(client.recv(PIECE))
        except BlockingIOError:
            return
        except OSError:
            is_there = False
        if not is_there:
            self.leave(client)

    def leave(self, client: socket.socket) -> None:
        self.leaving.pop(client, None)
        self.poller.unregister(client)
        client.close()

    def murder_pending(self) -> None:
        """Close what took too long; when the worker ends, whatever is not whole."""
        super().murder_pending()
        now = time.monotonic()
        slow = [
            c for c, a in self.arriving.items() if a.deadline < now or not self.alive
        ]
        for conn in slow:
            self.drop(conn)
        for client in [c for c, until in self.leaving.items() if until < now]:
            self.leave(client)
