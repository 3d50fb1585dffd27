"""One indexed query for a match and the seat of its reader."""

from __future__ import annotations

from typing import Any, NamedTuple

from sse.accounts.models import Player
from sse.matches import states
from sse.matches.access import Person, match_at, seat_in
from sse.matches.models import Match, Seat
from sse.matches.selectors import seat_state
from sse.matches.table import table_of
from sse.platform import rows

NEEDED = (
    *("game_name", "version", "status", "privacy", "tempo", "head", "chain", "table"),
    *("seed", "words", "branch"),
)
SEATS = rows.Select(
    lambda match: (
        Seat.objects.filter(match=match)
        .select_related("match")
        .only("number", "player", *(f"match__{name}" for name in NEEDED))
        .order_by("number")
    ),
    int,
)


class Look(NamedTuple):
    match: Match
    seat: int | None


def look_at(match_id: int, person: Person) -> Look | None:
    """Return the match, if this person may see it, and their seat."""
    seats = SEATS(match_id)
    if not seats:
        return None
    match, seat = seats[0].match, seat_of(seats, person)
    if seat is None and match.privacy != Match.Privacy.LISTED:
        found = match_at(match_id, person)  # by all the rules, which need more
        own = seat_in(found, person) if found else None
        return Look(found, own.number if own else None) if found else None
    return Look(match, seat)


def seat_of(seats: list[Seat], person: Person) -> int | None:
    if not isinstance(person, Player):
        return None
    return next((s.number for s in seats if s.player_id == person.pk), None)


def visible_view(look: Look) -> dict[str, Any]:
    """Return what this reader may know; a seat sees its own sealed steps as done."""
    match, seat = look
    if seat is None or match.has_ended or not has_written(match, seat):
        state = states.state_now(match)
    else:
        state = seat_state(match, seat)
    return match.game.view(state, seat)


def has_written(match: Match, seat: int) -> bool:
    """Return whether the seat may have sealed orders: else none are tried."""
    table = table_of(match.table)
    spoke = {number for number, _span in (*table.handed, *table.late)}
    return seat in spoke or bool(table.plans.get(seat))
