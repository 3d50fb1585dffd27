"""The smallest site: it says what came in. For tests of the web worker."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any


def application(facts: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    body = facts["wsgi.input"].read()
    said = f"{facts['REQUEST_METHOD']} {facts['PATH_INFO']} {len(body)}".encode()
    if facts["PATH_INFO"] == "/much":
        said = b"a" * 50_000_000
    start("200 OK", [("Content-Length", str(len(said)))])
    return [said]
