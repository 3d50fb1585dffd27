"""What letters are called in their Message-ID; nobody can guess it.

    <letter-42.20261117094732.k3x5q2mf7tbz4a6c@play.example.org>

Who quotes the name of a letter has seen that letter, or an answer to it: so a report
that quotes one is believed. Numbers and times alone could be told from another letter.
"""

from __future__ import annotations

import re
from base64 import b32encode
from hmac import compare_digest, digest

from django.conf import settings

from sse.outbox.models import Letter

SALT = b"letter-name\0"
BYTES = 10  # of the code: 16 letters
NAME = re.compile(
    r"<letter-((\d{1,18})\.\d{14})(?:\.([a-z2-7]{16}))?@[^<>\s]{1,250}>", re.ASCII
)
QUOTED = re.compile(NAME.pattern.encode())


def message_id(letter: Letter) -> str:
    """The same however often it is sent: programs then show it once."""
    host = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip(">")
    key, said = next(iter(settings.MAIL_KEYS.values())), said_of(letter)
    return f"<letter-{said}.{code_of(said, key)}@{host}>"


def said_of(letter: Letter) -> str:
    return f"{letter.pk}.{letter.created_at:%Y%m%d%H%M%S}"


def code_of(said: str, key: bytes) -> str:
    made = digest(key, SALT + said.encode(), "sha256")
    return b32encode(made[:BYTES]).decode().lower()


def letter_named(name: str, is_proof: bool = True) -> Letter | None:
    """The letter of this name; a name that is no proof may be guessed.

    Letters of before had no code. An answer to one is found all the same, for its
    writer is proved in another way.
    """
    found = NAME.fullmatch(name)
    if not found or not (is_ours(found[1], found[3]) if found[3] else not is_proof):
        return None
    letter = letter_at(int(found[2]))
    return letter if letter and said_of(letter) == found[1] else None


def is_ours(said: str, code: str) -> bool:
    keys = settings.MAIL_KEYS.values()
    return any(compare_digest(code, code_of(said, key)) for key in keys)


def letter_quoted(raw: bytes) -> Letter | None:
    """The first letter of ours that a report quotes by its name."""
    found = (one[0] for one in QUOTED.finditer(raw) if one[3])
    names = (name.decode("utf-8", "replace") for name in found)
    return next(filter(None, map(letter_named, names)), None)


def letter_at(number: int) -> Letter | None:
    rows = Letter.objects.select_related("player", "match")
    return rows.filter(pk=number).first()
