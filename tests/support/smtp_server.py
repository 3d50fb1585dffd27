"""Another mail server, for tests: it takes letters over SMTP, or says why not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import Envelope, Session

from tests.support.servers import free_port


class Taken(NamedTuple):
    sender: str
    to: str
    raw: bytes


class Office:
    """What it says to each step can be changed at any moment."""

    def __init__(self) -> None:
        self.taken: list[Taken] = []
        self.at_sender = self.at_recipient = self.at_data = ""
        self.hangs_up = 0  # so many times, after the letter was handed over
        self.port = free_port()

    async def handle_MAIL(  # noqa: N802
        self, server: Any, session: Session, envelope: Envelope, address: str, how: Any
    ) -> str:
        if self.at_sender:
            return self.at_sender
        envelope.mail_from = address
        return "250 2.1.0 ok"

    async def handle_RCPT(  # noqa: N802
        self, server: Any, session: Session, envelope: Envelope, address: str, how: Any
    ) -> str:
        if self.at_recipient:
            return self.at_recipient
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 ok"

    async def handle_DATA(  # noqa: N802
        self, server: Any, session: Session, envelope: Envelope
    ) -> str:
        if self.at_data:
            return self.at_data
        raw = envelope.content
        assert isinstance(raw, bytes)
        self.taken.append(Taken(str(envelope.mail_from), envelope.rcpt_tos[0], raw))
        if self.hangs_up:
            self.hangs_up -= 1
            server.transport.abort()
        return "250 2.6.0 taken"


@contextmanager
def open_office() -> Iterator[Office]:
    office = Office()
    door = Controller(office, hostname="127.0.0.1", port=office.port)
    door.start()
    try:
        yield office
    finally:
        door.stop()
