"""The grammar of the order language, piece by piece. [SHO-18.4]"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NoReturn

from engine.errors import OrderAmbiguous, OrderUnreadable
from engine.reading.cursor import Cursor
from engine.reading.lexicon import Lexicon
from engine.reading.lookalikes import in_latin
from engine.reading.misses import unreadable
from engine.reading.players import Players
from engine.reading.tokens import ARROW, ARROWS, LONGEST_PHRASE, Token
from engine.shogun.plans.tree import (
    Ask,
    Card,
    Choice,
    Condition,
    Cover,
    Entry,
    Favour,
    Goal,
    Header,
    Move,
    Moves,
    Order,
    Ready,
    Special,
    Word,
)
from engine.shogun.plans.vocabulary import (
    AMOUNT,
    ANSWER,
    ASKED,
    BID,
    BLUFF,
    BONUS,
    CALM,
    CARD,
    CARD_SIGN,
    DRAFT,
    EVENT,
    EVENT_TEST,
    FAVOUR_PLACE,
    FIRST,
    FIRST_TARGET,
    GROUP,
    LAID,
    MOVERS,
    NO_FAVOUR,
    OFFICE,
    OWNER,
    PARTS,
    PICK,
    POST,
    PROVINCE,
    PROVINCE_WORDS,
    SEASON,
    SLOT_WORDS,
    SPAN,
    SPECIAL,
    STATUE,
    TARGET,
    TEST,
    YEAR,
)

RULE = "SHO-18.4"
# As the kit has it, but letters and the digits that follow them are one word: `place1`.
TOKEN = re.compile(
    rf"(?P<arrow>[-=_]{{1,40}}>|>+(?!=)|[{ARROWS}])|(?P<relation>[<>=]=|=<)"
    r"|[^\W\d_]+(?:'[^\W\d_]+)*[0-9]*|[0-9]+|(?P<hyphen>_)"
    r"|(?P<point>(?<=[^\W\d_])\.)|\S"
)
THEN = (ARROW, ",")
LONGEST_NAME = 12  # tokens of a player's name
MOST_ARMIES = 62
MOST_FAVOUR = 99
NOBODY: Players[str] = Players((), ())


class Parser(Cursor):
    """One statement: its first word tells what it is."""

    parts, rule = PARTS, RULE

    def __init__(self, tokens: Sequence[Token], players: Players[str] = NOBODY) -> None:
        super().__init__(tokens)
        self.players = players

    # ---------------------------------------------------------------------- tokens

    def joined(self, at: int) -> Iterator[tuple[str, int]]:
        """Numbers belong to words too: `battle 1`, `recruit 5`, `tax-max-5`."""
        text = ""
        for _ in range(LONGEST_PHRASE):
            if not self.is_word(at) and not (text and self.is_number(at)):
                return
            text += self.text(at)
            yield text, at + 1
            at = self.past_hyphen(at + 1)

    def fail(self) -> NoReturn:
        """The word here fits nothing; a code typed in Cyrillic may be meant."""
        self.note(self.at)
        code = in_latin(self.token).upper()
        is_wanted = any(
            isinstance(words, Lexicon) and code in words.shown
            for words in self.expected
        )
        raise unreadable(self, self.rule, [code] if is_wanted else ())

    def fail_key(self, words: Lexicon, found: Sequence[str]) -> NoReturn:
        if not found:
            self.fail()
        raise OrderAmbiguous(
            "SHO-18.15", "ambiguous_word", legal=found, word=self.token
        )

    def is_here(self, words: Lexicon) -> bool:
        """Whether one of the words stands here, in full or by a beginning."""
        self.note(self.at, words)
        return bool(self.length(words) or words.find(self.token))

    def digit(self, least: int, most: int) -> str:
        return str(self.count(least, most))

    # ------------------------------------------------------------------- statements

    def statement(self) -> Order:
        first = self.key(FIRST)
        order = self.order_of(first)
        self.finish()
        return order

    def order_of(self, first: str) -> Order:
        if first in SLOT_WORDS:
            return self.sheet(first)
        match first:
            case "shogun":
                return self.header()
            case "lay":
                return self.sheet(self.key(LAID))._replace(is_step=True)
            case "ready":
                return Ready()
            case "hold":
                return Moves("", (Move("hold"),))
            case "move":
                return self.moves_statement()
            case "ask":
                return self.ask()
            case "cover":
                return Cover(self.key(SPAN))
        return self.choice(first)

    def header(self) -> Header:
        """The number of the match is read, not judged. [SHO-18.14]"""
        if self.is_number(self.at):
            self.at += 1
        if self.is_end(self.at):
            return Header()
        if self.is_here(DRAFT):
            return Header(season=self.key(DRAFT))
        return Header(self.key(YEAR), self.key(SEASON))

    # ----------------------------------------------------------------- cards, moves

    def sheet(self, slot: str) -> Card:
        card = self.bid_card() if slot == "bid" else self.card()
        if not self.skip(ARROW):
            return Card(slot, card)
        if slot not in MOVERS or card not in PROVINCE_WORDS:
            raise OrderUnreadable("SHO-18.13", "no_moves_here", word=self.token)
        return Card(slot, card, self.listed(self.move, "|", "or"))

    def card(self) -> str:
        if self.skip(CARD_SIGN):
            return "bluff"
        if self.is_number(self.at):
            return self.digit(0, 4)
        return self.key(CARD)

    def bid_card(self) -> str:
        if self.token == CARD_SIGN or self.is_here(BLUFF):
            raise OrderUnreadable(
                "SHO-18.16", "no_bluff_bid", legal=("bid 0", "bid empty"), near=False
            )
        return self.digit(0, 4) if self.is_number(self.at) else self.key(BID)

    def moves_statement(self) -> Moves:
        """After `move` a slot may stand, or at once where the armies go."""
        before = self.at
        slot = self.key(FIRST_TARGET)
        if slot in MOVERS:
            self.skip(ARROW)
        else:
            slot, self.at = "", before
        return Moves(slot, self.listed(self.move, "|", "or"))

    def move(self) -> Move:
        target = self.key(TARGET)
        amount = "" if target in ("hold", "ask") else self.amount()
        return Move(target, amount, self.condition(self.test))

    def amount(self) -> str:
        """A number, all, all-2 or half. [SHO-18.17]"""
        if self.is_number(self.at):
            return self.digit(0, MOST_ARMIES)
        word = self.key(AMOUNT)
        if word == "all" and self.skip("-"):
            return f"all-{self.digit(0, MOST_ARMIES)}"
        return word

    def test(self) -> Condition:
        quantity = self.key(TEST)
        if quantity == "owner":
            return Condition("owner", named=self.owner())
        if quantity == "event":
            return Condition("event", named=self.key(EVENT))
        return Condition(quantity, self.relation(), self.count(0, 99))

    def owner(self) -> str:
        """A word of the game in full, else a player's own name in full. [SHO-18.15]"""
        if not self.length(OWNER):
            for end in range(
                min(len(self.tokens), self.at + LONGEST_NAME), self.at, -1
            ):
                found = self.players.named(self.texts(self.at, end))
                if found:
                    return self.player(found, end)
        return self.key(OWNER)

    def player(self, found: Sequence[str], end: int) -> str:
        if len(found) > 1:
            raise OrderAmbiguous(
                "SHO-18.15", "ambiguous_player", legal=found, word=self.token
            )
        self.at = end
        return found[0]

    # --------------------------------------------------------------------- choices

    def choice(self, point: str) -> Choice:
        match point:
            case "special":
                return self.ranking(point, self.special)
            case "favour":
                return self.ranking(point, self.favour)
            case "general":
                return self.ranking(point, self.goal)
            case "attack" | "defend":
                return Choice(point, (Word(self.key(ANSWER), "answer"),))
            case "group":
                return Choice(point, (self.group(),))
            case "calm":
                return self.calm()
        words, table = RANKED[point]
        return self.ranking(point, lambda: Word(self.key(words), table))

    def ranking(self, point: str, entry: Callable[[], Entry]) -> Choice:
        return Choice(point, self.listed(entry, *THEN))

    def special(self) -> Special:
        card = self.key(SPECIAL)
        if not self.skip_part("if"):
            return Special(card)
        self.key(EVENT_TEST)
        return Special(card, self.key(EVENT))

    def favour(self) -> Favour:
        """`none`, `2`, `4@keep`, `12@neutral SUR`. [SHO-18.19]"""
        if not self.is_number(self.at):
            self.key(NO_FAVOUR)
            return Favour(0)
        number = self.count(1, MOST_FAVOUR)
        if not self.skip("@"):
            return Favour(number)
        place = self.key(FAVOUR_PLACE)
        if place == "neutral":
            return Favour(number, self.key(PROVINCE), neutral=True)
        return Favour(number, place)

    def goal(self) -> Goal:
        province = self.key(PROVINCE)
        if self.is_end(self.at) or self.token in THEN:
            return Goal(province)
        return Goal(province, self.key(STATUE))

    def group(self) -> Word:
        if self.is_number(self.at):
            return Word(self.digit(1, 9), "number")
        return Word(self.key(GROUP), "group")

    def calm(self) -> Choice:
        """One word, or a list of provinces. [SHO-18.21]"""
        first = self.key(CALM)
        if first not in PROVINCE_WORDS:
            return Choice("calm", (Word(first, "calm"),))
        rest: tuple[Word, ...] = ()
        if any(map(self.skip, THEN)):
            rest = self.listed(lambda: Word(self.key(PROVINCE), "province"), *THEN)
        return Choice("calm", (Word(first, "province"), *rest))

    def ask(self) -> Ask:
        about = self.key(ASKED)
        if about in SLOT_WORDS and about not in MOVERS:
            legal = [f"ask {slot}" for slot in MOVERS]
            raise OrderUnreadable(
                "SHO-18.22", "decides_nothing", legal=legal, near=False, slot=about
            )
        return Ask(about)


RANKED = {
    "samurai": (BONUS, "bonus"),
    "office": (OFFICE, "office"),
    "revolts": (PROVINCE, "province"),
    "post": (POST, "post"),
    "draft": (PICK, "pick"),
}
