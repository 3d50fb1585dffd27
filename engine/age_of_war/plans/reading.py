"""From a player's text to an order: whole texts, all or nothing. [AOW-10.11]"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.age_of_war.plans.grammar import Parser
from engine.age_of_war.plans.tree import Policy, Step, Written
from engine.age_of_war.plans.vocabulary import ENDS, STATEMENTS
from engine.errors import OrderError, OrderUnreadable, Refused
from engine.reading.lines import MOST_STATEMENTS, is_too_long, read_each
from engine.reading.text import Line, statements

HEAD = re.compile(r"([^\s,:*]+)[\s,:*]*(.*)", re.S)


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
