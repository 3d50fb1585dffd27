"""What one can point at in a picture of a board: see `spot` in drawing."""

from __future__ import annotations

import re
from collections.abc import Callable

GROUP = re.compile(r"<(/?)g\b([^>]*)>")
WORD = re.compile(r' data-word="([^"]*)"')


def with_spots(svg: str, put: Callable[[str], str]) -> str:
    """The picture, with what `put` gives for each spot among its attributes.

    It is given the words from the outside in: `kii blue` is a chip in a province.
    """
    around: list[str] = []

    def group(found: re.Match[str]) -> str:
        if found[1]:
            around.pop()
        elif not found[2].endswith("/"):
            word = WORD.search(found[2])
            around.append(word[1] if word else "")
            if word:
                path = " ".join(filter(None, around))
                return f"<g{found[2]}{put(path)}>"
        return found[0]

    return GROUP.sub(group, svg)


def spot_paths(svg: str) -> list[str]:
    """Everything one can point at, in the order of the picture."""
    found: list[str] = []

    def note(path: str) -> str:
        found.append(path)
        return ""

    with_spots(svg, note)
    return found
