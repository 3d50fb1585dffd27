"""From a player's text to statements: whole lines, all or nothing. [SSE-13.8]"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NoReturn

from engine.errors import OrderError, OrderUnreadable, Refused
from engine.reading.lines import MOST_STATEMENTS, is_too_long
from engine.reading.lookalikes import in_latin
from engine.reading.misses import unclear, unreadable
from engine.reading.players import Players
from engine.reading.scanner import Found, TooMuch, strongest
from engine.reading.text import Line, statements
from engine.reading.tokens import split
from engine.small_samurai_empires.plans.checks import (
    check_actions,
    check_follower,
    check_twice,
)
from engine.small_samurai_empires.plans.grammar import Parser
from engine.small_samurai_empires.plans.placement_grammar import Follower
from engine.small_samurai_empires.plans.tree import Order, Place, Statement
from engine.small_samurai_empires.plans.vocabulary import COLOURS, LETTERS, SLOTS

RULE = "SSE-13.8"
LONGEST_TEXT = 40_000  # letters
LONGEST_LINE = 3_000
SLOT_NAMES = frozenset(SLOTS.values())
NOBODY: Players[str] = Players((), ())


def read_mail(
    text: str, names: Sequence[str] = (), colours: Sequence[str] = COLOURS
) -> list[Statement]:
    """The orders of a mail, or Refused with every problem found. [SSE-13.8]

    `names` are the players' handles and `colours` their colours, both by seat.
    """
    lines = read_lines(text)
    players = Players(names, colours)
    mail = Mail()
    for number, pieces in groupby(lines, key=lambda line: line.number):
        line = list(pieces)
        length = sum(len(piece.text) for piece in line)
        if any(map(is_too_long, line)) or length > LONGEST_LINE:
            mail.fail(number, OrderUnreadable(RULE, "too_long"))
            continue
        tokens = split(" ; ".join(piece.text for piece in line))
        try:
            mail.read(number, Parser(tokens, players, mail.work))
        except TooMuch:  # for one line or for all of them; the rest is not read
            mail.fail(number, OrderUnreadable(RULE, "too_long"))
            break
    mail.faults += check_twice(mail.statements)
    if mail.faults:
        raise Refused(sorted(mail.faults, key=lambda fault: fault.line))
    return mail.statements or empty()


def read_again(text: str) -> Order | Follower:
    """An order that was read before, in our words: these may be of any length."""
    parser = Parser(split(text), NOBODY, limited=False)
    return read_order(parser, 0)[0] or empty()


def read_lines(text: str) -> list[Line]:
    """Pieces between semicolons, each with its line."""
    lines = statements(text, comment="#") if len(text) <= LONGEST_TEXT else []
    if len(text) > LONGEST_TEXT or len(lines) > MOST_STATEMENTS:
        raise Refused([OrderUnreadable(RULE, "too_long")])
    return lines or empty()


def empty() -> NoReturn:
    raise Refused([OrderUnreadable(RULE, "empty")])


class Mail:
    """What was understood so far, and what was not."""

    def __init__(self) -> None:
        self.statements: list[Statement] = []
        self.faults: list[OrderError] = []
        self.work = 0
        self.broken = False  # the order just before was not understood

    def read(self, number: int, parser: Parser) -> None:
        """All orders of one line."""
        at = 0
        while at < len(parser.tokens):
            if parser.is_end(at):  # a piece of which nothing is left but accents
                at += 1
                continue
            try:
                order, end = read_order(parser, at, lenient=self.broken and at > 0)
                if order is not None:
                    self.take(number, order)
            except Refused as refused:
                self.fail(number, *refused.errors)
                end = parser.next_end(at) + 1
            except OrderError as fault:
                self.fail(number, fault)
            at, self.work = end, parser.work

    def fail(self, number: int, *faults: OrderError) -> None:
        self.faults += [fault.at(number) for fault in faults]
        self.broken = True

    def take(self, number: int, order: Order | Follower) -> None:
        """An order, or the neutral action of the placement before it. [SSE-13.8]"""
        check_actions(order)
        last = self.statements[-1].order if self.statements else None
        broken, self.broken = self.broken, False
        if isinstance(last, Place) and not broken:
            placed = check_follower(last, order)
            if placed is not None:
                statement = self.statements[-1]._replace(order=placed, last_line=number)
                self.statements[-1] = statement
                return
        if not isinstance(order, Follower):
            self.statements.append(Statement(number, order))
        elif not broken:
            raise OrderUnreadable(RULE, "no_placement")


def read_order(
    parser: Parser, at: int, lenient: bool = False
) -> tuple[Order | Follower | None, int]:
    """The order at a token and where the next begins, or Refused.

    A longer reading beats a shorter one: what it takes in beyond a semicolon is the
    neutral action or the path that would be taken in anyway.
    """
    whole = parser.whole(parser.order, at) or without_arrows(parser, at)
    readings = [found for found in whole if said_where(found.value)]
    if not readings:
        paths = parser.paths(at) if lenient else []  # of the move not understood
        ends = [path.end for path in paths if parser.is_end(path.end)]
        if ends:
            return None, max(ends) + 1
        raise Refused([nowhere(whole) if whole else not_understood(parser)])
    end = max(found.end for found in readings)
    readings = strongest([found for found in whole if found.end == end])
    if faults := unclear(parser, readings, RULE, shown):
        raise Refused(faults)
    return readings[0].value, end + 1


def without_arrows(parser: Parser, at: int) -> list[Found[Order | Follower]]:
    """`move aki harima`; if that does not read either, arrows stay what was wanted.

    But not before a word that is misspelt: `move aki hrima`.
    """
    far, expected = parser.far, parser.expected
    parser.loose = True
    found = parser.whole(parser.order, at)
    parser.loose = False
    if parser.far < far or not parser.is_word(parser.far):
        parser.far, parser.expected = far, expected
    return found


def said_where(order: Order | Follower) -> bool:
    """`cover green` alone names no slot: no order, but it makes others unclear."""
    return not isinstance(order, Place) or all(e.where for e in order.entries)


def nowhere(readings: Sequence[Found[Order | Follower]]) -> OrderError:
    legal = dict.fromkeys(shown(found.value) for found in readings)
    return OrderUnreadable(RULE, "nowhere", legal=legal)


def shown(order: Order | Follower) -> str:
    """As one would have to write it."""
    if isinstance(order, Follower):
        return f"neutral {order.neutral.text}"
    if isinstance(order, Place):
        entries = [e if e.where else e._replace(where="any") for e in order.entries]
        order = order._replace(entries=tuple(entries))
    return order.text


def not_understood(parser: Parser) -> OrderError:
    """The first word that fits nothing; a number of no slot, with those there are."""
    slots = [slot for slot in parser.expected if slot in SLOT_NAMES]
    if parser.is_number(parser.far) and slots:
        word, legal = parser.text(parser.far), map(str, slots)
        return OrderUnreadable("SSE-2.8", "no_slot", legal=legal, near=False, word=word)
    return unreadable(parser, RULE, lookalike(parser))


def lookalike(parser: Parser) -> list[str]:
    """A region by its letter, but typed in Cyrillic."""
    region = LETTERS.get(in_latin(parser.text(parser.far)))
    at = parser.past_hyphen(parser.far + 1)
    slot = f"{region}-{parser.text(at)}"
    return [slot] if slot in SLOT_NAMES else []
