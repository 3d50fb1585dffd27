"""Words by what they stand for, in all languages at once."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping

from engine.reading.text import squeeze

LONGEST = 40  # no word of any game is longer; nothing longer is compared


class Lexicon:
    """Words by what they stand for: `{"D1": ["D1", "Dalian", "Daliang"]}`."""

    def __init__(self, spellings: Mapping[str, Iterable[str]]) -> None:
        self.shown = {key: next(iter(words)) for key, words in spellings.items()}
        self._keys: dict[str, str] = {}
        for key, words in spellings.items():
            for word in words:
                self._keys.setdefault(squeeze(word), key)

    def find(self, word: str, shortest: int = 3) -> list[str]:
        """The keys a word can mean: the exact one, else those it is a beginning of."""
        word = squeeze(word)
        if word in self._keys:
            return [self._keys[word]]
        if len(word) < shortest:
            return []
        starts = (key for name, key in self._keys.items() if name.startswith(word))
        return list(dict.fromkeys(starts))

    def exact(self, word: str) -> str | None:
        return self._keys.get(squeeze(word))

    def near(self, word: str, most: int = 3) -> list[str]:
        """The words a misspelling may have meant, nearest first."""
        return [self.shown[key] for key in self.near_keys(word)][:most]

    def near_keys(self, word: str, most: int = 6) -> list[str]:
        if len(word) > LONGEST:
            return []
        close = difflib.get_close_matches(squeeze(word), self._keys, most, 0.6)
        return list(dict.fromkeys(self._keys[name] for name in close))
