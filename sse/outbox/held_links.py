"""Links with which its owner lets a held mail act."""

from __future__ import annotations

from django.core.signing import Signer

SIGNER = Signer(salt="sse.inbox.held")


def held_token(mail_id: int) -> str:
    """What stands in the link; only the letter to the owner has it."""
    return SIGNER.sign(str(mail_id))
