"""What hooks are told of: rows, written with what happened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from sse import bell, rows
from sse.api import tasks
from sse.api.models import Delivery, Hook

if TYPE_CHECKING:
    from sse.outbox.models import Letter

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


def of_letters(letters: Iterable[Letter]) -> list[Happening]:
    """A hook is told what a letter tells: to whom, and no more."""
    return [
        Happening(
            OF_LETTERS[letter.kind],
            letter.player_id,
            letter.key,
            letter.created_at,
            {
                **about(letter.match_id, letter.entry, letter.seat),
                **{name: letter.data[name] for name in TOLD if name in letter.data},
            },
        )
        for letter in letters
        if letter.kind in OF_LETTERS and letter.player_id
    ]


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
        bell.ring_once(tasks.send_deliveries)


def hooks_of(players: set[int]) -> list[Hook]:
    """Asked whenever somebody is written to: hence the text."""
    marks = ", ".join(["%s"] * len(players))
    text = f"SELECT id FROM api_hook WHERE player_id IN ({marks})"
    found = [key for (key,) in rows.run(text, sorted(players))]
    return list(Hook.objects.filter(pk__in=found)) if found else []
