"""Which notices become emails, and how each kind is sent.

A letter is a row, written in the transaction of its cause and sent later. Its key
names the cause, so that no cause makes two. What a letter says is made when it is
sent, from the match as it was after `entry` entries: templates/mail/<kind>.*
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sse.accounts.models import Player
from sse.outbox import tasks
from sse.outbox.models import Letter
from sse.platform import wake
from sse.platform.notices import Notice, notify
from sse.platform.receivers import Receivers

File = tuple[str, str | bytes, str]  # name, content, media type

# What higher layers add to letters of their own kinds; `operations/wiring.py` connects
# them.
facts_of_kind: dict[str, Callable[[Letter], dict[str, Any]]] = {}
files_of_letters: Receivers[[Letter], list[File]] = Receivers()


class Kind(NamedTuple):
    has_board: bool = False  # as a picture too
    is_answer: bool = False  # to a mail: sent at once, never unsubscribed from
    is_question: bool = False  # superfluous once it is answered
    is_urgent: bool = False  # waits neither for a digest nor for the morning
    is_alone: bool = False  # in no digest, but it waits for the morning


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
URGENT = [name for name, kind in KINDS.items() if kind.is_urgent]


def kind_of(name: str) -> Kind:
    """Return how a kind is sent; one that is not listed is sent as most are."""
    return KINDS.get(name, Kind())


def letters_write(notices: Sequence[Notice]) -> None:
    """Write a letter for each notice, unless there is one with its key."""
    if notices:
        new = [letter_of(notice) for notice in notices]
        Letter.objects.bulk_create(new, ignore_conflicts=True)
        wake.ring_once(tasks.send_letters)


def letter_of(notice: Notice) -> Letter:
    return Letter(
        kind=notice.kind,
        key=notice.key,
        player_id=notice.player,
        email=notice.email,
        match_id=notice.match,
        seat=notice.seat,
        entry=notice.entry,
        data=notice.data,
        created_at=notice.at,
        not_before=notice.at,
        expires_at=notice.expires_at,
    )


# ------------------------------------------------------------- letters of higher layers


def letter_to(
    *, player: Player | None, kind: str, key: str, email: str = "", **data: Any
) -> Letter:
    """Write a letter that is about no match."""
    number = player.pk if player else None
    return write_letter(
        Notice(kind=kind, key=key, player=number, email=email, data=data)
    )


def write_letter(notice: Notice) -> Letter:
    notify([notice])
    return Letter.objects.get(key=notice.key)
