"""The statements of a text: how much is read, every fault told, and what is legal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from engine.errors import OrderError, Refused
from engine.reading.text import Line, statements

T = TypeVar("T")
R = TypeVar("R")
MOST_STATEMENTS = 200  # so that no text costs much
LONGEST_STATEMENT = 600  # letters
LONGEST_STEP = 500  # letters of a text that may be one step of the log


def is_too_long(statement: Line) -> bool:
    return len(statement.text) > LONGEST_STATEMENT


def only_statement(text: str, comment: str, end: Iterable[str] = ()) -> str:
    """Return the one statement of a text, blanks evened out; "" if it has several."""
    lines = statements(text, comment, end) if len(text) <= LONGEST_STEP else []
    return " ".join(lines[0].text.split()) if len(lines) == 1 else ""


def read_each(
    items: Iterable[T], read: Callable[[T], R], line_of: Callable[[T], int]
) -> list[R]:
    """What each item says; Refused with a fault for each that cannot be taken."""
    said: list[R] = []
    faults: list[OrderError] = []
    for item in items:
        try:
            said.append(read(item))
        except OrderError as fault:
            faults.append(fault.at(fault.line or line_of(item)))
    if faults:
        raise Refused(sorted(faults, key=lambda fault: fault.line))
    return said


def advised(
    faults: Sequence[OrderError], possible: Callable[[], Sequence[str]]
) -> list[OrderError]:
    """The faults with orders that would be right, where they name none themselves."""
    silent = [fault for fault in faults if not fault.legal]
    orders = tuple(possible()) if silent else ()
    for fault in silent:
        fault.legal, fault.legal_kind, fault.near = orders, "order", False
    return list(faults)
