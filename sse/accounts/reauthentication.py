"""A player who is logged in proves once more that it is them: by code or password."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from sse.accounts import services, tickets
from sse.accounts.errors import AccountRefused
from sse.accounts.models import Address, Player, Ticket

PROVED_AT = "proved_at"  # in the session


def is_fresh(session: SessionBase) -> bool:
    """Return whether the person behind this session has just proved who they are."""
    said = session.get(PROVED_AT)
    if not said:
        return False
    age = timezone.now() - datetime.fromisoformat(said)
    return age < timedelta(minutes=settings.LOGIN_FRESH_MINUTES)


def mark_fresh(session: SessionBase) -> None:
    session[PROVED_AT] = timezone.now().isoformat()


def proof_address(player: Player) -> Address | None:
    """Return where a code goes: the first address; one that takes letters if any."""
    known = player.addresses.filter(confirmed_at__isnull=False)
    rows = sorted(known, key=lambda row: (bool(row.suspended_at), not row.is_first))
    return rows[0] if rows else None


def has_password(player: Player) -> bool:
    return bool(player.password) and player.has_usable_password()


@transaction.atomic
def proof_send(*, player: Player) -> Address:
    """Send a code to the player. [AccountRefused]"""
    address = proof_address(player)
    if address is None:
        raise AccountRefused("none", _("This account has no email address."))
    ticket = Ticket(email=address.email, purpose=Ticket.Purpose.PROVE, player=player)
    services.letter_of_ticket(ticket)
    return address


def proof_by_code(*, player: Player, code: str) -> None:
    """Check the code of the newest letter; it counts once. [AccountRefused]"""
    address = proof_address(player)
    if address is None:
        raise tickets.refused("wrong")
    ticket = services.ticket_of_code(address.email, code, Ticket.Purpose.PROVE)
    if ticket.player_id != player.pk:
        raise tickets.refused("wrong")
    services.claim(ticket)


def proof_by_password(*, player: Player, password: str) -> None:
    """Check the password. [AccountRefused]"""
    if not has_password(player) or not player.check_password(password):
        raise AccountRefused("password", _("This is not your password."))
