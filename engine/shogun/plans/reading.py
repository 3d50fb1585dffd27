"""From a player's text to statements: all of them, or none. [SHO-18.4, SHO-18.5]"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from engine.errors import OrderError, OrderUnreadable, Refused
from engine.reading.lines import MOST_STATEMENTS, is_too_long, read_each
from engine.reading.players import Players
from engine.reading.text import Line, statements
from engine.reading.tokens import split
from engine.shogun.plans.checks import check_mail
from engine.shogun.plans.grammar import RULE, TOKEN, Parser
from engine.shogun.plans.tree import Order, Statement
from engine.shogun.plans.vocabulary import COLOURS

COMMENT = "#"
LONGEST_TEXT = 40_000  # letters


def read_mail(text: str, names: Sequence[str] = ()) -> list[Statement]:
    """The statements of a mail, or Refused with every fault found. [SHO-18.5]

    `names` are the players' own names, by seat.
    """
    read, lines = partial(read_line, players_of(tuple(names))), read_lines(text)
    found: list[Statement] = []
    faults: list[OrderError] = []
    for line in lines:
        try:
            found += read_each([line], read, lambda line: line.number)
        except Refused as refused:
            faults += refused.errors
    faults += check_mail(found)
    if faults:
        raise Refused(sorted(faults, key=lambda fault: fault.line))
    return found


@lru_cache(maxsize=64)
def players_of(names: tuple[str, ...]) -> Players[str]:
    """The players of a match, who stay the same from mail to mail."""
    return Players(names, COLOURS)


def read_lines(text: str) -> list[Line]:
    """Several statements may stand on a line, with semicolons. [SHO-18.23]"""
    lines = statements(text, COMMENT) if len(text) <= LONGEST_TEXT else []
    if len(text) > LONGEST_TEXT or len(lines) > MOST_STATEMENTS:
        raise Refused([OrderUnreadable(RULE, "too_long")])
    if not lines:
        raise Refused([OrderUnreadable(RULE, "empty")])
    return lines


def read_line(players: Players[str], line: Line) -> Statement:
    if is_too_long(line):
        raise OrderUnreadable(RULE, "too_long")
    parser = Parser(split(line.text, TOKEN), players)
    return Statement(line.number, parser.statement())


@lru_cache(maxsize=4096)
def read_again(text: str) -> Order:
    """A statement that was read before, in our words."""
    return Parser(split(text, TOKEN)).statement()
