"""What a person cannot do with an account, in a sentence for that person."""

from __future__ import annotations


class AccountRefused(Exception):
    """Nothing was changed; `code` names the reason for programs."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
