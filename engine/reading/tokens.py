"""A line as tokens, and the words that stand at each of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.reading.lexicon import Lexicon
from engine.reading.text import fold

ARROW = "->"  # however it was written
ARROWS = "→⇒➔➜➝➞➡⟶⟹⇨"
# Words, numbers, arrows, comparisons and signs. A game may have a pattern of its own.
TOKEN = re.compile(
    rf"(?P<arrow>[-=_]{{1,40}}>|>+(?!=)|[{ARROWS}])|(?P<relation>[<>=]=|=<)"
    r"|[^\W\d_]+(?:'[^\W\d_]+)*|[0-9]+|(?P<hyphen>_)"
    r"|(?P<point>(?<=[^\W\d_])\.)|\S"  # the point of `Mt. Fuji` says nothing
)
RELATIONS = {"==": "=", "=<": "<=", "=>": ">="}  # as people write them too
SHOWN: Mapping[str, Callable[[str], str]] = {
    "arrow": lambda _: ARROW,
    "hyphen": lambda _: "-",
    "relation": lambda sign: RELATIONS.get(sign, sign),
}
WORD = re.compile(r"[^\W\d_]")
LONGEST_PHRASE = 5  # words: `the journey is the destination`


class Token(NamedTuple):
    text: str
    glued: bool  # no blank before it


def split(text: str, pattern: re.Pattern[str] = TOKEN) -> list[Token]:
    """The tokens of a text; arrows and comparisons as we write them."""
    tokens: list[Token] = []
    end = -1
    for match in pattern.finditer(fold(text)):
        kind = match.lastgroup
        if kind == "point":
            continue
        shown = match[0] if kind is None else SHOWN[kind](match[0])
        tokens.append(Token(shown, match.start() == end))
        end = match.end()
    return tokens


class Parts(dict[str, Lexicon]):
    """The small words of a grammar by what they are; one may be several of them."""

    def __init__(self, table: Mapping[str, Sequence[str]]) -> None:
        super().__init__({key: Lexicon({key: words}) for key, words in table.items()})
        self.any = Lexicon(table)


class Tokens:
    """The tokens of a line and what stands where.

    `far` is the farthest place that was looked at, and `expected` what could have
    stood there: where a line went wrong, and what may have been meant.
    """

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.far = 0
        self.expected: dict[Lexicon | str, None] = {}

    def text(self, at: int) -> str:
        return self.tokens[at].text if at < len(self.tokens) else ""

    def texts(self, at: int, end: int) -> str:
        return " ".join(token.text for token in self.tokens[at:end])

    def is_end(self, at: int) -> bool:
        return self.text(at) in ("", ";")

    def next_end(self, at: int) -> int:
        while not self.is_end(at):
            at += 1
        return at

    def is_number(self, at: int) -> bool:
        return self.text(at).isascii() and self.text(at).isdigit()

    def is_word(self, at: int) -> bool:
        return WORD.match(self.text(at)) is not None

    def is_glued(self, at: int) -> bool:
        return at < len(self.tokens) and self.tokens[at].glued

    def past_hyphen(self, at: int) -> int:
        return at + 1 if self.text(at) == "-" else at

    def note(self, at: int, *wanted: Lexicon | str) -> None:
        """Remember what could stand here, if nobody has looked farther."""
        if at > self.far:
            self.far, self.expected = at, {}
        if at == self.far:
            self.expected.update(dict.fromkeys(wanted))

    def in_full(self, words: Lexicon, at: int) -> Iterator[tuple[str, int]]:
        """Each of the words that stands here in full, and where it ends."""
        for text, end in self.joined(at):
            key = words.exact(text)
            if key is not None:
                yield key, end
            if not words.goes_on(text):
                return

    def joined(self, at: int) -> Iterator[tuple[str, int]]:
        """One word, then with its followers: phrases and hyphens."""
        text = ""
        for _ in range(LONGEST_PHRASE):
            if not self.is_word(at):
                return
            text += self.text(at)
            yield text, at + 1
            at = self.past_hyphen(at + 1)
