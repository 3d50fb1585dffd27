"""One call: signed, to the address that was checked, and soon over."""

from __future__ import annotations

import hmac
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Timer
from typing import Any

from urllib3.connection import HTTPConnection, HTTPSConnection

from sse.hooks.destinations import Place

PATIENCE = 10.0  # seconds for each word of the answer
ALL_IN_ALL = 20.0  # seconds until we hang up
SIGNATURE = "Hikyaku-Signature"


def signature(secret: str, at: int, body: bytes) -> str:
    """`t=…,v1=…`: who knows the secret can check that it is ours, and from now."""
    signed = hmac.digest(secret.encode(), b"%d." % at + body, "sha256").hex()
    return f"t={at},v1={signed}"


def call(place: Place, body: bytes, headers: dict[str, str]) -> int:
    """The status of the answer. [OSError, HTTPError]"""
    line = line_to(place)
    with hung_up(line):
        line.request(
            "POST",
            place.path,
            body=body,
            headers={"Host": place.named, **headers},
            preload_content=False,
        )
        return int(line.getresponse().status)


def line_to(place: Place) -> HTTPConnection:
    """To the number, by the name: certificates are the name's."""
    if place.scheme == "http":
        return HTTPConnection(place.address, place.port, timeout=PATIENCE)
    return HTTPSConnection(
        place.address,
        place.port,
        timeout=PATIENCE,
        server_hostname=place.host,
        assert_hostname=place.host,
        cert_reqs="CERT_REQUIRED",
    )


@contextmanager
def hung_up(line: HTTPConnection) -> Iterator[None]:
    """Also on who answers one letter at a time."""
    timer = Timer(ALL_IN_ALL, cut, [line])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        line.close()


def cut(line: Any) -> None:
    with suppress(OSError, AttributeError):
        line.sock.shutdown(socket.SHUT_RDWR)
