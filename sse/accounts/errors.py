"""What a person cannot do with an account."""

from __future__ import annotations

from sse.platform.errors import Refusal


class AccountRefused(Refusal):
    """Nothing about the account was changed."""
