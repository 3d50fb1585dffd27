"""Read any bytes as a mail: what it is and what it says."""

from __future__ import annotations

from collections.abc import Callable

from engine.languages import LANGUAGES
from sse.inbox.reading import message as heads
from sse.inbox.reading.html import text_of_html
from sse.inbox.reading.message import (
    VISIBLE,
    Mail,
    Passage,
    attachments,
    leaf_parts,
    written_passages,
)
from sse.inbox.reading.own_text import OwnText, is_pgp_encrypted, own_text_of
from sse.inbox.reading.robots import bounced_addresses, robot_verdict, wants_no_answer
from sse.inbox.reading.types import Kind, Limits, Reading, TooMuch, Us
from sse.platform.mail_addresses import WHERE_TO

TNEF_TYPES = {"application/ms-tnef", "application/vnd.ms-tnef"}
ENCRYPTED_TYPES = {
    *("multipart/encrypted", "application/pgp-encrypted"),
    *("application/pkcs7-mime", "application/x-pkcs7-mime"),
}


LetterText = Callable[[Reading], str]  # by the headers, the letter that a mail answers


def no_letter(reading: Reading) -> str:
    return ""


def read_mail(raw: bytes, us: Us, sent: LetterText = no_letter) -> Reading:
    """Return what a mail is and says. `sent` knows the text of the email it answers."""
    try:
        return classify(raw, us, sent)
    except Exception as error:  # the libraries' answer to mails nobody thought of
        return Reading(Kind.MALFORMED, f"cannot be read: {type(error).__name__}")


def classify(raw: bytes, us: Us, sent: LetterText) -> Reading:
    if len(raw) > us.limits.message:
        why = f"{len(raw)} bytes, more than {us.limits.message}"
        return headers_only(
            heads.normalize_line_ends(raw[: us.limits.head]), us, Kind.OVERSIZED, why
        )
    raw = heads.normalize_line_ends(raw)
    try:
        mail = heads.parse_message(raw, us.limits)
    except TooMuch as much:
        return headers_only(raw, us, Kind.MALFORMED, str(much))
    found = robot_verdict(mail, us)
    reading = header_reading(mail, us)._replace(defects=defects(mail))
    if found:
        failed = bounced_addresses(mail, raw) if found.kind is Kind.BOUNCE else ()
        return reading._replace(kind=found.kind, why=found.why, bounced=failed)
    if not reading.sender:
        return reading._replace(why="has not exactly one sender")
    return with_text(mail, reading, us, sent(reading))


def headers_only(raw: bytes, us: Us, kind: Kind, why: str) -> Reading:
    return header_reading(heads.parse_headers(raw, us.limits), us)._replace(
        kind=kind, why=why
    )


def header_reading(mail: Mail, us: Us) -> Reading:
    """Return all but the text, as MALFORMED until something better is known."""
    writers = heads.senders(mail)
    name, sender = writers[0] if len(writers) == 1 else ("", "")
    single = len(heads.headers(mail, "From")) == 1
    told = heads.addresses_in(mail, "To", "Cc")
    reached = heads.addresses_in(mail, *WHERE_TO)
    others = [a for a in told if not us.own(a) and a != sender]
    return Reading(
        Kind.MALFORMED,
        sender=sender if single else "",
        sender_name=name[:200] if single else "",
        recipients=tuple(dict.fromkeys(a for a in reached if us.own(a))),
        others=tuple(dict.fromkeys(others)),
        message_id=heads.message_id(mail),
        in_reply_to=next(iter(heads.message_ids_in(mail, "In-Reply-To")), ""),
        references=heads.message_ids_in(mail, "References"),
        subject=heads.decode_header_words(heads.header(mail, "Subject")),
        date=heads.date_of(mail),
        quiet=wants_no_answer(mail),
        authentication=tuple(heads.headers(mail, "Authentication-Results")),
    )


def defects(mail: Mail) -> tuple[str, ...]:
    """List what is wrong with the form, once each."""
    found = [type(fault).__name__ for part in mail.walk() for fault in part.defects]
    return tuple(dict.fromkeys(found))


def with_text(mail: Mail, reading: Reading, us: Us, sent: str) -> Reading:
    reading = reading._replace(attachments=attachments(mail))
    words = written_passages(mail)
    if not any(VISIBLE.search(w.plain) or w.markup for w in words):
        kind, why = why_no_text(mail, reading)
        return reading._replace(kind=kind, why=why)
    try:
        plain, seen = passage_texts(words, us.limits)
    except TooMuch as much:
        return reading._replace(kind=Kind.OVERSIZED, why=str(much))
    if is_pgp_encrypted(plain):
        return reading._replace(kind=Kind.ENCRYPTED, why="encrypted with PGP")
    own = own_text_of(plain, us, sent)
    if seen != plain and len(seen) <= us.limits.text:
        own = prefer_html_lines(own, own_text_of(seen, us, sent))
    kind, why = verdict(own.text, reading, us.limits)
    return reading._replace(
        kind=kind,
        why=why,
        text=own.text if kind is Kind.ORDER else "",
        dropped=own.dropped,
        language_hint=own.language or language_header(mail),
    )


def passage_texts(words: list[Passage], limits: Limits) -> tuple[str, str]:
    """Return the whole text, as plain parts have it and as the HTML shows it."""
    if sum(len(w.markup) for w in words) > limits.markup:
        raise TooMuch(f"more than {limits.markup} characters of HTML")
    seen = [html_or_plain(w, limits) for w in words]
    plain = [w.plain or text for w, text in zip(words, seen, strict=True)]
    if sum(map(len, plain)) > limits.text:
        raise TooMuch(f"more than {limits.text} characters of text")
    return "\n".join(plain), "\n".join(seen)


def html_or_plain(words: Passage, limits: Limits) -> str:
    return text_of_html(words.markup, limits.elements) if words.markup else words.plain


def prefer_html_lines(plain: OwnText, seen: OwnText) -> OwnText:
    """Use the lines of the HTML if Gmail wrapped the plain text."""
    if plain.text.split() == seen.text.split():
        return plain._replace(text=seen.text)
    return plain


def why_no_text(mail: Mail, reading: Reading) -> tuple[Kind, str]:
    kinds = {mail.get_content_type(), *(p.get_content_type() for p in leaf_parts(mail))}
    names = {attached.name.lower() for attached in reading.attachments}
    if "winmail.dat" in names or kinds & TNEF_TYPES:
        return Kind.WINMAIL, "only Outlook's winmail.dat, which we do not open"
    if kinds & ENCRYPTED_TYPES:
        return Kind.ENCRYPTED, "encrypted, or signed in a way that hides the text"
    if any(part.get_content_maintype() == "multipart" for part in leaf_parts(mail)):
        return Kind.MALFORMED, "its parts cannot be told apart"
    return verdict("", reading, Limits())


def verdict(text: str, reading: Reading, limits: Limits) -> tuple[Kind, str]:
    lines = text.split("\n")
    if len(lines) > limits.lines or any(is_too_long(line, limits) for line in lines):
        return Kind.OVERSIZED, "more lines, or longer ones, than orders need"
    if text:
        return Kind.ORDER, "written by a person, as far as one can tell"
    if reading.subject and not reading.in_reply_to and not reading.references:
        return Kind.EMPTY, "there is only a subject, and subjects are not read"
    return Kind.EMPTY, "nothing is left without quotes and signatures"


def is_too_long(line: str, limits: Limits) -> bool:
    """Say whether a line is too long; one with a position may be longer."""
    return len(line) > limits.line + limits.position * ("{" in line)


def language_header(mail: Mail) -> str:
    said = heads.header(mail, "Content-Language")[:2].lower()
    return said if said in LANGUAGES else ""
