"""Notices become letters: rows in the transaction that caused them, sent later.

A letter's key names its happening, so that no happening makes two. What a letter says
is made when it is sent, from the match as it was after `entry` entries.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sse.accounts.models import Player
from sse.matches.models import Match, Seat
from sse.matches.play.notices import match_notice, organiser_notices, seat_notice
from sse.outbox import tasks
from sse.outbox.models import Letter
from sse.platform import rows, wake
from sse.platform.notices import Notice, notify


def letters_write(notices: Sequence[Notice]) -> None:
    """Write a letter for each notice; one that is there already stays one."""
    if notices:
        rows.insert([letter_of(notice) for notice in notices], unless="key")
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
    *,
    player: Player | None,
    kind: str,
    key: str,
    email: str = "",
    expires_at: datetime | None = None,
    **data: Any,
) -> Letter:
    """Write a letter that is about no match."""
    number = player.pk if player else None
    return written(
        Notice(
            kind=kind,
            key=key,
            player=number,
            email=email,
            expires_at=expires_at,
            data=data,
        )
    )


def letter_about(*, seat: Seat, kind: str, key: str, **data: Any) -> Letter:
    """Write to the player of a seat, when nothing happened at the table."""
    return written(seat_notice(seat=seat, kind=kind, key=key, **data))


def letter_beside(
    *, match: Match, player: Player, kind: str, key: str, **data: Any
) -> Letter:
    """Write about a match to somebody who has no seat in it, or is not meant so."""
    return written(match_notice(match=match, player=player, kind=kind, key=key, **data))


def letter_to_host(*, match: Match, kind: str, key: str, **data: Any) -> None:
    """Write to the organiser of a match, if there is one."""
    notify(organiser_notices(match=match, kind=kind, key=key, **data))


def written(notice: Notice) -> Letter:
    notify([notice])
    return Letter.objects.get(key=notice.key)
