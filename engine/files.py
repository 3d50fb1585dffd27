"""Files of a game's own that a match can begin from, such as scenarios or maps.

A game offers one kind of them by a module `files.py` in its folder. Wherever a position
can be given, the text of such a file can: it is read into a position, and so stands in
the log. What the file leaves to chance is drawn when the match begins, and stands in
the log too: nobody knows it before.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from engine.contract import Event, Position
from engine.registry import FOLDERS, games

if TYPE_CHECKING:
    from engine.chance import Chance


class Checked(NamedTuple):
    """What somebody who writes a file wants to know of it."""

    found: tuple[str, ...] = ()  # what it holds, by name
    faults: tuple[str, ...] = ()  # each a sentence; none: it can be played
    remarks: tuple[str, ...] = ()  # what could be better


class Files(Protocol):
    """What a module `files` has; `KIND` is one word, as people call such a file."""

    KIND: str

    def check(self, content: bytes) -> Checked:
        """All that is to be said of a file; never raises."""
        ...

    def read(self, content: bytes) -> Position:
        """The position that a file describes. Raises PositionImpossible."""
        ...

    def deal(self, state: Any, chance: Chance) -> tuple[Any, list[Event]]:
        """The table when the match begins: what a file leaves open is drawn.

        A state that leaves nothing open is given back as it is.
        """
        ...


@cache
def files_of(name: str) -> Files | None:
    """How a game reads files of its own, if it does."""
    about = games()[name]
    if not (about.folder / "files.py").exists():
        return None
    package = next(p for folder, p in FOLDERS if folder == about.folder.parent)
    module: Any = importlib.import_module(f"{package}.{name}.files")
    return module  # type: ignore[no-any-return]


def kinds() -> Mapping[str, tuple[str, ...]]:
    """The kinds of files there are, and which games read them."""
    found: dict[str, tuple[str, ...]] = {}
    for name in games():
        if files := files_of(name):
            found[files.KIND] = (*found.get(files.KIND, ()), name)
    return found


def dealt(name: str, state: Any, chance: Chance) -> tuple[Any, list[Event]]:
    """The table of a position when its match begins."""
    files = files_of(name)
    return files.deal(state, chance) if files else (state, [])
