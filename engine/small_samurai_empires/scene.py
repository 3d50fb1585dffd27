"""A view made ready to be shown: names cleaned, words chosen, seats coloured."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from engine.contract import Seat, View
from engine.drawing import SeatColour, cut, one_line, seat_colour
from engine.euphony import euphonic
from engine.languages import LANGUAGES
from engine.plural import plural
from engine.small_samurai_empires.map import Board, map_of

LONGEST_NAME = 32  # columns; pictures cut further where there is less room
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


@cache
def board_words(language: str) -> Mapping[str, Any]:
    """The table `board` of the words; English where we do not speak the language."""
    file = Path(__file__).parent / f"words.{spoken(language)}.toml"
    table: Mapping[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))["board"]
    return table


def spoken(language: str) -> str:
    return language if language in LANGUAGES else LANGUAGES[0]


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


class Scene(NamedTuple):
    view: View
    language: str
    words: Mapping[str, Any]
    names: tuple[str, ...]
    board: Board  # the drawn one

    @property
    def seats(self) -> range:
        return range(self.view["seats"])

    @property
    def over(self) -> bool:
        return bool(self.view["over"])

    @property
    def you(self) -> Seat | None:
        you: Seat | None = self.view["you"]
        return you

    @property
    def open(self) -> bool:
        """Whether the reader sees every card, as one may after the end."""
        return self.view.get("hands") is not None

    @property
    def destiny(self) -> Mapping[str, Any]:
        cards: Mapping[str, Any] = self.view["destiny"]
        return cards

    @property
    def active(self) -> Seat | None:
        active: Seat | None = None if self.over else self.view["active"]
        return active

    def say(self, key: str, **values: object) -> str:
        template = euphonic(self.words[key], values, self.language)
        return template.format(**values)

    def word(self, table: str, key: str) -> str:
        """A word by its key; the key itself where there is none."""
        return str(self.words[table].get(key, key))

    def counted(self, key: str, n: int) -> str:
        """“3 points”, “3 очка”."""
        forms: Sequence[str] = self.words[key]
        return forms[plural(self.language, n)].format(n=n)

    def listed(self, parts: Sequence[str]) -> str:
        """“a, b and c”."""
        head = ", ".join(parts[:-1])
        return str(self.words["and"]).join(filter(None, (head, *parts[-1:])))

    def colour(self, seat: Seat) -> SeatColour:
        named = self.view["colours"]
        return COLOURS.get(named[seat] if seat < len(named) else "", seat_colour(seat))

    def sign(self, seat: Seat) -> str:
        return self.colour(seat).sign

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

    def result(self) -> str:
        """Who has won. [SSE-9.4]"""
        best = [s["seat"] for s in self.view["standings"] if s["place"] == 1]
        names = self.listed([self.names[seat] for seat in best])
        return self.say("wins" if len(best) == 1 else "shared", names=names)

    def flags(self, seat: Seat) -> list[str]:
        """The reader himself, who is to move, who has left."""
        held = {
            "you": self.you == seat,
            "to_move": self.active == seat,
            "left": seat in self.view["left"],
        }
        return [str(self.words[flag]) for flag, holds in held.items() if holds]


def scene_of(view: View, language: str, names: Sequence[str]) -> Scene:
    """Names are any text whatever: one short line is made of each."""
    words = board_words(language)
    given = [cut(one_line(str(name)), LONGEST_NAME) for name in names]
    called = tuple(
        (given[seat] if seat < len(given) else "") or default_name(view, words, seat)
        for seat in range(view["seats"])
    )
    return Scene(view, spoken(language), words, called, map_of(view))


def default_name(view: View, words: Mapping[str, Any], seat: Seat) -> str:
    """A seat without a name is called by its colour."""
    named = view["colours"]
    colour = named[seat] if seat < len(named) else ""
    seat_word = str(words["seat"].format(seat=seat))
    return str(words["colours"].get(colour, seat_word)).capitalize()
