"""Connections to the mail door: by what a client is counted, and how one is ended."""

from __future__ import annotations

import asyncio
from ipaddress import IPv6Address, ip_address

from aiosmtpd.smtp import SMTP
from django.conf import settings

from sse.platform.rates import client_network

SLOW = "421 4.4.2 too slow, try again later"
FULL = "421 4.3.2 too many connections, try again later"
MANY = "421 4.7.0 too many connections from your network, try again later"
FAREWELL = 5  # seconds in which a client may hear a last word


class Full(asyncio.Protocol):
    """For a client who comes when there is no room."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        part(transport, FULL)


def network_of(transport: asyncio.BaseTransport, door: str) -> str:
    """By which a client is counted; nothing for mail servers of ours."""
    peer = transport.get_extra_info("peername")
    if door == "lmtp" or not isinstance(peer, tuple):
        return ""
    return "" if is_relay(peer[0]) else client_network(peer[0])


def is_relay(address: str) -> bool:
    plain = ip_address(address.partition("%")[0])
    mapped = plain.ipv4_mapped if isinstance(plain, IPv6Address) else None
    return any((mapped or plain) in network for network in settings.MAIL_DOOR_RELAYS)


def say(guest: SMTP, sentence: str) -> None:
    """A last word."""
    if isinstance(guest.transport, asyncio.Transport):
        part(guest.transport, sentence)


def part(transport: asyncio.Transport, sentence: str) -> None:
    """And soon the end, also for a client that does not listen."""
    transport.write(sentence.encode() + b"\r\n")
    transport.close()
    asyncio.get_running_loop().call_later(FAREWELL, transport.abort)
