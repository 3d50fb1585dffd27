"""What a mail provider tells of letters that it has sent for us.

anymail checks who calls and reads each provider's ways; a letter is named by what we
gave along with it.
"""

from __future__ import annotations

from typing import Any

from django.utils.module_loading import import_string

from sse.inbox.doors.providers import VIEWS
from sse.outbox.bounces import bounce_note, is_hard, redacted_reason
from sse.outbox.models import Bounce
from sse.outbox.reply_addresses import letter_with_id

HARD = ("invalid", "bounced")  # anymail's words for why
KINDS = {
    "bounced": Bounce.Kind.HARD,
    "rejected": Bounce.Kind.HARD,
    "complained": Bounce.Kind.COMPLAINT,
}


def tracking(provider: str) -> Any:
    """The view of a provider; its errors are a 500, and the provider tries again."""
    name = VIEWS[provider].replace("Inbound", "Tracking")
    view = import_string(f"anymail.webhooks.{provider}.{name}")
    return view.as_view(signal=Watch())


class Watch:
    """Stands where anymail has a signal."""

    def send(self, *, sender: Any, event: Any, esp_name: str) -> None:
        event_take(event)


def event_take(event: Any) -> None:
    """One report about one letter; reports about others, and good news, are nothing."""
    kind, number = KINDS.get(event.event_type), str(event.metadata.get("letter", ""))
    letter = letter_with_id(int(number[:18])) if number.isdecimal() else None
    if kind is None or letter is None or not event.recipient:
        return
    if kind == Bounce.Kind.HARD and may_pass(event):
        kind = Bounce.Kind.SOFT
    bounce_note(
        letter=letter,
        email=event.recipient.lower(),
        kind=kind,
        why=redacted_reason(event.mta_response or event.description or ""),
        key=f"hook:{letter.pk}:{event.event_id or event.timestamp}"[:120],
        is_certain=True,
    )


def may_pass(event: Any) -> bool:
    """A full mailbox is one, also where the provider calls it dead."""
    words = str(event.mta_response or event.description or "")
    is_full_one = not is_hard(550, words, is_rcpt=True) if words else False
    return event.reject_reason not in HARD or is_full_one
