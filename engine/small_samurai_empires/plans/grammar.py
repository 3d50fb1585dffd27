"""Orders of the grammar: every reading of a whole order. [SSE-13.8]"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Literal

from engine.reading.scanner import Found, after
from engine.small_samurai_empires.plans.placement_grammar import (
    Follower,
    PlacementParser,
)
from engine.small_samurai_empires.plans.tree import (
    Action,
    Bare,
    Condition,
    Destiny,
    Nothing,
    Order,
    Place,
    Resolve,
    Withdraw,
)
from engine.small_samurai_empires.plans.vocabulary import ORDERS, REGIONS


class Parser(PlacementParser):
    """Every reading of an order that begins at a token."""

    def order(self, at: int) -> Iterator[Found[Order | Follower]]:
        rules: dict[str, Callable[[int], Iterator[Found[Order]]]] = {
            "destiny": self.destiny,
            "place": self.place,
            "resolve": self.resolve,
            "withdraw": self.withdraw,
        }
        for verb in self.word(ORDERS, at):
            yield from after(verb, rules[verb.value](verb.end))
        for chain in self.many(self.action_or_none, partial(self.part, "else"), at):
            first, *others = chain.value
            yield Found(Bare(first, others=tuple(others)), chain.end, chain.marks)
        for step in self.part("step", at):
            for action in after(step, self.action(step.end)):
                yield Found(Bare(action.value, step=True), action.end, action.marks)
        yield from self.neutral_said(at)

    def action_or_none(self, at: int) -> Iterator[Found[Action | Nothing]]:
        yield from self.action(at)
        for none in self.part("none", at):
            yield Found(Nothing(), none.end, none.marks)

    def destiny(self, at: int) -> Iterator[Found[Order]]:
        region = partial(self.word, REGIONS)
        for regions in self.many(region, partial(self.or_again, "destiny"), at):
            yield Found(Destiny(regions.value), regions.end, regions.marks)

    def place(self, at: int) -> Iterator[Found[Order]]:
        for entries in self.many(self.entry, partial(self.or_again, "place"), at):
            yield Found(Place(entries.value), entries.end, entries.marks)

    def or_again(self, verb: str, at: int) -> Iterator[Found[str]]:
        """`or`, and the verb once more for people who like to say it. [SSE-13.8]"""
        for either in self.part("or", at):
            yield either
            again = self.full(ORDERS, either.end)
            yield from after(either, (word for word in again if word.value == verb))

    def withdraw(self, at: int) -> Iterator[Found[Order]]:
        yield Found(Withdraw(), at)
        for every in self.part("all", at):
            yield Found(Withdraw(), every.end, every.marks)
        for slot in self.slot(at):
            yield Found(Withdraw(slot.value), slot.end, slot.marks)

    def resolve(self, at: int) -> Iterator[Found[Order]]:
        for slot in self.slot(at):
            for colon in self.sign(slot.end, ":"):
                yield from after(slot, self.plan(slot.value, colon.end))

    def plan(self, slot: str, at: int) -> Iterator[Found[Order]]:
        for chain in self.many(self.action, partial(self.part, "else"), at):
            for guard in after(chain, self.maybe(self.guard, chain.end)):
                for otherwise in after(guard, self.maybe(self.otherwise, guard.end)):
                    yield Found(
                        Resolve(slot, chain.value, guard.value, otherwise.value or ""),
                        otherwise.end,
                        otherwise.marks,
                    )

    def otherwise(self, at: int) -> Iterator[Found[Literal["auto", "ask"]]]:
        for auto in self.part("auto", at):
            yield Found("auto", auto.end, auto.marks)
        for ask in self.part("ask", at):
            yield Found("ask", ask.end, ask.marks)

    def guard(self, at: int) -> Iterator[Found[Condition]]:
        for words in self.part("only_if", at):
            for negated in after(
                words, self.maybe(partial(self.part, "not"), words.end)
            ):
                yield from after(
                    negated, self.condition(negated.value is not None, negated.end)
                )

    def condition(self, negated: bool, at: int) -> Iterator[Found[Condition]]:
        for player in self.player(at):
            for within in after(player, self.part("in", player.end)):
                for province in after(within, self.province(within.end)):
                    condition = Condition(player.value, "in", province.value, negated)
                    yield Found(condition, province.end, province.marks)
        writer = [Found("I", me.end, me.marks) for me in self.part("I", at)]
        for who in [*writer, *self.player(at)]:
            for control in after(who, self.part("control", who.end)):
                for province in after(control, self.province(control.end)):
                    condition = Condition(
                        who.value, "controls", province.value, negated
                    )
                    yield Found(condition, province.end, province.marks)
