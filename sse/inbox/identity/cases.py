"""Find out whose mail it is and what it may do, before anything is done."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from sse.accounts.models import Player, Ticket
from sse.accounts.selectors import emails_of, player_at
from sse.inbox.identity import trust
from sse.inbox.identity.trust import Action, Judgement
from sse.inbox.models import CONFIRMED, RawMail
from sse.inbox.reading.mail import read_mail
from sse.inbox.reading.types import Kind, Limits, Reading, Us
from sse.matches.models import Invitation, Match, Seat
from sse.matches.table import table_of
from sse.outbox.models import Letter
from sse.outbox.reply_addresses import (
    address_generation,
    is_expired,
    letter_by_message_id,
)
from sse.platform import rows
from sse.platform.mail_addresses import Token, address_read, folded, head_of, office

MOST_ADDRESSES = 5  # addresses of ours in one mail that are looked at
MOST_REFERENCES = 5  # of letters that a mail says it answers
ENVELOPE_DOORS = ("smtp", "lmtp")  # doors that know the envelope


class Place(NamedTuple):
    """What a mail is about, as far as its addresses say so."""

    token: trust.Token = trust.Token.NONE
    seat: Seat | None = None  # with its match and player
    turn: int | None = None
    match: Match | None = None
    owner: Player | None = None  # whose letters had the address
    invitation: Invitation | None = None
    ticket: Ticket | None = None  # of a new address
    held: RawMail | None = None  # the mail it speaks of
    is_reply: bool = False  # no token, but it answers a letter of ours


class Case(NamedTuple):
    """Everything that is known about a mail when it is acted upon."""

    mail: RawMail
    reading: Reading
    judgement: Judgement
    place: Place = Place()
    player: Player | None = None  # in whose name it acts, or who is asked
    leaked: bool = False  # others got the reply address

    @property
    def seat(self) -> Seat | None:
        return self.place.seat

    @property
    def turn(self) -> int | None:
        return self.place.turn

    @property
    def match(self) -> Match | None:
        return self.seat.match if self.seat else self.place.match

    @property
    def is_confirmed(self) -> bool:
        return self.mail.kind == CONFIRMED

    @property
    def is_proved(self) -> bool:
        return not self.judgement.is_unproved

    @property
    def is_sure(self) -> bool:
        """Say whether it is proved, or confirmed, that the player wrote it."""
        return self.is_confirmed or self.judgement.proof == trust.Proof.PASS

    @property
    def is_confirmation(self) -> bool:
        """Say whether it answers a question about a held mail or a new address."""
        return self.place.held is not None or self.place.ticket is not None

    @property
    def has_token(self) -> bool:
        """Say whether it came to an address that only emails to its owner contain."""
        return self.place.token == trust.Token.GOOD


def own_identity() -> Us:
    here = office()
    return Us(
        domains=(here.domain,),
        names=(settings.SITE_NAME,),
        addresses=(f"{here.mailbox}@{here.domain}",),
        shared=here.is_shared,
        limits=Limits(message=settings.MAIL_MOST_BYTES),
    )


def read_stored_mail(mail: RawMail) -> Reading:
    reading = read_mail(bytes(mail.raw), own_identity(), quoted_letter_text)
    is_null = mail.door in ENVELOPE_DOORS and not mail.envelope_from
    if is_null and reading.kind in READABLE:
        return reading._replace(kind=Kind.BOUNCE, why="has no envelope sender", text="")
    return reading


def quoted_letter_text(reading: Reading) -> str:
    """Return the text of the email it answers, to find quotations of it.

    Only of an email to the sender: otherwise anyone could guess at another's email and
    learn, by what is left of their own, whether they guessed right.
    """
    named = (reading.in_reply_to, *reversed(reading.references[-MOST_REFERENCES:]))
    reader = player_at(reading.sender)
    found = (answered_letter(name) for name in named if reader)
    return next((one.text for one in found if one and one.player == reader), "")


READABLE = (
    *(Kind.ORDER, Kind.EMPTY, Kind.WINMAIL, Kind.ENCRYPTED),
    *(Kind.OVERSIZED, Kind.MALFORMED),
)


def case_of(mail: RawMail, reading: Reading) -> Case:
    """Find out what a mail is about, who owns that, and whether the owner wrote it."""
    place = place_of(mail, reading)
    is_about_nothing = place.seat is None and place.token != trust.Token.GOOD
    player = (
        player_at(reading.sender) if is_about_nothing else active_player(place.owner)
    )
    theirs = addresses_of(place, player)
    judgement = trust.judge(
        token=place.token,
        sender=reading.sender,
        theirs=theirs,
        proof=sender_proof(mail, reading.sender, theirs),
        is_reply_to_ours=place.is_reply,
        is_listed=trust.is_from_list(head_of(bytes(mail.raw))),
        mode=trust.Mode(settings.MAIL_TRUST),
    )
    case = Case(mail, reading, judgement, place, player)
    if mail.kind == CONFIRMED:
        return with_confirmation(case)
    has_secret = bool(place.seat) and place.token != trust.Token.VOID
    leaked = has_secret and bool(set(reading.others) - set(theirs))
    return case._replace(leaked=leaked)


def with_confirmation(case: Case) -> Case:
    """Accept a mail that its owner confirmed, unless the seat changed hands since."""
    player, place = case.mail.player, case.place
    action = Action.STALE if place.token == trust.Token.STALE else Action.APPLY
    if place.token in (trust.Token.NONE, trust.Token.BAD) and place.seat is None:
        action = Action.HELP
    is_theirs = action == Action.HELP or place.owner == player
    if player is None or not is_theirs:
        action = Action.REFUSE
    judgement = Judgement(action, "confirmed by the owner")
    return case._replace(judgement=judgement, player=player)


def active_player(player: Player | None) -> Player | None:
    """Return the player unless the account was closed."""
    return player if player and player.is_active else None


def addresses_of(place: Place, player: Player | None) -> list[str]:
    """Return the addresses the mail may come from: the owner's, or the invited one."""
    invited = [place.invitation.email] if place.invitation else []
    return [*(emails_of(player) if player else []), *invited]


# -------------------------------------------------------------------------- place


def place_of(mail: RawMail, reading: Reading) -> Place:
    """Choose among our addresses that it names the one that suits its sender best."""
    said = addressed_to(mail, reading)
    found = [place for one in said if (place := place_at(one))]
    if len(found) == 1:
        return found[0]
    if found:
        return min(found, key=lambda place: strangeness(place, reading.sender))
    if void := next(
        filter(None, (place_at_void_address(one, reading) for one in said)), None
    ):
        return void
    is_token = address_read(office(), mail.recipient) is not None
    bad = trust.Token.BAD if is_token else trust.Token.NONE
    return place_answered(reading)._replace(token=bad)


def addressed_to(mail: RawMail, reading: Reading) -> list[str]:
    """Return those of our addresses it was sent to, that of its envelope first.

    An answer to all may go to our mailbox and to a seat: that is one mail, and it is
    about the seat, whichever copy comes first.
    """
    said = map(folded, (mail.recipient, *reading.recipients))
    return list(dict.fromkeys(said))[:MOST_ADDRESSES]


def epoch_of(token: Token) -> int | None:
    """Return the number an address must know; None if what it is about is gone."""
    if token.kind == "h":
        return 0 if RawMail.objects.filter(pk=token.number).exists() else None
    return address_generation(token)


def place_at(address: str) -> Place | None:
    token = address_read(office(), address, epoch_of)
    return PLACES[token.kind](token) if token and token.kind in PLACES else None


def place_at_void_address(address: str, reading: Reading) -> Place | None:
    """Return the seat of an address that is no longer valid, for its present player."""
    token = address_read(office(), address)
    if token is None or token.kind != "o":
        return None
    seat = seats_with_players().filter(pk=token.number, player__isnull=False).first()
    if seat is None or seat.player != player_at(reading.sender):
        return None
    reply = place_answered(reading)
    place = reply if reply.is_reply else seat_place(seat, token.turn)
    return place._replace(token=trust.Token.VOID)


def strangeness(place: Place, sender: str) -> tuple[bool, bool, bool]:
    """Return a rank, the lowest the best: the sender's own, current, about a seat."""
    theirs = {
        folded(email) for email in addresses_of(place, active_player(place.owner))
    }
    special = (place.seat, place.held, place.ticket, place.invitation)
    return (
        folded(sender) not in theirs,
        place.token == trust.Token.STALE,
        not any(special),
    )


def place_of_seat(token: Token) -> Place:
    (seat,) = SEAT(token.number)  # it has an epoch, so it is there
    return seat_place(seat, token.turn)._replace(token=token_state(seat, token.turn))


def seat_place(seat: Seat, turn: int) -> Place:
    return Place(seat=seat, turn=turn, match=seat.match, owner=seat.player)


def place_of_match(token: Token) -> Place | None:
    match = Match.objects.select_related("organiser").get(pk=token.number)
    if match.organiser is None or is_expired(token.turn, timezone.now()):
        return None
    return Place(trust.Token.GOOD, match=match, owner=match.organiser)


def place_of_player(token: Token) -> Place | None:
    if is_expired(token.turn, timezone.now()):
        return None
    return Place(trust.Token.GOOD, owner=Player.objects.get(pk=token.number))


def place_of_invitation(token: Token) -> Place:
    found = Invitation.objects.select_related("match").get(pk=token.number)
    owner = player_at(found.email)
    return Place(trust.Token.GOOD, match=found.match, owner=owner, invitation=found)


def place_of_ticket(token: Token) -> Place:
    ticket = Ticket.objects.select_related("player").get(pk=token.number)
    return Place(trust.Token.GOOD, owner=ticket.player, ticket=ticket)


def place_of_held(token: Token) -> Place:
    held = RawMail.objects.select_related("player").get(pk=token.number)
    return Place(trust.Token.GOOD, owner=held.player, held=held)


PLACES: dict[str, Callable[[Token], Place | None]] = {
    "o": place_of_seat,
    "m": place_of_match,
    "p": place_of_player,
    "i": place_of_invitation,
    "t": place_of_ticket,
    "h": place_of_held,
}


def seats_with_players() -> QuerySet[Seat]:
    return Seat.objects.select_related("match", "player")


SEAT = rows.Select(lambda pk: seats_with_players().filter(pk=pk), int)


def token_state(seat: Seat, turn: int) -> trust.Token:
    is_past = table_of(seat.match.table).is_past(seat.number, turn)
    return trust.Token.STALE if is_past else trust.Token.GOOD


def place_answered(reading: Reading) -> Place:
    """Return the place of the email it answers, if that is the sender's and current."""
    for said in (reading.in_reply_to, *reversed(reading.references)):
        letter = answered_letter(said)
        if letter is None or letter.match is None or letter.seat is None:
            continue
        if letter.player != player_at(reading.sender):
            continue
        mine = seats_with_players().filter(match=letter.match, number=letter.seat)
        seat = mine.filter(player=letter.player).first()
        if seat and token_state(seat, letter.entry) == trust.Token.GOOD:
            return seat_place(seat, letter.entry)._replace(is_reply=True)
    return Place()


def answered_letter(said: str) -> Letter | None:
    """Find the email it answers; as its ID can be guessed, this proves nothing."""
    return letter_by_message_id(said, is_proof=False)


# -------------------------------------------------------------------------- proof


def sender_proof(mail: RawMail, sender: str, theirs: Collection[str]) -> trust.Proof:
    """Return what is proved about the sender; strangers are not checked."""
    if not theirs or not sender:
        return trust.Proof.NONE
    raw = bytes(mail.raw)
    border = trust.Border(settings.MAIL_AUTHSERV_ID, settings.MAIL_RELAYS)
    results = trust.border_results(head_of(raw), border)
    if not results and settings.MAIL_DKIM:
        results = trust.dkim_results(raw, sender)
    return trust.proof_from(results, sender)
