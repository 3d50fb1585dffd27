"""Refusals: a person cannot do this with a match."""

from __future__ import annotations

from sse.platform.errors import Refusal


class MatchRefused(Refusal):
    """Nothing about the match was changed."""
