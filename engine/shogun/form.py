"""The planning board as a form: ten actions, the bid and the court. [SHO-4.3]

It tells what the seat knows and no more: its own cards, the open action cards and the
map. What is read into it, and what it writes, are the sheets of SHO-18.13.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.contract import Seat
from engine.form import Account, Card, Form, Item, Ranking, Slot, Target
from engine.shogun.board import BOARD, BONUSES, BUILDINGS
from engine.shogun.form_reading import filling_of
from engine.shogun.names import name
from engine.shogun.plans.vocabulary import LANGUAGES
from engine.shogun.plans.writing import sayer
from engine.shogun.rules.court import uses
from engine.shogun.rules.generals import posts_this_season
from engine.shogun.rules.planning import AUTUMN
from engine.shogun.state import (
    BATTLE_A,
    BATTLE_B,
    BID,
    COURT,
    MOVING,
    NOTHING,
    RECRUIT1,
    TILE,
    State,
)
from engine.words import fill

WORDS: Mapping[str, Any] = tomllib.loads(
    (Path(__file__).parent / "form.toml").read_text(encoding="utf-8")
)
UNKNOWN = "?"  # an action whose card lies face down


def form(
    state: State,
    seat: Seat,
    text: str = "",
    language: str = "en",
    names: Sequence[str] = (),
) -> Form | None:
    """The form of a seat as long as boards are filled; None at any other time."""
    if state.phase != "planning" or seat in state.left:
        return None
    writer = Writer(state, seat, language, names)
    rankings = tuple(writer.rankings())
    return Form(
        slots=tuple(writer.slot(slot) for slot in writer.slots_in_order()),
        cards=tuple(writer.cards()),
        accounts=tuple(writer.accounts()),
        rankings=rankings,
        pools={"intrigue": len(BOARD.intrigue)},
        help=tuple(writer.words["help"]),
        unit=writer.words["armies"],
        filling=filling_of(state, seat, text, language, names, rankings),
    )


class Writer:
    """The form of one seat, in one language."""

    def __init__(
        self, state: State, seat: Seat, language: str, names: Sequence[str]
    ) -> None:
        self.state, self.seat, self.names = state, seat, names
        self.language = language if language in LANGUAGES else LANGUAGES[0]
        self.words = WORDS[self.language]
        self.say = sayer(self.language)
        self.own = [p for p in state.setup.used if state.owner[p] == seat]
        general = state.generals[seat] if state.setup.generals else NOTHING
        self.general = general

    def told(self, key: str, **values: Any) -> str:
        return self.filled(self.words[key], **values)

    def filled(self, template: str, **values: Any) -> str:
        told = {name: str(value) for name, value in values.items()}
        return fill(template, told, self.language)

    def name(self, province: int) -> str:
        return name("province", BOARD.codes[province], self.language)

    # ------------------------------------------------------------------------ slots

    def slots_in_order(self) -> list[int]:
        """The bid, the court, the open actions in their order, then the others."""
        known = self.state.actions[: self.state.opened]
        rest = [a for a in range(len(BOARD.actions)) if a not in known]
        court = [slot for slot in COURT if slot in self.state.setup.slots]
        return [BID, *court, *known, *rest]

    def slot(self, slot: int) -> Slot:
        key = BOARD.slots[slot]
        cost, hold = BOARD.costs.get(key, 0), self.say("move", "hold")
        return Slot(
            key=key,
            name=name("slot", key, self.language),
            line=f"{self.say('slot', key)} {{card}}",
            cards=tuple(self.fitting(slot)),
            note=self.filled(self.words["slots"][key], cost=cost),
            mark=self.mark(slot),
            effects=self.effects(slot),
            move=f" > {{target}} {{number}} | {hold}" if slot in MOVING else "",
            stay=f" > {hold}" if slot in MOVING else "",
            whole=self.say("move", "all") if slot in MOVING else "",
            targets=self.targets(slot) if slot in MOVING else {},
        )

    def mark(self, slot: int) -> str:
        """Its place in the order of actions, as far as it is known. [SHO-4.1]"""
        if slot >= BID:
            return ""
        known = self.state.actions[: self.state.opened]
        return str(known.index(slot) + 1) if slot in known else UNKNOWN

    def fitting(self, slot: int) -> Iterator[str]:
        """Keys of the cards that may lie there. [SHO-4.3, SHO-12.4, SHO-17.6]"""
        yield from (BOARD.codes[province] for province in self.own)
        if slot == BID:
            chests = self.state.chests[self.seat]
            yield from (str(value) for value in BOARD.intrigue if value <= chests)
        else:
            yield "-"
        if self.state.setup.court:
            yield "official"
        if self.spare() > 0:
            yield "empty"

    def spare(self) -> int:
        """How many slots stay empty for want of cards. [SHO-17.5]"""
        officials = BOARD.official_cards if self.state.setup.court else 0
        cards = len(self.own) + len(BOARD.intrigue) + officials
        return len(self.state.setup.slots) - cards

    def effects(self, slot: int) -> dict[str, dict[str, int]]:
        """What a card brings or costs there, as far as the plan alone tells."""
        key = BOARD.slots[slot]
        if slot == BID:
            return {str(value): {"chests": -value} for value in BOARD.intrigue if value}
        if key == "tax":
            return {
                BOARD.codes[p]: {"chests": self.income(p, BOARD.tax)} for p in self.own
            }
        if key == "rice":
            return {
                BOARD.codes[p]: {"rice": self.income(p, BOARD.rice)} for p in self.own
            }
        if key not in BOARD.costs:
            return {}
        return {BOARD.codes[p]: {"chests": -self.cost(key, p)} for p in self.own}

    def income(self, province: int, printed: Sequence[int]) -> int:
        return printed[province] + BOARD.general_income * (province == self.general)

    def cost(self, key: str, province: int) -> int:
        """SHO-14.4"""
        is_cheaper = key in BUILDINGS and province == self.general
        return BOARD.costs[key] - BOARD.general_discount * is_cheaper

    # ------------------------------------------------------------------------ moves

    def targets(self, slot: int) -> dict[str, tuple[Target, ...]]:
        """Where armies can go from each card. [SHO-5.14, SHO-5.15]"""
        return {
            BOARD.codes[source]: tuple(
                self.target(slot, source, target)
                for target in self.state.setup.adjacent[source]
                if slot in (BATTLE_A, BATTLE_B) or target in self.own
            )
            for source in self.own
        }

    def target(self, slot: int, source: int, target: int) -> Target:
        new = 0
        if slot == RECRUIT1:
            new = BOARD.recruits["recruit1"]
            new += BOARD.general_recruits * (source == self.general)
        most = max(1, self.state.armies[source] + new - 1)
        return Target(
            BOARD.codes[target], self.name(target), self.defence(target), most
        )

    def defence(self, target: int) -> str:
        owner, armies = self.state.owner[target], self.state.armies[target]
        if owner == NOTHING:
            return self.told("neutral", farmers=BOARD.neutral_farmers)
        if owner == self.seat:
            return self.told("own", armies=armies)
        return self.told("foreign", player=self.player(owner), armies=armies)

    def player(self, seat: int) -> str:
        if seat < len(self.names):
            return self.names[seat]
        return self.say("owner", BOARD.colours[seat])

    # ------------------------------------------------------------------------ cards

    def cards(self) -> Iterator[Card]:
        for province in self.own:
            code = BOARD.codes[province]
            yield Card(code, self.name(province), self.card_note(province), spot=code)
        words, intrigue = self.words, len(BOARD.intrigue)
        yield Card("-", words["bluff"], words["bluff_note"], intrigue, "intrigue")
        for value in BOARD.intrigue:
            if value <= self.state.chests[self.seat]:
                called = self.told("intrigue", value=value)
                yield Card(str(value), called, "", 1, "intrigue")
        if self.state.setup.court:
            note, copies = words["official_note"], BOARD.official_cards
            yield Card("official", words["official"], note, copies)
        if self.spare() > 0:
            yield Card("empty", words["empty"], "", self.spare())

    def card_note(self, province: int) -> str:
        state, sites = self.state, BOARD.sites[province]
        free = sites - state.buildings[province].bit_count()
        notes = [
            self.told(
                "card",
                code=BOARD.codes[province],
                armies=state.armies[province],
                tax=BOARD.tax[province],
                rice=BOARD.rice[province],
                free=free,
                sites=sites,
            )
        ]
        if state.unrest[province]:
            notes.append(self.told("unrest", unrest=state.unrest[province]))
        if province == self.general:
            notes.append(self.words["general"])
        return " · ".join(notes)

    # ------------------------------------------------------- accounts and rankings

    def accounts(self) -> Iterator[Account]:
        state, seat = self.state, self.seat
        losses = [BOARD.events[event].loss for event in state.events]
        note = self.told("rice_note", least=min(losses), most=max(losses))
        yield Account("chests", self.words["chests"], state.chests[seat])
        is_due = state.season == AUTUMN
        need = len(self.own)
        yield Account("rice", self.words["rice"], state.rice[seat], need, note, is_due)

    def rankings(self) -> Iterator[Ranking]:
        """The choices that a plan usually makes ahead. [SHO-18.9, SHO-18.19]"""
        state = self.state
        yield self.ranking("special", self.words["special"], self.special_items())
        if state.setup.samurai:
            keys = (*BONUSES, "none")
            bonuses = [Item(key, self.say("bonus", key)) for key in keys]
            yield self.ranking("samurai", self.words["samurai"], bonuses)
        if state.setup.court:
            yield self.ranking("favour", self.words["favour"], self.favour_items())
        if state.setup.generals and self.own:
            yield from self.general_rankings()
        if state.setup.dajokan:
            open_ones = [
                Item(office, office)
                for office, lies in zip(BOARD.offices, state.offices, strict=True)
                if lies == TILE
            ]
            open_ones.append(Item("none", self.say("office", "none")))
            yield self.ranking("office", self.words["office"], open_ones)
        if state.season == AUTUMN and self.own:
            items = list(self.province_items())
            yield self.ranking("revolts", self.words["revolts"], items)

    def general_rankings(self) -> Iterator[Ranking]:
        """Where it is placed, or comes back, and goes. [SHO-14.2, 14.5, 14.8]"""
        state, words = self.state, self.words
        items, is_first = list(self.province_items()), posts_this_season(state)
        if is_first:
            yield self.ranking("post", words["post"], items)
        elif state.season == AUTUMN and state.year < BOARD.years:
            yield self.ranking("post", words["post_again"], items)
        if is_first or self.general != NOTHING:
            goals = [item for item in items if BOARD.index[item.key] != self.general]
            yield self.ranking("general", words["general_move"], goals)

    def favour_items(self) -> list[Item]:
        """Each open favour, by what can be done with it now; none. [SHO-12.8, 18.19]"""
        items = []
        for number in filter(None, self.state.favours):
            called = f"{number}. {name('favour', number, self.language)}"
            for step in uses(self.state, self.seat, number):
                place = step.args[0].partition("@")[2]
                goes = [self.favour_place(place)] if place else []
                items.append(Item(step.args[0], " · ".join([called, *goes])))
        return [*items, Item("none", self.say("favour", "none"))]

    def favour_place(self, place: str) -> str:
        """A province, or that the card is kept."""
        if place in BOARD.index:
            return self.name(BOARD.index[place])
        return self.say("favour", place)

    def ranking(self, point: str, called: str, items: Sequence[Item]) -> Ranking:
        line = f"{self.say('line', point)} {{items}}"
        return Ranking(point, called, line, tuple(items), len(items))

    def province_items(self) -> Iterator[Item]:
        for province in self.own:
            yield Item(BOARD.codes[province], self.name(province))

    def special_items(self) -> list[Item]:
        keys = [BOARD.specials[special] for special in self.state.specials]
        return [
            Item(
                key,
                self.told(
                    "place", name=name("special", key, self.language), place=place
                ),
            )
            for place, key in enumerate(keys, start=1)
        ]
