"""What a person cannot do with a match."""

from __future__ import annotations

from sse.platform.errors import Refusal


class MatchRefused(Refusal):
    """Nothing about the match was changed."""
