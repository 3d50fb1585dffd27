"""Receive mail by SMTP or LMTP. What was answered with 250 is in the database.

Messages that come at the same time are stored by one commit. There is one recipient a
transaction: LMTP wants one answer each, and the library gives one in all.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import signal
import socket
import ssl
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, Any, NamedTuple

import structlog
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings
from django.db import InterfaceError, OperationalError, close_old_connections

from sse.inbox import tasks
from sse.inbox.environment import Place
from sse.inbox.services import IncomingMail, mails_keep, over_limit
from sse.platform import wake
from sse.platform.mail_addresses import Office, office
from sse.platform.rates import client_network

SLOW = "421 4.4.2 too slow, try again later"
FULL = "421 4.3.2 too many connections, try again later"
MANY = "421 4.7.0 too many connections from your network, try again later"
FAREWELL_SECONDS = 5  # seconds in which a client may hear a last word


def network_of(transport: asyncio.BaseTransport, door: str) -> str:
    """Return the network a client is counted by; nothing for our own mail servers."""
    peer = transport.get_extra_info("peername")
    if door == "lmtp" or not isinstance(peer, tuple):
        return ""
    return "" if is_relay(peer[0]) else client_network(peer[0])


def is_relay(address: str) -> bool:
    plain = ip_address(address.partition("%")[0])
    mapped = plain.ipv4_mapped if isinstance(plain, IPv6Address) else None
    return any((mapped or plain) in network for network in settings.MAIL_DOOR_RELAYS)


def close_with(guest: SMTP, sentence: str) -> None:
    """Write a last answer to a connection and close it."""
    if isinstance(guest.transport, asyncio.Transport):
        write_and_close(guest.transport, sentence)


def write_and_close(transport: asyncio.Transport, sentence: str) -> None:
    """Write and close, even if the client does not read."""
    transport.write(sentence.encode() + b"\r\n")
    transport.close()
    asyncio.get_running_loop().call_later(FAREWELL_SECONDS, transport.abort)


log = structlog.get_logger()
MOST_IN_COMMIT = 100  # messages in one commit
MOST_UNKNOWN = 10  # recipients in one connection: then it is guessing
MOST_COMMANDS = {"MAIL": 1000, "RCPT": 1000, "DATA": 1000, "RSET": 1000, "*": 50}
LONGEST_LINE = 16384  # bytes; the library's own limit would send long lines back
MOST_MESSAGE_SIZES = 16  # times the biggest message, in one transaction
WAKE_SECONDS = 0.05  # seconds between two rings
CLOSING_SECONDS = 10  # seconds for what is being stored, when we are told to stop

ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
PLAIN_ADDRESS = re.compile(
    rf"<((?=[^@]{{1,64}}@){ATOM}(?:\.{ATOM})*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)>(.*)"
)

DATABASE_AWAY = (OperationalError, InterfaceError)
TRY_LATER = "451 4.3.0 temporary failure, try again later"
TOO_OFTEN = "451 4.7.1 so much mail at once: try again later"
CLOSING = "421 4.3.2 closing, try again later"

# -------------------------------------------------------------------------- store


class Storage:
    """Store all waiting mails in one commit, then answer each."""

    def __init__(self) -> None:
        self.waiting: list[tuple[IncomingMail, asyncio.Future[str]]] = []
        self.arrived = asyncio.Event()
        self.unanswered = 0
        self.writer = ThreadPoolExecutor(1, "store")
        self.waker = ThreadPoolExecutor(1, "wake")  # a slow broker delays nobody
        self.is_waking = False

    async def keep(self, mail: IncomingMail) -> str:
        """Store a message and return the answer to it."""
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.waiting.append((mail, answer))
        self.arrived.set()
        self.unanswered += 1
        try:
            return await answer
        finally:
            self.unanswered -= 1

    async def run(self) -> None:
        while True:
            await self.arrived.wait()
            batch = self.waiting[:MOST_IN_COMMIT]
            del self.waiting[:MOST_IN_COMMIT]
            if not self.waiting:
                self.arrived.clear()
            await self.store(batch)

    async def store(
        self, batch: list[tuple[IncomingMail, asyncio.Future[str]]]
    ) -> None:
        mails = [mail for mail, _ in batch]
        loop = asyncio.get_running_loop()
        answers = await loop.run_in_executor(self.writer, store_mails, mails)
        for (_, waiting), answer in zip(batch, answers, strict=True):
            if not waiting.done():  # else they have hung up
                waiting.set_result(answer)
        if not self.is_waking:
            self.is_waking = True
            loop.run_in_executor(self.waker, self.wake_workers)

    def wake_workers(self) -> None:
        """Wake workers once for all mails that are stored within a short while."""
        time.sleep(WAKE_SECONDS)
        self.is_waking = False
        wake.ring_now(tasks.process_mails)


def store_mails(mails: Sequence[IncomingMail]) -> list[str]:
    """Return an answer for each mail. One bad mail does not spoil the others."""
    try:
        return store_with_retry(mails)
    except DATABASE_AWAY:
        log.exception("database away")
        return [TRY_LATER] * len(mails)
    except Exception:  # whatever broke, no sender's mail may be lost: they try again
        log.exception("not stored", messages=len(mails))
        if len(mails) == 1:
            return [TRY_LATER]
        return [answer for mail in mails for answer in store_mails([mail])]


def store_with_retry(mails: Sequence[IncomingMail]) -> list[str]:
    """Store mails, once more with a new database connection if the old one broke."""
    try:
        return store_within_limits(mails)
    except DATABASE_AWAY:
        close_old_connections()
        return store_within_limits(mails)  # what was stored after all is found again


def store_within_limits(mails: Sequence[IncomingMail]) -> list[str]:
    over = over_limit(mails)
    wanted = [mail for mail, is_over in zip(mails, over, strict=True) if not is_over]
    with wake.muffled():  # the ringer rings
        rows = iter(mails_keep(mails=wanted))
    return [TOO_OFTEN if is_over else stored_answer(next(rows)) for is_over in over]


def stored_answer(rows: Sequence[int]) -> str:
    return f"250 2.6.0 kept as {rows[0]}"


# ------------------------------------------------------------------------- protocol


class Handler:
    """Answer the commands of SMTP."""

    def __init__(self, keeper: Storage, door: str) -> None:
        self.keeper, self.door = keeper, door
        self.is_closing = False
        self.guests: set[GuardedProtocol] = set()

    def refusal(self, network: str) -> str:
        """Return why a client may open no more connections, if so."""
        if len(self.guests) >= settings.MAIL_DOOR_GUESTS:
            return FULL
        theirs = sum(guest.network == network for guest in self.guests)
        return MANY if network and theirs >= settings.MAIL_DOOR_CLIENT else ""

    async def handle_RCPT(  # noqa: N802
        self,
        server: SMTP,
        session: Session,
        envelope: Envelope,
        address: str,
        options: list[str],
    ) -> str:
        if envelope.rcpt_tos:
            return "452 4.5.3 one recipient a transaction, retry the others"
        here = office()
        if "@" not in address:
            address = f"{address}@{here.domain}"  # RFC 5321: <postmaster>
        if not here.expects(address):
            return self.unknown(server, session, here, address)
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 ok"

    def unknown(
        self, server: SMTP, session: Session, here: Office, address: str
    ) -> str:
        tries = getattr(session, "unknown", 0) + 1
        session.unknown = tries  # type: ignore[attr-defined]
        if tries >= MOST_UNKNOWN and server.transport:
            server.loop.call_soon(server.transport.close)
            return "421 4.7.0 too many unknown recipients"
        if not here.owns(address):
            return "550 5.7.1 we do not relay"
        return "550 5.1.1 no such address"

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        if self.is_closing:
            return CLOSING
        mail = IncomingMail(
            raw=envelope.original_content or b"",
            envelope_from=envelope.mail_from or "",
            recipients=list(envelope.rcpt_tos),
            door=self.door,
        )
        if isinstance(server, GuardedProtocol):
            server.begin_anew()  # it was all heard: how long we take is our affair
        return await self.keeper.keep(mail)

    async def handle_exception(self, error: Exception) -> str:
        """Ask the client to try again; the library would bounce the mail with 500."""
        log.error("mail door", exc_info=error)
        return TRY_LATER


if TYPE_CHECKING:
    Protocol = SMTP
else:
    Protocol = object


class GuardedProtocol(Protocol):
    """One connection, counted by its server and limited in time."""

    line_length_limit = LONGEST_LINE
    heard = 0  # bytes of the present transaction
    network = ""  # of a client that is counted

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count a new connection; one that is called again for TLS counts already."""
        network = network_of(transport, self.event_handler.door)
        is_known = self in self.event_handler.guests
        if not is_known and (why := self.event_handler.refusal(network)):
            assert isinstance(transport, asyncio.Transport)
            transport.set_protocol(asyncio.Protocol())
            write_and_close(transport, why)
            return
        self.network = network
        self.event_handler.guests.add(self)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self.event_handler.guests.discard(self)
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        """Close the connection at an endless line, which the library would keep."""
        self.heard += len(data)
        if self.heard <= MOST_MESSAGE_SIZES * settings.MAIL_MOST_BYTES:
            super().data_received(data)
        elif self.transport and not self.transport.is_closing():
            close_with(self, "552 5.3.4 too much mail data")

    def begin_anew(self) -> None:
        """Give time for another mail after one was handed over."""
        super()._reset_timeout()

    def _reset_timeout(self, duration: float | None = None) -> None:
        """Do not prolong the connection by each command, as the library does.

        There is a time limit for each mail, from its first command to its last byte.
        """
        if self._timeout_handle is None:
            super()._reset_timeout(duration)

    def _timeout_cb(self) -> None:
        close_with(self, SLOW)

    def _getaddr(self, arg: str) -> tuple[str | None, str | None]:
        """Parse plain addresses, for which the library takes a millisecond each."""
        if plain := PLAIN_ADDRESS.fullmatch(arg):
            return plain[1], plain[2] or ""
        return super()._getaddr(arg)

    def _set_post_data_state(self) -> None:
        self.heard = 0
        super()._set_post_data_state()  # type: ignore[no-untyped-call]


class GuardedSMTP(GuardedProtocol, SMTP):
    pass


class GuardedLMTP(GuardedProtocol, LMTP):
    pass


# ----------------------------------------------------------------------------- door


class Door(NamedTuple):
    place: Place
    is_lmtp: bool = False
    certificate: str = ""
    key: str = ""


def run_smtp(door: Door, ready: Callable[[Place], None]) -> None:
    """Receive mail until SIGTERM; call `ready` with the address when it listens."""
    logging.getLogger("mail.log").setLevel(logging.WARNING)  # it names everybody
    asyncio.run(serve(door, ready))


async def serve(door: Door, ready: Callable[[Place], None]) -> None:
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    keeper = Storage()
    handler = Handler(keeper, "lmtp" if door.is_lmtp else "smtp")
    server, place = await listen(door, protocol_factory(door, handler))
    working = asyncio.create_task(keeper.run())
    working.add_done_callback(lambda _: stop.set())  # without it nothing is stored
    ready(place)
    await stop.wait()
    server.close()
    await close_connections(handler)
    working.cancel()
    if door.place.path:
        with suppress(FileNotFoundError):
            os.unlink(door.place.path)


def protocol_factory(
    door: Door, handler: Handler
) -> Callable[[], asyncio.BaseProtocol]:
    kind = GuardedLMTP if door.is_lmtp else GuardedSMTP
    loop, tls = asyncio.get_running_loop(), tls_context(door)

    return partial(
        kind,
        handler,
        data_size_limit=settings.MAIL_MOST_BYTES,
        enable_SMTPUTF8=True,
        hostname=settings.MAIL_DOMAIN,
        ident="Hikyaku",
        tls_context=tls,
        timeout=settings.MAIL_DOOR_SECONDS,
        command_call_limit=MOST_COMMANDS,
        auth_exclude_mechanism=["LOGIN", "PLAIN"],
        loop=loop,
    )


def tls_context(door: Door) -> ssl.SSLContext | None:
    if not door.certificate:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(door.certificate, door.key or None)
    return context


async def listen(
    door: Door, guest: Callable[[], Any]
) -> tuple[asyncio.AbstractServer, Place]:
    loop, place = asyncio.get_running_loop(), door.place
    if place.path:
        server = await loop.create_unix_server(guest, place.path)
        os.chmod(place.path, 0o660)
        return server, place
    if place.file >= 0:
        inherited = socket.socket(fileno=place.file)
        server = await loop.create_server(guest, sock=inherited)
    else:
        server = await loop.create_server(guest, place.host, place.port)
    host, port = server.sockets[0].getsockname()[:2]
    return server, Place(host, port)


async def close_connections(handler: Handler) -> None:
    """Answer mails that are being stored; turn all other clients away for now."""
    handler.is_closing = True
    loop = asyncio.get_running_loop()
    end = loop.time() + CLOSING_SECONDS
    while handler.keeper.unanswered and loop.time() < end:
        await asyncio.sleep(0.05)
    for guest in list(handler.guests):
        close_with(guest, CLOSING)
    await asyncio.sleep(0.05)
