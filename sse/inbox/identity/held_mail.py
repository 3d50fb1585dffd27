"""Hold mails until their owner says that they are theirs.

Without a proof of who sent it, a mail may play its own seat and no more: anyone who has
seen an email of ours knows its reply address, and anyone can write another's name into
From. The present address of an organiser's seat may also host that match where nothing
is lost by it. Everything else waits for a proof, or for the owner's yes: the account,
other matches, and who may join or leave. What is named nowhere here is beyond.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from django.conf import settings
from django.core.signing import BadSignature
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from sse.accounts.models import Player
from sse.inbox import replies
from sse.inbox.commands import ACTING
from sse.inbox.commands.requests import number_in
from sse.inbox.errors import MailRefused
from sse.inbox.identity.cases import Case
from sse.inbox.identity.trust import Token
from sse.inbox.models import ACCOUNT, CONFIRMED, RawMail
from sse.inbox.reading.types import Kind
from sse.inbox.services import Fate, mail_again, storable_text
from sse.matches.models import Match, Seat
from sse.matches.table import table_of
from sse.matches.text.command_words import Command
from sse.matches.text.sections import sections_of
from sse.outbox.reply_addresses import HELD_SIGNER, held_token

Status = RawMail.Status
MOST_SHOWN = 50  # on one page

# -------------------------------------------------------------------------- scope


def always(match: Match, seat: Seat) -> bool:
    return True


def only_asks(match: Match, seat: Seat) -> bool:
    """Say whether `extend` only asks for time, as from anyone but the organiser."""
    return match.organiser_id != seat.player_id


def is_of_the_match(match: Match, seat: Seat) -> bool:
    """Say whether `accept` is about taking the match back, not an invitation."""
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
TELLING = ("away", "settings")  # alone they only tell what is set


def needs_proof(case: Case, commands: Iterable[Command]) -> bool:
    """Say whether a command wants more than the mail's reply address may do."""
    return not case.is_sure and any(is_beyond(case, one) for one in commands)


def is_beyond(case: Case, command: Command) -> bool:
    if command.name not in ACTING or only_tells(command):
        return False
    seat, token = case.seat, case.place.token
    if seat is None or token not in (Token.GOOD, Token.STALE):
        return True  # it did not come to an address of this very seat
    named = number_in(command, seat.match)
    if named and int(named[1]) != seat.match.pk:
        return True
    is_organiser = seat.match.organiser_id == seat.player_id
    if is_organiser and token is Token.GOOD and command.name in OF_THE_HOST:
        return False
    is_of_the_seat = OF_THE_SEAT.get(command.name)
    return is_of_the_seat is None or not is_of_the_seat(seat.match, seat)


def only_tells(command: Command) -> bool:
    return command.name in TELLING and not command.rest


# --------------------------------------------------------------------------- hold


def refuse(case: Case) -> Fate:
    """Write to nobody, and put the mail to nobody's account."""
    return Fate(Status.IGNORED, case.judgement.why, case.reading.kind)


def hold(case: Case, why: str = "") -> Fate:
    """Ask the owner, and do nothing until they say yes.

    The email goes to the owner alone, whoever wrote, and answers to it are never held:
    so this cannot become a loop.
    """
    is_anybodys = case.player is None and replies.reader_of(case) is None
    if case.reading.kind is not Kind.ORDER or is_anybodys:
        return refuse(case)
    commands = sections_of(case.reading.text).commands
    is_account = any(is_beyond(case, one) for one in commands)
    if case.player is None:
        tell_invited(case)
    elif replies.may_ask(case):
        ask_owner(case, is_account)
    elif replies.may_tell_of_more(case):
        tell_of_more(case)
    return replies.fate(case, Status.HELD, why, ACCOUNT if is_account else "")


def ask_owner(case: Case, is_account: bool) -> None:
    replies.letter(
        case,
        "held",
        mail=case.mail.pk,
        sender=storable_text(case.reading.sender),
        written=case.reading.text.splitlines(),
        is_account=is_account,
        in_reply_to="",  # the mail it is about may be somebody else's
    )


def tell_of_more(case: Case) -> None:
    sentence = _(
        "So many emails came today that may or may not be yours that we do not ask you"
        " about each. Nothing was done. They wait here, where you can say which ones"
        " are yours:"
    )
    text = f"{sentence}\n\n  {settings.SITE}/letters/"
    about = _("Emails waiting for your confirmation")
    replies.letter(case, "answer", about=about, text=text, in_reply_to="")


def tell_invited(case: Case) -> None:
    """Tell an invited person about an answer that may be theirs, or somebody's."""
    reason = f"hold {replies.text_digest(case.reading.sender)[:32]}"
    if not replies.may_answer(case, reason, is_refusal=True):
        return
    sentence = _(
        "An answer to your invitation came from {sender}, or in a way that does not"
        " prove who wrote it. Nothing was done. If it was you, answer from this"
        " address, or open the link in the invitation."
    )
    text = sentence.format(sender=storable_text(case.reading.sender))
    replies.letter(case, "answer", text=text, about=_("Your invitation"))


# ------------------------------------------------------------------------ confirm


def held_mail(token: str) -> RawMail:
    """Return the mail of a link, if it still waits. [MailRefused]"""
    try:
        number = int(HELD_SIGNER.unsign(token))
    except (BadSignature, ValueError):
        raise MailRefused("forged", _("This link is not one of ours.")) from None
    mail = RawMail.objects.filter(pk=number).select_related("player", "match").first()
    if mail is None or mail.status != Status.HELD or mail.forgotten_at:
        raise not_waiting()
    return mail


class Held(NamedTuple):
    mail: RawMail
    token: str  # of its link; empty where a page must not give the link away


def held_for(player: Player) -> list[Held]:
    """Return the mails that wait for the player's word, the newest first.

    The link of a mail that touches the account is in the email alone: on a page, an old
    session would find it there, and confirm the mail without any proof.
    """
    waiting = waiting_for(player).defer("raw").order_by("-pk")[:MOST_SHOWN]
    return [
        Held(mail, "" if mail.kind == ACCOUNT else held_token(mail.pk))
        for mail in waiting
    ]


def waiting_for(player: Player) -> QuerySet[RawMail]:
    waiting = RawMail.objects.filter(player=player, status=Status.HELD)
    return waiting.filter(forgotten_at=None).select_related("match")


def own_held_mail(*, player: Player, mail_id: int) -> RawMail:
    """Return a mail that waits for the word of this player. [MailRefused]"""
    mail = waiting_for(player).filter(pk=mail_id).first()
    if mail is None:
        raise not_waiting()
    return mail


def not_waiting() -> MailRefused:
    return MailRefused("answered", _("This email is no longer waiting."))


@transaction.atomic
def mail_confirm(*, token: str) -> RawMail:
    """Let the mail of a link act, as if it had come just now. [MailRefused]"""
    mail = held_mail(token)
    held_confirm(mail_id=mail.pk)
    return mail


@transaction.atomic
def held_confirm(*, mail_id: int) -> None:
    """Let a held mail act. [MailRefused]"""
    locked = RawMail.objects.select_for_update(of=["self"]).filter(pk=mail_id)
    waiting = locked.filter(status=Status.HELD, forgotten_at=None)
    if not waiting.update(kind=CONFIRMED):
        raise not_waiting()
    mail_again(mail_id=mail_id)
