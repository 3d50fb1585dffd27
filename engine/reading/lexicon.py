"""Words by what they stand for, in all languages at once."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from heapq import nlargest
from pathlib import Path
from typing import Any, NamedTuple

from engine.reading.text import squeeze, with_umlauts

KEYWORDS = Path("data") / "keywords.toml"  # in a game's folder
SHORTEST = 3  # letters of a beginning
LONGEST = 40  # no word of any game is longer; nothing longer is compared
ALIKE = 0.6  # from here on a word may be a misspelling of another


def keywords(folder: Path) -> dict[str, Any]:
    """The tables of words of a game's order language."""
    return tomllib.loads((folder / KEYWORDS).read_text("utf-8"))


def close(word: str, names: Iterable[str], most: int) -> list[tuple[float, str]]:
    """As difflib.get_close_matches, with the ratios and much less work."""
    matcher = SequenceMatcher()
    matcher.set_seq2(word)
    length, found = len(word), []
    for name in names:
        if 2 * min(length, len(name)) < ALIKE * (length + len(name)):
            continue
        matcher.set_seq1(name)
        if matcher.quick_ratio() >= ALIKE and (ratio := matcher.ratio()) >= ALIKE:
            found.append((ratio, name))
    return nlargest(most, found)


class Alike(NamedTuple):
    """A spelling that a word may have been meant for."""

    ratio: float
    spelt: str  # as the table has it
    key: str


class Lexicon:
    """Words by what they stand for: `{"D1": ["D1", "Dalian", "Daliang"]}`.

    With `forks` each key opens a grammar of its own: the rest of the line tells which
    of them a beginning was.
    """

    def __init__(
        self, spellings: Mapping[str, Iterable[str]], forks: bool = False
    ) -> None:
        self.forks = forks
        self.shown: dict[str, str] = {}
        self._keys: dict[str, str] = {}
        self._spelt: dict[str, str] = {}
        self._phrases: set[str] = set()
        self._prefixes: set[str] = set()  # of every spelling
        self._begun: dict[str, dict[str, str]] = {}  # spellings by three letters
        for key, words in spellings.items():
            for word in words:
                self.shown.setdefault(key, word)
                self._add(key, word)

    def _add(self, key: str, word: str) -> None:
        for form in with_umlauts([word]):
            name = squeeze(form)
            if name in self._keys:
                continue
            self._keys[name], self._spelt[name] = key, word
            self._begun.setdefault(name[:SHORTEST], {})[name] = key
            self._prefixes.update(name[:end] for end in range(1, len(name)))
            if " " in word:
                self._phrases.add(name)

    def exact(self, word: str) -> str | None:
        return self._keys.get(squeeze(word))

    def goes_on(self, word: str) -> bool:
        """Whether more letters could make it one of the words."""
        return squeeze(word) in self._prefixes

    def find(self, word: str) -> list[str]:
        """The keys a word can mean: the exact one, else those it is a beginning of."""
        exact = self.exact(word)
        return [exact] if exact is not None else self._beginnings(squeeze(word))

    def begun(self, word: str) -> list[str]:
        """The keys of which it is a beginning; of phrases it is none."""
        return self._beginnings(word, self._phrases)

    def _beginnings(self, word: str, without: Iterable[str] = ()) -> list[str]:
        if len(word) < SHORTEST:
            return []
        names = self._begun.get(word[:SHORTEST], {})
        starts = (
            key
            for name, key in names.items()
            if name.startswith(word) and name not in without
        )
        return list(dict.fromkeys(starts))

    def alike(self, word: str, most: int = 8, shortest: int = SHORTEST) -> list[Alike]:
        """The spellings it may have been meant for, nearest first, one for each key."""
        if not shortest <= len(word) <= LONGEST:
            return []
        found: dict[str, Alike] = {}
        for ratio, name in close(squeeze(word), self._keys, most):
            key = self._keys[name]
            found.setdefault(key, Alike(ratio, self._spelt[name], key))
        return list(found.values())

    def near(self, word: str, most: int = 3) -> list[str]:
        """The words a misspelling may have meant, nearest first."""
        return [self.shown[key] for key in self.near_keys(word)][:most]

    def near_keys(self, word: str, most: int = 6) -> list[str]:
        return [found.key for found in self.alike(word, most, shortest=1)]
