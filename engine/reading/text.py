"""Text as people write it: folded to what they mean, and cut into statements."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

SAME = str.maketrans(
    {
        "ё": "е",
        "ґ": "г",
        "’": "'",
        "ʼ": "'",
        "‘": "'",
        "`": "'",
        "–": "-",
        "—": "-",
        "−": "-",
        "‐": "-",
        "≤": "<=",
        "≥": ">=",
        "→": "->",
        "×": "*",
        "“": '"',
        "”": '"',
        "«": '"',
        "»": '"',
        "ß": "ss",
    }
)


# Nothing a reader can see: byte order marks, soft hyphens, directions of writing.
INVISIBLE = re.compile("[\xad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
BULLET = re.compile(r"(?:[-*•·–—]|[0-9]{1,2}[.)])\s+")
QUOTES = "\"“”„«»'‘’ "


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """As people mean it: no case, no accents on Latin letters, one kind of dash."""
    text = unicodedata.normalize("NFKC", INVISIBLE.sub("", text))
    text = text.casefold().translate(SAME)
    bare: list[str] = []
    for letter in unicodedata.normalize("NFD", text):
        latin = bool(bare) and bare[-1].isascii()
        if not (unicodedata.combining(letter) and latin):
            bare.append(letter)
    return unicodedata.normalize("NFC", "".join(bare))


UMLAUTS = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"}
)


def with_umlauts(words: Iterable[str]) -> list[str]:
    """Each word, and how it is written where there are no umlauts."""
    forms = ((word, word.translate(UMLAUTS)) for word in words)
    return list(dict.fromkeys(form for pair in forms for form in pair))


ENDING = ("--", "—", "–")  # phones make one dash of two
QUOTED = (">", "|>")


class Line(NamedTuple):
    """One statement, and the line of the player's text it stands on."""

    number: int
    text: str


def is_end(line: str) -> bool:
    """Whether the text ends here: a signature begins."""
    return line.strip() in ENDING or line.startswith("-- ")


def cut(line: str) -> list[str]:
    """The parts of a line, each of which is a statement."""
    return line.replace("；", ";").split(";")


def statements(text: str, comment: str, end: Iterable[str] = ()) -> list[Line]:
    """The statements of a text: no quotations, no comments, nothing after the end."""
    found: list[Line] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        if raw.lstrip().startswith(QUOTED):
            continue
        if is_end(raw):
            break
        for part in cut(raw.split(comment)[0]):
            part = INVISIBLE.sub("", part).strip(QUOTES)
            if bullet := BULLET.match(part):
                part = part[bullet.end() :]
            part = part.strip(QUOTES).rstrip(".!").strip(QUOTES)
            if len(part) < 30 and fold(part) in end:
                return found
            if part.strip():  # a tab alone says nothing
                found.append(Line(number, part))
    return found


@lru_cache(maxsize=8192)
def squeeze(word: str) -> str:
    """A name as one word: blanks, hyphens and apostrophes do not matter."""
    return re.sub(r"[\s'\-_.]+", "", fold(word))
