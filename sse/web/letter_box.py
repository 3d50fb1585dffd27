"""Emails that were written to files, when the service is tried on one machine.

People can read them as in a mail app and reply: the reply goes through the mail server
like any other email.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid, parseaddr
from functools import lru_cache
from html import unescape
from ipaddress import ip_address
from pathlib import Path
from smtplib import SMTP, SMTPException
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

MOST_LETTERS = 300
BETWEEN = b"-" * 79 + b"\n"  # Django's file backend writes this after each
FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP")
NUMBER = re.compile(r"<letter-(\d{1,18})\.")
MAILTO = re.compile(r'href="(mailto:[^"]+)"')
SMTP_TIMEOUT_SECONDS = 10


class Filed(NamedTuple):
    """An email in the box; its bytes are in a file."""

    number: int
    to: str
    subject: str
    date: datetime
    kind: str
    raw: bytes

    @property
    def message(self) -> EmailMessage:
        found = message_from_bytes(self.raw, policy=policy.default)
        assert isinstance(found, EmailMessage)
        return found


def is_allowed(request: HttpRequest) -> bool:
    """Tell whether the box is on, emails are files and the reader is local."""
    return (
        settings.LETTER_BOX
        and settings.EMAIL_BACKEND.endswith(".filebased.EmailBackend")
        and not any(name in request.META for name in FORWARDED)
        and is_loopback(request.META.get("REMOTE_ADDR", ""))
    )


def is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


# --------------------------------------------------------------------------- files


def letters_filed() -> list[Filed]:
    """Return the emails, newest first; one that was sent twice is there once."""
    folder = Path(settings.EMAIL_FILE_PATH or "")
    stats = [(file, file.stat()) for file in folder.glob("*.log")]
    stats.sort(key=lambda pair: pair[1].st_mtime_ns, reverse=True)
    found: dict[int, Filed] = {}
    for file, stat in stats:
        for letter in letters_in(file, stat.st_mtime_ns, stat.st_size):
            found.setdefault(letter.number, letter)
        if len(found) >= MOST_LETTERS:
            break
    return sorted(found.values(), key=lambda letter: -letter.number)[:MOST_LETTERS]


@lru_cache(maxsize=400)
def letters_in(file: Path, changed: int, size: int) -> tuple[Filed, ...]:
    """Read a file once, and again when it has grown."""
    return tuple(parse_letters(file.read_bytes()))


def parse_letters(octets: bytes) -> Iterator[Filed]:
    for part in octets.split(BETWEEN):
        mail = message_from_bytes(part, policy=policy.default)
        number = NUMBER.match(str(mail["Message-ID"] or ""))
        if number:
            yield Filed(
                number=int(number[1]),
                to=str(mail["To"]),
                subject=str(mail["Subject"]),
                date=mail["Date"].datetime,
                kind=str(mail["Feedback-ID"] or "").split(":")[1],
                raw=part,
            )


# ------------------------------------------------------------------------- reading


def letter_text(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    return str(body.get_content()) if body else ""


def letter_html(mail: EmailMessage) -> str:
    """Return the HTML part with its picture inside and links that open a new tab."""
    body = mail.get_body(("html",))
    html = str(body.get_content()) if body else ""
    for part in mail.walk():
        name = str(part.get("Content-ID", "")).strip("<>")
        if name and part.get_content_maintype() == "image":
            octets = b64encode(bytes(part.get_content())).decode()
            html = html.replace(f"cid:{name}", f"data:image/png;base64,{octets}")
    return html.replace("<head>", '<head><base target="_blank">', 1)


def ready_answers(mail: EmailMessage) -> list[str]:
    """Return the orders that buttons in the email would send."""
    body = mail.get_body(("html",))
    links = MAILTO.findall(str(body.get_content())) if body else []
    found = [
        parse_qs(urlsplit(unescape(link)).query).get("body", [""]) for link in links
    ]
    return list(dict.fromkeys(body for (body,) in found if body))


# ----------------------------------------------------------------------- answering


def reply_to(mail: EmailMessage, text: str) -> EmailMessage:
    """Return a reply as mail apps make it: the new text, then the quoted email."""
    answer = EmailMessage()
    answer["From"] = str(mail["To"])
    answer["To"] = str(mail["Reply-To"])
    answer["Subject"] = f"Re: {mail['Subject']}"
    answer["Date"] = format_datetime(timezone.now())
    answer["Message-ID"] = make_msgid(domain="letter-box.example")
    answer["In-Reply-To"] = str(mail["Message-ID"])
    answer["References"] = f"{mail['References'] or ''} {mail['Message-ID']}".strip()
    quoted = "\n".join(f"> {line}".rstrip() for line in letter_text(mail).splitlines())
    wrote = f"On {mail['Date']}, {mail['From']} wrote:"
    answer.set_content(f"{text.strip()}\n\n{wrote}\n{quoted}\n", cte="quoted-printable")
    return answer


def send_reply(answer: EmailMessage) -> str:
    """Send the reply and return what the mail server says."""
    place = settings.SMTP_LISTEN
    sender, to = parseaddr(str(answer["From"]))[1], parseaddr(str(answer["To"]))[1]
    try:
        with SMTP(place.host, place.port, timeout=SMTP_TIMEOUT_SECONDS) as door:
            door.ehlo()
            for code, words in (door.mail(sender), door.rcpt(to)):
                if code >= 400:
                    return smtp_line(code, words)
            return smtp_line(*door.data(answer.as_bytes(policy=policy.SMTP)))
    except (SMTPException, OSError) as error:
        return f"The mail server at {place} did not answer: {error}"


def smtp_line(code: int, words: bytes) -> str:
    return f"{code} {words.decode('utf-8', 'replace')}"
