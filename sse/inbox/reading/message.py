"""Parse a mail within bounds: its headers, its parts and the text in them."""

from __future__ import annotations

import binascii
import quopri
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.parser import BytesParser
from email.policy import Compat32
from email.utils import getaddresses, parsedate_to_datetime
from typing import Any, NamedTuple, TypeAlias

from sse.inbox.reading.charsets import decode_text, visible_text
from sse.inbox.reading.types import Attachment, Limits, TooMuch

Mail: TypeAlias = "Message[str, str]"
LONGEST_SHOWN = 1_000  # characters of a header that is shown
LONGEST_OF_PART = 2_000  # of a header whose parameters must be told apart
IDENTIFIER = re.compile(r"<([^<>\s]{1,250})>")
ADDRESS = re.compile(r"[^\s@<>\"(),:;\\\[\]]{1,64}@[^\s@<>\"(),:;\\\[\]]{1,255}")


class Bounded(Compat32):
    """The standard policy with limits for headers and parts."""

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
        """Return a header as it came; `clean_header` decodes it."""
        return value

    def tally(self, what: str, most: int) -> None:
        self.count[what] += 1
        if self.count[what] > most:
            raise TooMuch(f"more than {most} {what}")


def normalize_line_ends(raw: bytes) -> bytes:
    """Use one kind of line end, and drop anything before the first header."""
    raw = raw.replace(b"\r\r\n", b"\n").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return raw.removeprefix(b"\xef\xbb\xbf").lstrip(b"\n")


def parse_headers(raw: bytes, limits: Limits) -> Mail:
    """Parse the headers alone, up to the limit."""
    policy = Bounded(limits._replace(containers=limits.head))
    head = raw[: limits.head].partition(b"\n\n")[0]
    return BytesParser(policy=policy).parsebytes(head + b"\n\n", headersonly=True)


def parse_message(raw: bytes, limits: Limits) -> Mail:
    """Parse the whole mail; other faults are among its defects. [TooMuch]"""
    if raw.count(b"\n") > limits.message_lines:
        raise TooMuch(f"more than {limits.message_lines} lines")
    if raw.find(b"\n\n", 0, limits.head + 2) < 0 and len(raw) > limits.head:
        raise TooMuch(f"headers of more than {limits.head} bytes")
    policy = Bounded(limits)

    def part(**options: Any) -> Mail:
        policy.tally("parts", limits.parts)
        return Message(**options)

    return BytesParser(part, policy=policy).parsebytes(raw)


def headers(mail: Mail, name: str) -> list[str]:
    """Return every header of a name, unfolded and safe for a database."""
    return [clean_header(str(value)) for value in mail.get_all(name, [])]


def header(mail: Mail, name: str) -> str:
    return next(iter(headers(mail, name)), "")


def clean_header(text: str) -> str:
    """Return a header in one line, with raw bytes decoded, and no zeros."""
    try:
        text = decode_text(text.encode("utf-8", "surrogateescape"), "utf-8")
    except UnicodeEncodeError:
        text = text.encode("utf-8", "replace").decode("utf-8")
    return " ".join(text.replace("\0", "").split())


def decode_header_words(text: str) -> str:
    """Decode encoded words, whatever charset they claim."""
    text = text[:LONGEST_SHOWN]
    if "=?" not in text:
        return text
    try:
        pieces = decode_header(text)
    except (HeaderParseError, ValueError):
        return text
    return clean_header(
        "".join(decode_header_word(words, charset) for words, charset in pieces)
    )


def decode_header_word(words: bytes | str, charset: str | None) -> str:
    return words if isinstance(words, str) else decode_text(words, charset or "utf-8")


def parse_mailboxes(texts: Sequence[str]) -> list[tuple[str, str]]:
    """Return (name, address) of each; decoded names are not parsed again."""
    found: list[tuple[str, str]] = []
    with suppress(RecursionError, ValueError, IndexError, AttributeError):
        found = getaddresses(list(texts))
    return [
        (decode_header_words(name), normalize_address(address))
        for name, address in found
    ]


def normalize_address(address: str) -> str:
    """Return an address in lower case with an ASCII domain; empty if it is none."""
    if not ADDRESS.fullmatch(address):
        return ""
    local, _, domain = address.lower().rpartition("@")
    with suppress(UnicodeError):
        domain = domain.encode("idna").decode("ascii").lower()
    return f"{local}@{domain}"


def addresses_in(mail: Mail, *names: str) -> list[str]:
    texts = [text for name in names for text in headers(mail, name)]
    return [address for _, address in parse_mailboxes(texts) if address]


def senders(mail: Mail) -> list[tuple[str, str]]:
    """Return all claimed senders. A valid mail has one, with an address."""
    return parse_mailboxes(headers(mail, "From"))


def message_ids_in(mail: Mail, name: str) -> tuple[str, ...]:
    return tuple(f"<{found}>" for found in IDENTIFIER.findall(header(mail, name)))


def message_id(mail: Mail) -> str:
    said = header(mail, "Message-ID")
    return next(iter(message_ids_in(mail, "Message-ID")), said.replace(" ", "")[:252])


def date_of(mail: Mail) -> datetime | None:
    """Return the date with its offset, if it can be converted to UTC."""
    try:
        found = parsedate_to_datetime(header(mail, "Date")[:100])
        found = found if found.tzinfo else found.replace(tzinfo=UTC)
        found.astimezone(UTC)
        return found
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


BASE64 = re.compile(rb"[A-Za-z0-9+/]+={0,2}[ \t]*")
WRITTEN = ("text/plain", "text/markdown", "text/html")
VISIBLE = re.compile(r"\w")


class Passage(NamedTuple):
    """One passage of a mail: as text, as HTML, or the same in both forms."""

    plain: str = ""
    markup: str = ""


def leaf_parts(part: Mail) -> Iterator[Mail]:
    """Return the parts without parts; a forwarded mail counts as one."""
    if part.get_content_maintype() == "multipart" and part.is_multipart():
        for inner in part.get_payload():
            if not isinstance(inner, str):
                yield from leaf_parts(inner)
    else:
        yield part


def part_bytes(part: Mail) -> bytes:
    """Return the content of a part without transfer encoding, damaged or not."""
    coding = header(part, "Content-Transfer-Encoding").strip(" ;\"'").lower()
    if part.is_multipart():
        return b""
    del part["Content-Transfer-Encoding"]  # so that the bytes come as they are
    raw = part.get_payload(decode=True)
    part["Content-Transfer-Encoding"] = coding
    if not isinstance(raw, bytes):
        return b""
    if coding == "quoted-printable":
        return quopri.decodestring(raw)
    return decode_base64(raw) if coding == "base64" else raw


def decode_base64(raw: bytes) -> bytes:
    """Decode up to the first line that is not Base64, such as a list's footer."""
    good: list[bytes] = []
    for line in raw.split(b"\n"):
        if BASE64.fullmatch(line):
            good.append(line.strip())
        elif line.strip() and good:
            break
    joined = b"".join(good).rstrip(b"=")
    whole = joined[: len(joined) - (len(joined) % 4 == 1)]
    return binascii.a2b_base64(whole + b"=" * (-len(whole) % 4))


def part_text(part: Mail) -> str:
    text = decode_text(part_bytes(part), charset_of(part))
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if parameter(part, "format").lower() == "flowed" and is_plain(part):
        text = join_flowed_lines(text, parameter(part, "delsp").lower() == "yes")
    return visible_text(text)


def charset_of(part: Mail) -> str:
    label = parameter(part, "charset")
    if label or is_plain(part):
        return label
    found = re.search(rb"charset=[\"']?([\w-]{1,40})", part_bytes(part)[:2_000], re.I)
    return found[1].decode() if found else ""


def parameter(part: Mail, name: str, header: str = "Content-Type") -> str:
    try:
        said = part.get_param(name, "", header)
    except (ValueError, LookupError):
        return ""
    if isinstance(said, tuple):  # with a charset of its own (RFC 2231)
        said = decode_text(said[2].encode("latin-1", "replace"), said[0] or "utf-8")
    return clean_header(said or "")


def is_plain(part: Mail) -> bool:
    return part.get_content_type() in ("text/plain", "text/markdown")


def join_flowed_lines(text: str, joined: bool) -> str:
    """Join lines that end in a blank with the next of the same depth (RFC 3676)."""
    out: list[list[str]] = []
    soft, deep = False, 0
    for line in text.split("\n"):
        rest = line.lstrip(">")
        depth = len(line) - len(rest)
        rest = rest.removeprefix(" ")
        if soft and depth == deep and rest != "-- ":
            out[-1].append(rest)
        else:
            out.append([">" * depth + " " * bool(depth), rest])
        soft, deep = rest.endswith(" ") and rest != "-- ", depth
        if soft and joined:
            out[-1][-1] = rest[:-1]
    return "\n".join("".join(pieces) for pieces in out)


def is_attached(part: Mail) -> bool:
    """Say whether a part is a file: also any text with a file name."""
    said = header(part, "Content-Disposition").lower()
    return said.startswith("attachment") or bool(file_name(part))


def file_name(part: Mail) -> str:
    said = parameter(part, "filename", "Content-Disposition") or parameter(part, "name")
    return decode_header_words(said)[:200]


def written_passages(mail: Mail) -> list[Passage]:
    found = passages_in(mail)
    if not found and mail.get_content_type() in WRITTEN:
        return [passage_of(mail)]  # the only text there is, though named an attachment
    if not found:
        nameless = [part for part in leaf_parts(mail) if is_nameless(part)]
        return [passage_of(part) for part in nameless[:1]]
    return found


def is_nameless(part: Mail) -> bool:
    return part.get_content_type() in WRITTEN and not file_name(part)


def passage_of(part: Mail) -> Passage:
    text = part_text(part)
    start = text[:100].lstrip().lower()
    if is_plain(part) and not start.startswith(("<html", "<!doctype html", "<body")):
        return Passage(plain=text)
    return Passage(markup=text)


def passages_in(part: Mail) -> list[Passage]:
    kind = part.get_content_type()
    inner = inner_parts(part)
    if kind == "multipart/alternative":
        return merge_alternatives([passages_in(choice) for choice in inner])
    if kind == "multipart/related":
        return passages_in(root_of(part, inner)) if inner else []
    if kind == "multipart/signed":
        return passages_in(inner[0]) if inner else []
    if inner:
        return [words for each in inner for words in passages_in(each)]
    if kind in WRITTEN and not is_attached(part):
        return [passage_of(part)]
    return []


def inner_parts(part: Mail) -> list[Mail]:
    if part.get_content_maintype() != "multipart" or not part.is_multipart():
        return []
    return [inner for inner in part.get_payload() if not isinstance(inner, str)]


def root_of(part: Mail, inner: list[Mail]) -> Mail:
    start = parameter(part, "start").strip("<>")
    named = (p for p in inner if start and header(p, "Content-ID").strip("<>") == start)
    return next(named, inner[0])


def merge_alternatives(choices: list[list[Passage]]) -> list[Passage]:
    """Return the first alternative in plain text, and the first in HTML."""
    plain = first_choice(choices, lambda words: VISIBLE.search(words.plain) is not None)
    markup = first_choice(choices, lambda words: bool(words.markup.strip()))
    if plain and markup and len(plain) == 1 and len(markup) == 1:
        return [Passage(plain[0].plain, markup[0].markup)]
    return plain or markup or next((choice for choice in choices if choice), [])


def first_choice(
    choices: list[list[Passage]], wanted: Callable[[Passage], bool]
) -> list[Passage]:
    return next((choice for choice in choices if any(map(wanted, choice))), [])


def attachments(mail: Mail) -> tuple[Attachment, ...]:
    """Return all parts that are not read."""
    return tuple(
        Attachment(
            file_name(part),
            clean_header(part.get_content_type()),
            len(part_bytes(part)),
        )
        for part in leaf_parts(mail)
        if is_attached(part) or part.get_content_type() not in WRITTEN
    )
