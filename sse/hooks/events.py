"""What hooks are told of: rows, written with what happened."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sse.hooks import tasks
from sse.hooks.models import Delivery, Hook
from sse.matches.happened import Happened
from sse.platform import rows, wake
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
            Happening(
                OF_LETTERS[notice.kind],
                notice.player,
                notice.key,
                notice.at,
                {
                    **about(notice.match, notice.entry, notice.seat),
                    **{name: notice.data[name] for name in TOLD if name in notice.data},
                },
            )
            for notice in notices
            if notice.kind in OF_LETTERS and notice.player
        ]
    )


def phase_tell(happened: Happened) -> None:
    """Tell the programs of all who play that a phase is complete."""
    match = happened.match
    if not happened.is_phase_over or match.is_practice:
        return
    key = f"phase:{match.pk}:{match.head}"
    hooks_tell(
        [
            Happening(
                PHASE, player, key, happened.at, about(match.pk, match.head, seat)
            )
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
    hooks = hooks_of({happening.player for happening in happenings})
    new = [
        Delivery(
            hook=hook,
            event=happening.event,
            key=happening.key,
            data=happening.data,
            created_at=happening.at,
            not_before=happening.at,
        )
        for happening in happenings
        for hook in hooks
        if hook.player_id == happening.player and happening.event in hook.events
    ]
    if new:
        Delivery.objects.bulk_create(new, ignore_conflicts=True)
        wake.ring_once(tasks.send_deliveries)


def hooks_of(players: set[int]) -> list[Hook]:
    """Asked whenever somebody is written to: hence the text."""
    marks = ", ".join(["%s"] * len(players))
    text = f"SELECT id FROM api_hook WHERE player_id IN ({marks})"
    found = [key for (key,) in rows.run(text, sorted(players))]
    return list(Hook.objects.filter(pk__in=found)) if found else []
