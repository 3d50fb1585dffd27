"""The one indexed read behind a view: a match, and whether its reader has a seat."""

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
    """The match, if the person may know of it, and their seat."""
    seats = SEATS(match_id)
    if not seats:
        return None
    match, seat = seats[0].match, seat_of(seats, person)
    if seat is None and match.privacy != Match.Privacy.LISTED:
        found = match_at(match_id, person)  # by all the rules, which ask for more
        return Look(found, number_in(found, person)) if found else None
    return Look(match, seat)


def seat_of(seats: list[Seat], person: Person) -> int | None:
    if not isinstance(person, Player):
        return None
    return next((s.number for s in seats if s.player_id == person.pk), None)


def number_in(match: Match, person: Person) -> int | None:
    seat = seat_in(match, person)
    return seat.number if seat else None


def view_of(look: Look) -> dict[str, Any]:
    """What this reader may know: a seat's own sealed steps are on its table."""
    match, seat = look
    if seat is None or match.has_ended or not has_written(match, seat):
        state = states.state_now(match)
    else:
        state = seat_state(match, seat)
    return match.game.view(state, seat)


def has_written(match: Match, seat: int) -> bool:
    """Whether something of the seat's own may lie sealed: else nothing is tried."""
    table = table_of(match.table)
    spoke = {number for number, _span in (*table.handed, *table.late)}
    return seat in spoke or bool(table.plans.get(seat))
