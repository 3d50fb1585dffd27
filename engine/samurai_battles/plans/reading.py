"""From a player's text to lines: whole mails, all or nothing. [SB-17.9]"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.errors import OrderUnreadable, Refused
from engine.reading.lines import MOST_STATEMENTS, is_too_long, read_each
from engine.reading.text import Line as Written
from engine.reading.text import statements
from engine.samurai_battles.plans.grammar import Parser
from engine.samurai_battles.plans.tree import Line, Standing, Statement

COMMENT = "#"
RULE = "SB-17.9"


def read_mail(text: str, names: Sequence[str] = ()) -> list[Statement]:
    """Every line of a mail, or Refused with one fault for each that is not clear.

    No line names a player, so names of players say nothing here.
    """
    lines = statements(text, COMMENT)
    if not lines:
        raise Refused([OrderUnreadable(RULE, "empty")])
    if len(lines) > MOST_STATEMENTS or any(map(is_too_long, lines)):
        raise Refused([OrderUnreadable(RULE, "too_long")])
    return read_each(lines, read_statement, lambda line: line.number)


def read_statement(written: Written) -> Statement:
    return Statement(Parser(written.text).statement(), written.number)


@lru_cache(maxsize=4096)
def read_again(text: str) -> Line | Standing:
    """A line that was read before, in our words."""
    return Parser(text).statement()
