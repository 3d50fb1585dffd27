"""What a person cannot do, in a sentence for that person."""

from __future__ import annotations


class Refusal(Exception):
    """Nothing was changed; `code` names the reason for programs.

    The facts are written into the sentence, where there are any.
    """

    def __init__(self, code: str, sentence: str, **facts: object) -> None:
        super().__init__(sentence.format(**facts) if facts else sentence)
        self.code = code
