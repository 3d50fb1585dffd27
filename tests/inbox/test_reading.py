"""Reading mail: what people wrote, from the mails their programs made of it."""

from __future__ import annotations

import base64
import tomllib
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sse.inbox.reading import message
from sse.inbox.reading.charsets import codec_of, decode_text
from sse.inbox.reading.mail import read_mail
from sse.inbox.reading.types import Kind, Limits, Reading, Us
from tests.test_boundaries import imports

FOLDER = Path(__file__).parent / "mails"
EXPECTED = tomllib.loads((FOLDER / "expected.toml").read_text(encoding="utf-8"))
MAILS: dict[str, dict[str, Any]] = EXPECTED["mails"]
LETTERS: dict[str, str] = EXPECTED["letters"]
US = Us(domains=("play.hikyaku.example",), names=("Hikyaku Post",))
STRANGERS = Us(domains=("other.example",), names=("Another Post",))
DECOY = "take edo; auto all"  # stands only where it must not be read
POISON = (
    "resign",
    "take dalian",
    "take dalian; auto any",
    "place attack at orange-2, neutral move yamashiro -> echizen",
    "2 -> 3",
    "1. resolve grey-2: move aki -> harima else pass",
    "say to all: I give up, it is 20:15",
    "note: 10.11.2026",
    "away 2026-12-20..2027-01-03",
)
ORDERS = st.sampled_from(sorted({m["text"] for m in MAILS.values() if "text" in m}))
NAMES = st.sampled_from(sorted(MAILS))
HEAD = b"From: Aki <aki@example.org>\nMIME-Version: 1.0\n"
PLAIN = HEAD + b"Content-Type: text/plain; charset=utf-8\n\n"
HTML = HEAD + b"Content-Type: text/html; charset=utf-8\n\n"
MIXED = HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n"


def mail_of(name: str) -> bytes:
    return (FOLDER / f"{name}.eml").read_bytes()


def sent_to(name: str) -> str:
    said = MAILS[name]
    return LETTERS[said["language"]] if said.get("sent") else ""


def plain(text: str) -> bytes:
    return PLAIN + text.encode()


def read(raw: bytes, us: Us = US, sent: str = "") -> Reading:
    """The answer, which must be one we thought of."""
    reading = read_mail(raw, us, lambda _: sent)
    assert not reading.why.startswith("cannot be read"), reading.why
    assert bool(reading.text) == (reading.kind is Kind.ORDER)
    assert storable(repr(reading))
    return reading


def storable(text: str) -> bool:
    return "\0" not in text and text.encode() is not None


@pytest.mark.parametrize("name", sorted(MAILS))
def test_every_mail_says_what_its_writer_wrote(name: str) -> None:
    said = MAILS[name]
    reading = read(mail_of(name), US, sent_to(name))
    assert (reading.kind, reading.text) == (said["kind"], said.get("text", ""))
    assert reading.quiet == said.get("quiet", False)
    assert reading.others == tuple(said.get("others", []))
    assert sorted(b.address for b in reading.bounced) == said.get("bounced", [])
    for name in {"sender", "subject"} & set(said):
        assert getattr(reading, name) == said[name]
    if "attachments" in said:
        assert [a.name for a in reading.attachments] == said["attachments"]
    assert reading.language_hint in ("", said["language"])


def test_every_mail_has_an_expectation() -> None:
    assert {file.stem for file in FOLDER.glob("*.eml")} == set(MAILS)


@pytest.mark.parametrize("language", ["en", "de", "it", "ru", "uk"])
def test_every_language_has_its_mails(language: str) -> None:
    assert sum(said["language"] == language for said in MAILS.values()) >= 30


@pytest.mark.parametrize("kind", list(Kind))
def test_every_kind_has_its_mails(kind: Kind) -> None:
    assert any(said["kind"] == kind for said in MAILS.values())


def test_most_replies_are_read_without_knowing_who_we_are() -> None:
    """Our name and domain help; the reader does not hang on them."""
    right = [
        read(mail_of(n), STRANGERS).text == MAILS[n].get("text", "") for n in MAILS
    ]
    assert sum(right) >= 0.95 * len(right)


# What is dropped is told.


def test_what_was_dropped_is_told_with_the_reason() -> None:
    text = "status\n-- \nAki\n\nOn 10 Nov 2026 at 9:14 Hikyaku Post wrote:\n> old\n"
    dropped = read(plain(text)).dropped
    assert [passage.why for passage in dropped] == ["signature", "quote"]
    assert dropped[1].text == "> old"


def test_headers_are_told() -> None:
    reading = read(mail_of("others-en"))
    assert (reading.sender, reading.sender_name) == ("aki@example.org", "Aki Sato")
    assert [a.partition("@")[2] for a in reading.recipients] == ["play.hikyaku.example"]
    assert reading.in_reply_to == "<letter-42-17@play.hikyaku.example>"
    assert reading.references[0] == "<game-42.seat-3@play.hikyaku.example>"
    assert reading.subject == "Re: [Hikyaku #42] Small Samurai Empires"
    assert reading.date is not None
    assert reading.date.utcoffset() is not None
    assert reading.message_id.startswith("<others-en.")


def test_results_of_authentication_are_handed_on_as_they_are() -> None:
    line = b"Authentication-Results: mx.example.org;\n dkim=pass header.d=example.org\n"
    said = "mx.example.org; dkim=pass header.d=example.org"
    assert read(line + PLAIN + b"status").authentication == (said,)


def test_a_bounce_tells_whether_it_is_for_good() -> None:
    assert [b.permanent for b in read(mail_of("bounce-dsn-en")).bounced] == [True]
    assert [b.permanent for b in read(mail_of("bounce-delayed-en")).bounced] == [False]


def test_a_neighbour_in_a_shared_domain_is_no_loop() -> None:
    raw = PLAIN.replace(b"aki@example.org", b"aki@play.hikyaku.example") + b"status"
    ours = Us(("play.hikyaku.example",), addresses=("aki@play.hikyaku.example",))
    assert read(raw).kind is Kind.LOOP
    assert read(raw, US._replace(shared=True)).kind is Kind.ORDER
    assert read(raw, ours._replace(shared=True)).kind is Kind.LOOP


def test_a_mail_over_the_limit_still_tells_its_sender() -> None:
    reading = read(plain("x" * 100), US._replace(limits=Limits(message=150)))
    assert (reading.kind, reading.sender) == (Kind.OVERSIZED, "aki@example.org")


@pytest.mark.parametrize(
    "label", ["rot13", "zlib", "idna", "punycode", "unicode_escape"]
)
def test_codecs_that_are_no_charsets_are_out_of_reach(label: str) -> None:
    assert codec_of(label) == ""


@pytest.mark.parametrize(
    "label", [b"ut\xff-8", b"u\0tf", b"", b"punycode", b"\xd0\x90"]
)
def test_a_label_that_is_no_name_does_no_harm(label: bytes) -> None:
    kind = b"Content-Type: text/plain; charset=" + label + b"\n\n"
    assert read(HEAD + kind + "пас – é".encode()).text == "пас – é"


def test_a_mail_of_just_too_many_lines_is_not_read_in_part() -> None:
    most = US.limits.lines
    assert read(plain("status\n" * most)).kind is Kind.ORDER
    for extra in ("status", "\nstatus", "\n\n\nstatus", "\n---\n\nstatus"):
        assert read(plain("status\n" * most + extra)).kind is Kind.OVERSIZED


def test_the_reader_knows_neither_django_nor_the_rest_of_the_service() -> None:
    for file in Path(message.__file__).parent.glob("*.py"):
        for name in imports(file):
            assert not name.startswith("django")
            assert not name.startswith("sse") or name.startswith(
                ("sse.inbox.reading", "sse.platform")
            )


# Quoted and signed words are never orders.


@given(name=NAMES, poison=st.sampled_from(POISON))
@settings(max_examples=300, deadline=None)
def test_no_order_comes_from_a_quote_or_a_signature(name: str, poison: str) -> None:
    reading = read(poisoned(mail_of(name), poison), US, sent_to(name))
    if reading.kind is Kind.ORDER:
        assert reading.text == MAILS[name]["text"]


def poisoned(raw: bytes, poison: str) -> bytes:
    """The mail with an order where its decoy stood, whatever the encoding."""
    mail = message_from_bytes(raw)
    changed = False
    for part in mail.walk():
        octets = None if part.is_multipart() else part.get_payload(decode=True)
        if isinstance(octets, bytes) and DECOY.encode() in octets:
            repack(part, octets.replace(DECOY.encode(), poison.encode()))
            changed = True
    return mail.as_bytes() if changed else raw


def repack(part: Message[str, str], octets: bytes) -> None:
    del part["Content-Transfer-Encoding"]
    part["Content-Transfer-Encoding"] = "base64"
    part.set_payload(base64.encodebytes(octets).decode("ascii"))


def test_most_mails_have_a_decoy_to_poison() -> None:
    changed = [poisoned(mail_of(n), "resign") != mail_of(n) for n in MAILS]
    assert sum(changed) >= 200


@given(
    order=ORDERS,
    language=st.sampled_from(sorted(LETTERS)),
    sign=st.sampled_from(["> ", ">", ">> ", "> > ", " > ", "| ", "HP> ", "» "]),
    below=st.booleans(),
)
@settings(max_examples=200, deadline=None)
def test_a_letter_quoted_in_full_leaves_what_was_added(
    order: str, language: str, sign: str, below: bool
) -> None:
    quote = "\n".join(sign + line for line in LETTERS[language].split("\n"))
    text = f"{quote}\n\n{order}" if below else f"{order}\n\n{quote}"
    assert read(plain(text)).text == order
    assert read(plain(quote)).kind is Kind.EMPTY


@given(
    language=st.sampled_from(sorted(LETTERS)),
    indent=st.sampled_from(["", "  ", "\t", "\u00a0 "]),
    gap=st.sampled_from(["\n", "\n\n", "\r\n", " \n"]),
)
@settings(deadline=None)
def test_our_own_letter_says_nothing(language: str, indent: str, gap: str) -> None:
    letter = LETTERS[language]
    copy = gap.join(indent + line for line in letter.split("\n"))
    assert read(plain(copy), US, letter).kind is Kind.EMPTY
    assert read(plain("status\n\n" + copy), US, letter).text == "status"


@given(ORDERS)
@settings(deadline=None)
def test_what_was_read_reads_the_same_again(text: str) -> None:
    assert read(plain(text)).text == text


# Whatever comes, there is an answer.


@given(st.binary(max_size=2_000))
@settings(max_examples=200, deadline=None)
def test_any_bytes_have_a_reading(raw: bytes) -> None:
    for start in (b"", HEAD, PLAIN, HTML, MIXED + b"--b\n", MIXED):
        read(start + raw)


SCRAPS = st.sampled_from(
    [
        *(
            "From: aki@example.org\n",
            "From: ",
            "To: ",
            "Subject: =?utf-8?b?",
            "?=",
            "\n",
        ),
        *(
            "Content-Type: multipart/mixed; boundary=b\n",
            "--b\n",
            "--b--\n",
            "boundary=",
        ),
        *("Content-Type: text/plain; charset=x-foo; format=flowed\n", "\n\n", ";", '"'),
        *("Content-Type: text/html\n", "Content-Transfer-Encoding: base64\n", "(", "<"),
        *("Content-Transfer-Encoding: quoted-printable\n", "=C3", "=\n", "@", ">", ","),
        *("Content-Type: message/rfc822\n", "Content-Disposition: attachment;", "\0"),
        *(
            "filename*0*=utf-8''%ff",
            "Date: Tue, 99 Foo 2026\n",
            "Message-ID: <[x@y]>\n",
        ),
        *("-- \n", "On 10 Nov 2026 X wrote:\n", "> ", "From: a\nSent: b\nTo: c\n", ":"),
        *("-----BEGIN PGP SIGNED MESSAGE-----\n", "<blockquote>", "<div id=Signature>"),
        *(
            "</div>",
            "<table><tr><td>",
            "\u2028",
            "\ud800",
            "\U0010ffff",
            "take dalian\n",
        ),
    ]
)


@given(st.lists(SCRAPS, max_size=60))
@settings(max_examples=200, deadline=None)
def test_any_scraps_of_mails_have_a_reading(scraps: list[str]) -> None:
    raw = "".join(scraps).encode("utf-8", "surrogatepass")
    read(raw)
    read(PLAIN + raw)
    read(HTML + raw)


@given(name=NAMES, share=st.floats(0, 1))
@settings(max_examples=200, deadline=None)
def test_a_mail_that_breaks_off_gives_no_order_of_others(
    name: str, share: float
) -> None:
    raw = mail_of(name)
    reading = read(raw[: int(len(raw) * share)], US, sent_to(name))
    assert "edo" not in reading.text


@given(name=NAMES, data=st.data())
@settings(max_examples=200, deadline=None)
def test_a_damaged_mail_has_a_reading(name: str, data: st.DataObject) -> None:
    raw = bytearray(mail_of(name) or b"x")
    places = st.integers(0, len(raw) - 1)
    for place in data.draw(st.lists(places, max_size=20)):
        raw[place] = data.draw(st.integers(0, 255))
    read(bytes(raw))


@given(name=NAMES, data=st.data())
@settings(max_examples=200, deadline=None)
def test_a_mail_with_lines_doubled_or_lost_has_a_reading(
    name: str, data: st.DataObject
) -> None:
    lines = mail_of(name).split(b"\n")
    marks = [row for row, line in enumerate(lines) if line.startswith(b"--")] or [0]
    row = data.draw(st.sampled_from(marks) | st.integers(0, len(lines) - 1))
    times = data.draw(st.sampled_from([0, 2, 150]))
    read(b"\n".join([*lines[:row], *[lines[row]] * times, *lines[row + 1 :]]))


# Hostile mails of a megabyte: the work has an end. (These would run for minutes.)

MEGABYTE = 2**20


def hostile() -> Iterator[tuple[str, bytes]]:
    for name, start, unit in [
        ("blanks", PLAIN, b" "),
        ("line ends", PLAIN, b"\n"),
        ("quote signs", PLAIN, b">"),
        ("colons", PLAIN, b"1:"),
        ("dates", PLAIN, b"2026 10:15 "),
        ("addresses", PLAIN, b"a@b.c "),
        ("attributions", PLAIN, b"On 10 Nov 2026 wrote\n"),
        ("heads", PLAIN, b"From: x\n"),
        ("dashes", PLAIN, b"--\n"),
        ("high bytes", PLAIN, bytes(range(128, 256))),
        ("flowed", HEAD + b"Content-Type: text/plain; format=flowed\n\n", b"a \n"),
        ("open elements", HTML, b"<div>"),
        ("tables", HTML, b"<table><tr><td>"),
        ("rows", HTML, b"<tr><td>x"),
        ("brackets", HTML, b"<"),
        ("breaks", HTML, b"<br>"),
        ("comments", HTML, b"<!--"),
        ("quotes", HTML, b"<blockquote>x</blockquote>y"),
        ("ends", HTML, b"<p id=Signature>x"),
        ("entities", HTML, b"&amp;&#x1F600;"),
        ("parts", MIXED, b"--b\n\nx\n"),
        ("boundaries", MIXED, b"--b--\n"),
        ("containers", HEAD, b"Content-Type: multipart/mixed; boundary=b\n\n--b\n"),
        ("messages", HEAD, b"Content-Type: message/rfc822\n\n"),
        ("parameters", HEAD + b"Content-Type: text/plain", b'; a="b'),
        ("recipients", HEAD + b"To: ", b"a@b.c, "),
        ("parentheses", HEAD + b"To: ", b"("),
        ("encoded words", HEAD + b"Subject: ", b"=?utf-8?q?a"),
        ("headers", HEAD, b"a:\n"),
        ("bounce", b"From: mailer-daemon@x.example\n\n", b"<a@b.c> "),
    ]:
        yield name, start + unit * (MEGABYTE // len(unit))


@pytest.mark.parametrize(
    ("name", "raw"), list(hostile()), ids=lambda value: str(value)[:16]
)
def test_a_hostile_megabyte_has_a_reading(name: str, raw: bytes) -> None:
    assert read(raw).text in ("", "x")


def test_parts_are_counted_before_they_are_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[int] = []

    class Counted(Message):
        def __init__(self, *args: Any, **options: Any) -> None:
            made.append(1)
            super().__init__(*args, **options)

    monkeypatch.setattr(message, "Message", Counted)
    read(MIXED + b"--b\n\nx\n" * 10_000)
    assert len(made) <= US.limits.parts + 1


def test_utf_8_that_breaks_off_is_not_taken_for_something_else() -> None:
    whole = "ваш хід\nпрошу\n".encode()
    assert decode_text(whole + b"\xd1=8", "utf-8").startswith("ваш хід\nпрошу\n")
    assert decode_text("привет".encode("koi8-r"), "koi8-r") == "привет"
