"""Slow clients hold nobody up; all others are answered as by any server."""

from __future__ import annotations

import http.client
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sse.operations import web_worker
from sse.operations.web_worker import Arrival
from tests.support.servers import free_port
from tests.support.service import ROOT, wait_until

SLOW, HONEST = 50, 30
HEAD = b"POST /a HTTP/1.1\r\nHost: x\r\n"


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    found = free_port()
    served = subprocess.Popen(
        [
            *(sys.executable, "-m", "gunicorn", "tests.support.echo_app"),
            *("--bind", f"127.0.0.1:{found}", "--workers", "1", "--threads", "2"),
            *("--worker-class", "sse.operations.web_worker.BufferingWorker"),
            *("--log-level", "error", "--no-control-socket", "--graceful-timeout", "3"),
        ],
        cwd=ROOT,
    )
    try:
        wait_until(lambda: is_up(found))
        yield found
        with socket.create_connection(("127.0.0.1", found)) as slow:
            slow.send(b"GET ")
            served.terminate()
            assert served.wait(120) == 0  # a slow client does not hold it either
    finally:
        served.kill()
        served.wait()


def is_up(port: int) -> bool:
    try:
        return asked(port) == "GET / 0"
    except OSError:
        return False


def asked(port: int, method: str = "GET", path: str = "/", body: bytes = b"") -> str:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        line.request(method, path, body or None)
        return line.getresponse().read().decode()
    finally:
        line.close()


def line_to(port: int, said: bytes = b"") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), timeout=120)
    line.sendall(said)
    return line


def read_until(line: socket.socket, count: int, words: bytes = b"POST /a") -> bytes:
    """Read till so many answers have come."""
    data = b""
    while data.count(words) < count:
        more = line.recv(65536)
        assert more, data
        data += more
    return data


# ------------------------------------------------------------------- slow clients


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET / HTT",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: y",
        HEAD + b"Content-Length: 1000\r\n\r\n" + b"a" * 10,
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhel",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\nff\r\n\r\n0\r\n",  # no end
        HEAD + b"Content-Length: 0\r\n\r\nPOST /a HTT",  # one, and half of the next
        b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",  # does not hang up
    ],
    ids=["nothing", "line", "head", "body", "chunk", "false end", "second", "stays"],
)
def test_honest_clients_are_all_answered(port: int, said: bytes) -> None:
    with ExitStack() as stack:
        for _ in range(SLOW):
            stack.enter_context(line_to(port, said))
        for number in range(HONEST):
            assert asked(port, "POST", f"/{number}", b"abc") == f"POST /{number} 3"


def test_who_does_not_read_the_answer_is_cut_off(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two threads, both writing to somebody who does not listen."""
    with ExitStack() as stack:
        for _ in range(2):
            much = b"GET /much HTTP/1.1\r\nHost: x\r\n\r\n"
            stack.enter_context(line_to(port, much))
        assert asked(port) == "GET / 0"


# --------------------------------------------------------------- all that is usual


def test_a_line_is_used_again(port: int) -> None:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    for number in range(20):
        line.request("POST", f"/{number}", b"x" * number)
        assert line.getresponse().read().decode() == f"POST /{number} {number}"
    line.close()


def test_a_big_body_comes_whole(port: int) -> None:
    size = web_worker.MOST_BODY
    assert asked(port, "POST", "/", b"x" * size) == f"POST / {size}"


@pytest.mark.parametrize("coding", [b"chunked", b"gzip, chunked", b"identity", b""])
def test_a_body_says_how_long_it_is(port: int, coding: bytes) -> None:
    head = HEAD + b"Transfer-Encoding: " + coding + b"\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
    with line_to(port, head) as line:
        assert line.recv(65536).startswith(b"HTTP/1.1 411 Length Required\r\n")


def test_several_requests_at_once(port: int) -> None:
    one = HEAD + b"Content-Length: 2\r\n\r\nab"
    with line_to(port, one * 3 + one[:-1]) as line:
        assert read_until(line, 3).count(b"POST /a 2") == 3
        line.sendall(b"b")
        assert b"POST /a 2" in read_until(line, 1)


def test_who_asks_whether_to_send_is_told(port: int) -> None:
    asks = HEAD + b"Content-Length: 3\r\nExpect: 100-continue\r\n\r\n"
    with line_to(port, asks) as line:
        assert line.recv(12) == b"HTTP/1.1 100"
        line.sendall(b"abc")
        assert b"POST /a 3" in read_until(line, 1)


def test_nonsense_is_refused(port: int) -> None:
    with line_to(port, b"nonsense\r\n\r\n") as line:
        assert line.recv(65536).startswith(b"HTTP/1.1 400")
    with line_to(port, b"GET / HTTP/1.1\r\nX: " + b"x" * 100_000) as line:
        assert line.recv(65536).startswith(b"HTTP/1.1 431")


@pytest.mark.parametrize(
    ("path", "kind"), [("/a", b"text/plain"), ("/api/v1/", b"application/problem+json")]
)
def test_what_is_too_much_is_refused_unread(port: int, path: str, kind: bytes) -> None:
    size = web_worker.MOST_BODY + 1
    said = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {size}\r\n\r\n"
    with line_to(port, said.encode()) as line:
        answer = line.recv(65536)
    assert answer.startswith(b"HTTP/1.1 413")
    assert kind in answer


@pytest.mark.parametrize(
    ("path", "kind"), [("/a", b"text/plain"), ("/api/v1/", b"application/problem+json")]
)
def test_an_address_that_is_too_long_is_refused_in_our_words(
    port: int, path: str, kind: bytes
) -> None:
    said = f"GET {path}?{'x' * 9000} HTTP/1.1\r\nHost: x\r\n\r\n"
    with line_to(port, said.encode()) as line:
        answer = line.recv(65536)
    assert answer.startswith(b"HTTP/1.1 414")
    assert kind in answer


# -------------------------------------------------------------------- one request

WHOLE = [
    b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    HEAD + b"content-length:   4\r\n\r\nabcd",
    HEAD + b"Content-Length: 0\r\n\r\n",
]


@given(st.sampled_from(WHOLE), st.lists(st.integers(1, 9), min_size=60, max_size=200))
def test_however_it_is_cut_it_is_whole_at_its_end(raw: bytes, cuts: list[int]) -> None:
    arrival, at = Arrival(), 0
    for cut in [*cuts, *[1] * len(raw)]:
        if at >= len(raw) - 4:
            break
        assert not arrival.is_whole
        arrival.add(raw[at : min(at + cut, len(raw) - 4)])
        at += cut
    arrival.add(raw[len(arrival.data) :])
    assert arrival.is_whole
    assert bytes(arrival.data) == raw
