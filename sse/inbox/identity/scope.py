"""How far a mail reaches when nothing proves who sent it: to its own seat, no further.

Whoever has a letter has its reply address, and anybody can write somebody else's name
into From. That may play one seat of one match, and the present address of an
organiser's seat may host that match where nothing is lost by it. Everything else waits
for a proof, or for the owner's yes: the account, other matches, and who may join or
leave. What is named nowhere here is beyond.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sse.inbox.commands import ACTING
from sse.inbox.commands.requests import number_in
from sse.inbox.identity.cases import Case
from sse.inbox.identity.trust import Token
from sse.matches.models import Match, Seat
from sse.matches.table import table_of
from sse.matches.text.command_words import Command

TELLING = ("away", "settings")  # alone they only tell what is set


def always(match: Match, seat: Seat) -> bool:
    return True


def never(match: Match, seat: Seat) -> bool:
    return False


def only_asks(match: Match, seat: Seat) -> bool:
    """The organiser gives time; everybody else asks for it."""
    return match.organiser_id != seat.player_id


def is_of_the_match(match: Match, seat: Seat) -> bool:
    """A yes to taking the match back; else it would be about an invitation."""
    return table_of(match.table).back_to is not None


OF_THE_SEAT: dict[str, Callable[[Match, Seat], bool]] = {
    "say": always,
    "note": always,
    "word": always,
    "leave": always,
    "undo": always,
    "extend": only_asks,
    "accept": is_of_the_match,
    "decline": is_of_the_match,
}
OF_THE_HOST = ("bot", "start", "pause", "resume", "extend")  # all can be made good


def needs_proof(case: Case, commands: Iterable[Command]) -> bool:
    """Whether a command wants more than the mail's reply address may do."""
    return not case.is_sure and any(is_beyond(case, one) for one in commands)


def is_beyond(case: Case, command: Command) -> bool:
    if command.name not in ACTING or only_tells(command):
        return False
    seat = case.seat
    if seat is None or not has_the_seat(case):
        return True
    named = number_in(command, seat.match)
    if named and int(named[1]) != seat.match.pk:
        return True
    is_of_the_seat = OF_THE_SEAT.get(command.name, never)
    return not (is_of_the_seat(seat.match, seat) or hosts(case, seat, command))


def hosts(case: Case, seat: Seat, command: Command) -> bool:
    """Whether the organiser's present address was asked to host the match."""
    is_organiser = seat.match.organiser_id == seat.player_id
    is_present = case.place.token is Token.GOOD
    return is_organiser and is_present and command.name in OF_THE_HOST


def only_tells(command: Command) -> bool:
    return command.name in TELLING and not command.rest


def has_the_seat(case: Case) -> bool:
    """Whether it came to an address of this very seat, of this turn or an earlier."""
    return case.place.token in (Token.GOOD, Token.STALE)
