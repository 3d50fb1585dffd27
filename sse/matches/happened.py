"""Facts about matches for the layers above, which matches do not import.

`operations/wiring.py` connects the receivers; all of it runs inside the
transaction of what happened.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sse.platform.receivers import Receivers

if TYPE_CHECKING:
    from sse.matches.models import Match, Submission


@dataclass(frozen=True)
class Happened:
    """The facts about a change, when the lock of a match is released."""

    match: Match
    players: tuple[tuple[int, int], ...]  # seat and player of all who play
    at: datetime
    is_phase_over: bool = False
    has_ended: bool = False


match_changed: Receivers[[Happened], None] = Receivers()

# Which of these matches wait for texts that have come in and nobody has read yet.
unread_texts: Receivers[[Collection[int], datetime], set[int]] = Receivers()

# What to add to the answer to a refused text; nothing at all if it is told no more.
refusal_limits: Receivers[[Submission], dict[str, Any] | None] = Receivers()
