"""What a door says when it does not take a letter: try now, later, or never again.

Only an answer about the recipient speaks against the recipient's address; whatever
else is wrong is ours, or the world's, and passes.
"""

from __future__ import annotations

import re
from enum import StrEnum
from smtplib import (
    SMTPDataError,
    SMTPException,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPServerDisconnected,
)
from typing import NamedTuple

from django.conf import settings

ENHANCED = re.compile(r"(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?!\.?\d)")
FULL = re.compile(
    r"\b(?:over|exceed\w*|out of)\W+(?:\w+\W+){0,3}(?:quota|storage|space)\b"
    r"|\b(?:quota|storage)\W+(?:\w+\W+){0,3}(?:exceed\w*|full|reached|limit\w*)\b"
    r"|\b(?:mail ?box|in-?box|mail ?folder|account|user)\W+(?:\w+\W+){0,3}"
    r"(?:full|overquota|over quota)\b"
    r"|\binsufficient\W+(?:\w+\W+){0,2}(?:storage|space)\b"
    r"|\boverquota\b"
    r"|\b(?:postfach|mailbox|posteingang)\W+(?:\w+\W+){0,3}(?:voll|überfüllt)\b"
    r"|\bcasella\W+(?:\w+\W+){0,3}piena\b"
    r"|\bящик\W+(?:\w+\W+){0,3}переполнен\w*"
    r"|\bскриньк\w+\W+(?:\w+\W+){0,3}переповнен\w*",
    re.IGNORECASE,
)
NO_SUCH = {(1, 0), (1, 1), (1, 2), (1, 3), (1, 6), (1, 10), (2, 1)}  # RFC 3463
BARE = {550, 551, 553}  # at RCPT, with no number that says more


def doors() -> tuple[type[Exception], ...]:
    """What the way out of this service may raise; anymail is big, and asked if used."""
    if not settings.EMAIL_BACKEND.startswith("anymail."):
        return SMTPException, OSError
    from anymail.exceptions import AnymailError

    return SMTPException, OSError, AnymailError


def names_nobody(error: Exception) -> bool:
    """Whether a provider says that there is no such address."""
    if not settings.EMAIL_BACKEND.startswith("anymail."):
        return False
    from anymail.exceptions import AnymailInvalidAddress, AnymailRecipientsRefused

    return isinstance(error, AnymailInvalidAddress | AnymailRecipientsRefused)


class When(StrEnum):
    NOW = "now"  # the line was cut: once more
    LATER = "later"
    NEVER = "never"


class Trouble(NamedTuple):
    when: When
    words: str  # for the operator
    is_hard: bool = False  # never: there is no such address
    is_coded: bool = False  # a number says so, not words alone
    is_door: bool = False  # later: nobody gets through


def trouble_of(error: Exception) -> Trouble:
    if isinstance(error, SMTPRecipientsRefused):
        return refused(*next(iter(error.recipients.values()), (550, b"")))
    if isinstance(error, SMTPDataError):
        return by_code(error.smtp_code, error.smtp_error, is_rcpt=False)
    if names_nobody(error):
        return Trouble(When.NEVER, str(error), is_hard=True, is_coded=True)
    if isinstance(error, SMTPServerDisconnected):
        return Trouble(When.NOW, str(error), is_door=True)
    if isinstance(error, SMTPResponseException) and error.smtp_code == 421:
        return Trouble(When.NOW, said(error.smtp_error), is_door=True)
    return Trouble(When.LATER, str(error), is_door=True)


def refused(code: int, words: bytes | str) -> Trouble:
    return by_code(code, words, is_rcpt=True)


def by_code(code: int, words: bytes | str, is_rcpt: bool) -> Trouble:
    text = f"{code} {said(words)}"
    if code < 500:
        return Trouble(When.LATER, text)
    is_coded = ENHANCED.search(text) is not None
    return Trouble(
        When.NEVER, text, is_hard=is_hard(code, text, is_rcpt), is_coded=is_coded
    )


def is_hard(code: int, text: str, is_rcpt: bool) -> bool:
    """The address is dead; a full mailbox or a policy may pass."""
    if found := ENHANCED.search(text):
        return found[1] == "5" and (int(found[2]), int(found[3])) in NO_SUCH
    return is_rcpt and code in BARE and not is_full(text)


def is_full(words: str) -> bool:
    """Whether words tell of a mailbox that is full, where no number does."""
    return FULL.search(words) is not None


def said(words: bytes | str) -> str:
    return words.decode("utf-8", "replace") if isinstance(words, bytes) else words
