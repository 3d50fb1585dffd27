"""What a person cannot do, in a sentence for that person."""

from __future__ import annotations


class Refusal(Exception):
    """Nothing was changed; `code` names the reason for programs."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
