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
from engine.errors import OrderError, OrderIllegal, OrderUnreadable, Refused
from engine.reading.lexicon import Lexicon
from engine.reading.lines import read_each
from engine.reading.misses import ENDED
from engine.reading.text import Line, statements
from engine.registry import games
from engine.words import words

COMMENT = "#"


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
        lines = statements(text, COMMENT)
        orders = read_each(lines, self.order_of, lambda line: line.number)
        if not orders:
            raise Refused([OrderUnreadable(self.rule, "E_PARSE", word=ENDED)])
        if faults := self.faults_now(state, seat, orders[0]):
            raise Refused(faults)
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
        options = self.options(state, seat)[:6]
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

    def order_of(self, line: Line) -> Order:
        word, *rest = line.text.casefold().split()
        found = self.lexicon.find(word)
        if len(found) != 1:
            raise self.unreadable(line, word, self.lexicon.near(word))
        if not self.shapes[found[0]].fullmatch(" ".join(rest)):
            raise self.unreadable(line, " ".join(rest) or ENDED)
        return Order(found[0], tuple(rest))

    def unreadable(
        self, line: Line, word: str, legal: Sequence[str] = ()
    ) -> OrderUnreadable:
        return OrderUnreadable(
            self.rule, "E_PARSE", line=line.number, word=word, legal=legal
        )

    def faults_now(self, state: Any, seat: Seat, order: Order) -> list[OrderError]:
        """An order for later is not looked at: nobody knows what will be possible."""
        options = self.options(state, seat)
        if not options or order in options:
            return []
        legal = [option.text for option in options[:6]]
        return [OrderIllegal(self.rule, "E_ACTION", legal=legal, legal_kind="order")]

    def skipped(self, line: str) -> Skipped:
        return Skipped(line, OrderIllegal(self.rule, "E_ACTION"))
