"""A player's text in pieces: orders, commands, what is said, pleasantries. Pure.

What is secret must never be said aloud, and what is said must never be played. So a
line that could be either makes the whole text doubtful, and nothing of it is taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from engine.reading.verbs import EXACT, NONE
from sse.matches.text.command_words import (
    BARE,
    LAST,
    Command,
    leading,
    meaning,
    near,
    read_line,
)
from sse.matches.text.new_match import ends_with_position

SPEECH = ("say", "note")
COMMENTS = ("#", "//")
SHORT = 60  # letters: a shorter line was not broken by a mail program
NAME = 3  # words, at most
MOST_WORDS = 400  # looked up in one text
MOST_LINES = 200
FIRST_WORDS = {"send": "sendable", "settings": "settings"}  # tables of what may follow
TOPICS = ("help", "status", "board", "history", "rules")
SENTENCE_ENDS = ".!?…"
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
NUMBERS = re.compile(r"[#(]?\d{1,2}[.)]?(?:[\s,;]+\d{1,2}[.)]?){0,19}", re.ASCII)

Begins = Callable[[str], str]  # whether a word begins an order: see engine.reading


def nothing_begins(word: str) -> str:
    """Where there is no match there are no orders."""
    return NONE


class Sections(NamedTuple):
    """The parts of a text."""

    commands: tuple[Command, ...]
    orders: str  # all other lines are empty: what is left keeps its number
    ignored: tuple[str, ...]  # greetings, and what stands below the end
    doubtful: tuple[int, ...]  # lines that may be said, or ordered
    mistyped: tuple[tuple[int, str], ...] = ()  # lines that seem to mean a command

    @property
    def speech(self) -> tuple[Command, ...]:
        return tuple(found for found in self.commands if found.name in SPEECH)

    @property
    def has_only_ignored(self) -> bool:
        return not self.commands and not self.orders.strip() and bool(self.ignored)

    @property
    def is_talk(self) -> bool:
        """Sentences, but nothing for us: a word or two may be an order, mistyped."""
        return self.has_only_ignored and len(" ".join(self.ignored).split()) > NAME

    @property
    def is_polite(self) -> bool:
        """Thanks or good wishes, perhaps with a name below, and nothing else."""
        if not self.has_only_ignored:
            return False
        first = phrase_of(self.ignored[0])
        if first is None or any("?" in line for line in self.ignored):
            return False
        is_short = first[0] == "farewell" or len(first[1].split()) <= NAME
        return is_short and all(
            phrase_of(line) or len(line.split()) <= NAME for line in self.ignored[1:]
        )

    @property
    def replaces_all(self) -> bool:
        """`withdraw` above orders: these count instead of all that was kept."""
        names = [(found.name, found.rest) for found in self.wishes]
        above = self.orders.split("\n")[: self.wishes[0].line] if names else []
        is_first = not any(line.strip() for line in above)
        return names == [("withdraw", "")] and is_first and bool(self.orders.strip())

    @property
    def wishes(self) -> tuple[Command, ...]:
        """Commands that are no speech."""
        return tuple(found for found in self.commands if found.name not in SPEECH)


def sections_of(text: str, begins: Begins = nothing_begins) -> Sections:
    """A text in pieces; `begins` knows the verbs of the game."""
    lines = text.split("\n")
    orders, at = [""] * len(lines), 0
    commands: list[Command] = []
    doubtful: list[int] = []
    asked = Asked(begins)
    has_orders = any(asked(first_word(line)) == EXACT for line in lines[:MOST_LINES])
    while at < len(lines) and not ends(lines, at):
        command = read_line(lines[at].strip(), at + 1)
        if command is None or (has_orders and not makes_sense(command)):
            is_comment = lines[at].strip().startswith(COMMENTS)
            orders[at] = "" if is_comment else lines[at]
            at += 1
            continue
        body = body_of(command, lines, begins)
        below = "\n".join(line.strip() for line in lines[at + 1 : body.end]).rstrip()
        is_numbered = command.name == "preview"  # its orders keep their lines
        below = below if is_numbered else below.lstrip()
        commands.append(command._replace(below=below))
        doubtful += body.doubtful
        at = body.end + (body.end < len(lines) and body.is_closed)
    unread = [line.strip() for line in lines[at:] if line.strip()][1:]
    polite = pleasantries(orders, asked)
    ignored = [orders[row].strip() for row in sorted(polite)] + unread
    left = ["" if row in polite else line for row, line in enumerate(orders)]
    return Sections(
        tuple(commands),
        "\n".join(left).rstrip(),
        tuple(ignored),
        tuple(doubtful),
        mistyped_in(left, asked),
    )


def ends(lines: Sequence[str], at: int) -> bool:
    """Above the first line is nothing that could end: an Italian `fine` may be fine."""
    return is_end(lines[at]) and any(line.strip() for line in lines[:at])


def makes_sense(command: Command) -> bool:
    """Or it is how a sentence begins: `Send my regards`, `Rules are rules…`."""
    name, rest = command.name, command.rest
    first = rest.split()[0].strip(LAST) if rest.strip(LAST + " ") else ""
    if not first or BARE.fullmatch(rest):
        return True
    if name in FIRST_WORDS:
        return bool(leading(FIRST_WORDS[name], rest).meaning)
    if name in ("away", "extend"):
        return any(sign.isdigit() for sign in rest) or len(rest.split()) <= 2
    if name in TOPICS:
        return len(rest.split()) <= NAME and rest.rstrip()[-1] not in SENTENCE_ENDS
    return True


def is_end(line: str) -> bool:
    return bool(meaning("end", line))


def numbers_of(text: str) -> list[int] | None:
    """`2`, `2.` or `2 1`: the choices of who was asked to choose."""
    plain = text.strip()
    is_good = NUMBERS.fullmatch(plain) is not None
    return [int(n) for n in re.findall(r"\d+", plain)] if is_good else None


# ------------------------------------------------------------ what goes with a command


class Body(NamedTuple):
    """Where the lines end that belong to a command."""

    end: int  # the first row that does not
    is_closed: bool = False  # by the word `end` there
    doubtful: tuple[int, ...] = ()  # line numbers


def body_of(command: Command, lines: Sequence[str], begins: Begins) -> Body:
    first = command.line
    if command.name == "preview":
        return Body(len(lines))
    if command.name == "create" and is_file_below(command, lines):
        return Body(first_row(lines, first, is_end))  # with its empty lines
    if command.name == "create":
        return Body(first_row(lines, first, lambda line: not line or is_order(line)))
    if command.name == "invite":
        return Body(first_row(lines, first, lambda line: "@" not in line))
    if command.name not in SPEECH:
        return Body(first)
    _to, colon, text = command.rest.partition(":")
    has_no_colon = command.name == "say" and not colon
    is_plain_note = command.name == "note" and bool(command.rest.strip(": "))
    if text.strip() or is_plain_note or has_no_colon:
        return spoken_at_once(lines, first, begins)
    return spoken_below(lines, first, begins)


def is_file_below(command: Command, lines: Sequence[str]) -> bool:
    """Tell whether a file follows; a position in braces knows its own end."""
    below = next(filter(None, map(str.strip, lines[command.line :])), "{")
    return ends_with_position(command.rest) and not below.startswith("{")


def first_row(lines: Sequence[str], at: int, holds: Callable[[str], bool]) -> int:
    rows = (row for row in range(at, len(lines)) if holds(lines[row].strip()))
    return next(rows, len(lines))


def is_order(line: str) -> bool:
    return is_end(line) or read_line(line) is not None


def spoken_at_once(lines: Sequence[str], first: int, begins: Begins) -> Body:
    """Goes on to the next empty line, as mail programs break lines.

    Below a line too short to be broken, an order or a command begins anew.
    """
    doubtful: list[int] = []
    for row in range(first, len(lines)):
        line, is_short = lines[row].strip(), len(lines[row - 1].rstrip()) < SHORT
        how = begins(first_word(line))
        if not line or is_end(line) or is_speech(line):
            return Body(row, doubtful=tuple(doubtful))
        if is_short and (how == EXACT or read_line(line)):
            return Body(row, doubtful=tuple(doubtful))
        if how != NONE:
            doubtful.append(row + 1)
    return Body(len(lines), doubtful=tuple(doubtful))


def spoken_below(lines: Sequence[str], first: int, begins: Begins) -> Body:
    """Several paragraphs, to the word `end`, the next speech, or the mail's end."""
    end = first_row(lines, first, lambda line: is_end(line) or is_speech(line))
    is_closed = end < len(lines) and is_end(lines[end])
    doubtful = [
        row + 1
        for row in range(first, end)
        if begins(first_word(lines[row])) != NONE
        and not (is_closed and lines[row - 1].strip())
    ]
    return Body(end, is_closed, tuple(doubtful))


def is_speech(line: str) -> bool:
    found = read_line(line)
    return found is not None and found.name in SPEECH


def first_word(line: str) -> str:
    found = WORD.search(line)
    return found[0] if found else ""


# -------------------------------------------------------------------- pleasantries


def pleasantries(orders: Sequence[str], asked: Asked) -> set[int]:
    """Rows at the very top and bottom that hold no order.

    At the bottom they follow an empty line or a farewell: what stands right below an
    order may be the rest of it. The first line that is none of those at the top is not
    one of those at the bottom either, though empty lines stand above it.
    """
    rows = [row for row, line in enumerate(orders) if line.strip()]
    top = [
        *takewhile(lambda row: not near(orders[row]), leading_rows(orders, rows, asked))
    ]
    if len(top) == len(rows):
        return set(top)
    below = rows[len(top) + 1 :]
    tail = list(leading_rows(orders, below[::-1], asked))[::-1]
    starts = (
        row
        for row in tail
        if not orders[row - 1].strip() or phrase_of(orders[row], "farewell")
    )
    first = next(starts, len(orders))
    return {*top, *(row for row in tail if row >= first)}


def leading_rows(
    orders: Sequence[str], rows: Sequence[int], asked: Asked
) -> Iterator[int]:
    for row in rows:
        if not is_polite(orders[row], asked):
            return
        yield row


def mistyped_in(left: Sequence[str], asked: Asked) -> tuple[tuple[int, str], ...]:
    """A line above all orders that is none of them, nor a greeting."""
    row = next((row for row, line in enumerate(left) if line.strip()), None)
    if row is None or asked(first_word(left[row])) != NONE:
        return ()
    name = near(left[row].strip())
    return ((row + 1, name),) if name else ()


class Asked:
    """Asks for words, but not without end."""

    def __init__(self, begins: Begins) -> None:
        self.begins, self.left = begins, MOST_WORDS

    def __call__(self, word: str) -> str:
        self.left -= 1
        return self.begins(word) if self.left >= 0 else EXACT


def is_polite(line: str, asked: Asked) -> bool:
    """A known phrase, or a line whose first word begins no order; and none in it."""
    known = phrase_of(line)
    found = WORD.findall(known[1] if known else line)
    if known is None and (not found or asked(found[0]) != NONE):
        return False
    return all(asked(word) != EXACT for word in found)


def phrase_of(line: str, kind: str = "") -> tuple[str, str] | None:
    """The kind of pleasantry a line begins with, and the rest of it."""
    found = leading("pleasantries", line.replace(",", ", ").strip(LAST + " "))
    if not found.meaning or kind not in ("", found.meaning):
        return None
    return found.meaning, found.rest
