"""What a game may leave to the kit: it names these functions as its own.

from engine.defaults import afterwards, agreed, chronicle, colours, imagine
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, TypeVar

from engine.contract import Plan, Seat, View

if TYPE_CHECKING:
    from engine.chronicle import Chronicle
    from engine.form import Form

S = TypeVar("S")


def agreed(state: object) -> dict[str, str]:
    """A state does not tell what was chosen before the match."""
    return {}


def imagine(state: S, seat: Seat | None, dice: Random) -> S:
    """Nothing is hidden: the table is what everybody sees."""
    return state


def afterwards(
    state: object, seat: Seat, plan: Plan, language: str = "en"
) -> list[str]:
    """The order that a plan gives is all that it does."""
    return []


def remarks(state: object, seat: Seat, plan: Plan, language: str = "en") -> list[str]:
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


def form(
    state: object,
    seat: Seat,
    text: str = "",
    language: str = "en",
    names: Sequence[str] = (),
) -> Form | None:
    """Orders are written or pointed at; there is no form to fill in."""
    return None
