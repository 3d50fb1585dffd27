"""Letters that tell of a change to an account, to all addresses it has or had."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from sse.accounts.models import Player
from sse.accounts.selectors import emails_of
from sse.platform.notices import Notice, notify

PASSWORD = "password"
ADDRESS_ASKED = "address_asked"
ADDRESS_CONFIRMED = "address_confirmed"
ADDRESS_REMOVED = "address_removed"
ADDRESS_FIRST = "address_first"
KEY_MADE = "key_made"
KEY_REVOKED = "key_revoked"
LOGGED_OUT = "logged_out"
FACTOR_SET = "factor_set"
FACTOR_REMOVED = "factor_removed"


def change_told(
    *, player: Player, change: str, also: str = "", **said: Any
) -> list[str]:
    """Write one letter to each confirmed address, and to `also`; return them.

    Call it in the transaction of the change. The letters belong to addresses and not to
    the player: an address that was taken off the list gets no reply address of theirs.
    """
    emails = list(dict.fromkeys([*emails_of(player), *filter(None, [also])]))
    happening = uuid4().hex
    data = {
        "change": change,
        "account": player.name,
        "account_id": player.pk,
        "language": player.language,
        **said,
    }
    notify(
        [
            Notice("account", f"account:{happening}:{number}", email=email, data=data)
            for number, email in enumerate(emails)
        ]
    )
    return emails
