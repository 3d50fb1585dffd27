"""Numbers in place of words: what was not clear is asked for, and `2` is an answer.

A choice is offered only if it was tried and cures the fault it is offered for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from engine.errors import OrderError, Refused
from engine.reading.text import squeeze

MOST_CHOICES = 6  # for one fault
MOST_QUESTIONS = 6
MOST_TRIED = 60  # texts read for one refusal
LONGEST_WORD = 4  # words of what was not clear
WORD = re.compile(r"\w+(?:['’]\w+)*")

Read = Callable[[str], object]  # may raise Refused


class Edit(NamedTuple):
    """A passage of a line, and what to write there."""

    line: int  # counted from 1
    start: int
    end: int
    put: str

    def meets(self, other: Edit) -> bool:
        is_apart = self.end <= other.start or other.end <= self.start
        return self.line == other.line and not is_apart


def edited(text: str, edits: Sequence[Edit]) -> str:
    """The text with the passages replaced, from the last to the first."""
    lines = text.split("\n")
    for edit in sorted(edits, reverse=True):
        line = lines[edit.line - 1]
        lines[edit.line - 1] = line[: edit.start] + edit.put + line[edit.end :]
    return "\n".join(lines)


def choices_for(
    text: str, faults: Sequence[OrderError], read: Read
) -> list[dict[str, Edit]]:
    """For each fault what cures it, by what is offered; nothing if one has no cure."""
    if len(faults) > MOST_QUESTIONS:
        return []
    trier = Trier(text, faults, read)
    found = [trier.cures(fault) for fault in faults]
    if not all(found) or any_meet(found):
        return []
    return found


def any_meet(found: Sequence[dict[str, Edit]]) -> bool:
    """Whether choices of two questions would change the same passage."""
    return any(
        one.meets(other)
        for number, cures in enumerate(found)
        for one in cures.values()
        for others in found[number + 1 :]
        for other in others.values()
    )


class Trier:
    """Reads a text again and again, but not without end."""

    def __init__(self, text: str, faults: Sequence[OrderError], read: Read) -> None:
        self.text, self.lines, self.read = text, text.split("\n"), read
        self.faults, self.left = faults, MOST_TRIED

    def cures(self, fault: OrderError) -> dict[str, Edit]:
        if not 0 < fault.line <= len(self.lines):
            return {}
        found = {}
        for legal in fault.legal[:MOST_CHOICES]:
            edit = next((e for e in self.edits(fault, legal) if self.helps(e)), None)
            if edit:
                found[legal] = edit
        return found

    def edits(self, fault: OrderError, legal: str) -> Iterator[Edit]:
        """The word, its statement, the whole line: the smallest change first."""
        line = self.lines[fault.line - 1]
        where = place_of(str(fault.data.get("word", "")), line)
        if where:
            yield Edit(fault.line, *where, legal)
            yield Edit(fault.line, *statement_at(line, where[0]), legal)
        yield Edit(fault.line, 0, len(line), legal)

    def helps(self, edit: Edit) -> bool:
        self.left -= 1
        if self.left < 0:
            return False
        before = sum(fault.line == edit.line for fault in self.faults)
        try:
            self.read(edited(self.text, [edit]))
        except Refused as refused:
            after = sum(fault.line == edit.line for fault in refused.errors)
            return after < before and len(refused.errors) < len(self.faults)
        return True


def place_of(word: str, line: str) -> tuple[int, int] | None:
    """Where a word, folded as games fold it, stands in a line."""
    wanted, found = squeeze(word), list(WORD.finditer(line))
    if not wanted:
        return None
    for first in range(len(found)):
        for last in found[first : first + LONGEST_WORD]:
            start, end = found[first].start(), last.end()
            if squeeze(line[start:end]) == wanted:
                return start, end
    return None


def statement_at(line: str, at: int) -> tuple[int, int]:
    """The passage between semicolons round a place."""
    start = line.rfind(";", 0, at) + 1
    end = line.find(";", at)
    return start, end if end >= 0 else len(line)


# ------------------------------------------------------------------- as they are kept


class NoSuchChoice(ValueError):
    """There is nothing to choose, or not so many things."""


def with_choices(
    text: str, faults: Sequence[dict[str, Any]], numbers: Sequence[int]
) -> str:
    """The text with the choices made; one number for each question. [NoSuchChoice]"""
    questions = [fault["choices"] for fault in faults if fault.get("choices")]
    if not questions or len(questions) != len(numbers):
        raise NoSuchChoice(len(questions))
    edits = []
    for choices, number in zip(questions, numbers, strict=True):
        if not 1 <= number <= len(choices):
            raise NoSuchChoice(len(questions))
        edits.append(Edit(*choices[number - 1]["edit"]))
    return edited(text, edits)
