"""The cards as data, and what follows from them alone. [AOW-1, AOW-2]"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from engine.languages import LANGUAGES

CENTRE = -1  # the holder of a card that nobody has conquered
DATA = tomllib.loads(
    (Path(__file__).parent / "data" / "cards.toml").read_text(encoding="utf-8")
)
DICE: int = DATA["dice"]  # AOW-1.2
FACES: tuple[str, ...] = tuple(DATA["faces"])
INFANTRY = "123"
SPECIAL = "S"  # the code of the special general line [AOW-1.3]
SPECIAL_SYMBOLS: str = DATA["special_line"]
SEATS: tuple[int, int] = (DATA["min_players"], DATA["max_players"])


@dataclass(frozen=True)
class CardSet:
    """Names of one edition; the game itself is the same in both. [AOW-2.1]"""

    key: str
    title: Mapping[str, str]
    word_card: Mapping[str, str]
    word_province: Mapping[str, str]
    cards: tuple[Mapping[str, str], ...]  # per card, name by language
    provinces: tuple[Mapping[str, str], ...]
    ids: tuple[str, ...]
    aliases: tuple[tuple[str, ...], ...]
    province_ids: tuple[str, ...]


def in_languages(data: Mapping[str, Any], key: str) -> dict[str, str]:
    """As English has it where a language writes no other way."""
    return {"en": data[key]} | {
        language: data.get(f"{key}_{language}", data[key]) for language in LANGUAGES[1:]
    }


def read_set(key: str, data: Mapping[str, Any]) -> CardSet:
    return CardSet(
        key=key,
        title=in_languages(data, "title"),
        word_card=in_languages(data, "word_card"),
        word_province=in_languages(data, "word_province"),
        cards=tuple(in_languages(card, "name") for card in data["cards"]),
        provinces=tuple(in_languages(p, "name") for p in data["provinces"]),
        ids=tuple(card["id"] for card in data["cards"]),
        aliases=tuple(tuple(card.get("aliases", ())) for card in data["cards"]),
        province_ids=tuple(p["id"] for p in data["provinces"]),
    )


def shape(data: Mapping[str, Any]) -> list[Any]:
    """What must be the same in every set. [AOW-2.1]"""
    return [
        [(p["slot"], p["set_points"], p["colour"]) for p in data["provinces"]],
        [(c["slot"], c["points"], c["lines"], c["special"]) for c in data["cards"]],
    ]


SETS = {key: read_set(key, data) for key, data in DATA["sets"].items()}
ANY_SET = next(iter(DATA["sets"].values()))
SLOTS: tuple[str, ...] = tuple(card["slot"] for card in ANY_SET["cards"])
INDEX = {slot: index for index, slot in enumerate(SLOTS)}
POINTS: tuple[int, ...] = tuple(card["points"] for card in ANY_SET["cards"])
PROVINCE_SLOTS: tuple[str, ...] = tuple(p["slot"] for p in ANY_SET["provinces"])
COLOURS: tuple[str, ...] = tuple(p["colour"] for p in ANY_SET["provinces"])
SET_POINTS: tuple[int, ...] = tuple(p["set_points"] for p in ANY_SET["provinces"])
PROVINCE: tuple[int, ...] = tuple(PROVINCE_SLOTS.index(slot[0]) for slot in SLOTS)
CARDS_OF: tuple[tuple[int, ...], ...] = tuple(
    tuple(card for card, of in enumerate(PROVINCE) if of == province)
    for province in range(len(PROVINCE_SLOTS))
)
PRINTED: tuple[tuple[str, ...], ...] = tuple(
    tuple(card["lines"]) for card in ANY_SET["cards"]
)
HAS_SPECIAL: tuple[bool, ...] = tuple(card["special"] for card in ANY_SET["cards"])
# Required lines in the centre, and in front of an opponent. [AOW-6.1, AOW-6.2]
REQUIRED: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = tuple(
    (lines, (*lines, SPECIAL)) for lines in PRINTED
)


def symbols(code: str) -> str:
    """The faces a symbol line asks for; "" for an infantry line. [AOW-5.2]"""
    if code == SPECIAL:
        return SPECIAL_SYMBOLS
    return "" if code[0] == "I" else code


@cache
def least_dice(code: str) -> int:
    """The fewest dice that can fill the line. [AOW-2.2]"""
    return len(symbols(code)) or -(-int(code[1:]) // int(INFANTRY[-1]))


LEAST: tuple[tuple[int, int], ...] = tuple(
    (sum(map(least_dice, centre)), sum(map(least_dice, opponent)))
    for centre, opponent in REQUIRED
)


@cache
def dice_sets(hand: str, code: str) -> tuple[str, ...]:
    """All sets of dice of a sorted hand that fill the line, none with a die too many.

    Fewest dice first, then the smallest total. [AOW-5.2, AOW-5.3, AOW-5.4]
    """
    wanted = symbols(code)
    if wanted:
        enough = all(hand.count(face) >= wanted.count(face) for face in wanted)
        return ("".join(sorted(wanted)),) if enough else ()
    total = int(code[1:])
    found = []
    for counts in product(*(range(hand.count(face) + 1) for face in INFANTRY)):
        dice = "".join(f * n for f, n in zip(INFANTRY, counts, strict=True))
        shown = sum(map(int, dice))
        if dice and shown >= total and shown - int(dice[0]) < total:
            found.append(dice)
    return tuple(sorted(found, key=lambda dice: (len(dice), sum(map(int, dice)), dice)))


def check_data() -> None:
    """What must hold of the data, or nothing works. [AOW-1.1, AOW-2.1, AOW-2.3]"""
    assert len(SLOTS) == 14
    assert len(set(SLOTS)) == 14
    assert DICE == 7
    assert len(FACES) == 6
    assert all(shape(data) == shape(ANY_SET) for data in DATA["sets"].values())
    for card, of in enumerate(PROVINCE):
        assert HAS_SPECIAL[card] == (len(CARDS_OF[of]) > 1), SLOTS[card]  # AOW-7.4
    for cards in SETS.values():
        assert len(set(cards.ids)) == 14


check_data()
