"""What an operator may do on the pages of players: only after the second factor."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

from sse.accounts.models import Player


def has_staff_power(person: object) -> bool:
    """Return whether this is an operator, in a browser that has given the code.

    A person who came by a key or a mail has no session, and so never has this power.
    """
    if not isinstance(person, Player) or not person.is_staff:
        return False
    is_verified = getattr(person, "is_verified", None)  # django-otp's: of a session
    if is_verified is None:
        return False
    return not settings.OPERATOR_SECOND_FACTOR or bool(is_verified())


def is_verified(request: HttpRequest) -> bool:
    """Return whether a code was given in this session, where one is asked for."""
    if not settings.OPERATOR_SECOND_FACTOR:
        return True
    return bool(request.user.is_verified())  # type: ignore[union-attr]
