"""Short names for what a seat has before it, for pages, programs and rows.

The name is made only of what the seat itself may know. Another seat's plan, or its
hidden decision, changes neither the name nor its length.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from hashlib import sha256
from typing import Any

from django.utils.translation import gettext as _

from engine.contract import Seat as Number
from sse.matches.errors import MatchRefused
from sse.matches.models import Match
from sse.matches.selectors import private_state
from sse.matches.table import Table

LETTERS = 16  # of a name
CHANGED = "position_changed"


def position_name(
    match: Match, state: Any, table: Table, programs: Collection[Number], seat: Number
) -> str:
    """Name the seat's position: its question and view, its plan, its last own step.

    A seat that is not asked writes ahead, so what others do meanwhile does not count.
    """
    asked = table.asks(seat)
    known: list[Any] = [match.branch, table.moved.get(seat, 0), table.plans.get(seat)]
    if asked is not None:
        own = private_state(match, state, table, programs, seat)
        known += [asked.point, asked.span, match.game.view(own, seat)]
    return short(known)


def waiting_name(
    match: Match, state: Any, table: Table, seat: Number, text: int
) -> str:
    """Name the seat's position while its own `text` waits to be looked at.

    What comes of that text may be a new plan and no more: it changes no such name.
    """
    met = next((one for one in table.answered if one.seat == seat), table.asks(seat))
    known: list[Any] = [match.branch, table.moved.get(seat, 0), text]
    if met is not None:
        known += [met.point, met.span, match.game.view(state, seat)]
    return short(known)


def short(known: list[Any]) -> str:
    text = json.dumps(known, sort_keys=True, default=str)
    return sha256(text.encode()).hexdigest()[:LETTERS]


def position_changed() -> MatchRefused:
    """Build the refusal of a text that was written for another position."""
    sentence = _("The position has changed. What you sent was not used.")
    return MatchRefused(CHANGED, sentence)
