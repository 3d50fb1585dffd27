"""People at matches, as pages name them, and where their pages are."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse


@dataclass(frozen=True)
class Who:
    """Somebody at a match, as a list names them."""

    name: str
    link: str = ""
    is_program: bool = False
    has_left: bool = False
    place: int | None = None
    points: int | None = None


def page_of(player_id: int | None, game: str, bot: str) -> str:
    """Where a player or a program is told of; names of imports have no page."""
    if player_id:
        return reverse("player", args=[player_id])
    return reverse("program", args=[game, bot]) if bot else ""
