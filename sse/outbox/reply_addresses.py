"""Where answers to an email go, and the links and names that it carries.

Reply addresses, one-click links and Message-IDs are signed: a person who uses one has
received the email. The second half of a reply address covers a number that only the
database knows, its generation. A seat's generation is raised when others got to know
the address; for an invitation or a new address it follows from the very address that
was written to, so that it proves that somebody reads mail there.

    <letter-42.20261117094732.k3x5q2mf7tbz4a6c@play.example.org>     a Message-ID
"""

from __future__ import annotations

import hmac
import re
from base64 import b32encode
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from typing import NamedTuple

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from sse.accounts.models import Player, Ticket
from sse.matches.errors import MatchRefused
from sse.matches.models import Invitation, Match, Seat
from sse.outbox.models import Bounce, Letter, Silence
from sse.platform.mail_addresses import Token, address_make, office

VALID_DAYS = 60  # of addresses that are about no turn
FIRST_DAY = datetime(2020, 1, 1, tzinfo=UTC)
HELD_SIGNER = Signer(salt="sse.inbox.held")
UNSUBSCRIBE_SIGNER = Signer(salt="sse.outbox.leaving")
UNSUBSCRIBED = "off:"  # the key of a Bounce begins so if the reader unsubscribed
MESSAGE_ID_SALT = b"letter-name\0"
MESSAGE_ID_CODE_BYTES = 10  # 16 letters
MESSAGE_ID = re.compile(
    r"<letter-((\d{1,18})\.\d{14})(?:\.([a-z2-7]{16}))?@[^<>\s]{1,250}>", re.ASCII
)
MESSAGE_ID_IN_BYTES = re.compile(MESSAGE_ID.pattern.encode())


# ---------------------------------------------------------------------- addresses


def invitation_address(letter: Letter) -> str:
    invitation = Invitation.objects.get(pk=letter.data["invitation"])
    return address_make(office(), "i", invitation.pk, epoch=generation(invitation))


def ticket_address(letter: Letter) -> str:
    ticket = Ticket.objects.get(pk=letter.data["ticket"])
    return address_make(office(), "t", ticket.pk, epoch=generation(ticket))


def held_address(letter: Letter) -> str:
    return address_make(office(), "h", letter.data["mail"])


# A letter of these kinds is answered about itself, whatever seat it speaks of.
ABOUT_ITSELF: dict[str, Callable[[Letter], str]] = {
    "invitation": invitation_address,
    "confirm": ticket_address,
    "held": held_address,
}


def own_address(letter: Letter) -> Callable[[Letter], str] | None:
    """Return how to make the address of a letter that is answered about itself."""
    if letter.player_id is None and "invitation" in letter.data:
        return invitation_address  # also where somebody who has no account yet asked
    return ABOUT_ITSELF.get(letter.kind)


def is_answerable(letter: Letter) -> bool:
    """Return whether we can do something with an answer to this letter."""
    return letter.player_id is not None or own_address(letter) is not None


def reply_address(letter: Letter, seat: Seat | None) -> str:
    """Return the address for answers: of `seat` and the turn if the seat is given."""
    here, day = office(), day_number(letter.created_at)
    if seat and letter.kind not in ABOUT_ITSELF:
        return address_make(here, "o", seat.pk, letter.turn, seat.token_epoch)
    if own := own_address(letter):
        return own(letter)
    if letter.match and letter.match.organiser_id == letter.player_id:
        return address_make(here, "m", letter.match.pk, day)
    if letter.player_id:
        return address_make(here, "p", letter.player_id, day)
    return f"{here.mailbox}@{here.domain}"


def day_number(instant: datetime) -> int:
    """Return a day as addresses carry it."""
    return (instant - FIRST_DAY).days


def is_expired(day: int, now: datetime) -> bool:
    """Return whether an address made on that day is no longer valid."""
    return not 0 <= day_number(now) - day <= VALID_DAYS


# -------------------------------------------------------------------- generations


def address_generation(token: Token) -> int | None:
    """Return the generation a valid token must have; None if its row is gone."""
    return GENERATIONS[token.kind](token.number)


def generation(row: Invitation | Ticket) -> int:
    created_at = row.created_at.astimezone(UTC).isoformat()
    text = f"{row._meta.model_name}\0{row.pk}\0{row.email}\0{created_at}"
    return int.from_bytes(sha256(text.encode()).digest()[:4])


def generation_of_invitation(number: int) -> int | None:
    invitation = Invitation.objects.filter(pk=number).first()
    return generation(invitation) if invitation else None


def generation_of_ticket(number: int) -> int | None:
    ticket = Ticket.objects.filter(pk=number, purpose=Ticket.Purpose.CONFIRM).first()
    return generation(ticket) if ticket else None


def generation_of_seat(number: int) -> int | None:
    return Seat.objects.filter(pk=number).values_list("token_epoch", flat=True).first()


def zero_if_exists(model: type[Model]) -> Callable[[int], int | None]:
    return lambda number: (
        0 if model._default_manager.filter(pk=number).exists() else None
    )


GENERATIONS: dict[str, Callable[[int], int | None]] = {
    "o": generation_of_seat,
    "i": generation_of_invitation,
    "t": generation_of_ticket,
    "m": zero_if_exists(Match),
    "p": zero_if_exists(Player),
    # Letters have no generation, and bounces of letters that are gone are welcome.
    "l": lambda number: 0,
    "b": lambda number: 0,
}


# -------------------------------------------------------------------- Message-IDs


def message_id(letter: Letter) -> str:
    """Return the same Message-ID however often the letter is sent: shown once."""
    host = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip(">")
    key, name = next(iter(settings.MAIL_KEYS.values())), letter_name(letter)
    return f"<letter-{name}.{name_code(name, key)}@{host}>"


def letter_name(letter: Letter) -> str:
    return f"{letter.pk}.{letter.created_at:%Y%m%d%H%M%S}"


def name_code(name: str, key: bytes) -> str:
    code = hmac.digest(key, MESSAGE_ID_SALT + name.encode(), "sha256")
    return b32encode(code[:MESSAGE_ID_CODE_BYTES]).decode().lower()


def letter_by_message_id(name: str, is_proof: bool = True) -> Letter | None:
    """Return the letter of a Message-ID; without `is_proof`, also of an old one.

    Old Message-IDs had no code and could be guessed. An answer to one still finds its
    letter if its writer is proved in another way.
    """
    found = MESSAGE_ID.fullmatch(name)
    if not found or not (is_signed(found[1], found[3]) if found[3] else not is_proof):
        return None
    letter = letter_with_id(int(found[2]))
    return letter if letter and letter_name(letter) == found[1] else None


def is_signed(name: str, code: str) -> bool:
    keys = settings.MAIL_KEYS.values()
    return any(hmac.compare_digest(code, name_code(name, key)) for key in keys)


def quoted_letter(raw: bytes) -> Letter | None:
    """Return the first letter of ours whose Message-ID stands in a bounce report."""
    found = (one[0] for one in MESSAGE_ID_IN_BYTES.finditer(raw) if one[3])
    names = (name.decode("utf-8", "replace") for name in found)
    return next(filter(None, map(letter_by_message_id, names)), None)


def letter_with_id(number: int) -> Letter | None:
    known = Letter.objects.select_related("player", "match")
    return known.filter(pk=number).first()


# -------------------------------------------------------------------------- links


def held_token(mail_id: int) -> str:
    """Return the secret part of the link that releases a held mail.

    Only the email to the owner of the seat has it.
    """
    return HELD_SIGNER.sign(str(mail_id))


class Unsubscription(NamedTuple):
    """What a link stops: emails about a match to a player, or all to an address."""

    player: Player | None = None
    match: Match | None = None
    email: str = ""


def unsubscribe_url(letter: Letter) -> str:
    """Return the link in emails about matches and invitations; else nothing."""
    if letter.player_id and letter.match_id:
        subject = f"{letter.player_id}-{letter.match_id}"
    elif letter.kind == "invitation":
        subject = f"i-{letter.pk}"
    else:
        return ""
    return f"{settings.SITE}/letters/off/{UNSUBSCRIBE_SIGNER.sign(subject)}/"


def unsubscription_of_link(token: str) -> Unsubscription:
    """Return what a link is about. [MatchRefused]"""
    try:
        first, _, second = UNSUBSCRIBE_SIGNER.unsign(token).partition("-")
    except BadSignature:
        raise forged_link() from None
    if first == "i":
        return unsubscription_of_letter(int(second))
    player = Player.objects.filter(pk=int(first), is_active=True).first()
    match = Match.objects.filter(pk=int(second)).first()
    if player is None or match is None:
        raise forged_link()
    return Unsubscription(player, match)


def unsubscription_of_letter(number: int) -> Unsubscription:
    """Return what a mail to the letter's own unsubscribe address is about.

    [MatchRefused]
    """
    letter = letter_with_id(number)
    if letter and letter.player and letter.match:
        return Unsubscription(letter.player, letter.match)
    if letter and letter.kind == "invitation" and letter.email:  # else forgotten
        return Unsubscription(email=letter.email)
    raise forged_link()


def forged_link() -> MatchRefused:
    return MatchRefused("forged", _("This link is not valid, or no longer valid."))


@transaction.atomic
def unsubscribe(*, wish: Unsubscription) -> None:
    """Send no more of these emails. The match goes on: nobody resigns by this."""
    if wish.player and wish.match:
        Silence.objects.update_or_create(
            player=wish.player, match=wish.match, defaults={"is_wish": True}
        )
    elif wish.email:
        Bounce.objects.get_or_create(
            key=f"{UNSUBSCRIBED}{wish.email}"[:120],
            defaults={"email": wish.email, "kind": Bounce.Kind.COMPLAINT},
        )


def match_without_letters(*, player: Player, match: Match) -> None:
    """Start a match that its player follows on the web page only."""
    Silence.objects.get_or_create(
        player=player, match=match, defaults={"is_wish": False}
    )


def resubscribe(*, player: Player, match_id: int) -> None:
    """Send emails about the match again. [MatchRefused]"""
    if not Silence.objects.filter(player=player, match=match_id).delete()[0]:
        raise MatchRefused("on", _("You already get emails about this match."))
