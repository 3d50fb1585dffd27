"""A message on its way in: what tells it from others, before anybody reads it. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from sse.platform.mail_addresses import Office, address_read, folded, parts, token_in

FIELD = r"(?im)^{}[ \t]*:((?:[^\n]|\n[ \t])*)"
NAMES = ("message-id", "from", "date", "subject")
FIELDS = {name: re.compile(FIELD.format(name).encode()) for name in NAMES}
DOUBLED = re.compile(rb"(?<!\r)\r++\n")  # each run is looked at once
LONGEST_ID = 250
LONGEST_ADDRESS = 320


class Parcel(NamedTuple):
    """A message and how it came."""

    raw: bytes
    envelope_from: str
    recipients: Sequence[str]
    door: str
    received_at: datetime | None = None  # when it is stored, if nothing else is known


class Marks(NamedTuple):
    """What two deliveries of one message have in common."""

    message_id: str
    body_hash: str


def marks_of(raw: bytes) -> Marks:
    """What is added on the way (Received, results, line ends) makes no difference."""
    normal = raw.replace(b"\r\n", b"\n")
    if b"\r\n" in normal:  # some servers double it
        normal = DOUBLED.sub(b"\n", normal)
    head, _, body = normal.partition(b"\n\n")
    lines = b"\n".join(map(bytes.rstrip, body.split(b"\n")))
    if found := field(head, "message-id"):
        return Marks(plain(found)[:LONGEST_ID], digest(lines.strip(b"\n")))
    others = b"\0".join(field(head, name) for name in NAMES[1:])
    return Marks("", digest(others + b"\0" + lines.strip(b"\n")))


def field(head: bytes, name: str) -> bytes:
    """The value of the first header of this name."""
    found = FIELDS[name].search(head)
    return b"".join(found[1].split()) if found else b""


def key_of(recipient: str, mailbox: str, marks: Marks) -> str:
    """One message for one token is one row, by whatever door and however often."""
    found = token_in(parts(recipient)[0], mailbox)
    to_whom = found[1] if found else folded(recipient)
    said = "\0".join((to_whom, marks.message_id, marks.body_hash))
    return digest(said.encode())


def line_of(office: Office, recipient: str, envelope_from: str) -> str:
    """Mails of a seat wait for each other; mails of strangers wait for nobody else's.

    A token that we did not make stands in no seat's line.
    """
    token = address_read(office, recipient)
    if token:
        return f"{token.kind} {token.number}"
    return digest(f"{folded(recipient)}\0{envelope_from.lower()}".encode())


def sender_of(parcel: Parcel) -> str:
    """The envelope's, as it is stored and counted; a bounce has none."""
    return plain(parcel.envelope_from).strip("<> ").lower()[:LONGEST_ADDRESS]


def ours_of(parcel: Parcel, office: Office) -> list[str]:
    """Recipients that are us, each once."""
    said = [plain(address)[:LONGEST_ADDRESS] for address in parcel.recipients]
    return list(dict.fromkeys(address for address in said if office.owns(address)))


def plain(octets: bytes | str) -> str:
    """Text that every database takes."""
    if isinstance(octets, str):
        octets = octets.encode("utf-8", "surrogateescape")
    return octets.decode("utf-8", "replace").replace("\0", "")


def digest(octets: bytes) -> str:
    return sha256(octets).hexdigest()
