"""Where answers go that are about no seat: to a match, a player, an invitation …"""

from __future__ import annotations

from collections.abc import Callable

from sse.accounts.models import Ticket
from sse.matches.models import Invitation
from sse.outbox.address_generations import day_of, invitation_epoch, ticket_epoch
from sse.outbox.models import Letter
from sse.platform.mail_addresses import Office, address_make, office


def of_invitation(here: Office, letter: Letter) -> str:
    invitation = Invitation.objects.get(pk=letter.data["invitation"])
    return address_make(here, "i", invitation.pk, epoch=invitation_epoch(invitation))


def of_ticket(here: Office, letter: Letter) -> str:
    ticket = Ticket.objects.get(pk=letter.data["ticket"])
    return address_make(here, "t", ticket.pk, epoch=ticket_epoch(ticket))


def of_held(here: Office, letter: Letter) -> str:
    return address_make(here, "h", letter.data["mail"])


# A letter of these kinds is answered about itself, whatever seat it speaks of.
ABOUT_ITSELF: dict[str, Callable[[Office, Letter], str]] = {
    "invitation": of_invitation,
    "confirm": of_ticket,
    "held": of_held,
}


def about_itself(letter: Letter) -> Callable[[Office, Letter], str] | None:
    """Also an answer to who is invited, and has no account yet."""
    if letter.player_id is None and "invitation" in letter.data:
        return of_invitation
    return ABOUT_ITSELF.get(letter.kind)


def is_answerable(letter: Letter) -> bool:
    """Whether we can do something with an answer: not to who has no account yet."""
    return letter.player_id is not None or about_itself(letter) is not None


def address_besides(letter: Letter) -> str:
    """The reply address of a letter that is about no seat of its reader."""
    here, day = office(), day_of(letter.created_at)
    if own := about_itself(letter):
        return own(here, letter)
    if letter.match and letter.match.organiser_id == letter.player_id:
        return address_make(here, "m", letter.match.pk, day)
    if letter.player_id:
        return address_make(here, "p", letter.player_id, day)
    return f"{here.mailbox}@{here.domain}"
