"""Games that are only there for some tests, registered like the toy: by a folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine import registry

FOLDER = Path(__file__).parent


@contextmanager
def registered(folder: Path, package: str) -> Iterator[None]:
    """The games of a folder are there, and afterwards they are not."""
    registry.register(folder, package)
    try:
        yield
    finally:
        registry.FOLDERS.remove((folder, package))
        for found in (registry.games, registry.game):
            found.cache_clear()
