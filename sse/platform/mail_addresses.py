"""Reply addresses that say what they are for: a seat and its turn. Pure: no database.

    o-<token>@play.example.org     token: 32 characters of a-z and 2-7, any case

    payload  8 bytes: version and key id (4 bits each), kind, number (4), turn (2)
    mac     12 bytes: 6 that the door checks, 6 that know the seat's epoch

The notes want one code of 12 bytes over payload and epoch, checked at the door without
a database; but only the database knows the epoch. So it is two of 6 bytes: the first
covers the payload alone, and the door refuses what was guessed; the second covers the
epoch besides, and a worker refuses what was revoked. Either is guessed once in 2^48
tries, each of which is a mail; and no token alone lets anybody play.
"""

from __future__ import annotations

import re
from base64 import b32decode, b32encode
from collections.abc import Callable, Iterable, Mapping
from email.parser import BytesHeaderParser
from email.utils import getaddresses
from functools import lru_cache
from hmac import compare_digest, digest
from typing import NamedTuple

from django.conf import settings

VERSION = 1
SALT = b"pbem-reply\0"
HALF = 6  # bytes
KINDS = {
    "o": "order",  # a seat at a turn
    "m": "match",  # its organiser, who may have no seat
    "p": "player",  # about no match
    "i": "invitation",
    "h": "held",  # a mail that waits for its owner's word
    "t": "ticket",  # a new address of a player
    "b": "bounce",
    "l": "leave",
}
TOKEN = re.compile("[a-z2-7]{32}", re.ASCII)
FIXED = ("postmaster", "abuse")  # RFC 2142: somebody reads these everywhere
LONGEST_HEAD = 64 * 1024  # bytes
WHERE_TO = (  # headers that may know to whom a mail came, the best first
    "X-Gm-Original-To",
    "X-Original-To",
    "Delivered-To",
    "Envelope-To",
    "Resent-To",
    "Resent-Cc",
    "To",
    "Cc",
)


class Office(NamedTuple):
    """Where mail finds us, and the keys that sign; the first key is the newest."""

    domain: str
    keys: Mapping[int, bytes]
    mailbox: str = "hikyaku"  # for mails that are about no seat
    is_shared: bool = False  # only this mailbox of the domain is ours

    def owns(self, address: str) -> bool:
        """Whether mail for the address is for us, whatever its token says."""
        local, domain = parts(address)
        if domain != self.domain:
            return False
        is_name = local in (self.mailbox, *FIXED)
        is_ours = not self.is_shared or is_name or token_in(local, self.mailbox)
        return bool(is_ours)

    def expects(self, address: str) -> bool:
        """Whether the door lets it in: a name of ours, or a token that we made."""
        local, _ = parts(address)
        if not self.owns(address):
            return False
        return (
            local in (self.mailbox, *FIXED) or address_read(self, address) is not None
        )


def office() -> Office:
    """Where mail finds us."""
    return Office(
        domain=settings.MAIL_DOMAIN,
        keys=settings.MAIL_KEYS,
        mailbox=settings.MAIL_MAILBOX,
        is_shared=settings.MAIL_SHARED,
    )


class Token(NamedTuple):
    kind: str  # one of KINDS
    number: int  # of the row that the kind names; of the letter, for bounces
    turn: int  # of a seat, modulo 65,536; else a day
    key: int
    text: str  # as it stands in the address, in lower case


EpochOf = Callable[[Token], int | None]  # nothing: there is no such seat


def address_make(
    office: Office, kind: str, number: int, turn: int = 0, epoch: int = 0
) -> str:
    """The address of a seat for a turn, signed with the newest key."""
    key = next(iter(office.keys))
    payload = bytes([VERSION << 4 | key, ord(kind)])
    payload += number.to_bytes(4) + turn_of(turn).to_bytes(2)
    made = payload + door_code(office, payload) + seat_code(office, payload, epoch)
    token = b32encode(made).decode().lower()
    local = f"{office.mailbox}+{token}" if office.is_shared else f"{kind}-{token}"
    return f"{local}@{office.domain}"


def address_read(
    office: Office, address: str, epoch_of: EpochOf | None = None
) -> Token | None:
    """The token of an address, if we made it; with `epoch_of`, if it still holds.

    Without `epoch_of` no database is asked: that is what the door does.
    """
    local, domain = parts(address)
    found = token_in(local, office.mailbox)
    if domain != office.domain or not found:
        return None
    kind, text = found
    made = b32decode(text.upper())
    payload, first, second = made[:8], made[8 : 8 + HALF], made[8 + HALF :]
    token = Token(
        kind=chr(payload[1]),
        number=int.from_bytes(payload[2:6]),
        turn=int.from_bytes(payload[6:8]),
        key=payload[0] & 15,
        text=text,
    )
    is_sound = payload[0] >> 4 == VERSION and token.kind in KINDS
    if not is_sound or token.key not in office.keys or kind not in ("", token.kind):
        return None
    if not compare_digest(first, door_code(office, payload)):
        return None
    if epoch_of is None:
        return token
    epoch = epoch_of(token)
    if epoch is None:
        return None
    is_current = compare_digest(second, seat_code(office, payload, epoch))
    return token if is_current else None


def turn_of(entry: int) -> int:
    """A turn as tokens know it."""
    return entry % 2**16


def door_code(office: Office, payload: bytes) -> bytes:
    return code(office.keys[payload[0] & 15], SALT + payload)


def seat_code(office: Office, payload: bytes, epoch: int) -> bytes:
    said = SALT + payload + epoch.to_bytes(4)
    return code(office.keys[payload[0] & 15], said)


@lru_cache(maxsize=4096)
def code(key: bytes, said: bytes) -> bytes:
    """Remembered: a mail's address is looked at several times on its way in."""
    return digest(key, said, "sha256")[:HALF]


def token_in(local: str, mailbox: str) -> tuple[str, str] | None:
    """The letter in front, if there is one, and the 32 characters; not yet checked."""
    plus = f"{mailbox}+"
    local, is_plus = local.removeprefix(plus), local.startswith(plus)
    kind, dash, text = local.rpartition("-")
    if not TOKEN.fullmatch(text) or (not dash and not is_plus):
        return None
    return (kind, text) if kind in KINDS or not dash else None


def redacted(office: Office, text: str) -> str:
    """A text without reply addresses of ours: who has one could try to use it."""
    domain = re.escape(office.domain)
    token = rf"[\w.-]{{0,64}}[+-]?[a-z2-7]{{32}}@{domain}"
    return re.sub(token, "[…]", text, flags=re.ASCII | re.IGNORECASE)


def parts(address: str) -> tuple[str, str]:
    """Local part and domain as they are compared: in lower case, the domain as IDNA."""
    local, _, domain = address.strip().strip("<>").rpartition("@")
    return local.lower(), ascii_domain(domain)


def ascii_domain(domain: str) -> str:
    domain = domain.strip().rstrip(".").lower()
    if domain.isascii():
        return domain
    try:
        return domain.encode("idna").decode()
    except UnicodeError:
        return domain


def folded(address: str) -> str:
    """An address as it is compared with others; no dots are dropped."""
    return "@".join(parts(address))


def head_of(raw: bytes) -> list[tuple[str, str]]:
    """The headers in their order, as they stand there; nothing is decoded."""
    normal = re.sub(rb"\r+\n", b"\n", raw[:LONGEST_HEAD])
    head = normal.partition(b"\n\n")[0] + b"\n\n"
    found = BytesHeaderParser().parsebytes(head).raw_items()
    return [(name, str(value)) for name, value in found]


def recipients_in(office: Office, raw: bytes) -> list[str]:
    """To which addresses of ours a mail came, where no envelope says so."""
    headers = head_of(raw)
    for wanted in WHERE_TO:
        values = [v for name, v in headers if name.lower() == wanted.lower()]
        if ours := [a for a in addresses_in(values) if office.owns(a)]:
            return list(dict.fromkeys(ours))
    return []


def return_path(raw: bytes) -> str:
    """The envelope's sender, where the last mail server wrote it down."""
    found = [v for name, v in head_of(raw) if name.lower() == "return-path"]
    return next(iter(addresses_in(found[:1])), "")


def addresses_in(values: Iterable[str]) -> list[str]:
    """Addresses in headers; whoever nests brackets a thousandfold names nobody."""
    try:
        return [folded(address) for _, address in getaddresses(list(values)) if address]
    except (RecursionError, ValueError, IndexError):
        return []
