"""Talk and diaries of a match, as far as one reader may see them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from sse.accounts.models import Player
from sse.matches.models import Match, Note, Talk, Tenure
from sse.matches.reader_view import Reading

MOST = 200  # of the newest


class Said(NamedTuple):
    """Something said at the table, or written into a diary."""

    number: int
    at: datetime
    speaker: str
    to: str  # nothing: to all
    text: str
    is_mine: bool


def talk_for(reading: Reading) -> list[Said]:
    """The newest last."""
    talk = list(reading.match.talk.order_by("-pk")[:MOST])
    since = seat_held_since(reading) if talk else 0
    heard = [row for row in reversed(talk) if may_hear(reading, row, since)]
    return [said_by(reading, row, row.to or ()) for row in heard]


def may_hear(reading: Reading, talk: Talk, since: int) -> bool:
    """Tell whether the reader may read it, as the players agreed."""
    match, person = reading.match, reading.person
    if match.has_ended and match.talk_shown == Match.TalkShown.ENDED:
        return True
    if not isinstance(person, Player):
        return False
    if talk.player_id == person.pk:
        return True
    if talk.to is None:
        return reading.seat is not None or match.organiser_id == person.pk
    return reading.number in talk.to and talk.entry >= since


def seat_held_since(reading: Reading) -> int:
    """The entry from which on the seat is this reader's: whispers are not inherited."""
    if reading.seat is None or not reading.match.has_begun:
        return 0
    held = Tenure.objects.filter(seat=reading.seat).order_by("-entry", "-pk")
    return held.values_list("entry", flat=True).first() or 0


def diary_for(reading: Reading) -> list[Said]:
    """The reader's own pages; after the end everybody's."""
    notes = reading.match.notes.order_by("-pk")
    if not reading.match.has_ended:
        if reading.seat is None:
            return []
        notes = notes.filter(player=reading.seat.player_id)
    return [said_by(reading, note) for note in reversed(notes[:MOST])]


def said_by(reading: Reading, row: Talk | Note, to: Sequence[int] = ()) -> Said:
    mine, hearers = reading.person.pk, [name_of(reading, seat) for seat in to]
    is_mine = mine is not None and row.player_id == mine
    speaker = name_of(reading, row.seat)
    return Said(row.pk, row.at, speaker, ", ".join(hearers), row.text, is_mine)


def name_of(reading: Reading, seat: int | None) -> str:
    if seat is None:
        return _("The organiser")
    names = reading.names
    return names[seat] if 0 <= seat < len(names) else _("Somebody")
