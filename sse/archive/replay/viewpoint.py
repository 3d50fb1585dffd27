"""With whose eyes one looks at a match, and who may."""

from __future__ import annotations

from typing import TypeAlias

from engine.contract import OPEN
from engine.contract import Seat as Number
from sse.accounts.models import Player
from sse.matches.models import Match

Eyes: TypeAlias = Number | None  # a seat's, everybody's (None), or those that see all
ALL_OPEN = "open"
SEAT = "seat-"  # and its number, from 1


def read_eyes(word: str, match: Match) -> Eyes:
    """The eyes of an address: nothing, `open`, or a seat such as `seat-1`. [ValueError]

    People count seats from 1. A bare number is how addresses said it before, counted
    from 0; addresses hold for ever, so it keeps that meaning (`is_old_word`).
    """
    if not word:
        return None
    if word == ALL_OPEN:
        return OPEN if match.about.hidden else None
    digits = word.removeprefix(SEAT)
    if not (digits.isascii() and digits.isdigit() and len(digits) < 4):
        raise ValueError(word)
    number = int(digits) if is_old_word(word) else int(digits) - 1
    if not 0 <= number < match.seats_wanted:
        raise ValueError(word)
    return number


def is_old_word(word: str) -> bool:
    return not word.startswith(SEAT) and word.isascii() and word.isdigit()


def eyes_word(eyes: Eyes) -> str:
    if eyes is None:
        return ""
    return ALL_OPEN if eyes == OPEN else f"{SEAT}{eyes + 1}"


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
