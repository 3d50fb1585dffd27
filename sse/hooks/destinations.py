"""Where hooks may go. A name is looked up once, and what was checked is called.

So no second answer of a name server leads elsewhere, and nobody is sent on: redirects
are not followed. What is in the house of the service stays there.
"""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import gettext as _
from urllib3.exceptions import LocationParseError
from urllib3.util import Url, parse_url

Address = IPv4Address | IPv6Address
NAT64 = IPv6Network("64:ff9b::/96")
OPEN_INTERNET = IPv6Network("2000::/3")  # all that is given out today: what is beyond
# it is local (fec0::/10), for translators (64:ff9b:1::/48) or routers (5f00::/16), or
# an IPv4 address in disguise (::10.0.0.1, ::ffff:0:10.0.0.1)
CLOSED = (  # whatever a release of Python says of them
    IPv4Network("192.0.0.0/24"),  # for protocols, some of them open to the internet
    IPv4Network("192.88.99.0/24"),  # took packets into 6to4 networks
    IPv4Network("168.63.129.16/32"),  # what a cloud tells its own machines
    IPv6Network("3fff::/20"),  # for examples in manuals
)
ISATAP = 0x5EFE  # stands before an IPv4 address in the lower half
PORTS = {"http": 80, "https": 443}


class Forbidden(Exception):
    """Nothing is sent there; the sentence says why."""


class Place(NamedTuple):
    """A machine that was looked up and may be called."""

    scheme: str
    host: str
    port: int
    address: str
    path: str

    @property
    def named(self) -> str:
        """As the `Host` header says it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


def url_checked(url: str) -> Url:
    """What can be read off an address, before anybody is asked. [Forbidden]"""
    try:
        parts = parse_url(url)
    except LocationParseError:
        raise Forbidden(_("This is no address.")) from None
    allowed = ("https", "http") if settings.HOOKS_PRIVATE else ("https",)
    if parts.scheme not in allowed or not parts.host:
        raise Forbidden(_("An address begins with https://."))
    if parts.auth or parts.port == 0:
        raise Forbidden(_("An address has no user and no password in it."))
    check_port(port_of(parts))
    return parts


def port_of(parts: Url) -> int:
    return parts.port or PORTS[parts.scheme or "https"]


def check_port(port: int) -> None:
    """Other ports may be those of mail or a shell, which no hook has to speak to."""
    if not settings.HOOKS_PRIVATE and port not in settings.HOOKS_PORTS:
        ports = ", ".join(map(str, settings.HOOKS_PORTS))
        raise Forbidden(_("Hooks go to these ports only: {ports}.").format(ports=ports))


def place_of(url: str) -> Place:
    """The machine behind an address, looked up now. [Forbidden, OSError]"""
    parts = url_checked(url)
    assert parts.scheme
    assert parts.host
    host, port = parts.host.strip("[]"), port_of(parts)
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(one[4][0]) for one in found))
    if not settings.HOOKS_PRIVATE and not all(map(is_outside, addresses)):
        raise Forbidden(_("Nothing is sent to machines inside a network."))
    return Place(parts.scheme, host, port, addresses[0], parts.request_uri)


def is_outside(text: str) -> bool:
    """Whether an address is one of the open internet, also what hides inside it."""
    address = ip_address(text.partition("%")[0])
    return all(map(is_open, unwrapped(address)))


def is_open(address: Address) -> bool:
    if not address.is_global or address.is_multicast:
        return False
    if any(address in network for network in CLOSED):
        return False
    return isinstance(address, IPv4Address) or address in OPEN_INTERNET


def unwrapped(address: Address) -> list[Address]:
    """With the older address that a newer one may carry."""
    if isinstance(address, IPv4Address):
        return [address]
    last = IPv4Address(int(address) & 0xFFFFFFFF)
    if address.ipv4_mapped or address in NAT64:  # nothing but another spelling
        return [last]
    inner: list[Address | None] = [address.sixtofour, *(address.teredo or ())]
    if int(address) >> 32 & 0xFFFF == ISATAP:
        inner.append(last)
    return [address, *(one for one in inner if one is not None)]
