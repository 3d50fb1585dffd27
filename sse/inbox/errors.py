"""Why a mail is not taken in, or not yet."""

from __future__ import annotations


class MailRefused(Exception):
    """Never: the sentence says why."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class Later(Exception):
    """Not now: something that passes is in the way, and the mail is tried again."""
