"""The parts statements are made of: cards, places, lines, dice, conditions. [AOW-10]"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NoReturn

from engine.age_of_war.board import (
    CENTRE,
    FACES,
    HAS_SPECIAL,
    PRINTED,
    SEATS,
    SLOTS,
    SPECIAL,
)
from engine.age_of_war.plans.tree import Condition, LineRef, Wish
from engine.age_of_war.plans.vocabulary import (
    LINE_WORDS,
    LINES_SHOWN,
    PARTS,
    QUANTITIES,
    WORDS,
    card_names,
    find_card,
)
from engine.errors import OrderAmbiguous, OrderError, OrderIllegal, OrderUnreadable
from engine.reading.cursor import RELATIONS, Cursor
from engine.reading.misses import ENDED
from engine.reading.players import Players, told_apart
from engine.reading.text import fold
from engine.reading.tokens import split

TOKEN = re.compile(
    r"(?P<relation><=|>=|==|=<|=>|<|>|=)|[*,:+%]|[^\s<>=*,:+%]+"  # `D1` is one
)
SIGNS = "*,:"  # end a name
CYRILLIC = re.compile(r"[\u0400-\u04ff]")
UNKNOWN = -1  # a card whose name is told to be wrong later
AFTER_CARD = ("from", "via", "if", "with")
SEAT = re.compile(rf"(\w+) ([0-{SEATS[1] - 1}])")
DAL = re.compile(r"\bdal (?=centro|posto)")  # Italian for “from the”


class StatementParts(Cursor):
    """One statement, token by token; each method reads one part of the grammar."""

    parts, rule = PARTS, "AOW-10.2"

    def __init__(self, text: str, set_key: str, names: Sequence[str] = ()) -> None:
        super().__init__(split(DAL.sub("da ", fold(text)), TOKEN))
        self.set = set_key
        self.names = names
        self.later: list[OrderError] = []  # told only if all else is understood

    def fail(
        self,
        legal: Iterable[str] = (),
        said: str = "",
        rule: str = "AOW-10.2",
        legal_kind: str = "order",
    ) -> NoReturn:
        raise OrderUnreadable(
            rule,
            "E_PARSE",
            legal=legal,
            legal_kind=legal_kind,
            said=said,
            word=self.token or ENDED,
        )

    def fail_cyrillic(self, legal: Sequence[str]) -> NoReturn:
        """Cyrillic letters are no codes: С is not C. [AOW-10.3]"""
        raise OrderUnreadable(
            "AOW-10.3",
            "E_CYRILLIC_CODE",
            legal=legal,
            legal_kind="order",
            word=self.token,
        )

    def finish(self) -> None:
        """Nothing may be left over; then what was not known is told. [AOW-10.10]"""
        if self.length(PARTS.any):
            self.fail(said="misplaced")
        if self.token:
            self.fail(PARTS.any.near_keys(self.token)[:3])

    def finish_statement(self) -> None:
        self.finish()
        if self.later:
            raise self.later[0]

    # ------------------------------------------------------------- parts

    def card(self) -> int:
        start = self.at
        word = self.words_until(SIGNS, *AFTER_CARD)
        if not word:
            self.fail()
        try:
            return find_card(word, self.set)
        except OrderError as fault:
            self.check_after_card(start)
            self.later.append(fault)
            return UNKNOWN

    def check_after_card(self, start: int) -> None:
        """`ying trmaite CC` names a card; it is `tramite` that was mistyped."""
        names, end = card_names(self.set), self.at
        for at in range(start + 1, end):
            meant = PARTS.any.near_keys(self.text(at))
            near = [key for key in meant if key in AFTER_CARD]
            if near and names.exact(self.texts(start, at)):
                self.at = at
                self.fail(near)

    def place(self) -> int:
        """The centre, a seat by number, or a player; words of the game come first."""
        start = self.at
        word = self.words_until(SIGNS, "via", "if")
        if PARTS["centre"].exact(word):
            return CENTRE
        seat = SEAT.fullmatch(word)
        if seat and PARTS["seat"].exact(seat[1]):
            return int(seat[2])
        found = Players(self.names, range(len(self.names))).find(word)
        if len(found) == 1:
            return found[0]
        self.at = start
        if not found:
            self.fail(["centre", *self.names], legal_kind="place")
        raise OrderAmbiguous(
            "AOW-10.2",
            "E_AMBIGUOUS",
            legal=told_apart(found, self.names),
            legal_kind="place",
            said="ambiguous_player",
            word=word,
        )

    def lines(self) -> tuple[LineRef, ...]:
        return self.listed(self.line, ",")

    def line(self) -> LineRef:
        code = self.code()
        return LineRef(code, self.count()) if self.skip("<=") else LineRef(code)

    def code(self) -> str:
        """Letters, a number, a word, `L2` or `*`. [AOW-1.3, AOW-10.3]"""
        token = self.token
        if self.skip("*"):
            return "*"
        if word := LINE_WORDS.exact(token) if token else None:
            return self.line_words(word)
        if CYRILLIC.search(token) and len(CYRILLIC.findall(token)) <= 3:
            self.fail_cyrillic(LINES_SHOWN)
        if re.fullmatch(r"l[1-9]", token):
            self.at += 1
            return token.upper()
        if re.fullmatch(r"[acg]+|s", token):
            self.at += 1
            return "".join(sorted(token.upper()))
        return self.infantry()

    def line_words(self, first: str) -> str:
        self.at += 1
        code = first
        while self.skip("+"):
            more = LINE_WORDS.exact(self.token) if self.token else None
            if more is None or SPECIAL in (first, more):
                self.fail()
            code += more
            self.at += 1
        return "".join(sorted(code))

    def infantry(self) -> str:
        found = re.fullmatch(r"i?([1-9][0-9]?)i?", self.token)
        if found is None:
            self.fail(LINE_WORDS.shown.values() if self.token else ())
        self.at += 1
        if self.token and QUANTITIES.exact(self.token) == "inf":
            self.at += 1
        return f"I{found[1]}"

    def drop(self) -> str:
        return self.some_dice() if self.skip_part("drop") else ""

    def with_dice(self) -> str:
        if not self.skip_part("with"):
            return ""
        return self.some_dice()

    def some_dice(self) -> str:
        return self.dice() or self.fail(FACES)

    def dice(self) -> str:
        faces = ""
        while self.token and not self.is_part("if"):
            faces += self.face()
            self.skip(",")
        return faces

    def face(self) -> str:
        """One face, or several written together: `332`."""
        token = self.token
        word = LINE_WORDS.exact(token) if token else None
        if word in ("A", "C", "G"):
            self.at += 1
            return str(word)
        if CYRILLIC.search(token):
            self.fail_cyrillic(LINES_SHOWN[:3])
        if not re.fullmatch(r"[123acg]+", token):
            self.fail(FACES)
        return self.take().upper()

    def wishes(self) -> tuple[Wish, ...]:
        if not self.token or self.is_part("if") or self.skip_part("any"):
            return ()
        return self.listed(self.wish, ",")

    def wish(self) -> Wish:
        card = self.card()
        return Wish(card, self.number() if self.skip("*") else None)

    def number(self) -> float:
        token = self.token
        if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,9})?", token):
            self.fail()
        self.at += 1
        return float(token)

    def tests(self) -> tuple[Condition, ...]:
        return self.condition(self.test)

    def test(self) -> Condition:
        for situation in ("open", "siege"):
            if self.skip_part(situation):
                return Condition(situation)
        quantity = self.quantity()
        if self.token not in RELATIONS:
            self.fail(RELATIONS)
        relation = self.take()
        number = self.decimal()
        percent = self.skip("%")
        if percent and quantity != "odds":
            self.at -= 1
            self.fail(said="percent", rule="AOW-10.9a")
        if quantity == "odds":
            number = number / 100 if percent else number
            if number > 1:
                self.fail(said="odds", rule="AOW-10.9a")
        return Condition(quantity, relation, number)

    def decimal(self) -> float:
        """A number; after a comma its decimals, as half of Europe writes them."""
        number = self.number()
        if self.token == "," and number == int(number):
            self.at += 1
            if not re.fullmatch(r"[0-9]{1,9}", self.token):
                self.fail()
            number = float(f"{int(number)}.{self.take()}")
        return number

    def quantity(self) -> str:
        token = self.token
        found = QUANTITIES.exact(token) if token else None
        word = LINE_WORDS.exact(token) if token else None
        if found is None and (token in ("a", "c", "g") or word in ("A", "C", "G")):
            found = word or token.upper()
        if found is None:
            near = QUANTITIES.near_keys(token)[:3] if token else ()
            self.fail(near or WORDS["quantities"])
        self.at += 1
        return found


def faults_on_card(card: int, refs: Iterable[LineRef]) -> list[OrderError]:
    """A line the card can never have refuses the order at once. [AOW-10.11]"""
    lines = (*PRINTED[card], SPECIAL) if HAS_SPECIAL[card] else PRINTED[card]
    known = {"*", *lines, *(f"L{line}" for line in range(1, len(lines) + 1))}
    return [
        OrderIllegal(
            "AOW-10.11",
            "E_NO_SUCH_LINE",
            legal=lines,
            card=SLOTS[card],
            wanted=ref.code,
        )
        for ref in refs
        if ref.code not in known
    ]
