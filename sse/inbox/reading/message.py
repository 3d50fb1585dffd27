"""From bytes to a message of bounded size, and its headers, which may hold anything."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.parser import BytesParser
from email.policy import Compat32
from email.utils import getaddresses, parsedate_to_datetime
from typing import Any, TypeAlias

from sse.inbox.reading.charsets import decoded
from sse.inbox.reading.types import Limits, TooMuch

Mail: TypeAlias = "Message[str, str]"
LONGEST_SHOWN = 1_000  # characters of a header that is shown
LONGEST_OF_PART = 2_000  # of a header whose parameters must be told apart
IDENTIFIER = re.compile(r"<([^<>\s]{1,250})>")
ADDRESS = re.compile(r"[^\s@<>\"(),:;\\\[\]]{1,64}@[^\s@<>\"(),:;\\\[\]]{1,255}")
DELIVERED = (
    "X-Gm-Original-To",
    "X-Original-To",
    "Delivered-To",
    "Envelope-To",
    "Resent-To",
    "Resent-Cc",
)


class Bounded(Compat32):
    """The standard rules, but headers have an end and parts are counted."""

    limits: Limits
    count: Counter[str]

    def __init__(self, limits: Limits) -> None:
        super().__init__()
        self.__dict__.update(limits=limits, count=Counter())  # policies are frozen

    def header_source_parse(self, sourcelines: Sequence[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(list(sourcelines))
        kind = value[:40].lstrip().lower() if name.lower() == "content-type" else ""
        if kind.startswith(("multipart/", "message/")):
            self.tally("containers", self.limits.containers)
        about_part = name.lower().startswith("content-")
        return name, value[: LONGEST_OF_PART if about_part else self.limits.header]

    def header_fetch_parse(self, name: str, value: str) -> str:
        """As it came; what is not ASCII is decoded by `clean`."""
        return value

    def tally(self, what: str, most: int) -> None:
        self.count[what] += 1
        if self.count[what] > most:
            raise TooMuch(f"more than {most} {what}")


def tidy(raw: bytes) -> bytes:
    """One kind of line end, and nothing in front of the first header."""
    raw = raw.replace(b"\r\r\n", b"\n").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return raw.removeprefix(b"\xef\xbb\xbf").lstrip(b"\n")


def head_of(raw: bytes, limits: Limits) -> Mail:
    """The headers alone, as far as we read any."""
    policy = Bounded(limits._replace(containers=limits.head))
    head = raw[: limits.head].partition(b"\n\n")[0]
    return BytesParser(policy=policy).parsebytes(head + b"\n\n", headersonly=True)


def message_of(raw: bytes, limits: Limits) -> Mail:
    """The whole mail, or TooMuch. Whatever else is wrong is among its defects."""
    if raw.count(b"\n") > limits.message_lines:
        raise TooMuch(f"more than {limits.message_lines} lines")
    if raw.find(b"\n\n", 0, limits.head + 2) < 0 and len(raw) > limits.head:
        raise TooMuch(f"headers of more than {limits.head} bytes")
    policy = Bounded(limits)

    def part(**options: Any) -> Mail:
        policy.tally("parts", limits.parts)
        return Message(**options)

    return BytesParser(part, policy=policy).parsebytes(raw)


def values(mail: Mail, name: str) -> list[str]:
    """Every header of a name, unfolded, with nothing a database would refuse."""
    return [clean(str(value)) for value in mail.get_all(name, [])]


def value(mail: Mail, name: str) -> str:
    return next(iter(values(mail, name)), "")


def clean(text: str) -> str:
    """In one line, with letters instead of raw bytes, and no zeros."""
    try:
        text = decoded(text.encode("utf-8", "surrogateescape"), "utf-8")
    except UnicodeEncodeError:
        text = text.encode("utf-8", "replace").decode("utf-8")
    return " ".join(text.replace("\0", "").split())


def readable(text: str) -> str:
    """With encoded words decoded, whatever they claim to be encoded in."""
    text = text[:LONGEST_SHOWN]
    if "=?" not in text:
        return text
    try:
        pieces = decode_header(text)
    except (HeaderParseError, ValueError):
        return text
    return clean("".join(piece_of(words, charset) for words, charset in pieces))


def piece_of(words: bytes | str, charset: str | None) -> str:
    return words if isinstance(words, str) else decoded(words, charset or "utf-8")


def mailboxes(texts: Sequence[str]) -> list[tuple[str, str]]:
    """(name, address) of each. A decoded name is no longer looked into."""
    found: list[tuple[str, str]] = []
    with suppress(RecursionError, ValueError, IndexError, AttributeError):
        found = getaddresses(list(texts))
    return [(readable(name), plain_address(address)) for name, address in found]


def plain_address(address: str) -> str:
    """In lower case, its domain as the name servers know it; empty if it is none."""
    if not ADDRESS.fullmatch(address):
        return ""
    local, _, domain = address.lower().rpartition("@")
    with suppress(UnicodeError):
        domain = domain.encode("idna").decode("ascii").lower()
    return f"{local}@{domain}"


def addresses(mail: Mail, *names: str) -> list[str]:
    texts = [text for name in names for text in values(mail, name)]
    return [address for _, address in mailboxes(texts) if address]


def senders(mail: Mail) -> list[tuple[str, str]]:
    """All that claim to have written it. A good mail has one, with an address."""
    return mailboxes(values(mail, "From"))


def identifiers(mail: Mail, name: str) -> tuple[str, ...]:
    return tuple(f"<{found}>" for found in IDENTIFIER.findall(value(mail, name)))


def message_id(mail: Mail) -> str:
    said = value(mail, "Message-ID")
    return next(iter(identifiers(mail, "Message-ID")), said.replace(" ", "")[:252])


def date_of(mail: Mail) -> datetime | None:
    """As its writer's clock showed it; only what can be told in UTC as well."""
    try:
        found = parsedate_to_datetime(value(mail, "Date")[:100])
        found = found if found.tzinfo else found.replace(tzinfo=UTC)
        found.astimezone(UTC)
        return found
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
