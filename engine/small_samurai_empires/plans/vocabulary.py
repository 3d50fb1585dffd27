"""The words of the order language, in five languages. [SSE-13.8, SSE-14]"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.reading.lexicon import Lexicon, keywords
from engine.reading.tokens import Parts

GAME = "small_samurai_empires"
FOLDER = Path(__file__).parent.parent
WORDS = keywords(FOLDER)
BOARD = tomllib.loads((FOLDER / "data" / "board.toml").read_text("utf-8"))


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


PARTS = Parts(WORDS["parts"])
ORDERS = Lexicon(WORDS["orders"], forks=True)
ACTIONS = Lexicon(WORDS["actions"], forks=True)
KINDS = Lexicon(
    {k: WORDS["actions"][k] for k in ("recruit", "attack", "harvest", "castle")}
)
MOVE = Lexicon({"move": WORDS["actions"]["move"]})
SHIP = Lexicon({"ship": WORDS["actions"]["ship"]})
MOVES = ("move-3", "move-2-or-3", "move-2-or-ship")
EVENTS = Lexicon(WORDS["events"], forks=True)
PROVINCES = Lexicon({piece["id"]: names_of(piece) for piece in BOARD["province"]})
MOUNTAINS = Lexicon({piece["id"]: names_of(piece) for piece in BOARD["mountain"]})
REGIONS = Lexicon(
    {
        piece["id"]: [*colour_words(WORDS["regions"][piece["id"]]), *names_of(piece)]
        for piece in BOARD["region"]
    }
)
COLOURS = tuple(piece["id"] for piece in BOARD["player"])
PLAYERS = Lexicon(
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
