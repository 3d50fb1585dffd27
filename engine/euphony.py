"""Small words that listen to the next one: “ad Aizu”, but “a Izumo”."""

from __future__ import annotations

import re
from collections.abc import Mapping

BEFORE_VALUE = re.compile(r"\b([aA]) (?=\{(\w+)\})")


def euphonic(template: str, values: Mapping[str, object], language: str) -> str:
    """The template as it sounds with these values: in Italian `a` before an a is `ad`.

    Before another vowel `a` stays, as the Accademia della Crusca has it.
    """
    if language != "it":
        return template

    def sounding(found: re.Match[str]) -> str:
        begins = str(values.get(found[2], ""))[:1].casefold()
        return f"{found[1]}d " if begins in ("a", "à", "á") else found[0]

    return BEFORE_VALUE.sub(sounding, template)
