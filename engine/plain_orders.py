"""The order language of a game whose players write one small step after another.

Each line is an order as the log writes it, or with a verb of the game's `[verbs]` in
any of its languages. Lines are used one after another, each at a decision of its seat.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from engine.contract import Answer, Coverage, Hint, Order, Plan, Seat, Skipped
from engine.errors import OrderIllegal, OrderUnreadable, Refused
from engine.reading.lexicon import Lexicon
from engine.reading.lines import advised, read_each
from engine.reading.misses import near
from engine.reading.text import Line, statements
from engine.registry import games
from engine.words import words

COMMENT = "#"
MOST_SHOWN = 6  # options in a hint or a refusal


class PlainOrders:
    """Reads and answers for a game, given its verbs with the shape of what follows."""

    def __init__(
        self,
        game: str,
        options: Callable[[Any, Seat], list[Order]],
        verbs: Mapping[str, str],  # `{"take": r"\d+ \d+"}`
        rule: str,  # that tells what a player may do
    ) -> None:
        self.game, self.options, self.rule = game, options, rule
        self.shapes = {verb: re.compile(shape) for verb, shape in verbs.items()}

    # ------------------------------------------------------------------ the contract

    def parse(
        self,
        state: Any,
        seat: Seat,
        text: str,
        kept: Plan = "",
        names: Sequence[str] = (),
    ) -> Plan:
        """The lines, which replace what was kept; the first must be possible now."""
        options = self.options(state, seat)
        try:
            orders = self.read(text, options)
        except Refused as refused:
            legal = [option.text for option in options[:MOST_SHOWN]]
            raise Refused(advised(refused.errors, lambda: legal)) from refused
        return "\n".join(order.text for order in orders)

    def answer(self, state: Any, seat: Seat, plan: Plan, mode: str = "each") -> Answer:
        """The first line that is possible here; those before it are told as skipped."""
        lines, options = plan.splitlines(), self.options(state, seat)
        if not options:
            return Answer(None, plan)
        for number, line in enumerate(lines):
            order = Order.read(line)
            if order in options:
                skipped = tuple(map(self.skipped, lines[:number]))
                return Answer(order, "\n".join(lines[number + 1 :]), skipped)
        return Answer(None, "", tuple(map(self.skipped, lines)), reason="silent")

    def coverage(self, state: Any, seat: Seat, plan: Plan) -> Coverage:
        """One decision at a time: it is made if the plan answers it."""
        due = bool(self.options(state, seat))
        order = self.answer(state, seat, plan).order
        return Coverage(int(order is not None), int(due))

    def hints(self, state: Any, seat: Seat, language: str = "en") -> list[Hint]:
        """A few of the options, the first ones first."""
        options = self.options(state, seat)[:MOST_SHOWN]
        return [Hint(self.spoken(order.text, language), "") for order in options]

    def spoken(self, text: str, language: str) -> str:
        """An order in the reader's words: the `order` and the `plan` of `label`."""
        verb, *rest = text.split(" ")
        return " ".join([self.verbs_in(language).get(verb, [verb])[0], *rest])

    # ----------------------------------------------------------------------- reading

    @cached_property
    def lexicon(self) -> Lexicon:
        """Every verb in all languages of the game; the log's own spelling first."""
        spoken = [self.verbs_in(one) for one in games()[self.game].languages]
        return Lexicon(
            {
                verb: [verb, *(word for of in spoken for word in of.get(verb, ()))]
                for verb in self.shapes
            }
        )

    def verbs_in(self, language: str) -> Mapping[str, list[str]]:
        found: Mapping[str, list[str]] = words(self.game, language).get("verbs", {})
        return found

    def read(self, text: str, options: Sequence[Order]) -> list[Order]:
        """An order for later is not looked at: nobody knows what will be possible."""
        lines = statements(text, COMMENT)
        if not lines:
            raise Refused([OrderUnreadable(self.rule, "empty")])
        orders = read_each(
            lines, lambda line: self.order_of(line, options), lambda line: line.number
        )
        if options and orders[0] not in options:
            fault = OrderIllegal(self.rule, "E_NO_SUCH_ACTION", line=lines[0].number)
            raise Refused([fault])
        return orders

    def order_of(self, line: Line, options: Sequence[Order]) -> Order:
        word, *rest = line.text.casefold().split()
        found = self.lexicon.find(word)
        if len(found) != 1:
            raise self.not_understood(word)
        order = Order(found[0], tuple(rest))
        if self.shapes[order.verb].fullmatch(" ".join(rest)):
            return order
        if not rest or any(one.text.startswith(f"{order.text} ") for one in options):
            raise OrderUnreadable(self.rule, "ends_early", word=[word, *rest][-1])
        raise OrderUnreadable(self.rule, "not_understood", word=" ".join(rest))

    def not_understood(self, word: str) -> OrderUnreadable:
        """With the verbs that may have been meant, in whatever language."""
        alike = near(word, [self.lexicon])
        return OrderUnreadable(
            self.rule,
            "not_understood",
            legal=dict.fromkeys(alike.values()),
            legal_kind="order",
            spelt=alike,
            word=word,
        )

    def skipped(self, line: str) -> Skipped:
        return Skipped(line, OrderIllegal(self.rule, "now_impossible"))
