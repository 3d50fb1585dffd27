"""From a player's text to statements: whole lines, all or nothing. [SSE-13.8]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NoReturn

from engine.errors import OrderAmbiguous, OrderError, OrderUnreadable, Refused
from engine.reading.text import Line, statements, with_umlauts
from engine.small_samurai_empires.plans.checking import (
    check_actions,
    check_follower,
    check_twice,
)
from engine.small_samurai_empires.plans.parsing import Parser
from engine.small_samurai_empires.plans.placing import Follower
from engine.small_samurai_empires.plans.scanning import (
    Found,
    Handles,
    Mark,
    TooMuch,
    doubts,
    split,
    squeezed,
    strongest,
)
from engine.small_samurai_empires.plans.tree import Order, Place, Statement
from engine.small_samurai_empires.plans.vocabulary import (
    COLOURS,
    LETTERS,
    LOOKALIKES,
    SLOTS,
    Words,
)

RULE = "SSE-13.8"
LONGEST_TEXT = 40_000  # letters
LONGEST_LINE = 3_000
LONGEST = 600  # letters of one order
MOST_ORDERS = 200
MOST_NEAR = 3  # spellings proposed
MUCH_NEARER = 0.15  # so much nearer a spelling leaves others out
MOST_SHOWN = 8  # words told when none of them is near
SLOT_NAMES = frozenset(SLOTS.values())


def read_mail(
    text: str, names: Sequence[str] = (), colours: Sequence[str] = COLOURS
) -> list[Statement]:
    """The orders of a mail, or Refused with every problem found. [SSE-13.8]

    `names` are the players' handles and `colours` their colours, both by seat.
    """
    lines = read_lines(text)
    handles = read_handles(names, colours)
    mail = Mail()
    for number, pieces in groupby(lines, key=lambda line: line.number):
        whole = [piece.text for piece in pieces]
        if max(map(len, whole)) > LONGEST or sum(map(len, whole)) > LONGEST_LINE:
            mail.fail(number, OrderUnreadable(RULE, "too_long"))
            continue
        try:
            mail.read(number, Parser(split(" ; ".join(whole)), handles, mail.work))
        except TooMuch:  # for one line or for all of them; the rest is not read
            mail.fail(number, OrderUnreadable(RULE, "too_long"))
            break
    mail.faults += check_twice(mail.statements)
    if mail.faults:
        raise Refused(sorted(mail.faults, key=lambda fault: fault.line))
    return mail.statements or empty()


def read_again(text: str) -> Order | Follower:
    """An order that was read before, in our words: these may be of any length."""
    parser = Parser(split(text), read_handles((), ()), limited=False)
    return read_order(parser, 0)[0] or empty()


def read_lines(text: str) -> list[Line]:
    """Pieces between semicolons, each with its line."""
    lines = statements(text, comment="#") if len(text) <= LONGEST_TEXT else []
    if len(text) > LONGEST_TEXT or len(lines) > MOST_ORDERS:
        raise Refused([OrderUnreadable(RULE, "too_long")])
    return lines or empty()


def empty() -> NoReturn:
    raise Refused([OrderUnreadable(RULE, "empty")])


def read_handles(names: Sequence[str], colours: Sequence[str]) -> Handles:
    """The colours each handle can mean; one name of two players is not clear."""
    found: dict[str, list[str]] = {}
    people = list(zip(names, colours, strict=False))
    for name, colour in people:
        for handle in {squeezed(form) for form in with_umlauts([name])} - {""}:
            found.setdefault(handle, []).append(colour)
    return Handles(found, Words({colour: [name] for name, colour in people}))


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
    whole = whole_readings(parser, at) or without_arrows(parser, at)
    readings = [found for found in whole if said_where(found.value)]
    if not readings:
        paths = parser.paths(at) if lenient else []  # of the move not understood
        ends = [path.end for path in paths if parser.is_end(path.end)]
        if ends:
            return None, max(ends) + 1
        raise Refused([nowhere(whole) if whole else unreadable(parser)])
    end = max(found.end for found in readings)
    readings = strongest([found for found in whole if found.end == end])
    faults = unclear_line(readings) or unclear_words(parser, readings)
    if faults:
        raise Refused(faults)
    return readings[0].value, end + 1


def whole_readings(parser: Parser, at: int) -> list[Found[Order | Follower]]:
    """Those that leave nothing over; what the others leave was not understood."""
    parser.far, parser.expected = at, {}
    readings = list(parser.order(at))
    farthest = max((found.end for found in readings), default=at)
    if farthest > parser.far:
        parser.far, parser.expected = farthest, {}
    return [found for found in readings if parser.is_end(found.end)]


def without_arrows(parser: Parser, at: int) -> list[Found[Order | Follower]]:
    """`move aki harima`; if that does not read either, arrows stay what was wanted.

    But not before a word that is misspelt: `move aki hrima`.
    """
    far, expected = parser.far, parser.expected
    parser.loose = True
    found = whole_readings(parser, at)
    parser.loose = False
    if parser.far < far or not parser.is_word(parser.far):
        parser.far, parser.expected = far, expected
    return found


def said_where(order: Order | Follower) -> bool:
    """`cover green` alone names no slot: no order, but it makes others unclear."""
    return not isinstance(order, Place) or all(e.where for e in order.entries)


def unclear_words(
    parser: Parser, readings: Iterable[Found[Order | Follower]]
) -> list[OrderError]:
    marks: dict[Mark, None] = {}
    for found in readings:
        marks.update(dict.fromkeys(doubts(found)))
    return [
        OrderAmbiguous(
            RULE, "ambiguous_word", legal=mark.could, word=said(parser, mark)
        )
        for mark in marks
    ]


def said(parser: Parser, mark: Mark) -> str:
    first = mark.at + 1 - mark.words
    return " ".join(parser.text(at) for at in range(first, mark.at + 1))


def unclear_line(readings: Sequence[Found[Order | Follower]]) -> list[OrderError]:
    if len(readings) < 2:
        return []
    legal = [shown(found.value) for found in readings]
    return [OrderAmbiguous(RULE, "ambiguous_line", legal=dict.fromkeys(legal))]


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


def unreadable(parser: Parser) -> OrderError:
    """The first word that fits nothing, and what it may have meant."""
    word, wanted = parser.text(parser.far), list(parser.expected)
    if parser.is_end(parser.far):
        last = parser.text(parser.far - 1) if parser.far else "…"
        return OrderUnreadable(
            RULE, "ends_early", legal=few(wanted), near=False, word=last
        )
    slots = [want for want in wanted if isinstance(want, str) and want in SLOT_NAMES]
    if parser.is_number(parser.far) and slots:
        return OrderUnreadable("SSE-2.8", "no_slot", legal=slots, near=False, word=word)
    alike = near(word, wanted)
    meant = lookalike(parser) or list(dict.fromkeys(alike.values()))
    return OrderUnreadable(
        RULE,
        "not_understood",
        legal=meant or few(wanted),
        near=bool(meant),
        spelt=alike,
        word=word,
    )


def lookalike(parser: Parser) -> list[str]:
    """A region by its letter, but typed in Cyrillic."""
    region = LETTERS.get(parser.text(parser.far).translate(LOOKALIKES))
    at = parser.past_hyphen(parser.far + 1)
    slot = f"{region}-{parser.text(at)}"
    return [slot] if slot in SLOT_NAMES else []


def near(word: str, wanted: Iterable[Words | str]) -> dict[str, str]:
    """The spellings nearest to a word of those that could stand there.

    Each with our word for it: a reader is told it in their own language.
    """
    lexicons = [want for want in wanted if isinstance(want, Words)]
    alike = [found for words in lexicons for found in words.alike(word)]
    alike.sort(key=lambda found: -found[0])
    close = {spelt: ours for ratio, spelt, ours in alike if is_close(ratio, alike)}
    return dict(list(close.items())[:MOST_NEAR])


def is_close(ratio: float, alike: Sequence[tuple[float, str, str]]) -> bool:
    return ratio > alike[0][0] - MUCH_NEARER


def few(wanted: Iterable[Words | str]) -> list[str]:
    """All that could stand there, when that can be told in a breath."""
    told: list[str] = []
    for want in sorted(wanted, key=lambda want: isinstance(want, str)):
        told += [want] if isinstance(want, str) else want.shown.values()
    return told if len(told) <= MOST_SHOWN else []
