"""Identify an incoming message before it is read. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from sse.platform.mail_addresses import Office, address_read, folded, parts, token_in

HEADER = r"(?im)^{}[ \t]*:((?:[^\n]|\n[ \t])*)"
NAMES = ("message-id", "from", "date", "subject")
HEADERS = {name: re.compile(HEADER.format(name).encode()) for name in NAMES}
DOUBLED = re.compile(rb"(?<!\r)\r++\n")  # each run is looked at once
LONGEST_ID = 250
LONGEST_ADDRESS = 320


class IncomingMail(NamedTuple):
    """A message and how it came."""

    raw: bytes
    envelope_from: str
    recipients: Sequence[str]
    door: str
    received_at: datetime | None = None  # when it is stored, if nothing else is known


class Fingerprint(NamedTuple):
    """What two deliveries of one message have in common."""

    message_id: str
    body_hash: str


def fingerprint_of(raw: bytes) -> Fingerprint:
    """Return the fingerprint, in which Received, results and line ends do not count."""
    normal = raw.replace(b"\r\n", b"\n")
    if b"\r\n" in normal:  # some servers double it
        normal = DOUBLED.sub(b"\n", normal)
    head, _, body = normal.partition(b"\n\n")
    lines = b"\n".join(map(bytes.rstrip, body.split(b"\n")))
    if found := header_value(head, "message-id"):
        return Fingerprint(
            storable_text(found)[:LONGEST_ID], sha256_hex(lines.strip(b"\n"))
        )
    others = b"\0".join(header_value(head, name) for name in NAMES[1:])
    return Fingerprint("", sha256_hex(others + b"\0" + lines.strip(b"\n")))


def header_value(head: bytes, name: str) -> bytes:
    """Return the value of the first header of this name."""
    found = HEADERS[name].search(head)
    return b"".join(found[1].split()) if found else b""


def storage_key(recipient: str, mailbox: str, marks: Fingerprint) -> str:
    """Return the key by which a message to one address is stored only once."""
    found = token_in(parts(recipient)[0], mailbox)
    to_whom = found[1] if found else folded(recipient)
    said = "\0".join((to_whom, marks.message_id, marks.body_hash))
    return sha256_hex(said.encode())


def queue_of(office: Office, recipient: str, envelope_from: str) -> str:
    """Return the queue of a mail: mails of one seat, or one sender, wait in line.

    A token that we did not make stands in no seat's line.
    """
    token = address_read(office, recipient)
    if token:
        return f"{token.kind} {token.number}"
    return sha256_hex(f"{folded(recipient)}\0{envelope_from.lower()}".encode())


def envelope_sender(mail: IncomingMail) -> str:
    """Return the envelope's sender as it is stored and counted; a bounce has none."""
    return storable_text(mail.envelope_from).strip("<> ").lower()[:LONGEST_ADDRESS]


def own_recipients(mail: IncomingMail, office: Office) -> list[str]:
    """Return the recipients that are ours, each once."""
    said = [storable_text(address)[:LONGEST_ADDRESS] for address in mail.recipients]
    return list(dict.fromkeys(address for address in said if office.owns(address)))


def storable_text(octets: bytes | str) -> str:
    """Return the text without what some databases refuse."""
    if isinstance(octets, str):
        octets = octets.encode("utf-8", "surrogateescape")
    return octets.decode("utf-8", "replace").replace("\0", "")


def sha256_hex(octets: bytes) -> str:
    return sha256(octets).hexdigest()
