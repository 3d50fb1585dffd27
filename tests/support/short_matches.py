"""Matches for the archive in tests: short ones, played to their end."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import time_machine
from django.utils import timezone

from sse.accounts.models import Player
from sse.archive.index.maintenance import archive_keep
from sse.archive.index.models import Record
from sse.archive.index.records import archive_enter
from sse.matches.models import Match
from sse.matches.play import match_open, match_start
from sse.operations.demo import play_bots
from tests.support.tables import running, write


def lanterns(*players: Player, **fields: Any) -> Match:
    """One round of the toy game, which the first player wins."""
    match = begun(*players, **{"choices": {"rounds": "1"}} | fields)
    for number, player in enumerate(players):
        write(match, player, f"pick {4 - number}; take gold")
    assert match.status == Match.Status.FINISHED
    return match


def begun(*players: Player, privacy: str = "listed", **fields: Any) -> Match:
    """A running match; nobody can join a private one without a letter."""
    match = running(*players, **fields)
    Match.objects.filter(pk=match.pk).update(privacy=privacy)
    match.refresh_from_db()
    return match


def besieged(
    organiser: Player | None = None, bots: int = 2, seed: str = "2a", **fields: Any
) -> Match:
    """Age of War between programs."""
    match = match_open(
        organiser=organiser,
        game="age_of_war",
        seats=bots,
        bot_seats=["auto"] * bots,
        plays=False,
        seed=seed * 32,
        **fields,
    )
    match_start(match_id=match.pk)
    play_bots(match)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    return match


def copied(match: Match, **fields: Any) -> Match:
    """The same match once more, with other rows but no entries."""
    copy = Match.objects.get(pk=match.pk)
    copy.pk = None
    for name, value in fields.items():
        setattr(copy, name, value)
    copy.save(force_insert=True)
    for seat in match.seats.order_by("number"):
        tenure = seat.tenures.get()
        seat.pk, seat.match = None, copy
        seat.save(force_insert=True)
        tenure.pk, tenure.seat = None, seat
        tenure.save(force_insert=True)
    archive_enter(match=copy)
    return copy


def record_of(match: Match) -> Record:
    return Record.objects.get(match=match)


def ended(at: str, *players: Player, **fields: Any) -> Record:
    """A toy match that ended at that time."""
    instant = datetime.fromisoformat(at).replace(tzinfo=timezone.get_default_timezone())
    with time_machine.travel(instant, tick=False):
        return record_of(lanterns(*players, **fields))


def keep() -> None:
    """What beat does: count and rate what is new."""
    archive_keep()
