"""Which of our fonts has a letter; what none has is written as a sign.

DejaVu has our alphabets, Droid what people in Korea, Japan and China are called. Both
lie here, so that a picture is the same on every machine.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from fontTools.ttLib import TTFont

FONTS = Path(__file__).parent / "fonts"
PLAIN, BOLD = FONTS / "DejaVuSans.ttf", FONTS / "DejaVuSans-Bold.ttf"
OTHERS = FONTS / "DroidSansFallback.ttf"  # has one weight
SIGN = "✱"  # for all letters in a row that nobody can draw: emoji, Thai
UNSEEN = {"Cc", "Cf", "Mn", "Me"}  # they join others, turn them, or stand upon them


class Face(NamedTuple):
    letters: dict[int, str]
    glyphs: Any  # fontTools' glyph set
    units: int  # of an em


@cache
def face(file: Path) -> Face:
    font = TTFont(file)
    return Face(font.getBestCmap(), font.getGlyphSet(), font["head"].unitsPerEm)


def font_of(letter: str, first: Path = PLAIN) -> Path | None:
    """The first that has it."""
    has = (file for file in (first, OTHERS) if ord(letter) in face(file).letters)
    return next(has, None)


def pieces(text: str, first: Path = PLAIN) -> Iterator[tuple[Path, str]]:
    """What can be drawn of a text, by the fonts that can."""
    fonts = groupby(legible(text), lambda letter: font_of(letter, first))
    yield from ((file, "".join(letters)) for file, letters in fonts if file)


def legible(text: str) -> str:
    """The text with a sign for what no font has; what nobody sees stays."""
    unseen = {one for one in set(text) if unicodedata.category(one) in UNSEEN}
    known = (one for one in set(text) - unseen if one.isascii() or font_of(one))
    lost = set(text) - unseen - set(known)
    if not lost:
        return text
    first, more = (re.escape("".join(sorted(of))) for of in (lost, lost | unseen))
    return re.sub(f"[{first}][{more}]*", SIGN, text)
