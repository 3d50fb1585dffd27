"""A mail server in a test: takes everything, and keeps it in memory."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import Envelope

PATIENCE = 300.0  # seconds


class Receiver:
    """What was handed over, in its order."""

    def __init__(self) -> None:
        self.messages: dict[str, list[EmailMessage]] = {}  # by whom they are for
        self.on_mail: Callable[[EmailMessage, Envelope], None] | None = None

    async def handle_DATA(  # noqa: N802
        self, server: Any, session: Any, envelope: Envelope
    ) -> str:
        raw = envelope.original_content or b""
        message = message_from_bytes(raw, policy=policy.default)
        assert isinstance(message, EmailMessage)
        message["X-Envelope-From"] = envelope.mail_from or "<>"
        message["X-Envelope-To"] = envelope.rcpt_tos[0]
        self.messages.setdefault(envelope.rcpt_tos[0], []).append(message)
        if self.on_mail:
            self.on_mail(message, envelope)
        return "250 kept"

    def to(self, address: str) -> list[EmailMessage]:
        return self.messages.get(address, [])[:]


@contextmanager
def receiver() -> Iterator[tuple[Receiver, str]]:
    """A receiver, and the EMAIL_URL by which letters reach it."""
    from tests.support.servers import free_port

    found, port = Receiver(), free_port()
    server = Controller(found, hostname="127.0.0.1", port=port, ready_timeout=30)
    server.start()
    try:
        yield found, f"smtp://127.0.0.1:{port}"
    finally:
        server.stop()


def text_of(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    return str(body.get_content()) if body else ""


def wait_for(found: Callable[[], Any], what: str = "") -> Any:
    end = time.monotonic() + PATIENCE
    while not (value := found()):
        assert time.monotonic() < end, f"waited in vain {what}"
        time.sleep(0.02)
    return value
