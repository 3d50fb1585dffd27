"""What makes reply addresses void besides a turn that has passed.

The second code of an address covers a number that only the database knows. For a seat
it is raised when others got the address; for an invitation or a new address it follows
from the very address it was sent to, so that it proves that mail there is read.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256

from django.db.models import Model

from sse.accounts.models import Player, Ticket
from sse.matches.models import Invitation, Match, Seat
from sse.platform import rows
from sse.platform.mail_addresses import Token

GOOD_FOR = 60  # days: addresses that are about no turn
BEGINNING = datetime(2020, 1, 1, tzinfo=UTC)
SEAT = rows.Select(lambda pk: Seat.objects.filter(pk=pk).only("token_epoch"), int)


def epoch_of(token: Token) -> int | None:
    """For the second check of a token; nothing if what it is about is not there."""
    return EPOCHS[token.kind](token.number)


def of_seat(number: int) -> int | None:
    return next((seat.token_epoch for seat in SEAT(number)), None)


def of_invitation(number: int) -> int | None:
    found = Invitation.objects.filter(pk=number).first()
    return invitation_epoch(found) if found else None


def of_ticket(number: int) -> int | None:
    found = Ticket.objects.filter(pk=number, purpose=Ticket.Purpose.CONFIRM).first()
    return ticket_epoch(found) if found else None


def of_row(rows: type[Model]) -> Epoch:
    def epoch(number: int) -> int | None:
        return 0 if rows._default_manager.filter(pk=number).exists() else None

    return epoch


def of_letter(number: int) -> int | None:
    """Letters have no epochs, and bounces of letters that are gone are welcome."""
    return 0


Epoch = Callable[[int], int | None]
EPOCHS: dict[str, Epoch] = {
    "o": of_seat,
    "l": of_letter,
    "i": of_invitation,
    "t": of_ticket,
    "m": of_row(Match),
    "p": of_row(Player),
    # of a held mail: see inbox/identity/cases.py
    "b": of_letter,
}


def invitation_epoch(invitation: Invitation) -> int:
    return digest("invitation", invitation.pk, invitation.email, invitation.created_at)


def ticket_epoch(ticket: Ticket) -> int:
    return digest("ticket", ticket.pk, ticket.email, ticket.created_at)


def digest(kind: str, number: int, email: str, created_at: datetime) -> int:
    said = f"{kind}\0{number}\0{email}\0{created_at.astimezone(UTC).isoformat()}"
    return int.from_bytes(sha256(said.encode()).digest()[:4])


def day_of(instant: datetime) -> int:
    """A day as addresses know it."""
    return (instant - BEGINNING).days


def is_old(day: int, now: datetime) -> bool:
    """Whether an address of that day is good no more."""
    return not 0 <= day_of(now) - day <= GOOD_FOR
