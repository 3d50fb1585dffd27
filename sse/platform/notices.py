"""What one person is to be told, as plain facts.

Accounts and matches say it, with ids and no rows; the outbox turns notices into emails
and `sse/hooks` into calls to other people's programs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils import timezone

from sse.platform.receivers import Receivers


@dataclass(frozen=True)
class Notice:
    """One happening for one person; its key is unique, so that it is told once."""

    kind: str  # the templates of the email: templates/mail/<kind>.*
    key: str
    player: int | None = None
    email: str = ""  # where the person has no account, or only this address is meant
    match: int | None = None
    seat: int | None = None
    entry: int = 0  # how many entries the match had
    data: dict[str, Any] = field(default_factory=dict)
    at: datetime = field(default_factory=timezone.now)
    expires_at: datetime | None = None


notify: Receivers[[Sequence[Notice]], None] = Receivers()
