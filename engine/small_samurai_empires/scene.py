"""A view made ready to be shown: names cleaned, words chosen, seats coloured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine import scene
from engine.contract import Seat, View
from engine.drawing import SeatColour, seat_colour
from engine.scene import seat_names, spoken
from engine.small_samurai_empires.map import Board, map_of

GAME = "small_samurai_empires"
KINDS = (
    "recruit",
    "move-3",
    "move-2-or-3",
    "move-2-or-ship",
    "attack",
    "harvest",
    "castle",
)
NEUTRALS = ("move", "attack", "recruit", "harvest")  # [SSE-1.4]
# The kit's marks, in the colours of this box. [SSE-1.1]
COLOURS = {
    "red": seat_colour(1)._replace(name="red", fill="#b2281f"),
    "blue": seat_colour(0)._replace(name="blue", fill="#1b4b8c"),
    "green": seat_colour(2)._replace(name="green", fill="#2f7d3b"),
    "yellow": seat_colour(3)._replace(name="yellow", fill="#f1c232"),
}


def board_words(language: str) -> Mapping[str, Any]:
    return scene.board_words(GAME, language)


def province_name(board: Board, province: str, language: str) -> str:
    names = board.provinces[province].names
    return names.get(language, names[""])


def region_name(board: Board, region: str, language: str) -> str:
    """Its name of the board, Cyrillic where that is read. [SSE-2.1]"""
    names = board_words(language)["regions"]
    return str(names.get(region, board.regions[region].name))


def mountain_name(board: Board, mountain: str, language: str) -> str:
    """Latin or Cyrillic, with the reader's word for a mountain. [SSE-2.7]"""
    names = board_words(language)["mountains"]
    return str(names.get(mountain, board.mountains[mountain].name))


def slot_name(board: Board, slot: str, language: str) -> str:
    """`orange-2`, as one writes it in an order. [SSE-2.8]"""
    of = board.slots[slot]
    colour = board_words(language)["region_colours"].get(of.region, of.region)
    return f"{colour}-{slot.rpartition('-')[2]}"


class Token(NamedTuple):
    """An order token as the reader sees it; `kind` is "" if that is hidden."""

    seat: Seat
    kind: str
    up: bool


@dataclass(frozen=True)
class Scene(scene.Scene):
    board: Board  # the drawn one

    @property
    def open(self) -> bool:
        """Whether the reader sees every card, as one may after the end."""
        return self.view.get("hands") is not None

    @property
    def destiny(self) -> Mapping[str, Any]:
        cards: Mapping[str, Any] = self.view["destiny"]
        return cards

    def colour(self, seat: Seat) -> SeatColour:
        named = self.view["colours"]
        return COLOURS.get(named[seat] if seat < len(named) else "", seat_colour(seat))

    def province(self, province: str) -> str:
        return province_name(self.board, province, self.language)

    def region(self, region: str) -> str:
        return region_name(self.board, region, self.language)

    def mountain(self, mountain: str) -> str:
        return mountain_name(self.board, mountain, self.language)

    def slot(self, slot: str) -> str:
        return slot_name(self.board, slot, self.language)

    def when(self) -> str:
        """“Era 2, round 1”."""
        return self.say("when", era=self.view["era"], round=self.view["round"])

    def phase(self) -> str:
        return self.word("phases", "over" if self.over else self.view["phase"])

    def tokens(self, slot: str) -> list[Token]:
        """Bottom first; what lies face down only its owner knows. [SSE-13.2]"""
        laid = self.view["slots"][slot]["tokens"]
        return [self._token(token) for token in laid]

    def _token(self, token: Mapping[str, Any]) -> Token:
        known = token["up"] or token["seat"] == self.you or self.open
        kind = token["kind"] if known else None
        return Token(token["seat"], kind or "", bool(token["up"]))

    def neutral(self, slot: str) -> str:
        return str(self.view["slots"][slot]["neutral"])

    def stands(self, province: str) -> list[tuple[Seat, int, int]]:
        """Who stands there: seat, armies, castles."""
        place = self.view["provinces"][province]
        both = zip(self.seats, place["armies"], place["castles"], strict=False)
        return [(seat, men, keeps) for seat, men, keeps in both if men or keeps]

    def cards(self, region: str) -> int:
        """Destiny cards that lie face up: the region's multiplier. [SSE-4.2.3]"""
        return int(self.view["destiny"]["shown"].get(region, 0))

    def influence(self, seat: Seat, region: str) -> int:
        track: Sequence[int] = self.view["influence"][seat]
        return track[list(self.board.regions).index(region)]

    def tile(self, region: str) -> Mapping[str, Any] | None:
        tile: Mapping[str, Any] | None = (self.view["agenda"] or {}).get(region)
        return tile if tile and tile["tile"] else None

    def place(self, seat: Seat) -> str:
        """“place 2”. [SSE-9.4]"""
        places = {s["seat"]: s["place"] for s in self.view["standings"]}
        return self.say("place", place=places[seat])

    def owned(self, resource: str, seat: Seat) -> str:
        """A total, or a question mark behind a screen. [SSE-13.1]"""
        total = self.view[resource][seat]
        return "?" if total is None else str(total)

    def headline(self) -> str:
        """Whose turn it is, or who has won."""
        if self.over:
            return self.result()
        if self.active is not None:
            return self.say("move", name=self.names[self.active])
        return str(self.words["all_choose"])


def scene_of(view: View, language: str, names: Sequence[str]) -> Scene:
    """A seat without a name is called by its colour."""
    words = board_words(language)
    colours = [default_name(view, words, seat) for seat in range(view["seats"])]
    called = seat_names(names, colours)
    return Scene(view, spoken(GAME, language), words, called, map_of(view))


def default_name(view: View, words: Mapping[str, Any], seat: Seat) -> str:
    named = view["colours"]
    colour = named[seat] if seat < len(named) else ""
    seat_word = str(words["seat"].format(seat=seat))
    return str(words["colours"].get(colour, seat_word)).capitalize()
