"""What opens an account besides a fresh log-in: sessions and keys. All can be ended."""

from __future__ import annotations

from hashlib import sha256

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from sse.accounts import notices
from sse.accounts.errors import AccountRefused
from sse.accounts.models import Player, Session, Ticket


def sessions_of(player: Player) -> QuerySet[Session]:
    """Return the browsers that are logged in, the last used one first."""
    return player.sessions.filter(expire_date__gt=timezone.now()).order_by("-used_at")


def name_of(session_key: str | None) -> str:
    """Return a name for a session that pages may show; the key itself opens doors."""
    return sha256(f"session {session_key}".encode()).hexdigest()[:16]


def session_end(*, player: Player, name: str) -> None:
    """Log one browser out. [AccountRefused]"""
    for key in player.sessions.values_list("session_key", flat=True):
        if name_of(key) == name:
            player.sessions.filter(session_key=key).delete()
            return
    raise AccountRefused("unknown", _("This browser is already logged out."))


@transaction.atomic
def log_out_everywhere(*, player: Player, keep: str | None = None) -> None:
    """End all sessions but one, all keys and all log-in links, and tell the player."""
    access_end(player=player, keep=keep)
    notices.change_told(player=player, change=notices.LOGGED_OUT)


def access_end(*, player: Player, keep: str | None = None) -> None:
    """End everything that opens the account, but for the session with the key `keep`.

    Hooks go with the keys of the programs that set them: else a thief would go on
    reading. The address of the calendar goes for the same reason. Letters that were on
    their way log nobody in any more; nor do they confirm an address, which a thief may
    have named.
    """
    player.sessions.exclude(session_key=keep or "").delete()
    player.tokens.all().delete()
    player.hooks.all().delete()
    player.calendar_key = None
    player.save(update_fields=["calendar_key"])
    emails = player.addresses.values_list("email", flat=True)
    links = Ticket.objects.filter(email__in=list(emails))
    links = links.exclude(purpose=Ticket.Purpose.CONFIRM) | player.tickets.all()
    links.filter(used_at=None).update(used_at=timezone.now())
    player.addresses.filter(confirmed_at=None).delete()
