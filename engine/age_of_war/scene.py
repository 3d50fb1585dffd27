"""A view made ready to be shown: names cleaned, words chosen, cards sorted out."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from engine.age_of_war.board import (
    CARDS_OF,
    INDEX,
    INFANTRY,
    POINTS,
    PROVINCE_SLOTS,
    REQUIRED,
    SET_POINTS,
    SETS,
    SLOTS,
    SPECIAL,
    CardSet,
)
from engine.contract import Seat, View
from engine.drawing import cut, one_line
from engine.euphony import euphonic
from engine.languages import LANGUAGES
from engine.plural import plural

LONGEST_NAME = 32  # columns; pictures cut further where there is less room


@cache
def board_words(language: str, set_key: str = "") -> Mapping[str, Any]:
    """The table `board` of the words, in the words of a set; else in English."""
    file = Path(__file__).parent / f"words.{spoken(language)}.toml"
    table: Mapping[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))["board"]
    of_set = table["in_set"].get(set_key, {})
    return {**table, **of_set, "faces": {**table["faces"], **of_set.get("faces", {})}}


def spoken(language: str) -> str:
    return language if language in LANGUAGES else LANGUAGES[0]


def code_in_words(code: str, language: str, set_key: str = "") -> str:
    """`I8` is 8 infantry, `AC` archery + cavalry, in the words of a set. [AOW-1.3]"""
    words = board_words(language, set_key)
    if code == SPECIAL:
        return str(words["special"])
    if code[:1] == "I" and code[1:].isdigit():
        return str(words["infantry_line"].format(n=code[1:]))
    if code and all(face in words["faces"] for face in code):
        return " + ".join(words["faces"][face] for face in code)
    return code


def die_in_words(face: str, language: str, set_key: str) -> str:
    if face in INFANTRY:
        return str(board_words(language)["infantry_die"].format(n=face))
    return code_in_words(face, language, set_key)


class Scene(NamedTuple):
    view: View
    language: str
    words: Mapping[str, Any]
    names: tuple[str, ...]
    cards: CardSet

    @property
    def seats(self) -> range:
        return range(self.view["seats"])

    @property
    def target(self) -> str | None:
        """The card under siege; nothing is when the match is over. [AOW-5.8]"""
        slot: str | None = None if self.view["over"] else self.view["target"]
        return slot

    @property
    def filled(self) -> dict[int, str]:
        """The dice on the target, by line. [AOW-5.9]"""
        return {placed["line"]: placed["dice"] for placed in self.view["placed"]}

    @property
    def winners(self) -> list[str]:
        """[AOW-8.4]"""
        return [
            self.names[s["seat"]] for s in self.view["standings"] if s["place"] == 1
        ]

    def say(self, key: str, **values: object) -> str:
        template = euphonic(self.words[key], values, self.language)
        return template.format(**values)

    def counted(self, key: str, n: int) -> str:
        """“3 points”, “3 очки”."""
        return self._form(self.words[key], n)

    def count_cards(self, n: int) -> str:
        return self._form(self.noun("card")["forms"], n)

    def count_provinces(self, n: int) -> str:
        return self._form(self.noun("province")["forms"], n)

    def noun(self, what: str) -> Mapping[str, Any]:
        """A city or a castle, a province or a clan, as the set has it. [AOW-2.1]"""
        by_set = self.cards.word_card if what == "card" else self.cards.word_province
        noun: Mapping[str, Any] = self.words["nouns"][by_set["en"]]
        return noun

    def _form(self, forms: Sequence[str], n: int) -> str:
        return forms[plural(self.language, n)].format(n=n)

    def card(self, slot: str) -> str:
        return self.cards.cards[INDEX[slot]][self.language]

    def province(self, slot: str) -> str:
        return self.cards.provinces[PROVINCE_SLOTS.index(slot[0])][self.language]

    def code(self, code: str) -> str:
        return code_in_words(code, self.language, self.cards.key)

    def dice(self, dice: str) -> str:
        key = self.cards.key
        return ", ".join(die_in_words(face, self.language, key) for face in dice)

    def turn(self) -> str:
        turn, cap = self.view["turn"], self.view["turn_cap"]
        return self.say("turn_of" if cap else "turn", turn=turn, cap=cap)

    def roll(self) -> str:
        """Which roll it is, or that there is none yet."""
        roll = self.view["roll"]
        return self.say("roll", roll=roll) if roll else str(self.words["unrolled"])

    def result(self) -> str:
        """Who has won. [AOW-8.4]"""
        names = self.winners
        key = "wins" if len(names) == 1 else "shared"
        joined = ", ".join(names[:-1])
        return self.say(
            key, names=self.words["and"].join(filter(None, (joined, names[-1])))
        )

    def where(self, slot: str) -> str:
        seat = self.view["cards"][slot]
        if seat is None:
            return str(self.words["in_centre"])
        return self.say("held_by", name=self.names[seat])

    def lines(self, slot: str) -> tuple[str, ...]:
        """What has to be filled where the card lies now. [AOW-6.1, AOW-6.2]"""
        return REQUIRED[INDEX[slot]][self.view["cards"][slot] is not None]

    def centre(self) -> dict[str, list[str]]:
        """By province slot, the cards nobody holds."""
        by_province = {
            province: [s for s in slots_of(province) if self.view["cards"][s] is None]
            for province in PROVINCE_SLOTS
        }
        return {province: slots for province, slots in by_province.items() if slots}

    def face_up(self, seat: Seat) -> list[str]:
        """The seat's cards that can be attacked. [AOW-7.5]"""
        subdued = self.view["subdued"]
        return [
            slot
            for slot in SLOTS
            if self.view["cards"][slot] == seat and slot[0] not in subdued
        ]

    def stacks(self, seat: Seat) -> list[str]:
        """The seat's provinces that lie face down. [AOW-7.1]"""
        return [p for p in PROVINCE_SLOTS if self.view["subdued"].get(p) == seat]


def scene_of(view: View, language: str, names: Sequence[str]) -> Scene:
    """Names are any text whatever: one short line is made of each."""
    words = board_words(language, view["set"])
    given = [cut(one_line(str(name)), LONGEST_NAME) for name in names]
    called = tuple(
        (given[seat] if seat < len(given) else "") or words["seat"].format(seat=seat)
        for seat in range(view["seats"])
    )
    return Scene(view, spoken(language), words, called, SETS[view["set"]])


def slots_of(province: str) -> list[str]:
    return [SLOTS[card] for card in CARDS_OF[PROVINCE_SLOTS.index(province)]]


def points_of_card(slot: str) -> int:
    return POINTS[INDEX[slot]]


def points_of_set(province: str) -> int:
    """What the province is worth face down. [AOW-7.3]"""
    return SET_POINTS[PROVINCE_SLOTS.index(province)]
