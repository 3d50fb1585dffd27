"""A view made ready to be shown: names cleaned, words chosen, seats coloured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine import scene
from engine.contract import Seat, View
from engine.drawing import SeatColour
from engine.scene import seat_names, spoken
from engine.shogun.board import BOARD, EventCard
from engine.shogun.map import Chart, chart_of
from engine.shogun.names import FARMERS, HOUSES, name

GAME = "shogun"


def board_words(language: str) -> Mapping[str, Any]:
    return scene.board_words(GAME, language)


def season_word(season: str, language: str) -> str:
    """Within a sentence: German alone keeps its capital."""
    called = name("season", season, language)
    return called if language == "de" else called.lower()


@dataclass(frozen=True)
class Scene(scene.Scene):
    chart: Chart

    # ------------------------------------------------------------------- who and what

    def colour(self, seat: Seat) -> SeatColour:
        return HOUSES[seat]

    @property
    def cubes(self) -> list[SeatColour]:
        """The colours of a vector of cubes: the seats, then the farmers."""
        return [*HOUSES[: len(self.seats)], FARMERS]

    def called(self, table: str, key: object) -> str:
        """A name of the board file: a province, an action, a card."""
        return name(table, key, self.language)

    def province(self, code: str) -> str:
        return self.called("province", code)

    def region(self, region: str) -> str:
        return self.called("region", region)

    def expanded(self, expansion: str) -> bool:
        return expansion in self.view["expansions"]

    def place(self, code: str) -> Mapping[str, Any]:
        """What stands in a province."""
        there: Mapping[str, Any] = self.view["provinces"][code]
        return there

    @cached_property
    def used(self) -> list[str]:
        """Provinces that are on the board. [SHO-2.4]"""
        return [code for code in BOARD.codes if self.place(code)["used"]]

    def owned(self, seat: Seat) -> list[str]:
        return [code for code in self.used if self.place(code)["owner"] == seat]

    def buildings(self, seat: Seat) -> int:
        return sum(len(self.place(code)["buildings"]) for code in self.owned(seat))

    def special(self, seat: Seat) -> str | None:
        """The special card of a seat. [SHO-6.4]"""
        taken = (of for of in self.view["specials"] if of["seat"] == seat)
        return next((str(of["special"]) for of in taken), None)

    def standing(self, seat: Seat) -> str:
        """“place 2”. [SHO-11.2]"""
        places = {s["seat"]: s["place"] for s in self.view["standings"]}
        return self.say("place", place=places[seat])

    def flags(self, seat: Seat) -> list[str]:
        found = super().flags(seat)
        return [self.standing(seat), *found] if self.over else found

    # --------------------------------------------------------------------------- when

    def when(self) -> str:
        """“Year 1, spring”; the draft comes before all years."""
        if self.view["phase"] == "draft":
            return self.called("mode", "draft")
        return self.say(
            "when",
            year=self.view["year"],
            season=season_word(self.view["season"], self.language),
        )

    def season(self) -> str:
        return self.called("season", self.view["season"])

    def phase(self) -> str:
        return self.word("phases", "over" if self.over else self.view["phase"])

    def headline(self) -> str:
        """Who is to decide, or who has won."""
        if self.over:
            return self.result()
        if self.active is not None:
            return self.say("move", name=self.names[self.active])
        return str(self.words["all_plan"])

    def point(self) -> str:
        """What is being decided: “special card”; nothing after the end."""
        return "" if self.over else self.word("decisions", self.view["point"])

    # -------------------------------------------------------------------------- cards

    def card(self, card: str | None) -> str:
        """What lies in a slot, as one reads it on a board."""
        if card is None:
            return str(self.words["hidden"])
        if card in BOARD.index:
            return self.province(card)
        return self.word("cards", card or "open")

    def board(self, seat: Seat) -> list[tuple[str, str | None]]:
        """Slots of a planning board in their order, with what lies there."""
        laid = self.view["boards"][seat]
        return [(slot, laid[slot]) for slot in BOARD.slots if slot in laid]

    def hand(self) -> str:
        """“Still in your hand: KAI, MUS, 3 intrigue cards”, as long as one plans."""
        held = self.view["hand"]
        if not held or not self.is_planning:
            return ""
        parts = list(held["provinces"])
        if held["intrigue"]:
            parts.append(self.counted("intrigue_count", held["intrigue"]))
        if held["official"]:
            parts.append(self.counted("official_cards", held["official"]))
        return f"{self.words['hand']}: {', '.join(parts)}" if parts else ""

    def event_card(self, event: str) -> EventCard:
        return BOARD.events[BOARD.event_index[event]]

    def event(self, event: str) -> str:
        return self.called("event_kind", self.event_card(event).kind)

    @property
    def is_planning(self) -> bool:
        return bool(self.view["phase"] == "planning")

    @property
    def has_boards(self) -> bool:
        """Whether anything lies on planning boards, or may be laid there."""
        phases = ("planning", "choices", "actions", "end")
        return self.view["phase"] in phases and not self.over

    def winter_card(self) -> str | None:
        """The event card left over, when it is known. [SHO-4.4, SHO-10.1]"""
        left = self.view["events"]["open"]
        return str(left[0]) if len(left) == 1 else None


def scene_of(view: View, language: str, names: Sequence[str]) -> Scene:
    """A seat without a name is called by its colour."""
    words, language = board_words(language), spoken(GAME, language)
    colours = [name("colour", of, language).capitalize() for of in view["colours"]]
    return Scene(view, language, words, seat_names(names, colours), chart_of(view))
