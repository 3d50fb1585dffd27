"""With whose eyes one looks at a match, and who may."""

from __future__ import annotations

from typing import TypeAlias

from engine.contract import OPEN
from engine.contract import Seat as Number
from sse.accounts.models import Player
from sse.matches.models import Match

Eyes: TypeAlias = Number | None  # a seat's, everybody's (None), or those that see all
ALL_OPEN = "open"


def eyes_named(word: str, match: Match) -> Eyes:
    """The eyes of an address: nothing, `open`, or the number of a seat. [ValueError]"""
    if not word:
        return None
    if word == ALL_OPEN:
        return OPEN if match.about.hidden else None
    if not (word.isascii() and word.isdigit() and len(word) < 4):
        raise ValueError(word)
    if int(word) >= match.seats_wanted:
        raise ValueError(word)
    return int(word)


def eyes_word(eyes: Eyes) -> str:
    if eyes is None:
        return ""
    return ALL_OPEN if eyes == OPEN else str(eyes)


def may_look(match: Match, person: object, eyes: Eyes) -> bool:
    """Who may see the match may see it with any eyes once it has ended.

    Before, a seat's eyes are its player's alone, and nobody's are open.
    """
    if eyes is None or match.has_ended:
        return True
    if eyes == OPEN or not isinstance(person, Player):
        return False
    held = [seat.player_id for seat in match.seats.all() if seat.number == eyes]
    return held == [person.pk]
