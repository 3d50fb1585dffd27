"""Mails in tests: bytes that a player's program sends, kept and worked through."""

from __future__ import annotations

from itertools import count

from sse.accounts.models import Player
from sse.inbox.ingest import mails_process
from sse.inbox.models import RawMail
from sse.inbox.services import mail_keep
from sse.matches.models import Match
from sse.matches.play import submissions_apply
from sse.outbox.models import Letter
from sse.platform.mail_addresses import address_make, office

NUMBERS = count(1)


def address(match: Match, player: Player, turn: int | None = None) -> str:
    """Where an answer to the player's last letter of the match goes."""
    seat = match.seats.get(player=player)
    last = Letter.objects.filter(match=match, player=player).order_by("-pk").first()
    entry = turn if turn is not None else last.entry if last else 0
    return address_make(office(), "o", seat.pk, entry, seat.token_epoch)


def raw(
    text: str, sender: str, to: str, headers: str = "", message_id: str = ""
) -> bytes:
    name = message_id or f"<{next(NUMBERS)}@mail.example.org>"
    return (
        f"From: {sender}\r\nTo: {to}\r\nSubject: Re: Your turn\r\n"
        f"Message-ID: {name}\r\n{headers}"
        "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
        "Content-Transfer-Encoding: 8bit\r\n\r\n" + text.replace("\n", "\r\n")
    ).encode()


def keep(octets: bytes, to: str, sender: str, door: str = "smtp") -> RawMail:
    (number,) = mail_keep(raw=octets, envelope_from=sender, recipients=[to], door=door)
    return RawMail.objects.get(pk=number)


def work(mail: RawMail) -> RawMail:
    """Everything that waits, done; the mail as it is then."""
    mails_process()
    for match in Match.objects.all():
        submissions_apply(match_id=match.pk)
    mail.refresh_from_db()
    return mail


def send(
    text: str, player: Player, to: str, headers: str = "", sender: str = ""
) -> RawMail:
    """A mail of a player, worked through."""
    sender = sender or f"{player.name.lower()}@example.org"
    return work(keep(raw(text, sender, to, headers), to, sender))


def answers() -> list[Letter]:
    """Letters that mails caused."""
    kinds = ("receipt", "refusal", "stale", "held", "answer")
    return list(Letter.objects.filter(kind__in=kinds).order_by("pk"))
