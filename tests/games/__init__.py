"""Games that only some tests register: see `market` in tests/conftest.py."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine import registry

HERE = (Path(__file__).parent, __name__)


@contextmanager
def registered() -> Iterator[None]:
    """The games of this folder are there, for as long as it is asked for."""
    registry.register(*HERE)
    try:
        yield
    finally:
        registry.FOLDERS.remove(HERE)
        registry.games.cache_clear()
        registry.game.cache_clear()
