"""What the operator does with addresses that take no letters, or should not."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from sse.accounts.errors import AccountRefused
from sse.accounts.happened import address_restored
from sse.accounts.models import Player


def letters_suspend(*, player: Player) -> None:
    """No letter goes to any address of the player until it is restored."""
    good = player.addresses.filter(suspended_at=None)
    if not good.update(suspended_at=timezone.now()):
        raise AccountRefused("none", _("There is no address that accepts emails."))


def letters_restore(*, player: Player) -> None:
    suspended = player.addresses.filter(suspended_at__isnull=False)
    for email in suspended.values_list("email", flat=True):
        address_restored(email)
    if not suspended.update(suspended_at=None):
        raise AccountRefused("none", _("No address is suspended."))
