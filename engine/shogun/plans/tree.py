"""What a player can write, once it is understood. [SHO-18.4]

Every node is written by `said`, which is given what each word is called. Its canonical
`text` is the same with all words called by their keys, and reads back to the same node.
The field `verb` keeps nodes of different kinds apart: named tuples compare as plain
tuples.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, Protocol, TypeAlias

from engine.shogun.plans.vocabulary import MOVERS


class Say(Protocol):
    """What a thing is called: `say("province", "KAI")`."""

    def __call__(self, table: str, key: str) -> str: ...


def keys(table: str, key: str) -> str:
    """The canonical word for a thing is its key."""
    return key


def ranked(entries: Iterable[str]) -> str:
    return " > ".join(entries)


# ------------------------------------------------------------------- moves [SHO-18.18]


class Condition(NamedTuple):
    """One test of a condition: `armies <= 2`, `owner red`, `event tax-max-5`."""

    quantity: str  # owner, armies, unrest, here, event
    relation: str = ""
    number: int = 0
    named: str = ""  # the owner's colour, neutral or me; the kind of event

    @property
    def negated(self) -> bool:
        return False  # the language has no `not`: one compares the other way

    def said(self, say: Say) -> str:
        quantity = say("test", self.quantity)
        if self.relation:
            return f"{quantity} {self.relation} {self.number}"
        table = "event" if self.quantity == "event" else "owner"
        return f"{quantity} {say(table, self.named)}"


class Move(NamedTuple):
    """One entry of a list of moves: a target with an amount, `hold` or `ask`."""

    target: str  # a province, hold, ask
    amount: str = ""  # 3, all, all-2, half [SHO-18.17]
    tests: tuple[Condition, ...] = ()

    @property
    def is_word(self) -> bool:
        return self.target in ("hold", "ask")

    @property
    def text(self) -> str:
        return self.said(keys)

    def said(self, say: Say) -> str:
        word = say("move" if self.is_word else "province", self.target)
        parts = [word] + [amount_said(self.amount, say)] * bool(self.amount)
        if self.tests:
            both = f" {say('move', 'and')} ".join(test.said(say) for test in self.tests)
            parts += [say("move", "if"), both]
        return " ".join(parts)


def amount_said(amount: str, say: Say) -> str:
    word, dash, less = amount.partition("-")
    return amount if word.isdigit() else f"{say('move', word)}{dash}{less}"


def moves_said(moves: Iterable[Move], say: Say) -> str:
    return " | ".join(move.said(say) for move in moves)


# ------------------------------------------------- headers, sheets and steps


class Header(NamedTuple):
    """`SHOGUN 12 Y1 spring`; the number of the match is not kept. [SHO-18.14]"""

    year: str = ""
    season: str = ""  # or draft
    verb: Literal["shogun"] = "shogun"

    @property
    def text(self) -> str:
        return self.said(keys)

    def said(self, say: Say) -> str:
        year = [f"Y{self.year}"] if self.year else []
        table = "line" if self.season == "draft" else "season"
        season = [say(table, self.season)] if self.season else []
        return " ".join([say("header", "shogun"), *year, *season])


class Card(NamedTuple):
    """A card for a slot, by a sheet line or by `lay`. [SHO-18.12, SHO-18.13]"""

    slot: str
    card: str  # a province, a digit, official, bluff, empty
    moves: tuple[Move, ...] = ()
    is_step: bool = False  # `lay`, or a bid outside a sheet
    verb: Literal["card"] = "card"

    @property
    def text(self) -> str:
        return self.said(keys)

    def said(self, say: Say) -> str:
        lay = [say("line", "lay")] if self.is_step and self.slot != "bid" else []
        said = [*lay, say("slot", self.slot), card_said(self.card, say)]
        moves = [">", moves_said(self.moves, say)] if self.moves else []
        return " ".join([*said, *moves])


def card_said(card: str, say: Say) -> str:
    if card.isdigit():
        return card
    return say("province" if card.isupper() else "card", card)


class Ready(NamedTuple):
    verb: Literal["ready"] = "ready"

    @property
    def text(self) -> str:
        return self.verb

    def said(self, say: Say) -> str:
        return say("line", self.verb)


class Moves(NamedTuple):
    """Moves for a slot, or for the decision that is open now. [SHO-18.11]"""

    slot: str
    moves: tuple[Move, ...]
    verb: Literal["move"] = "move"

    @property
    def text(self) -> str:
        return self.said(keys)

    def said(self, say: Say) -> str:
        if not self.slot and self.moves == (Move("hold"),):
            return say("line", "hold")
        slot = [say("slot", self.slot)] if self.slot else []
        return " ".join([say("line", "move"), *slot, moves_said(self.moves, say)])


# ----------------------------------------------------------------- choices [SHO-18.19]


class Special(NamedTuple):
    """A special card, or whatever lies on a place, perhaps for one event only."""

    card: str  # six, place1
    event: str = ""

    @property
    def text(self) -> str:
        return self.said(keys)

    def said(self, say: Say) -> str:
        said = say("special", self.card)
        if not self.event:
            return said
        about = f"{say('test', 'event')} {say('event', self.event)}"
        return f"{said} {say('move', 'if')} {about}"


class Favour(NamedTuple):
    """A favour by its number and what to do with it; `none` is no number."""

    number: int  # 0: none
    place: str = ""  # a province, or keep
    neutral: bool = False  # only if the province is neutral then

    @property
    def text(self) -> str:
        return self.said(keys)

    def said(self, say: Say) -> str:
        if not self.number:
            return say("favour", "none")
        if not self.place:
            return str(self.number)
        table = "favour" if self.place == "keep" else "province"
        neutral = f"{say('favour', 'neutral')} " if self.neutral else ""
        return f"{self.number}@{neutral}{say(table, self.place)}"


class Goal(NamedTuple):
    """Where a general goes, and whether a statue is left behind."""

    province: str
    statue: str = ""  # statue, nostatue; not said: where one may be placed

    @property
    def text(self) -> str:
        return self.said(keys)

    def said(self, say: Say) -> str:
        statue = f" {say('post', self.statue)}" if self.statue else ""
        return f"{say('province', self.province)}{statue}"


class Word(NamedTuple):
    """An entry that is one word: a province, a bonus, an office, `none`."""

    key: str
    table: str  # of which words it is one

    @property
    def text(self) -> str:
        return self.said(keys)

    def said(self, say: Say) -> str:
        return say("province" if is_code(self.key) else self.table, self.key)


def is_code(key: str) -> bool:
    return len(key) == 3 and key.isupper()


Entry: TypeAlias = Special | Favour | Goal | Word


class Choice(NamedTuple):
    """A ranking, or a standing answer: the first entry that is possible. [SHO-18.3]"""

    point: str  # special, samurai, favour, office, revolts, general, post, draft,
    # group, attack, defend, calm
    entries: tuple[Entry, ...]
    verb: Literal["choice"] = "choice"

    @property
    def text(self) -> str:
        return self.said(keys)

    def said(self, say: Say) -> str:
        entries = ranked(entry.said(say) for entry in self.entries)
        return f"{say('line', self.point)} {entries}"


class Ask(NamedTuple):
    """Do not decide this for me. [SHO-18.22]"""

    about: str  # a slot or a point
    verb: Literal["ask"] = "ask"

    @property
    def text(self) -> str:
        return self.said(keys)

    def said(self, say: Say) -> str:
        table = "slot" if self.about in MOVERS else "line"
        return f"{say('line', 'ask')} {say(table, self.about)}"


class Cover(NamedTuple):
    """No letters for this span. [SHO-18.9]"""

    span: str  # choices, actions, end, winter, season
    verb: Literal["cover"] = "cover"

    @property
    def text(self) -> str:
        return self.said(keys)

    def said(self, say: Say) -> str:
        return f"{say('line', 'cover')} {say('span', self.span)}"


Order: TypeAlias = Header | Card | Ready | Moves | Choice | Ask | Cover


class Statement(NamedTuple):
    """One statement of a mail, and the line it stands on."""

    line: int
    order: Order
