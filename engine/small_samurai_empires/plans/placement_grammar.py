"""Placements of the grammar: kinds, slots, neutral actions. [SSE-13.8, SSE-14.2]"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from engine.reading.scanner import (
    BEGINNING,
    FULL,
    Found,
    Mark,
    after,
)
from engine.small_samurai_empires.plans.action_grammar import ActionParser
from engine.small_samurai_empires.plans.tree import Entry, Neutral, Nothing
from engine.small_samurai_empires.plans.vocabulary import (
    ACTIONS,
    KINDS,
    LETTERS,
    MOVE,
    MOVES,
    REGION_SLOTS,
    REGIONS,
    SHIP,
    SLOTS,
)


class Follower(NamedTuple):
    """The neutral action of the placement before it. [SSE-13.8]"""

    neutral: Neutral | Nothing
    must: bool = False


class PlacementParser(ActionParser):
    """Every reading of an entry of a placement."""

    # -------------------------------------------------------- placements

    def entry(self, at: int) -> Iterator[Found[Entry]]:
        for kind in self.kind(at):
            for entry in after(kind, self.located(kind.value, kind.end)):
                for limit in after(entry, self.maybe(self.limit, entry.end)):
                    limited = entry.value._replace(limit=limit.value)
                    for said in after(
                        limit, self.maybe(self.joined_neutral, limit.end)
                    ):
                        yield Found(told(limited, said.value), said.end, said.marks)

    def located(self, kind: str, at: int) -> Iterator[Found[Entry]]:
        """Where, and whether a token is to be covered there."""
        for where in self.at_where(at):
            yield Found(Entry(kind, where.value), where.end, where.marks)
        for cover in self.part("cover", at):
            for where in after(cover, self.at_where(cover.end)):
                yield Found(Entry(kind, where.value, True), where.end, where.marks)
            for player in after(cover, self.player(cover.end)):
                yield from after(player, self.covered(kind, player.value, player.end))

    def covered(self, kind: str, player: str, at: int) -> Iterator[Found[Entry]]:
        """`verde-2` is a slot, so no player; `verde` alone says no place. [SSE-14.4]"""
        if self.text(at) == "-" or (self.is_glued(at) and self.is_number(at)):
            return
        yield Found(Entry(kind, "", True, player), at)
        for where in self.at_where(at):
            entry = Entry(kind, where.value, True, player)
            yield Found(entry, where.end, where.marks)

    def at_where(self, at: int) -> Iterator[Found[str]]:
        for preposition in self.maybe(partial(self.part, "at"), at):
            yield from after(preposition, self.where(preposition.end))

    def where(self, at: int) -> Iterator[Found[str]]:
        yield from self.slot(at)
        yield from self.word(REGIONS, at)
        yield from self.part("any", at)

    def slot(self, at: int) -> Iterator[Found[str]]:
        """By number, or by region and number: `orange-2`, `o2`. [SSE-2.8]"""
        yield from self.numbered(SLOTS, at)
        for region in self.word(REGIONS, at):
            number = self.past_hyphen(region.end)
            slots = REGION_SLOTS[region.value]
            yield from after(region, self.numbered(slots, number))
        letter = LETTERS.get(self.text(at))
        number = self.past_hyphen(at + 1)
        if letter and all(map(self.is_glued, range(at + 1, number + 1))):
            yield from self.numbered(REGION_SLOTS[letter], number)

    def numbered(self, slots: dict[int, str], at: int) -> Iterator[Found[str]]:
        if self.is_number(at):
            self.note(at, *slots.values())
            slot = slots.get(int(self.text(at)[:9]))
            if slot and not self.text(at).startswith("0"):
                yield Found(slot, at + 1)

    def limit(self, at: int) -> Iterator[Found[int]]:
        for words in self.part("up_to", at):
            yield from after(words, self.number(words.end, least=0))

    def joined_neutral(self, at: int) -> Iterator[Found[Follower]]:
        for comma in self.sign(at, ",", ";"):
            for action in self.neutral_or_none(comma.end):
                follower = Follower(action.value)
                yield Found(follower, action.end, action.marks)
            yield from self.neutral_said(comma.end)

    def neutral_said(self, at: int) -> Iterator[Found[Follower]]:
        """A neutral action that says so by `neutral` or `must`."""
        for neutral in self.maybe(partial(self.part, "neutral"), at):
            for action in after(neutral, self.neutral_or_none(neutral.end)):
                if neutral.value:
                    yield Found(Follower(action.value), action.end, action.marks)
                for must in after(action, self.part("must", action.end)):
                    yield Found(Follower(action.value, True), must.end, must.marks)

    def neutral_or_none(self, at: int) -> Iterator[Found[Neutral | Nothing]]:
        yield from self.neutral(at)
        passed = (word for word in self.word(ACTIONS, at) if word.value == "pass")
        for none in (*self.part("none", at), *passed):
            yield Found(Nothing(), none.end, none.marks)

    # ------------------------------------------------------------- kinds

    def kind(self, at: int) -> Iterator[Found[str]]:
        """A kind as a whole, before an `or` in it counts. [SSE-13.8]"""
        yield from self.word(KINDS, at)
        for move in self.move_word(at):
            number = self.past_hyphen(move.end)
            yield from after(move, self.numbers(number))
            for by in after(move, self.part("by", number)):
                yield from after(by, self.numbers(by.end))
            if move.value != "m":
                yield Found("move-3", move.end, unclear(at, MOVES))
        yield from self.numbers_first(at)

    def move_word(self, at: int) -> Iterator[Found[str]]:
        yield from self.word(MOVE, at)
        if self.text(at) == "m" and self.is_glued(at + 1):
            yield Found("m", at + 1, (Mark(at, FULL),))

    def numbers(self, at: int) -> Iterator[Found[str]]:
        if self.text(at) == "3":
            yield Found("move-3", at + 1)
        if self.text(at) == "23":
            yield Found("move-2-or-3", at + 1)
        if self.text(at) == "2":
            yield from self.second_number(at + 1)
            yield Found("move-2-or-3", at + 1, unclear(at, MOVES[1:], words=2))
            if self.text(at + 1) == "s" and self.is_glued(at + 1):
                yield Found("move-2-or-ship", at + 2)

    def second_number(self, at: int) -> Iterator[Found[str]]:
        """After the 2: `or 3`, `or ship`, `/ move by ship`."""
        for either in self.either(self.past_hyphen(at)):
            rest = self.past_hyphen(either.end)
            if self.text(rest) == "3":
                yield Found("move-2-or-3", rest + 1, either.marks)
            for ship in after(either, self.word(SHIP, rest)):
                yield Found("move-2-or-ship", ship.end, ship.marks)

    def either(self, at: int) -> list[Found[str]]:
        return [*self.part("or", at), *self.sign(at, "/")]

    def numbers_first(self, at: int) -> Iterator[Found[str]]:
        """As the German booklet has it: `2 oder 3 Bewegung`. [SSE-14.2]"""
        if self.text(at) == "3":
            for move in self.word(MOVE, at + 1):
                yield Found("move-3", move.end, move.marks)
        if self.text(at) == "2":
            for move in self.word(MOVE, at + 1):
                for ship in after(move, self.second_number(move.end)):
                    if ship.value == "move-2-or-ship":
                        yield ship
            for either in self.either(at + 1):
                if self.text(either.end) == "3":
                    for move in after(either, self.word(MOVE, either.end + 1)):
                        yield Found("move-2-or-3", move.end, move.marks)


def unclear(at: int, kinds: tuple[str, ...], words: int = 1) -> tuple[Mark, ...]:
    """A beginning of several kinds."""
    return (Mark(at, BEGINNING, kinds, words),)


def told(entry: Entry, said: Follower | None) -> Entry:
    if said is None:
        return entry
    return entry._replace(neutral=said.neutral, must=said.must)
