"""Links with which the owner of a seat lets a held mail act. None acts on GET."""

from __future__ import annotations

from typing import NamedTuple

from django.core.signing import BadSignature
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from sse.accounts.models import Player
from sse.inbox.errors import MailRefused
from sse.inbox.models import RawMail
from sse.inbox.services import mail_again
from sse.outbox.reply_addresses import HELD_SIGNER, address_generation, held_token
from sse.platform.mail_addresses import Token

MOST = 50  # on one page
CONFIRMED = "confirmed"  # the kind of a mail whose owner said so
ACCOUNT = "account"  # the kind of one that would do more than play its seat


def epoch_of(token: Token) -> int | None:
    """Return the number an address must know; None if what it is about is gone."""
    if token.kind == "h":
        return 0 if RawMail.objects.filter(pk=token.number).exists() else None
    return address_generation(token)


def held_mail(token: str) -> RawMail:
    """The mail of a link, if it still waits. [MailRefused]"""
    try:
        number = int(HELD_SIGNER.unsign(token))
    except (BadSignature, ValueError):
        raise MailRefused("forged", _("This link is not one of ours.")) from None
    mail = RawMail.objects.filter(pk=number).select_related("player", "match").first()
    if mail is None or mail.status != RawMail.Status.HELD or mail.forgotten_at:
        raise answered()
    return mail


class Held(NamedTuple):
    mail: RawMail
    token: str  # of its link; none where a page must not give the link away


def held_for(player: Player) -> list[Held]:
    """Mails that wait for the player's word, the newest first.

    The link of a mail that touches the account is in the letter alone: on a page, an
    old session would find it there, and confirm the mail without any proof.
    """
    waiting = waiting_for(player).defer("raw").order_by("-pk")
    return [Held(mail, token_on_page(mail)) for mail in waiting[:MOST]]


def waiting_for(player: Player) -> QuerySet[RawMail]:
    waiting = RawMail.objects.filter(player=player, status=RawMail.Status.HELD)
    return waiting.filter(forgotten_at=None).select_related("match")


def token_on_page(mail: RawMail) -> str:
    return "" if mail.kind == ACCOUNT else held_token(mail.pk)


def own_held_mail(*, player: Player, mail_id: int) -> RawMail:
    """Return a mail that waits for the word of this player. [MailRefused]"""
    mail = waiting_for(player).filter(pk=mail_id).first()
    if mail is None:
        raise answered()
    return mail


def answered() -> MailRefused:
    return MailRefused("answered", _("This mail does not wait any more."))


@transaction.atomic
def mail_confirm(*, token: str) -> RawMail:
    """It was really them: the mail acts, as if it had come just so. [MailRefused]"""
    mail = held_mail(token)
    held_confirm(mail_id=mail.pk)
    return mail


@transaction.atomic
def held_confirm(*, mail_id: int) -> None:
    """The same for a player who answers the letter instead. [MailRefused]"""
    locked = RawMail.objects.select_for_update(of=["self"]).filter(pk=mail_id)
    waiting = locked.filter(status=RawMail.Status.HELD, forgotten_at=None)
    if not waiting.update(kind=CONFIRMED):
        raise answered()
    mail_again(mail_id=mail_id)
