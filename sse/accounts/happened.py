"""What happens to accounts, for the layers above, which accounts do not import.

`operations/wiring.py` connects them; all of it runs in the transaction of the change.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager

from sse.accounts.models import Player
from sse.platform.receivers import Receivers

# Somebody reads mail at this address again.
address_restored: Receivers[[str], None] = Receivers()

# The person wants to be forgotten: their seats go first, then every trace.
player_leaving: Receivers[[Player], None] = Receivers()
traces_erasing: Receivers[[Player, list[str]], None] = Receivers()

# Quiet hours or holidays change: clocks stop before it and go on after it.
calendar_receivers: Receivers[[Player], AbstractContextManager[None]] = Receivers()


@contextmanager
def calendar_changes(player: Player) -> Iterator[None]:
    """Change the calendar of a player inside; clocks that run follow it."""
    with ExitStack() as stack:
        for changing in calendar_receivers(player):
            stack.enter_context(changing)
        yield
