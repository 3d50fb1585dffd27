"""The words of the order language, in five languages. [SSE-13.8, SSE-14]"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from engine.reading.lexicon import LONGEST, Lexicon
from engine.reading.text import squeeze, with_umlauts

GAME = "small_samurai_empires"
DATA = Path(__file__).parent.parent / "data"
WORDS = tomllib.loads((DATA / "keywords.toml").read_text("utf-8"))
BOARD = tomllib.loads((DATA / "board.toml").read_text("utf-8"))


class Words(Lexicon):
    """A lexicon that tells full words from beginnings and remembers the spelling.

    With `forks` each key opens a grammar of its own: the rest of the line tells which
    of them a beginning was.
    """

    def __init__(
        self, spellings: Mapping[str, Iterable[str]], forks: bool = False
    ) -> None:
        self.forks = forks
        super().__init__({key: with_umlauts(words) for key, words in spellings.items()})
        self._spelt: dict[str, str] = {}
        self._begun: dict[str, dict[str, str]] = {}  # single words by three letters
        for word in (word for words in spellings.values() for word in words):
            for form in with_umlauts([word]):
                self._spelt.setdefault(squeeze(form), word)
                if " " not in word:
                    begun = self._begun.setdefault(squeeze(form)[:3], {})
                    begun[squeeze(form)] = self._keys[squeeze(form)]

    def begun(self, word: str) -> list[str]:
        """The keys of which a word of three letters or more is a beginning."""
        if len(word) < 3:
            return []
        names = self._begun.get(word[:3], {})
        starts = (key for name, key in names.items() if name.startswith(word))
        return list(dict.fromkeys(starts))

    def alike(self, word: str) -> list[tuple[float, str, str]]:
        """The spellings that may have been meant, one for each key, and our words."""
        if not 3 <= len(word) <= LONGEST:
            return []
        found: dict[str, tuple[float, str, str]] = {}
        for name in difflib.get_close_matches(word, self._keys, 8, 0.6):
            ratio = difflib.SequenceMatcher(None, name, word).ratio()
            key = self._keys[name]
            found.setdefault(key, (ratio, self._spelt[name], self.shown[key]))
        return list(found.values())


def colour_words(table: Mapping[str, Any]) -> list[str]:
    """Names as they stand, stems with every ending of their language. [SSE-14.4]"""
    stems = [
        stem + ending
        for language, endings in WORDS["endings"].items()
        for stem in table.get(language, ())
        for ending in endings
    ]
    return list(dict.fromkeys([*table["names"], *stems]))


def names_of(piece: Mapping[str, Any]) -> list[str]:
    """What a region, province or mountain is called. [SSE-2.1, SSE-2.2, SSE-2.7]"""
    named = [piece.get(key, "") for key in ("name", "id", "name_ru", "name_uk")]
    bare = piece["name"].removeprefix("Mount ")
    return [name for name in (bare, *named, *piece.get("aliases", ())) if name]


PARTS = {key: Words({key: words}) for key, words in WORDS["parts"].items()}
ORDERS = Words(WORDS["orders"], forks=True)
ACTIONS = Words(WORDS["actions"], forks=True)
KINDS = Words(
    {k: WORDS["actions"][k] for k in ("recruit", "attack", "harvest", "castle")}
)
MOVE = Words({"move": WORDS["actions"]["move"]})
SHIP = Words({"ship": WORDS["actions"]["ship"]})
MOVES = ("move-3", "move-2-or-3", "move-2-or-ship")
EVENTS = Words(WORDS["events"], forks=True)
PROVINCES = Words({piece["id"]: names_of(piece) for piece in BOARD["province"]})
MOUNTAINS = Words({piece["id"]: names_of(piece) for piece in BOARD["mountain"]})
REGIONS = Words(
    {
        piece["id"]: [*colour_words(WORDS["regions"][piece["id"]]), *names_of(piece)]
        for piece in BOARD["region"]
    }
)
COLOURS = tuple(piece["id"] for piece in BOARD["player"])
PLAYERS = Words(
    {
        piece["id"]: [*colour_words(WORDS["players"][piece["id"]]), piece["house"]]
        for piece in BOARD["player"]
    }
)
SLOTS = {slot["index"]: slot["id"] for slot in BOARD["slot"]}  # SSE-2.8
REGION_SLOTS: dict[str, dict[int, str]] = {
    region["id"]: {
        number: slot["id"]
        for number, slot in enumerate(
            (slot for slot in BOARD["slot"] if slot["region"] == region["id"]), start=1
        )
    }
    for region in BOARD["region"]
}
LETTERS = {region["id"][0]: region["id"] for region in BOARD["region"]}
LOOKALIKES = str.maketrans("от", "ot")  # Cyrillic, but meant as these letters
