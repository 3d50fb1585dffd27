"""The log: what happened, as text that anybody can read, keep and check.

Every line ends with a mark. The marks of the rules, the commitment and the entries
form a chain: each seals its line and all before it. Lines that may change later
without changing the match (who played, the seed once it is public, the result) form a
second chain beside it, so that a name can be erased and every entry keeps its mark. The
format is told in docs/log-format.md.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeGuard

from engine.chance import Draw
from engine.contract import Order, Position, Seat
from engine.errors import LogBroken

FIRST_LINE = "hikyaku log 1"
MARK = 12  # hex digits of a mark
DEEPEST = 20  # lists in lists of a position; those of our games are a fifth as deep


class Entry(NamedTuple):
    """One thing that changed a match. Nothing else does."""

    kind: str  # setup, order, back, or one of HAPPENINGS
    seat: Seat = -1
    order: Order | None = None
    by: str = ""  # who decided, if not the player: clock, default, bot …
    back_to: int = -1  # for `back`: the entry whose state is taken up again
    draws: tuple[Draw, ...] = ()

    @property
    def text(self) -> str:
        return " | ".join((self._head, *(draw.text for draw in self.draws)))

    @property
    def _head(self) -> str:
        if self.order is not None:
            by = f" ({self.by})" if self.by else ""
            return f"{self.seat} {self.order.text}{by}"
        if self.kind == "back":
            return f"back to {self.back_to}"
        return self.kind if self.seat < 0 else f"seat {self.seat} {self.kind}"


CONCEDED = "wins by resignation"  # of the one seat that is left
HAPPENINGS = {  # what else changes a match, and the event that tells it
    "paused": "match_paused",
    "goes on": "match_resumed",
    "abandoned": "match_abandoned",
    "resigns": "",  # the game's own events
    CONCEDED: "match_conceded",
    "changes hands": "seat_changed",
    "out of time": "time_ran_out",
    "has a stand-in": "stand_in_came",
    "is open": "seat_opened",
    "is back": "seat_returned",
    "gets more time": "time_given",
}
TO_ALL = ("paused", "goes on", "abandoned")
TO_SEATS = tuple(kind for kind in HAPPENINGS if kind not in TO_ALL)

ENTRY = re.compile(
    r"(?P<setup>setup)"
    r"|back to (?P<back>[0-9]{1,9})"
    rf"|(?P<all>{'|'.join(TO_ALL)})"
    rf"|seat (?P<who>[0-9]{{1,3}}) (?P<kind>{'|'.join(TO_SEATS)})"
    r"|(?P<seat>[0-9]{1,3}) (?P<order>[^\s()|]+(?: [^\s()|]+)*)"
    r"(?: \((?P<by>[^()|]+)\))?"
)


def read_entry(text: str) -> Entry:
    """The entry of a text. Raises ValueError."""
    head, *tail = text.split(" | ")
    draws = tuple(read_draw(part) for part in tail)
    found = ENTRY.fullmatch(head)
    if found is None:
        raise ValueError("this is no entry")
    if found["setup"]:
        return Entry("setup", draws=draws)
    if found["back"]:
        return Entry("back", back_to=int(found["back"]), draws=draws)
    if found["all"]:
        return Entry(found["all"], draws=draws)
    if found["kind"]:
        return Entry(found["kind"], seat=int(found["who"]), draws=draws)
    order = Order.read(found["order"])
    return Entry("order", int(found["seat"]), order, found["by"] or "", draws=draws)


def read_draw(text: str) -> Draw:
    name, colon, values = text.rpartition(":")
    if not colon or not name:
        raise ValueError("a draw reads “name: values”")
    return Draw(name, tuple(values.split()))


@dataclass
class Log:
    """A match from its first agreement to its last word."""

    game: str
    version: int
    choices: dict[str, str]
    seats: int
    commitment: str
    words: list[str] = field(default_factory=list)  # mixed into the dice by players
    players: list[tuple[Seat, str]] = field(default_factory=list)  # in order of play
    notes: dict[str, str] = field(default_factory=dict)  # dates, title: not rules
    seed: str = ""  # public only when the match has ended
    result: str = ""
    entries: list[Entry] = field(default_factory=list)
    state: str = ""  # hash of the state after the last entry
    position: Position | None = None  # what it is taken up from, if not the beginning
    branch: int = 0  # whose dice come first: how often what came before was taken back

    def names(self, entry: int | None = None) -> list[str]:
        """Who sits where after an entry; at the end, if none is named."""
        done = self.entries if entry is None else self.entries[: entry + 1]
        changes = Counter(e.seat for e in done if e.kind == "changes hands")
        return [
            names[min(changes[seat], len(names) - 1)]
            for seat, names in enumerate(self.holders())
        ]

    def names_along(self) -> Iterator[list[str]]:
        """Who sits where after each entry, in order."""
        waiting = [iter(names) for names in self.holders()]
        names = [next(held) for held in waiting]
        for entry in self.entries:
            if entry.kind == "changes hands":
                names = [*names]
                names[entry.seat] = next(waiting[entry.seat], names[entry.seat])
            yield names

    def holders(self) -> list[list[str]]:
        """Who held each seat, in order of holding."""
        held: list[list[str]] = [[] for _ in range(self.seats)]
        for seat, name in self.players:
            held[seat].append(name)
        return [names or [f"Seat {seat}"] for seat, names in enumerate(held)]


# ------------------------------------------------------------ text and back


def log_text(log: Log) -> str:
    """The log as a file; `log_read` gives it back to the letter."""
    pen = Pen()
    pen.chained(FIRST_LINE)
    for line in rules_lines(log):
        pen.chained(line)
    for line in people_lines(log):
        pen.aside(line)
    pen.lines.append("")
    for number, entry in enumerate(log.entries):
        pen.chained(f"{number}. {entry.text}")
    pen.lines.append("")
    for line in (f"state: {log.state}", f"log: {pen.chain}"):
        pen.aside(line)
    return "\n".join(pen.lines) + "\n"


def first_link(log: Log) -> str:
    """The main chain before the first entry: what was agreed on."""
    chain = ""
    for line in (FIRST_LINE, *rules_lines(log)):
        chain = link(chain, line)
    return chain


def next_link(chain: str, number: int, entry: Entry) -> str:
    """The main chain after an entry."""
    return link(chain, f"{number}. {entry.text}")


def log_hash(log: Log) -> str:
    """The main chain at its end: what seals the whole match."""
    chain = first_link(log)
    for number, entry in enumerate(log.entries):
        chain = next_link(chain, number, entry)
    return chain


def rules_lines(log: Log) -> list[str]:
    pairs = (f"{name}={value}" for name, value in log.choices.items())
    choices = ", ".join(pairs) or "none"
    return [
        f"game: {log.game} {log.version}",
        f"choices: {choices}",
        f"seats: {log.seats}",
        f"commitment: {log.commitment}",
        *(f"word: {one_line(word)}" for word in log.words),
        *(f"from: {log.branch} {position_text(p)}" for p in [log.position] if p),
    ]


def position_text(position: Position) -> str:
    """The one way to write a position; hashes are made of it."""
    return json.dumps(
        position, sort_keys=True, ensure_ascii=False, separators=(",", ":")
    )


def people_lines(log: Log) -> list[str]:
    lines = [f"player {seat}: {one_line(name)}" for seat, name in log.players]
    lines += [
        f"note {one_line(key).replace(':', '')}: {one_line(text)}"
        for key, text in log.notes.items()
    ]
    if log.seed:
        lines.append(f"seed: {log.seed}")
    if log.result:
        lines.append(f"result: {log.result}")
    return lines


CONTROL = re.compile(
    "[\x00-\x20\x7f-\xa0\xad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]+"
)


def one_line(text: str) -> str:
    """Whatever people write, on one line and without control characters.

    By a list of our own: what Python calls printable changes with its version.
    """
    return CONTROL.sub(" ", text).strip() or "-"


class Pen:
    """Writes lines with their marks."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.chain = ""
        self.side = ""

    def chained(self, line: str) -> None:
        self.chain = link(self.chain, line)
        self.lines.append(f"{line} #{self.chain[:MARK]}")

    def aside(self, line: str) -> None:
        self.side = link(self.chain + self.side, line)
        self.lines.append(f"{line} #{self.side[:MARK]}")


def link(chain: str, line: str) -> str:
    """The hash of a line and of all before it."""
    return hashlib.sha256(f"{chain}\n{line}".encode()).hexdigest()


class Reader:
    """Takes the lines of a file in order and checks each mark on the way."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.at = 0  # index of the next line
        self.chain = ""
        self.side = ""

    def broken(self, code: str, **facts: object) -> LogBroken:
        return LogBroken(self.at + 1, code, **facts)

    def peek(self) -> str:
        return self.lines[self.at] if self.at < len(self.lines) else ""

    def take(self, aside: bool = False) -> str:
        line, sign, mark = self.peek().rpartition(" #")
        if not sign:
            raise self.broken("mark_missing")
        sealed = link(self.chain + self.side if aside else self.chain, line)
        if mark != sealed[:MARK]:
            raise self.broken("mark_wrong")
        if aside:
            self.side = sealed
        else:
            self.chain = sealed
        self.at += 1
        return line

    def value(self, key: str, aside: bool = False) -> str:
        if not self.peek().startswith(f"{key}: "):
            raise self.broken("key_expected", key=key)
        return self.take(aside)[len(key) + 2 :]

    def blank(self) -> None:
        if self.at >= len(self.lines) or self.peek():
            raise self.broken("blank_expected")
        self.at += 1


def log_read(text: str) -> Log:
    """The log of a file, every mark checked. Raises LogBroken with the line."""
    reader = Reader(text)
    if not reader.peek().startswith(FIRST_LINE + " "):
        raise reader.broken("no_log", first=FIRST_LINE)
    reader.take()
    log = read_rules(reader)
    read_people(reader, log)
    reader.blank()
    read_entries(reader, log)
    log.state = reader.value("state", aside=True)
    if reader.value("log", aside=True) != reader.chain:
        reader.at -= 1
        raise reader.broken("log_hash")
    check_same(text, log_text(log))
    return log


def read_rules(reader: Reader) -> Log:
    game, _, version = reader.value("game").rpartition(" ")
    if not is_number(version, 9):
        raise reader.broken("version_missing")
    parts = reader.value("choices")
    pairs = [p.partition("=") for p in parts.split(", ")] if parts != "none" else []
    choices = {name: value for name, _, value in pairs}
    seats = reader.value("seats")
    if not is_number(seats, 3):
        raise reader.broken("seats_no_number")
    commitment = reader.value("commitment")
    if not re.fullmatch(r"[0-9a-f]{64}", commitment):
        raise reader.broken("commitment_form")
    log = Log(game, int(version), choices, int(seats), commitment)
    while reader.peek().startswith("word: "):
        log.words.append(reader.value("word"))
    if reader.peek().startswith("from: "):
        log.branch, log.position = read_position(reader)
    return log


def read_position(reader: Reader) -> tuple[int, Position]:
    branch, _, text = reader.value("from").partition(" ")
    try:
        position = json.loads(text)
    except (ValueError, RecursionError):
        position = None
    if not is_number(branch, 9) or not is_position(position):
        reader.at -= 1
        raise reader.broken("from_form")
    return int(branch), position


def is_position(value: object) -> bool:
    """Whether it may be one; none is built so deep that writing it would fail."""
    return isinstance(value, dict) and bool(value) and is_flat(value, DEEPEST)


def is_flat(value: object, depth: int) -> bool:
    if not isinstance(value, dict | list):
        return not isinstance(value, str) or is_text(value)
    parts = [*value, *value.values()] if isinstance(value, dict) else value
    return depth > 0 and all(is_flat(part, depth - 1) for part in parts)


HALF = re.compile("[\ud800-\udfff]")


def is_text(value: object) -> TypeGuard[str]:
    """JSON can write half a letter, which no file can hold and nobody can seal."""
    return isinstance(value, str) and not HALF.search(value)


PERSON = re.compile(r"player ([0-9]{1,3}): (.*)|note ([^:]+): (.*)|(seed|result): (.*)")


def is_number(text: str, digits: int) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= digits


def read_people(reader: Reader, log: Log) -> None:
    while reader.peek():
        found = PERSON.fullmatch(reader.take(aside=True))
        if found is None:
            reader.at -= 1
            raise reader.broken("person_expected")
        if found[1] and int(found[1]) >= log.seats:
            reader.at -= 1
            raise reader.broken("no_seat", seat=found[1])
        if found[1]:
            log.players.append((int(found[1]), found[2]))
        elif found[3]:
            log.notes[found[3]] = found[4]
        elif found[5] == "seed":
            log.seed = found[6]
        else:
            log.result = found[6]


def read_entries(reader: Reader, log: Log) -> None:
    while reader.peek():
        line = reader.take()
        reader.at -= 1  # until it is understood
        number, _, text = line.partition(". ")
        if number != str(len(log.entries)):
            raise reader.broken("entry_expected", number=len(log.entries))
        try:
            log.entries.append(read_entry(text))
        except ValueError as error:
            raise reader.broken("no_entry") from error
        reader.at += 1
    reader.blank()


def check_same(text: str, again: str) -> None:
    """What was read must be written the same: no stray blank hides anything."""
    ours, theirs = again.split("\n"), text.split("\n")
    for number, (mine, line) in enumerate(zip(ours, theirs, strict=False), start=1):
        if mine != line:
            raise LogBroken(number, "written_otherwise", right=mine)
    if len(ours) != len(theirs):
        raise LogBroken(min(len(ours), len(theirs)), "goes_on")
