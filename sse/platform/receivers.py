"""Calls from a lower layer to higher ones, which it does not import.

A lower layer declares what it tells or asks; `operations/wiring.py` connects the
functions of higher layers that answer. They run at once, in the same transaction: what
they raise stops what was being done, and nothing can be lost in between.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Receivers(Generic[P, R]):
    """A list of functions that are called together, in the order of connecting."""

    def __init__(self) -> None:
        self.connected: list[Callable[P, R]] = []

    def connect(self, receiver: Callable[P, R]) -> None:
        """Add a function, once: wiring may run twice in a process."""
        if receiver not in self.connected:
            self.connected.append(receiver)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> list[R]:
        """Call every connected function; return what each of them returned."""
        return [receiver(*args, **kwargs) for receiver in self.connected]
