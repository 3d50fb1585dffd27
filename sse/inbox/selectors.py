"""Reading what the settings and the tables say about mail that comes in."""

from __future__ import annotations

from django.conf import settings

from sse.inbox.addresses import Office, Token
from sse.matches.models import Seat


def office() -> Office:
    """Where mail finds us."""
    return Office(
        domain=settings.MAIL_DOMAIN,
        keys=settings.MAIL_KEYS,
        mailbox=settings.MAIL_MAILBOX,
        is_shared=settings.MAIL_SHARED,
    )


def epoch_of(token: Token) -> int | None:
    """For the second check of a token; letters have no epochs."""
    if token.kind == "b":
        return 0
    seats = Seat.objects.filter(pk=token.number)
    return seats.values_list("token_epoch", flat=True).first()
