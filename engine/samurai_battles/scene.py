"""A view made ready to be shown: names cleaned, words chosen, seats coloured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from engine import scene
from engine.contract import Seat, View
from engine.drawing import CROSS, SeatColour, seat_colour
from engine.samurai_battles.box import ARMIES, names_of
from engine.samurai_battles.cards import COMMAND, DRAGON, WINDOW
from engine.samurai_battles.hexes import INDEX
from engine.samurai_battles.terrain import TERRAIN_INDEX, TERRAINS
from engine.samurai_battles.units import LEADER_INDEX, LEADERS, UNIT_INDEX, UNITS, Unit
from engine.scene import seat_names, spoken

GAME = "samurai_battles"
# Circle, triangle and square are signs of units: armies have others. [SB-3.6]
COLOURS = (
    SeatColour("red", "#b2281f", "✚", CROSS),
    seat_colour(3)._replace(name="yellow", fill="#f1c232"),
)
WAVERING = SeatColour("wavering", "#9a9488", "?", CROSS)
FACING = ("down", "up")  # by seat, towards the enemy
NAMED = {
    kind: names_of(kind) for kind in ("face", "class", "section", "army", "banner")
}


def board_words(language: str) -> Mapping[str, Any]:
    return scene.board_words(GAME, language)


def named(kind: str, key: str, language: str) -> str:
    """A face, class, section, army or banner by its name. [SB-18.2]"""
    names = NAMED[kind][key]
    return names.get(language, names["en"])


def inside(called: str, language: str) -> str:
    """A name as it stands inside a sentence: German nouns keep their capital."""
    return called if language == "de" else called.lower()


def in_language(names: Mapping[str, str], language: str) -> str:
    return names.get(language) or names["en"]


def card_name(card: str, language: str) -> str:
    """A Command or Dragon card by its name. [SB-18.2]"""
    known = COMMAND.get(card) or DRAGON.get(card)
    return in_language(known.name, language) if known else card


def unit_name(kind: str, language: str) -> str:
    return in_language(UNITS[UNIT_INDEX[kind]].name, language)


def leader_kind(kind: str, language: str) -> str:
    return in_language(LEADERS[LEADER_INDEX[kind]].name, language)


def terrain_name(kind: str, language: str) -> str:
    """`shallows` is a river that can be forded everywhere. [SB-13.3]"""
    if kind == "shallows":
        return str(board_words(language)["shallows"])
    return in_language(TERRAINS[TERRAIN_INDEX[kind]].name, language)


class StandingUnit(NamedTuple):
    """A unit on its hex."""

    hex: str
    id: str
    type: str
    seat: Seat
    figures: int
    wavering: bool
    state: str  # `ordered`, `done` or nothing

    @property
    def kind(self) -> Unit:
        return UNITS[UNIT_INDEX[self.type]]


class StandingLeader(NamedTuple):
    """A leader on his hex, attached or alone."""

    hex: str
    id: str
    type: str
    seat: Seat
    wavering: bool
    state: str


class Mark(NamedTuple):
    """Something that happened in this turn or the last, to be shown on the field."""

    kind: str  # move, retreat, melee, fire, loss, fallen or lost
    seat: Seat
    path: tuple[str, ...]
    figures: int  # lost, in a battle


@dataclass(frozen=True)
class Scene(scene.Scene):
    @property
    def open(self) -> bool:
        """Whether the reader sees every card, as one may after the end."""
        return self.view.get("hands") is not None

    @property
    def scenario(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.view["scenario"]
        return found

    def colour(self, seat: Seat) -> SeatColour:
        return COLOURS[seat]

    # -------------------------------------------------------------------------- names

    def title(self) -> str:
        """The battle."""
        return in_language(self.scenario["title"], self.language)

    def army(self, seat: Seat) -> str:
        """“Takeda”, as the scenario has it."""
        return in_language(self.scenario["armies"][seat], self.language)

    def colour_name(self, seat: Seat) -> str:
        return named("army", ARMIES[seat], self.language)

    def section(self, section: str) -> str:
        return named("section", section, self.language)

    def face(self, face: str) -> str:
        return named("face", face, self.language)

    def card(self, card: str) -> str:
        return card_name(card, self.language)

    def effect(self, card: str) -> str:
        """What a card does, in a few words. [SB-5.6, SB-12.7]"""
        return self.word("effects", card)

    def window(self, window: str) -> str:
        """When a Dragon card may be played. [SB-12.4]"""
        return in_language(WINDOW[window].name, self.language)

    def terrain(self, kind: str) -> str:
        return terrain_name(kind, self.language)

    def terrain_inside(self, kind: str) -> str:
        return inside(self.terrain(kind), self.language)

    def leader_name(self, leader: StandingLeader) -> str:
        return in_language(self.scenario["leaders"][leader.id], self.language)

    # -------------------------------------------------------------------------- field

    @cached_property
    def ground(self) -> dict[str, str]:
        """The terrain of every hex that is not plain; a fordable river is shallow."""
        fordable = self.scenario["special"].get("river_fordable", False)
        there = self.view["terrain"]
        shown = {"river": "shallows"} if fordable else {}
        return {
            name: shown.get(there[name], there[name])
            for name in sorted(there, key=INDEX.__getitem__)
        }

    @cached_property
    def units(self) -> dict[str, StandingUnit]:
        """By hex, in the order of the names. [SB-2.2]"""
        there = self.view["units"]
        return {
            name: StandingUnit(name, **there[name])
            for name in sorted(there, key=INDEX.__getitem__)
        }

    @cached_property
    def leaders(self) -> dict[str, StandingLeader]:
        there = self.view["leaders"]
        return {
            name: StandingLeader(name, **there[name])
            for name in sorted(there, key=INDEX.__getitem__)
        }

    @cached_property
    def marks(self) -> list[Mark]:
        return [
            Mark(mark["kind"], mark["seat"], tuple(mark["path"]), mark["count"])
            for mark in self.view["marks"]
        ]

    def camp_of(self, name: str) -> Seat | None:
        found: Seat | None = self.view["camps"].get(name)
        return found

    def piece_colour(self, piece: StandingUnit | StandingLeader) -> SeatColour:
        """Those who waver are nobody's. [SB-15.5]"""
        return WAVERING if piece.wavering else self.colour(piece.seat)

    def hexes_of(self, seat: Seat) -> list[str]:
        """Where somebody of the army stands."""
        both = {**self.leaders, **self.units}
        there = [name for name in both if self.piece_on(name).seat == seat]
        return sorted(there, key=INDEX.__getitem__)

    def piece_on(self, name: str) -> StandingUnit | StandingLeader:
        """The unit on a hex, else the leader who is alone there."""
        return self.units.get(name) or self.leaders[name]

    # --------------------------------------------------------------------------- turn

    def when(self) -> str:
        return self.say("turn", turn=self.view["turn"])

    def phase(self) -> str:
        return self.word("phases", "over" if self.over else self.view["phase"])

    def headline(self) -> str:
        """Who is to decide, or who has won."""
        if self.over:
            return self.result()
        seat = self.view["turn_of"] if self.active is None else self.active
        key = "move" if seat == self.view["turn_of"] else "answer"
        return self.say(key, name=self.names[seat])

    def place(self, seat: Seat) -> str:
        places = {s["seat"]: s["place"] for s in self.view["standings"]}
        return self.say("place", place=places[seat])

    def banners(self, seat: Seat) -> str:
        """“3 of 5”."""
        won, wanted = self.view["banners"][seat], self.scenario["banners"]
        return self.say("of", n=won, most=wanted)

    def needed(self) -> str:
        """“5 banners win”."""
        return self.counted("needed", self.scenario["banners"])

    def card_played(self) -> str:
        """The Command card of the turn, what it copies, and Dragon cards in play."""
        card, copied = self.view["card"], self.view["copied"]
        said = self.card(card) if card else str(self.words["no_card"])
        if copied:
            said = self.say("copies", card=said, copied=self.card(copied))
        beside = [self.card(one["card"]) for one in self.view["in_play"]]
        return ", ".join(filter(None, (said, *beside)))

    def roll_said(self) -> str:
        """“fire, D6 → G7”."""
        roll = self.view["roll"]
        what = self.word("rolls", roll["what"])
        if roll["origin"] and roll["target"]:
            return f"{what}, {roll['origin']} → {roll['target']}"
        return what

    def faces(self) -> str:
        """The dice of the last roll as letters; a dash for one that is blank."""
        return " ".join(face or "–" for face in self.view["roll"]["faces"])

    def hand(self, seat: Seat | None = None) -> Mapping[str, Sequence[str]] | None:
        """Command and Dragon cards that the reader may know. [SB-3.2]"""
        if seat is None:
            found: Mapping[str, Sequence[str]] | None = self.view["hand"]
            return found
        hands: Sequence[Mapping[str, Sequence[str]]] = self.view["hands"]
        return hands[seat]


def scene_of(view: View, language: str, names: Sequence[str]) -> Scene:
    """A seat without a name is called by its colour."""
    language = spoken(GAME, language)
    defaults = [named("army", army, language) for army in ARMIES]
    called = seat_names(names, defaults)
    return Scene(view, language, board_words(language), called)
