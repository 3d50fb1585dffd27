"""What a game may leave to the kit: it names these functions as its own.

from engine.defaults import afterwards, chronicle, colours, legend, remarks
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.contract import Plan, Seat, View

if TYPE_CHECKING:
    from engine.chronicle import Chronicle


def afterwards(state: Any, seat: Seat, plan: Plan, language: str = "en") -> list[str]:
    """The order that a plan gives is all that it does."""
    return []


def remarks(state: Any, seat: Seat, plan: Plan, language: str = "en") -> list[str]:
    """There is nothing to warn of."""
    return []


def colours(view: View) -> Sequence[str]:
    """Seats have no words of their own."""
    return ()


def chronicle(view: View) -> Chronicle | None:
    """A booklet tells the match in its spans, by its score, in the kit's colours."""
    return None


def legend(view: View, language: str = "en") -> str:
    """The board explains itself."""
    return ""
