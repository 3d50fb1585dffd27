"""Statements and steps of the grammar, in its order. [AOW-10.2]"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NoReturn

from engine.age_of_war.board import INDEX
from engine.age_of_war.plans.parts import UNKNOWN, StatementParts, faults_on_card
from engine.age_of_war.plans.tree import LineRef, Statement, Step
from engine.age_of_war.plans.vocabulary import (
    QUANTITIES,
    STATEMENTS,
    card_names,
    never_cards,
)
from engine.reading.lexicon import Lexicon
from engine.reading.text import squeeze


class Parser(StatementParts):
    """One statement, in the order of the grammar."""

    def statement(self) -> Statement:
        verb = self.verb()
        if verb == "take":
            statement = self.take_statement()
        elif verb in ("fill", "prefer"):
            self.skip(":")
            statement = Statement("fill", lines=self.lines(), tests=self.tests())
        elif verb == "reroll":
            statement = Statement("reroll", faces=self.drop(), tests=self.tests())
        elif verb == "auto":
            statement = Statement("auto", wishes=self.wishes(), tests=self.tests())
        elif verb in ("ask", "pass"):
            statement = Statement(verb, tests=self.tests())
        elif verb == "limit":
            statement = self.limit_statement()
        elif verb == "strict":
            statement = Statement("strict")
        else:  # step and standing begin a text or do not stand in it
            self.at = 0
            self.fail(said="step_alone" if verb == "step" else "")
        self.finish_statement()
        return statement

    def verb(self) -> str:
        """In full, `würfle neu`, or a beginning of one word."""
        return self.key(STATEMENTS)

    def fail_key(self, words: Lexicon, found: Sequence[str]) -> NoReturn:
        near = found or self.near_verbs()
        self.fail(near, said="" if near else "no_verb")

    def near_verbs(self) -> list[str]:
        """A card alone is most likely to be taken."""
        card = card_names(self.set).find(self.token)
        if len(card) == 1 and squeeze(self.token) not in never_cards(self.set):
            return [f"take {card[0]}"]
        return STATEMENTS.near_keys(self.token)[:3]

    def take_statement(self) -> Statement:
        card = self.card()
        place = self.place() if self.skip_part("from") else None
        lines = self.lines() if self.skip_part("via") else ()
        if card != UNKNOWN:
            self.later += faults_on_card(card, lines)
        return Statement(
            "take", card=card, place=place, lines=lines, tests=self.tests()
        )

    def limit_statement(self) -> Statement:
        lines = self.lines()
        if not all(ref.most for ref in lines):
            self.fail(said="limit", rule="AOW-10.7")
        return Statement("limit", lines=lines)

    def step(self) -> Step:
        """One decision; also as the log writes it: `fill D1 2 233`. [AOW-10.2]"""
        self.at += 1
        if self.token and QUANTITIES.exact(self.token) == "roll":
            self.at += 1
            step = Step("roll")
        else:
            step = self.step_of(self.verb())
        self.finish()
        return step._replace(fault=self.later[0]) if self.later else step

    def step_of(self, verb: str) -> Step:
        if verb == "take":
            card = self.card()
            place = self.place() if self.skip_part("from") else None
            if not self.skip_part("via"):
                self.fail(["via"])
            return Step("fill", card, place, self.step_line(), faces=self.with_dice())
        if verb == "fill":
            card_slot = card_names(self.set).exact(self.token)
            if card_slot is not None and self.token not in ("a", "c", "g"):
                self.at += 1
                return self.step_as_logged(INDEX[card_slot])
            return Step("fill", line=self.step_line(), faces=self.with_dice())
        if verb == "reroll":
            named = self.skip_part("drop") or self.token
            return Step("reroll", faces=self.face() if named else "")
        if verb == "pass":
            return Step("pass")
        self.at -= 1
        return self.fail(["take", "fill", "reroll", "pass"])

    def step_as_logged(self, card: int) -> Step:
        number = self.take()
        if not re.fullmatch(r"l?[1-9]", number):
            self.at -= 1
            self.fail()
        return Step("fill", card, number=int(number[-1]), faces=self.dice())

    def step_line(self) -> LineRef:
        ref = self.line()
        if ref.most or ref.code == "*":
            self.fail()
        return ref
