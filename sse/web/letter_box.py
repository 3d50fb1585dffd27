"""Letters that were written to files, for who tries the service on one machine."""

from __future__ import annotations

from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest

MOST = 50
BETWEEN = b"-" * 79 + b"\n"  # Django's file backend writes this after each
FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP")


class Filed(NamedTuple):
    to: str
    subject: str
    date: str
    text: str


def is_allowed(request: HttpRequest) -> bool:
    """Only if wanted, if letters are files, and for who sits at this machine."""
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


def letters_filed() -> list[Filed]:
    """The newest first."""
    folder = Path(settings.EMAIL_FILE_PATH or "")
    files = sorted(
        folder.glob("*.log"), key=lambda file: file.stat().st_mtime, reverse=True
    )
    found: list[Filed] = []
    for file in files[:MOST]:
        found += reversed(list(letters_in(file)))
    return found[:MOST]


def letters_in(file: Path) -> Iterator[Filed]:
    for part in file.read_bytes().split(BETWEEN):
        if not part.strip():
            continue
        mail = message_from_bytes(part, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        body = mail.get_body(("plain",))
        yield Filed(
            to=str(mail["To"]),
            subject=str(mail["Subject"]),
            date=str(mail["Date"]),
            text=str(body.get_content()) if body else "",
        )
