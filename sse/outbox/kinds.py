"""The kinds of letters: how each leaves. What it says is in templates/mail/<kind>.*"""

from __future__ import annotations

from typing import NamedTuple


class Kind(NamedTuple):
    has_board: bool = False  # as a picture too
    is_answer: bool = False  # a mail caused it: no list sends it, and it leaves at once
    is_question: bool = False  # void once it is answered
    is_urgent: bool = False  # waits neither for a digest nor for the end of the night
    is_alone: bool = False  # in no digest, but it respects the night


KINDS = {
    # from strangers to players
    "log_in": Kind(is_urgent=True),
    "confirm": Kind(is_urgent=True),
    "prove": Kind(is_urgent=True),
    "account": Kind(is_urgent=True),
    "test": Kind(is_urgent=True),
    "invitation": Kind(is_urgent=True),
    # before a match, to its organiser
    "joined": Kind(),
    "left": Kind(),
    "declined": Kind(),
    # at the table
    "started": Kind(has_board=True),
    "turn": Kind(has_board=True, is_question=True),
    "reminder": Kind(has_board=True, is_question=True, is_alone=True),
    "phase": Kind(has_board=True),
    "talk": Kind(),
    "ended": Kind(has_board=True),
    "abandoned": Kind(),
    # clocks
    "out_of_time": Kind(),
    "paused": Kind(),
    "resumed": Kind(),
    "more_time": Kind(),
    "time_asked": Kind(),
    "time_declined": Kind(),
    # seats, and what all agree on
    "seat_changed": Kind(),
    "resigned": Kind(),
    "seat_lost": Kind(),
    "seat_open": Kind(),
    "back_asked": Kind(),
    "back_refused": Kind(),
    "taken_back": Kind(),
    # answers to mails
    "receipt": Kind(is_answer=True, is_urgent=True),
    "refusal": Kind(is_answer=True, is_urgent=True),
    "stale": Kind(has_board=True, is_answer=True, is_urgent=True),
    "held": Kind(is_answer=True, is_urgent=True),
    "answer": Kind(is_answer=True, is_urgent=True),
    "booklet": Kind(is_answer=True, is_urgent=True),
    # about letters
    "digest": Kind(is_alone=True),
    "bounced": Kind(is_alone=True),
}
USUAL = Kind()
URGENT = [name for name, kind in KINDS.items() if kind.is_urgent]


def kind_of(name: str) -> Kind:
    """A kind that is not here yet leaves as most do; without templates it cannot."""
    return KINDS.get(name, USUAL)
