"""A view made ready to be shown: names cleaned, words chosen, cards sorted out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine import scene
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
from engine.scene import count, seat_names, spoken

GAME = "age_of_war"


@cache
def board_words(language: str, set_key: str = "") -> Mapping[str, Any]:
    """The words of the board, those of a set before all others."""
    table = scene.board_words(GAME, language)
    of_set = table["in_set"].get(set_key, {})
    return {**table, **of_set, "faces": {**table["faces"], **of_set.get("faces", {})}}


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


@dataclass(frozen=True)
class Scene(scene.Scene):
    cards: CardSet

    @property
    def active(self) -> Seat | None:
        mover: Seat | None = self.view["mover"]
        return mover

    @property
    def target(self) -> str | None:
        """The card under siege; nothing is when the match is over. [AOW-5.8]"""
        slot: str | None = None if self.over else self.view["target"]
        return slot

    @property
    def filled(self) -> dict[int, str]:
        """The dice on the target, by line. [AOW-5.9]"""
        return {placed["line"]: placed["dice"] for placed in self.view["placed"]}

    def count_cards(self, n: int) -> str:
        return count(self.language, self.noun("card")["forms"], n)

    def count_provinces(self, n: int) -> str:
        return count(self.language, self.noun("province")["forms"], n)

    def noun(self, what: str) -> Mapping[str, Any]:
        """A city or a castle, a province or a clan, as the set has it. [AOW-2.1]"""
        by_set = self.cards.word_card if what == "card" else self.cards.word_province
        noun: Mapping[str, Any] = self.words["nouns"][by_set["en"]]
        return noun

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
    """A seat without a name is called by its number."""
    words = board_words(language, view["set"])
    numbers = [words["seat"].format(seat=seat) for seat in range(view["seats"])]
    called = seat_names(names, numbers)
    return Scene(view, spoken(GAME, language), words, called, SETS[view["set"]])


def slots_of(province: str) -> list[str]:
    return [SLOTS[card] for card in CARDS_OF[PROVINCE_SLOTS.index(province)]]


def points_of_card(slot: str) -> int:
    return POINTS[INDEX[slot]]


def points_of_set(province: str) -> int:
    """What the province is worth face down. [AOW-7.3]"""
    return SET_POINTS[PROVINCE_SLOTS.index(province)]
