"""From a player's text to statements: the grammar of AOW-10."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, NoReturn

from engine.age_of_war.board import INDEX
from engine.age_of_war.plans.parts import UNKNOWN, StatementParts, faults_on_card
from engine.age_of_war.plans.tree import LineRef, Policy, Statement
from engine.age_of_war.plans.vocabulary import (
    ENDS,
    QUANTITIES,
    STATEMENTS,
    card_names,
    never_cards,
)
from engine.errors import OrderError, OrderUnreadable, Refused
from engine.reading.lexicon import Lexicon
from engine.reading.lines import MOST_STATEMENTS, is_too_long, read_each
from engine.reading.text import Line, squeeze, statements

HEAD = re.compile(r"([^\s,:*]+)[\s,:*]*(.*)", re.S)


class Step(NamedTuple):
    """One decision, not yet checked against the table. [AOW-10.2]"""

    verb: str  # fill, reroll, pass, roll
    card: int = -1  # -1: the target
    place: int | None = None
    line: LineRef | None = None
    number: int = 0  # the line by its number, as the log writes it
    faces: str = ""
    fault: OrderError | None = None  # in a name: told after turn and dice [AOW-10.10]


class Written(NamedTuple):
    """A whole text, understood."""

    order: Policy | Step
    standing: bool = False
    line: int = 0  # where it begins


def read_mail(text: str, names: Sequence[str], set_key: str) -> Written:
    """The order of a text, or Refused with one fault for each statement. [AOW-10.11]

    The sheet has examples in AOW-10.16.
    """
    first, standing, lines = read_lines(text)
    if not lines:
        raise Refused([order_fault("AOW-10.2", "empty", first)])
    if len(lines) > MOST_STATEMENTS or any(map(is_too_long, lines)):
        raise Refused([order_fault("AOW-10.2", "too_long", 0)])
    return read_statements(standing, lines, names, set_key)


def read_again(text: str, set_key: str) -> Policy | Step:
    """An order that was read before, in our words: it may be of any length."""
    _, standing, lines = read_lines(text)
    return read_statements(standing, lines, (), set_key).order


def read_statements(
    standing: bool, lines: Sequence[Line], names: Sequence[str], set_key: str
) -> Written:
    if is_verb(lines[0].text, "step"):
        return read_step_order(lines, standing, set_key, names)
    policy = read_each(
        lines,
        lambda line: Parser(line.text, set_key, names).statement(),
        lambda line: line.number,
    )
    return Written(Policy(tuple(policy)), standing, lines[0].number)


def read_lines(text: str) -> tuple[int, bool, list[Line]]:
    """Where the order begins, whether it is standing, and its statements."""
    lines = statements(text, comment="//", end=ENDS)
    first = lines[0].number if lines else 0
    if not lines or not is_verb(lines[0].text, "standing"):
        return first, False, lines
    found = HEAD.match(lines[0].text)
    rest = found[2] if found else ""
    return first, True, [Line(first, rest)] * bool(rest) + lines[1:]


def is_step(text: str) -> bool:
    _, standing, lines = read_lines(text)
    return bool(lines) and not standing and is_verb(lines[0].text, "step")


def is_verb(text: str, verb: str) -> bool:
    found = HEAD.match(text)
    return found is not None and STATEMENTS.find(found[1]) == [verb]


def read_step_order(
    lines: Sequence[Line], standing: bool, set_key: str, names: Sequence[str]
) -> Written:
    """A step stands alone and for one decision only. [AOW-10.2, AOW-10.13]"""
    number = lines[0].number
    faults: list[OrderError] = []
    if standing:
        faults.append(order_fault("AOW-10.13", "step_standing", number))
    try:
        step = Parser(lines[0].text, set_key, names).step()
    except OrderError as fault:
        faults.append(fault.at(number))
    if len(lines) > 1:
        faults.append(order_fault("AOW-10.2", "step_alone", lines[1].number))
    if faults:
        raise Refused(faults)
    return Written(step, line=number)


def order_fault(rule: str, said: str, line: int) -> OrderUnreadable:
    return OrderUnreadable(rule, "E_PARSE", said=said, line=line)


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
