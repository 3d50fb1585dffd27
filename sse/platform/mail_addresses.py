"""Reply addresses that carry what they are for: a seat and its turn.

    o-<token>@play.example.org     token: 32 characters of a-z and 2-7, any case

    payload  8 bytes: version and key id (4 bits each), kind, number (4), turn (2)
    mac     12 bytes: 6 that the door checks, 6 that know the seat's epoch

Only the database knows the epoch. So the code has two halves: the first covers the
payload alone, and the SMTP server refuses what was guessed; the second covers the epoch
too, and a worker refuses what was revoked. Either is guessed once in 2^48 tries, each
of which is a mail; no token alone lets anybody play. Nothing here asks the database.
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

LOOP_HEADER = "X-Hikyaku-Loop"  # in every email of ours
MARKER = "=====["  # how the first line of our emails begins
VERSION = 1
SALT = b"pbem-reply\0"
HALF_BYTES = 6
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
FIXED = ("postmaster", "abuse")  # RFC 2142: every domain must have these
LONGEST_HEAD = 64 * 1024  # bytes
LINE_END = re.compile(rb"(?<!\r)\r++\n")  # each run is looked at once
WHERE_TO = (  # headers that may name the recipient, the best first
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
    """Our mail domain, and the keys that sign addresses, the newest first."""

    domain: str
    keys: Mapping[int, bytes]
    mailbox: str = "hikyaku"  # for mails that are about no seat
    is_shared: bool = False  # only this mailbox of the domain is ours

    def owns(self, address: str) -> bool:
        """Return whether mail for the address is for us, whatever its token says."""
        local, domain = parts(address)
        is_name = local in (self.mailbox, *FIXED)
        is_ours = not self.is_shared or is_name or token_in(local, self.mailbox)
        return domain == self.domain and bool(is_ours)

    def expects(self, address: str) -> bool:
        """Return whether we take mail for it: a name of ours, or a token we made."""
        is_name = parts(address)[0] in (self.mailbox, *FIXED)
        is_known = is_name or address_read(self, address) is not None
        return self.owns(address) and is_known


def office() -> Office:
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


GenerationOf = Callable[[Token], int | None]  # None: there is no such row


def address_make(
    office: Office, kind: str, number: int, turn: int = 0, epoch: int = 0
) -> str:
    """Return an address, signed with the newest key."""
    key = next(iter(office.keys))
    payload = bytes([VERSION << 4 | key, ord(kind)])
    payload += number.to_bytes(4) + turn_of(turn).to_bytes(2)
    made = payload + door_code(office, payload) + seat_code(office, payload, epoch)
    token = b32encode(made).decode().lower()
    local = f"{office.mailbox}+{token}" if office.is_shared else f"{kind}-{token}"
    return f"{local}@{office.domain}"


def address_read(
    office: Office, address: str, epoch_of: GenerationOf | None = None
) -> Token | None:
    """Return the token of an address, if we made it; with `epoch_of`, if it is valid.

    Without `epoch_of` no database is asked: that is what the SMTP server does.
    """
    local, domain = parts(address)
    found = token_in(local, office.mailbox)
    if domain != office.domain or not found:
        return None
    kind, text = found
    made = b32decode(text.upper())
    payload, first, second = made[:8], made[8 : 8 + HALF_BYTES], made[8 + HALF_BYTES :]
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
    """Return a turn as tokens carry it."""
    return entry % 2**16


def door_code(office: Office, payload: bytes) -> bytes:
    return half_code(office.keys[payload[0] & 15], SALT + payload)


def seat_code(office: Office, payload: bytes, epoch: int) -> bytes:
    said = SALT + payload + epoch.to_bytes(4)
    return half_code(office.keys[payload[0] & 15], said)


@lru_cache(maxsize=4096)
def half_code(key: bytes, said: bytes) -> bytes:
    """Return half a code; cached, because a mail's address is read several times."""
    return digest(key, said, "sha256")[:HALF_BYTES]


def token_in(local: str, mailbox: str) -> tuple[str, str] | None:
    """Return the kind, if there is one, and the 32 characters; not yet checked."""
    plus = f"{mailbox}+"
    local, is_plus = local.removeprefix(plus), local.startswith(plus)
    kind, dash, text = local.rpartition("-")
    if not TOKEN.fullmatch(text) or (not dash and not is_plus):
        return None
    return (kind, text) if kind in KINDS or not dash else None


def without_addresses(office: Office, text: str) -> str:
    """Return a text without reply addresses of ours, which others could use."""
    domain = re.escape(office.domain)
    token = rf"[\w.-]{{0,64}}[+-]?[a-z2-7]{{32}}@{domain}"
    return re.sub(token, "[…]", text, flags=re.ASCII | re.IGNORECASE)


def parts(address: str) -> tuple[str, str]:
    """Return local part and domain as they are compared: lower case, IDNA."""
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
    """Return an address as it is compared with others; dots are kept."""
    return "@".join(parts(address))


def head_of(raw: bytes) -> list[tuple[str, str]]:
    """Return the headers in their order, without decoding anything."""
    normal = LINE_END.sub(b"\n", raw[:LONGEST_HEAD])
    head = normal.partition(b"\n\n")[0] + b"\n\n"
    found = BytesHeaderParser().parsebytes(head).raw_items()
    return [(name, str(value)) for name, value in found]


def recipients_in(office: Office, raw: bytes) -> list[str]:
    """Return to which addresses of ours a mail came, if no envelope tells."""
    headers = head_of(raw)
    for wanted in WHERE_TO:
        values = [v for name, v in headers if name.lower() == wanted.lower()]
        if ours := [a for a in addresses_in(values) if office.owns(a)]:
            return list(dict.fromkeys(ours))
    return []


def return_path(raw: bytes) -> str:
    """Return the envelope's sender, as the last mail server noted it."""
    found = [v for name, v in head_of(raw) if name.lower() == "return-path"]
    return next(iter(addresses_in(found[:1])), "")


def addresses_in(values: Iterable[str]) -> list[str]:
    """Return the addresses in headers; none if brackets are nested absurdly."""
    try:
        return [folded(address) for _, address in getaddresses(list(values)) if address]
    except (RecursionError, ValueError, IndexError):
        return []
