"""What hooks are told of: rows, written with what happened."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sse.hooks import tasks
from sse.hooks.models import Delivery, Hook
from sse.matches.happened import Happened
from sse.platform import wake
from sse.platform.notices import Notice

STARTED, TURN, PHASE, ENDED, TALK = EVENTS = (
    "match started",
    "your turn",
    "phase completed",
    "match ended",
    "talk",
)
TEST = "test"
OF_LETTERS = {  # the letter that tells a person the same
    "started": STARTED,
    "turn": TURN,
    "ended": ENDED,
    "abandoned": ENDED,
    "talk": TALK,
}
TOLD = ("point", "span", "due_at", "speaker", "to", "text")  # of a letter's data


class Happening(NamedTuple):
    """Something that one player may know of."""

    event: str
    player: int
    key: str
    at: datetime
    data: dict[str, Any]


def notices_tell(notices: Sequence[Notice]) -> None:
    """Tell hooks what emails tell: to whom, and no more."""
    hooks_tell(
        [
            Happening(OF_LETTERS[one.kind], one.player, one.key, one.at, data_of(one))
            for one in notices
            if one.kind in OF_LETTERS and one.player
        ]
    )


def data_of(notice: Notice) -> dict[str, Any]:
    told = {name: notice.data[name] for name in TOLD if name in notice.data}
    return about(notice.match, notice.entry, notice.seat) | told


def phase_tell(happened: Happened) -> None:
    """Tell the programs of all who play that a phase is complete."""
    match, head = happened.match, happened.match.head
    if not happened.is_phase_over or match.is_practice:
        return
    key, at = f"phase:{match.pk}:{head}", happened.at
    hooks_tell(
        [
            Happening(PHASE, player, key, at, about(match.pk, head, seat))
            for seat, player in happened.players
        ]
    )


def about(match: int | None, steps: int, seat: int | None) -> dict[str, Any]:
    url = f"/api/v1/matches/{match}"
    return {"match": match, "url": url, "steps": steps, "seat": seat}


def hooks_tell(happenings: Sequence[Happening]) -> None:
    """For every hook that wants it; in the transaction of what happened."""
    if not happenings:
        return
    hooks = Hook.objects.filter(player__in={one.player for one in happenings})
    new = [
        Delivery(
            hook=hook,
            event=one.event,
            key=one.key,
            data=one.data,
            created_at=one.at,
            not_before=one.at,
        )
        for one in happenings
        for hook in hooks
        if hook.player_id == one.player and one.event in hook.events
    ]
    if new:
        Delivery.objects.bulk_create(new, ignore_conflicts=True)
        wake.ring_once(tasks.send_deliveries)
