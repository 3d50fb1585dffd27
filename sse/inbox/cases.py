"""Whose mail it is and what may be done about it, before anything is done."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from django.conf import settings
from django.db.models import QuerySet

from sse.accounts.models import Address, Player
from sse.accounts.selectors import player_at
from sse.inbox import who
from sse.inbox.addresses import address_read, head_of
from sse.inbox.held import CONFIRMED
from sse.inbox.models import RawMail
from sse.inbox.reading import Kind, Limits, Reading, Us, read_mail
from sse.inbox.selectors import epoch_of, office
from sse.inbox.who import Action, Judgement
from sse.matches.models import Seat
from sse.matches.table import table_of
from sse.outbox.headers import message_id
from sse.outbox.models import Letter

OUR_ID = re.compile(r"<letter-(\d{1,18})\.\d{14}@[^<>\s]+>", re.ASCII)
BY_ENVELOPE = ("smtp", "lmtp")  # doors that know the envelope


class Place(NamedTuple):
    """The seat a mail is about, as far as its addresses say so."""

    seat: Seat | None = None  # with its match and player
    turn: int | None = None
    token: who.Token = who.Token.NONE
    is_reply: bool = False  # no token, but it answers a letter of ours


class Case(NamedTuple):
    """Everything that is known about a mail when it is acted upon."""

    mail: RawMail
    reading: Reading
    judgement: Judgement
    seat: Seat | None = None
    turn: int | None = None
    player: Player | None = None  # in whose name it acts, or who is asked
    leaked: bool = False  # others got the reply address

    @property
    def is_confirmed(self) -> bool:
        return self.mail.kind == CONFIRMED

    @property
    def is_proved(self) -> bool:
        return not self.judgement.is_unproved


def us() -> Us:
    here = office()
    return Us(
        domains=(here.domain,),
        names=(settings.SITE_NAME,),
        addresses=(f"{here.mailbox}@{here.domain}",),
        shared=here.is_shared,
        limits=Limits(message=settings.MAIL_MOST_BYTES),
    )


def reading_of(mail: RawMail) -> Reading:
    reading = read_mail(bytes(mail.raw), us())
    is_null = mail.door in BY_ENVELOPE and not mail.envelope_from
    if is_null and reading.kind in READABLE:
        return reading._replace(kind=Kind.BOUNCE, why="has no envelope sender", text="")
    return reading


READABLE = (
    *(Kind.ORDER, Kind.EMPTY, Kind.WINMAIL, Kind.ENCRYPTED),
    *(Kind.OVERSIZED, Kind.MALFORMED),
)


def case_of(mail: RawMail, reading: Reading) -> Case:
    """The seat, its owner and the judgement on who wrote."""
    place = place_of(mail, reading)
    player = owner_of(place) if place.seat else player_at(reading.sender)
    theirs = emails_of(player)
    judgement = who.judge(
        token=place.token,
        sender=reading.sender,
        theirs=theirs,
        proof=proof_of(mail, reading.sender, theirs),
        is_reply_to_ours=place.is_reply,
        mode=who.Mode(settings.MAIL_TRUST),
    )
    case = Case(mail, reading, judgement, place.seat, place.turn, player)
    if mail.kind == CONFIRMED:
        return confirmed(case, place)
    leaked = bool(place.seat) and bool(set(reading.others) - set(theirs))
    return case._replace(leaked=leaked)


def confirmed(case: Case, place: Place) -> Case:
    """Its owner said so; whoever has the seat by now said nothing."""
    player, is_stale = case.mail.player, place.token == who.Token.STALE
    action = Action.STALE if is_stale else Action.APPLY
    if case.seat is None:
        action = Action.HELP
    if player is None or (case.seat and case.seat.player_id != player.pk):
        action = Action.REFUSE
    judgement = Judgement(action, "confirmed by the owner")
    return case._replace(judgement=judgement, player=player)


def owner_of(place: Place) -> Player | None:
    """Of the seat; who is gone owns nothing."""
    player = place.seat.player if place.seat else None
    return player if player and player.is_active else None


def emails_of(player: Player | None) -> list[str]:
    known = Address.objects.filter(player=player, confirmed_at__isnull=False)
    return list(known.values_list("email", flat=True)) if player else []


# -------------------------------------------------------------------------- place


def place_of(mail: RawMail, reading: Reading) -> Place:
    token = address_read(office(), mail.recipient, epoch_of)
    if token and token.kind == "o":
        seat = seats().get(pk=token.number)  # it has an epoch, so it is there
        return Place(seat, token.turn, state_of(seat, token.turn))
    is_token = address_read(office(), mail.recipient) is not None
    bad = who.Token.BAD if is_token else who.Token.NONE
    return answered(reading)._replace(token=bad)


def seats() -> QuerySet[Seat]:
    return Seat.objects.select_related("match", "player")


def state_of(seat: Seat, turn: int) -> who.Token:
    is_past = table_of(seat.match.table).is_past(seat.number, turn)
    return who.Token.STALE if is_past else who.Token.GOOD


def answered(reading: Reading) -> Place:
    """Of the letter it answers, if that was to the sender and is not out of date."""
    for said in (reading.in_reply_to, *reversed(reading.references)):
        letter = letter_called(said)
        if letter is None or letter.match is None or letter.seat is None:
            continue
        if letter.player != player_at(reading.sender):
            continue
        mine = seats().filter(match=letter.match, number=letter.seat)
        seat = mine.filter(player=letter.player).first()
        if seat and state_of(seat, letter.entry) == who.Token.GOOD:
            return Place(seat, letter.entry, is_reply=True)
    return Place()


def letter_called(said: str) -> Letter | None:
    found = OUR_ID.fullmatch(said)
    if not found:
        return None
    letter = Letter.objects.filter(pk=int(found[1])).first()
    return letter if letter and message_id(letter) == said else None


# -------------------------------------------------------------------------- proof


def proof_of(mail: RawMail, sender: str, theirs: Collection[str]) -> who.Proof:
    """What our mail server found, or we; nobody is asked about strangers."""
    if not theirs or not sender:
        return who.Proof.NONE
    raw = bytes(mail.raw)
    border = who.Border(settings.MAIL_AUTHSERV_ID, settings.MAIL_RELAYS)
    results = who.results_of(head_of(raw), border)
    if not results and settings.MAIL_DKIM:
        results = who.dkim_results(raw, sender)
    return who.proof_of(results, sender)
