"""Talk and diaries of a match, as far as one reader may see them."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from sse.accounts.models import Player
from sse.matches.models import Match, Talk, Tenure
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
    return [
        Said(
            number=row.pk,
            at=row.at,
            speaker=speaker(reading, row),
            to=", ".join(name_of(reading, seat) for seat in row.to or []),
            text=row.text,
            is_mine=reading.person.pk is not None
            and row.player_id == reading.person.pk,
        )
        for row in reversed(talk)
        if may_hear(reading, row, since)
    ]


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
    return [
        Said(
            number=note.pk,
            at=note.at,
            speaker=name_of(reading, note.seat),
            to="",
            text=note.text,
            is_mine=reading.person.pk is not None
            and note.player_id == reading.person.pk,
        )
        for note in reversed(notes[:MOST])
    ]


def speaker(reading: Reading, talk: Talk) -> str:
    if talk.seat is None:
        return _("The organiser")
    return name_of(reading, talk.seat)


def name_of(reading: Reading, seat: int) -> str:
    names = reading.names
    return names[seat] if 0 <= seat < len(names) else _("Somebody")
