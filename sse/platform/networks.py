"""Addresses of machines, as limits count them."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address


def client_network(address: str) -> str:
    """Return what one client has: an IPv4 address, or the /64 of an IPv6 address."""
    try:
        found = ip_address(address.strip().partition("%")[0])
    except ValueError:
        return address.strip()
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return f"{IPv6Address(int(found) >> 64 << 64)}/64"
