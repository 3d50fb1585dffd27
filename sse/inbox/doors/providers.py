"""Webhooks of mail providers: mail they hand over, and what became of mail we sent.

anymail checks the caller and knows each provider's format. Only providers that the
operator names have an address here.
"""

from __future__ import annotations

from typing import Any

import structlog
from django.conf import settings
from django.utils.module_loading import import_string

from sse.inbox.environment import PROVIDERS
from sse.inbox.errors import MailRefused
from sse.inbox.services import mail_keep
from sse.outbox.bounces import bounce_note, is_hard, redacted_reason
from sse.outbox.models import Bounce
from sse.outbox.reply_addresses import letter_with_id
from sse.platform.mail_addresses import office, recipients_in

log = structlog.get_logger()


def inbound_view(provider: str) -> Any:
    """Return the inbound view of a provider, which tries again after an error 500."""
    view = import_string(f"anymail.webhooks.{provider}.{PROVIDERS[provider]}")
    return view.as_view(signal=InboundSignal(provider))


class InboundSignal:
    """Store what anymail sends to its signal."""

    def __init__(self, provider: str) -> None:
        self.provider = provider

    def send(self, *, sender: Any, event: Any, esp_name: str) -> None:
        if event.event_type == "inbound":
            store_message(event.message, self.provider)


def store_message(message: Any, provider: str) -> None:
    """Store a message; drop one that is not ours or too big, or it would come again."""
    raw = message_bytes(message)
    said = [message.envelope_recipient] if message.envelope_recipient else []
    ours = [address for address in said if office().owns(address)]
    try:
        mail_keep(
            raw=raw,
            envelope_from=message.envelope_sender or "",
            recipients=ours or recipients_in(office(), raw),
            door=f"hook {provider}",
        )
    except MailRefused as refused:
        log.warning("hook refused", provider=provider, why=refused.code)


def message_bytes(message: Any) -> bytes:
    """Return the bytes of a message; raw MIME stays as it came."""
    policy = message.policy.clone(refold_source="none", linesep="\r\n")
    try:
        made: bytes = message.as_bytes(policy=policy)
    except UnicodeEncodeError:  # it came as letters, in JSON
        made = message.as_string(policy=policy).encode("utf-8", "surrogateescape")
    return made


def enabled_providers() -> list[str]:
    named: list[str] = settings.MAIL_HOOKS
    return named


HARD_REASONS = ("invalid", "bounced")  # anymail's words for why
KINDS = {
    "bounced": Bounce.Kind.HARD,
    "rejected": Bounce.Kind.HARD,
    "complained": Bounce.Kind.COMPLAINT,
}


def tracking_view(provider: str) -> Any:
    """Return the tracking view of a provider, which tries again after an error 500."""
    name = PROVIDERS[provider].replace("Inbound", "Tracking")
    view = import_string(f"anymail.webhooks.{provider}.{name}")
    return view.as_view(signal=TrackingSignal())


class TrackingSignal:
    """Handle what anymail sends to its signal."""

    def send(self, *, sender: Any, event: Any, esp_name: str) -> None:
        take_event(event)


def take_event(event: Any) -> None:
    """Record a bounce or complaint about an email of ours; ignore other events."""
    kind, number = KINDS.get(event.event_type), str(event.metadata.get("letter", ""))
    letter = letter_with_id(int(number[:18])) if number.isdecimal() else None
    if kind is None or letter is None or not event.recipient:
        return
    if kind == Bounce.Kind.HARD and may_recover(event):
        kind = Bounce.Kind.SOFT
    bounce_note(
        letter=letter,
        email=event.recipient.lower(),
        kind=kind,
        why=redacted_reason(event.mta_response or event.description or ""),
        key=f"hook:{letter.pk}:{event.event_id or event.timestamp}"[:120],
        is_certain=True,
    )


def may_recover(event: Any) -> bool:
    """Say whether a mailbox may recover; a full one may, whatever the provider says."""
    words = str(event.mta_response or event.description or "")
    is_full_one = not is_hard(550, words, is_rcpt=True) if words else False
    return event.reject_reason not in HARD_REASONS or is_full_one
