"""The kinds of fields that a scenario file may have. [SB-15.8, SB-15.9]"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from engine.languages import LANGUAGES
from engine.samurai_battles.box import ARMIES, FACES
from engine.samurai_battles.cards import COMMAND
from engine.samurai_battles.hexes import INDEX

LONGEST_TEXT, LONGEST_PROSE = 200, 2000
MANY = 1_000_000  # where the sheet names no largest number


class Fault(NamedTuple):
    """One thing that is wrong, and how it could be put right. [SB-15.10]"""

    code: str
    sentence: str
    clue: str = ""  # what stands in the file where it is wrong
    help: str = ""

    def __str__(self) -> str:
        return self.sentence


class Kind(NamedTuple):
    """What a field must be, in words and as a test."""

    wanted: str
    fits: Callable[[Any], bool]


class Field(NamedTuple):
    """A kind, or none where a check of its own tells what is wrong."""

    kind: Kind | None = None
    needed: bool = False


def is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def number(lowest: int, highest: int = MANY) -> Kind:
    upto = f" to {highest}" if highest < MANY else ""
    wanted = f"a number from {lowest}{upto}"
    return Kind(wanted, lambda value: is_number(value) and lowest <= value <= highest)


def text(longest: int = LONGEST_TEXT, least: int = 1) -> Kind:
    def fits(value: object) -> bool:
        if not isinstance(value, str) or not least <= len(value) <= longest:
            return False
        return not any(ord(sign) < 32 or 127 <= ord(sign) < 160 for sign in value)

    wanted = f"a text of {least} to {longest} characters without control characters"
    return Kind(wanted, fits)


def spelt(pattern: str, wanted: str) -> Kind:
    found = re.compile(pattern, re.ASCII)
    return Kind(
        wanted, lambda value: isinstance(value, str) and bool(found.fullmatch(value))
    )


def one_of(words: Collection[str]) -> Kind:
    *others, last = words
    wanted = f"{', '.join(others)} or {last}"
    return Kind(wanted, lambda value: isinstance(value, str) and value in words)


def is_hex(value: object) -> bool:
    return isinstance(value, str) and value in INDEX


def list_of(fits: Callable[[Any], bool], wanted: str, least: int = 0) -> Kind:
    def all_fit(value: object) -> bool:
        return isinstance(value, list) and len(value) >= least and all(map(fits, value))

    return Kind(wanted, all_fit)


FLAG = Kind("true or false", lambda value: isinstance(value, bool))
TABLE = Kind("a table", lambda value: isinstance(value, dict))
LIST = list_of(lambda value: True, "a list")
ARMY = one_of(ARMIES)
CARDS = list_of(
    lambda value: isinstance(value, str) and value in COMMAND,
    "a list of ids of Command cards",
    least=1,
)


def is_dice(value: object) -> bool:
    """So many dice of each army. [SB-15.9]"""
    if not isinstance(value, dict) or value.keys() != set(ARMIES):
        return False
    return all(is_number(dice) and 0 <= dice <= 8 for dice in value.values())


def in_languages(key: str, needed: bool = True) -> dict[str, Field]:
    """English is needed; a missing language is shown in English. [SB-15.8]"""
    return {
        f"{key}_{language}": Field(text(), needed and language == "en")
        for language in LANGUAGES
    }


SCENARIO: Mapping[str, Field] = {
    "id": Field(
        spelt(
            "[A-Za-z][A-Za-z0-9]{1,7}", "a letter and one to seven letters or digits"
        ),
        True,
    ),
    "slug": Field(spelt("[a-z0-9-]{1,80}", "small letters, digits and hyphens"), True),
    **in_languages("title"),
    "year": Field(number(0, 9999)),
    "prov": Field(text(LONGEST_PROSE, 0)),
    "banners": Field(number(1), True),
    "first": Field(ARMY, True),
    "lines": Field(),
    "terrain": Field(TABLE),
    "special": Field(TABLE),
    "army": Field(TABLE, True),
}
SIDES = dict(zip(ARMIES, ("top", "bottom"), strict=True))
ARMY_FIELDS: Mapping[str, Field] = {
    "side": Field(None, True),
    **in_languages("name"),
    "command_cards": Field(number(2, 10), True),
    "dragon_cards": Field(number(0, 10), True),
    "honor": Field(number(0, 30), True),
    "units": Field(LIST, True),
    "leaders": Field(LIST),
}
PIECE_ID = Field(spelt("[A-Za-z0-9]{1,8}", "1 to 8 letters and digits"), True)
UNIT: Mapping[str, Field] = {
    "id": PIECE_ID,
    "type": Field(None, True),
    "hex": Field(None, True),
    "figures": Field(),
}
LEADER: Mapping[str, Field] = {
    "id": PIECE_ID,
    "type": Field(None, True),
    "hex": Field(None, True),
    "name": Field(text(), True),
    **{f"name_{language}": Field(text()) for language in LANGUAGES[1:]},
}
HAND_GROWTH: Mapping[str, Field] = {
    "army": Field(ARMY, True),
    "extra_draw_per_own_turn": Field(number(1, 3), True),
    "until_command_size": Field(number(2, 10), True),
    "from_own_turn": Field(number(1, 99), True),
}
BANNER_FOR_ORDER_ONE: Mapping[str, Field] = {
    "army": Field(ARMY, True),
    "cards": Field(CARDS, True),
    "not_final": Field(FLAG, True),
}
HEXES = list_of(lambda value: True, "a list of hexes", least=1)  # names: E_HEX
WAVERING_GROUP: Mapping[str, Field] = {
    "owner": Field(ARMY, True),
    "hexes": Field(HEXES, True),
    "from_own_turn": Field(number(1, 99), True),
    "dice": Field(
        Kind("a table of red and yellow, each a number from 0 to 8", is_dice), True
    ),
    "face": Field(one_of(FACES), True),
}
VICTORY_HEXES: Mapping[str, Field] = {
    "army": Field(one_of((*ARMIES, "both")), True),
    "hexes": Field(HEXES, True),
    "need": Field(number(1)),  # to the number of hexes
    "banners": Field(number(1, 5), True),
    "keep": Field(FLAG, True),
}
SWITCH: Mapping[str, Mapping[str, Field]] = {  # those that are tables
    "hand_growth": HAND_GROWTH,
    "banner_for_order_one": BANNER_FOR_ORDER_ONE,
    "wavering_group": WAVERING_GROUP,
    "victory_hexes": VICTORY_HEXES,
}
