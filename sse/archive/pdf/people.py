"""What people said about a match, as far as everybody may read it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Manager

from sse.archive.models import Remark
from sse.matches.models import Match, Note, Talk
from sse.matches.presentation import names_at


class Said(NamedTuple):
    who: str
    whom: str  # "" is all
    step: int
    at: datetime
    text: str


def remarks_on(match: Match) -> list[Said]:
    """Those that stand; nothing while the match runs."""
    standing = Remark.objects.filter(match=match, removed_at=None)
    rows = standing.select_related("player").order_by("step", "pk")
    return [
        Said(row.player.name if row.player else "", "", row.step, row.at, row.text)
        for row in (rows if match.has_ended else ())
    ]


def diaries_of(match: Match) -> list[Said]:
    """Sealed until the end."""
    return [
        Said(names[row.seat], "", at, row.at, row.text)
        for row, at, names in with_step_and_names(match, Note.objects)
    ]


def talk_at(match: Match) -> list[Said]:
    """What was said at the table, if the match lets everybody read it now."""
    if match.talk_shown != Match.TalkShown.ENDED:
        return []
    organiser = match.organiser.name if match.organiser else ""
    return [
        Said(
            names[row.seat] if row.seat is not None else organiser,
            ", ".join(names[seat] for seat in row.to or ()),
            at,
            row.at,
            row.text,
        )
        for row, at, names in with_step_and_names(match, Talk.objects)
    ]


def with_step_and_names(
    match: Match, rows: Manager[Any]
) -> Iterator[tuple[Any, int, list[str]]]:
    """Each with the last step before it, and who sat where then; after the end."""
    if not match.has_ended:
        return
    for row in rows.filter(match=match).order_by("entry", "pk"):
        at = max(0, row.entry - 1)
        yield row, at, names_at(match, at)
