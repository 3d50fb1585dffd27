"""What things are called in five languages, from the board file. [SHO-2.11, SHO-19]"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from engine.drawing import SeatColour, seat_colour
from engine.languages import LANGUAGES
from engine.shogun.board import BOARD

Names = Mapping[str, str]  # by language


def named(rows: list[Mapping[str, Any]], key: str = "id") -> dict[str, Names]:
    return {str(row[key]): row for row in rows}


@cache
def tables() -> dict[str, Mapping[str, Names]]:
    """All names of the file, by what they are names of."""
    file = BOARD.file
    return {
        "province": named(file["province"], "abbr"),
        "region": named(file["region"]),
        "action": named(file["action"]),
        "slot": {**named(file["action"]), **named(file["slot"])},
        "building": named(file["building"]),
        "special": named(file["special"]),
        "event_kind": named(file["event_kind"]),
        "favour": named(file["favour"], "no"),
        "stage": named(file["samurai"], "stage"),
        "season": named(file["season"]),
        "side": file["sides"],
        "mode": named(file["setup_mode"]),
        "expansion": expansions(file),
        "daimyo": named(file["daimyo"], "colour"),
        "colour": {row["colour"]: row["colour_names"] for row in file["daimyo"]},
        "term": named(file["term"]),
    }


def expansions(file: Mapping[str, Any]) -> dict[str, Names]:
    keys = ("tenno", "samurai_expansion", "generals", "dajokan")
    choices = ("court", "samurai", "generals", "dajokan")
    return {choice: file[key] for choice, key in zip(choices, keys, strict=True)}


def name(table: str, key: object, language: str) -> str:
    """In the reader's language, in English if there is no such; else the key."""
    names = tables()[table].get(str(key))
    spoken = language if language in LANGUAGES else "en"
    return str(key) if names is None else names[spoken]


def event_name(event: str, language: str) -> str:
    """A card is called by its kind and its winter loss. [SHO-2.11]"""
    card = BOARD.events[BOARD.event_index[event]]
    return f"{name('event_kind', card.kind, language)} (−{card.loss})"


def order_word(table: str, key: str, language: str) -> str:
    """The word of the order language that we write. [SHO-18.15]"""
    words = BOARD.file["words"][table].get(key, {})
    return str(words.get(language, words.get("en", [key]))[0])


# --------------------------------------------------------------- colours [SHO-1.9]

# The kit's marks by their shapes, in the colours of the box.
SHAPES = {"disc": 0, "square": 1, "triangle": 2, "diamond": 3, "cross": 4, "star": 5}


def house(row: Mapping[str, Any]) -> SeatColour:
    kit = seat_colour(SHAPES[row["mark"]])
    return kit._replace(name=row["colour"], fill=row["fill"], sign=row["sign"])


HOUSES = tuple(house(row) for row in BOARD.file["daimyo"])  # by seat
FARMERS = house(BOARD.file["farmers"])
