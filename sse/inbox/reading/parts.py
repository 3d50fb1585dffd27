"""Which parts of a mail a person wrote, and their text."""

from __future__ import annotations

import binascii
import quopri
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from sse.inbox.reading.characters import visible
from sse.inbox.reading.charsets import decoded
from sse.inbox.reading.message import Mail, clean, readable, value
from sse.inbox.reading.types import Attachment

BASE64 = re.compile(rb"[A-Za-z0-9+/]+={0,2}[ \t]*")
WRITTEN = ("text/plain", "text/markdown", "text/html")
VISIBLE = re.compile(r"\w")


class Words(NamedTuple):
    """One passage of a mail: as text, as HTML, or the same in both forms."""

    plain: str = ""
    markup: str = ""


def leaves(part: Mail) -> Iterator[Mail]:
    """Parts that hold no parts; a forwarded mail is one, whatever lies in it."""
    if part.get_content_maintype() == "multipart" and part.is_multipart():
        for inner in part.get_payload():
            if not isinstance(inner, str):
                yield from leaves(inner)
    else:
        yield part


def octets(part: Mail) -> bytes:
    """The content of a part with its transfer encoding undone, damaged or not."""
    coding = value(part, "Content-Transfer-Encoding").strip(" ;\"'").lower()
    if part.is_multipart():
        return b""
    del part["Content-Transfer-Encoding"]  # so that the bytes come as they are
    raw = part.get_payload(decode=True)
    part["Content-Transfer-Encoding"] = coding
    if not isinstance(raw, bytes):
        return b""
    if coding == "quoted-printable":
        return quopri.decodestring(raw)
    return from_base64(raw) if coding == "base64" else raw


def from_base64(raw: bytes) -> bytes:
    """Up to the first line that is none: lists glue footers on."""
    good: list[bytes] = []
    for line in raw.split(b"\n"):
        if BASE64.fullmatch(line):
            good.append(line.strip())
        elif line.strip() and good:
            break
    joined = b"".join(good).rstrip(b"=")
    whole = joined[: len(joined) - (len(joined) % 4 == 1)]
    return binascii.a2b_base64(whole + b"=" * (-len(whole) % 4))


def text_of(part: Mail) -> str:
    """The text of a part in clean lines."""
    text = decoded(octets(part), charset_of(part))
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if parameter(part, "format").lower() == "flowed" and is_plain(part):
        text = unflowed(text, parameter(part, "delsp").lower() == "yes")
    return visible(text)


def charset_of(part: Mail) -> str:
    label = parameter(part, "charset")
    if label or is_plain(part):
        return label
    found = re.search(rb"charset=[\"']?([\w-]{1,40})", octets(part)[:2_000], re.I)
    return found[1].decode() if found else ""


def parameter(part: Mail, name: str, header: str = "Content-Type") -> str:
    try:
        said = part.get_param(name, "", header)
    except (ValueError, LookupError):
        return ""
    if isinstance(said, tuple):  # with a charset of its own (RFC 2231)
        said = decoded(said[2].encode("latin-1", "replace"), said[0] or "utf-8")
    return clean(said or "")


def is_plain(part: Mail) -> bool:
    return part.get_content_type() in ("text/plain", "text/markdown")


def unflowed(text: str, joined: bool) -> str:
    """Lines that end in a blank go on in the next of the same depth (RFC 3676)."""
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
    """A text with a name of its own is a file, whatever it is said to be."""
    said = value(part, "Content-Disposition").lower()
    return said.startswith("attachment") or bool(file_name(part))


def file_name(part: Mail) -> str:
    said = parameter(part, "filename", "Content-Disposition") or parameter(part, "name")
    return readable(said)[:200]


def words_of(mail: Mail) -> list[Words]:
    """What was written, passage by passage."""
    found = passages(mail)
    if not found and mail.get_content_type() in WRITTEN:
        return [words_in(mail)]  # the only text there is, though named an attachment
    if not found:
        nameless = [part for part in leaves(mail) if is_nameless(part)]
        return [words_in(part) for part in nameless[:1]]
    return found


def is_nameless(part: Mail) -> bool:
    return part.get_content_type() in WRITTEN and not file_name(part)


def words_in(part: Mail) -> Words:
    text = text_of(part)
    start = text[:100].lstrip().lower()
    if is_plain(part) and not start.startswith(("<html", "<!doctype html", "<body")):
        return Words(plain=text)
    return Words(markup=text)


def passages(part: Mail) -> list[Words]:
    kind = part.get_content_type()
    inner = inner_parts(part)
    if kind == "multipart/alternative":
        return one_of([passages(choice) for choice in inner])
    if kind == "multipart/related":
        return passages(root_of(part, inner)) if inner else []
    if kind == "multipart/signed":
        return passages(inner[0]) if inner else []
    if inner:
        return [words for each in inner for words in passages(each)]
    if kind in WRITTEN and not is_attached(part):
        return [words_in(part)]
    return []


def inner_parts(part: Mail) -> list[Mail]:
    if part.get_content_maintype() != "multipart" or not part.is_multipart():
        return []
    return [inner for inner in part.get_payload() if not isinstance(inner, str)]


def root_of(part: Mail, inner: list[Mail]) -> Mail:
    start = parameter(part, "start").strip("<>")
    named = (p for p in inner if start and value(p, "Content-ID").strip("<>") == start)
    return next(named, inner[0])


def one_of(choices: list[list[Words]]) -> list[Words]:
    """The same in several forms: the first with plain text, and the first in HTML."""
    plain = first(choices, lambda words: VISIBLE.search(words.plain) is not None)
    markup = first(choices, lambda words: bool(words.markup.strip()))
    if plain and markup and len(plain) == 1 and len(markup) == 1:
        return [Words(plain[0].plain, markup[0].markup)]
    return plain or markup or next((choice for choice in choices if choice), [])


def first(choices: list[list[Words]], wanted: Callable[[Words], bool]) -> list[Words]:
    return next((choice for choice in choices if any(map(wanted, choice))), [])


def attachments(mail: Mail) -> tuple[Attachment, ...]:
    """Everything that is not read."""
    return tuple(
        Attachment(file_name(part), clean(part.get_content_type()), len(octets(part)))
        for part in leaves(mail)
        if is_attached(part) or part.get_content_type() not in WRITTEN
    )
