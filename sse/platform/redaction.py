"""What must not stand in a log is taken out of a text: addresses, seeds, secret links.

Anybody may send us a long text and have it logged. So a text is cut before it is
searched, and every pattern here takes time that grows with the text and no faster: a
run of letters is looked at from its beginning only.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

MOST_LETTERS = 2_000  # of one value
MOST_VALUES = 100  # in one list
SLACK = 400  # letters at a cut, in which half a secret may stand
DECODINGS = 3  # how often a path may be percent-encoded and is still understood

LOCAL = r"[\w.!#$%&'*+/=?^`{|}~-]"
ADDRESS = re.compile(rf"(?:\"[^\"@]*+\"|(?<!{LOCAL}){LOCAL}++)@[\w.\[\]:-]*\w\]?")
# Behind these everything is a secret, to the end of the line. A test compares them
# with the routes that take one.
DOORS = ("log-in", "confirm", "calendar", "mails", r"letters[/\\]++off")
PATH = re.compile(rf"(?i)((?<![\w-])(?:{'|'.join(DOORS)})[/\\]++)[^\n]++")
HEXADECIMAL = re.compile(r"(?i)(?<![0-9a-f])[0-9a-f]{32,}+")  # seeds, hashes
WORD = re.compile(r"[\w-]{20,}+")
KINDS = [re.compile(kind) for kind in (r"\d", r"[a-z]", r"[A-Z]")]
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")  # moves the cursor, or worse


def shown(text: str, most: int = MOST_LETTERS) -> str:
    """Return the text as it may be told: cut, and without what looks like a secret."""
    found = decoded(redacted(CONTROL.sub("\N{REPLACEMENT CHARACTER}", text[:most])))
    return found if len(text) <= most else f"{found[:-SLACK]}…"


def decoded(text: str) -> str:
    """Return the text as it is, unless percent signs hide a secret in it."""
    plain = text
    for _ in range(DECODINGS):
        if "%" not in plain:
            break
        plain = CONTROL.sub("\N{REPLACEMENT CHARACTER}", unquote(plain))
    told = redacted(plain) if plain != text else plain
    return text if told == plain else told


def redacted(text: str) -> str:
    """Take out addresses, secret links, seeds, and words that chance has made."""
    if "@" in text:
        text = ADDRESS.sub("…@…", text)
    text = PATH.sub(r"\1…", text)
    return HEXADECIMAL.sub("…", WORD.sub(without_chance, text))


def without_chance(found: re.Match[str]) -> str:
    """A long word with digits, small and capital letters is a key of somebody's."""
    word = found[0]
    return "…" if all(kind.search(word) for kind in KINDS) else word
