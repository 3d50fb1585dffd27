"""Why a mail is not taken in, or not yet."""

from __future__ import annotations

from sse.platform.errors import Refusal


class MailRefused(Refusal):
    """The mail is never taken in."""


class Later(Exception):
    """Not now: something that passes is in the way, and the mail is tried again."""
