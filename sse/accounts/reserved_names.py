"""Whether a name could be taken for the house's own: reserved.toml has the list."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import cache
from pathlib import Path

from django.conf import settings

from engine.bots import bots
from engine.registry import games

LIST = Path(__file__).with_name("reserved_names.toml")
# Letters and signs by the Latin letter that they look like, or are written for.
SIGNS = dict(
    zip("авсеніјкморѕтухԁԛԝһ", "abcehijkmopstyxdqwh", strict=True),
) | dict(zip("αβεηικμνορτυχζ", "abehikmvoptyxz", strict=True))
WRITTEN = dict(zip("01345789@$!|", "oleastbgasll", strict=True))
LONG = 5  # letters: shorter words are part of too many others
ALIKE = (("rn", "m"), ("vv", "w"))
ONE_SHAPE = str.maketrans({"i": "l", "j": "l", "ı": "l"})  # I, l, 1, | and !


def is_reserved(name: str) -> bool:
    """Return whether a name says that its bearer is the house, in any spelling.

    A digit at the edge of a word may stand for a letter, as in `0perator`, or not.
    """
    said = unicodedata.normalize("NFKC", name).casefold()
    bare = re.sub(r"\b\d+|\d+\b|\d+(?=_)|(?<=_)\d+", "", said)
    return is_of_house(words_of(said)) or is_of_house(words_of(bare))


def is_of_house(words: list[str]) -> bool:
    anywhere = shapes("anywhere") | {shape_of(settings.SITE_NAME)}
    alone = shapes("alone")
    if "".join(words) in anywhere | alone | names_of_ours():
        return True
    if any(word in anywhere or is_lengthened(word) for word in words):
        return True
    telling = [word for word in words if word not in shapes("beside")]
    return bool(telling) and all(word in alone for word in telling)


def is_lengthened(word: str) -> bool:
    """Return whether a word is a long one of the list with more before or after it.

    `TheAdmin`, `AdminTeam`. One letter before it makes another word: `Badmin`.
    """
    if word in shapes("harmless"):
        return False
    long = [one for one in shapes("anywhere") if len(one) >= LONG]
    return any(
        word.startswith(one) or (word.endswith(one) and len(word) > len(one) + 1)
        for one in long
    )


def words_of(said: str) -> list[str]:
    """Return the shapes of the words of a name."""
    parts = re.split(r"[^\w@$!|]+|_+", said)
    words = [shape for part in parts if (shape := shape_of(part))]
    is_spaced = all(len(word) == 1 for word in words)  # a d m i n
    return ["".join(words)] if words and is_spaced else words


def shape_of(word: str) -> str:
    """Return what a word looks like: one letter for all that look like it."""
    said = unicodedata.normalize("NFD", word.casefold())
    plain = "".join(sign for sign in said if not unicodedata.combining(sign))
    latin = "".join(WRITTEN.get(sign, SIGNS.get(sign, sign)) for sign in plain)
    for pair, one in ALIKE:
        latin = latin.replace(pair, one)
    letters = "".join(sign for sign in latin if sign.isalpha())
    return letters.translate(ONE_SHAPE)


@cache
def shapes(part: str) -> frozenset[str]:
    """Return one part of the list, in shapes."""
    words = tomllib.loads(LIST.read_text(encoding="utf-8"))[part]
    return frozenset(map(shape_of, words))


def names_of_ours() -> set[str]:
    """Return the shapes of our mailbox and of the programs that play."""
    programs = {bot for game in games() for bot in bots(game)}
    found = {shape_of(name) for name in (*programs, settings.MAIL_MAILBOX)}
    return found - {""}
