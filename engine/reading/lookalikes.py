"""Cyrillic letters that look or sound like the Latin ones of a code."""

from __future__ import annotations

CYRILLIC = "абвдеікмнорстухф"
LATIN = str.maketrans(CYRILLIC, "abbdeikmhopctyxf")


def in_latin(code: str) -> str:
    """A code typed on another keyboard: `Д1` is `D1`, `Н6` is `H6`.

    Take it for what it says, or propose it, as the rules of the game have it.
    """
    return code.casefold().translate(LATIN)
