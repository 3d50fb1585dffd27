"""Ask and hold: a seat may publicly want to be asked at a kind of reaction.

A game names its kinds in game.toml (`[asks]`), its state has a field `asks`, and where
a seat asked for a kind (`asks_for`) its reaction waits and what it could disturb is not
listed before the answer. Everything else is done here, the same for all games: the
orders `ask KIND` and `ask no KIND`, how they are read, kept, written and shown. They
are legal at any decision of the seat and answer none, so no list of options has them.
A game whose state has a field `asked` lets a seat change its mind about a kind once in
a span, and empties the field when the next begins; what comes too early is kept.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from engine.contract import (
    Answer,
    Coverage,
    Event,
    Game,
    Hint,
    Order,
    Picture,
    Plan,
    Position,
    Seat,
    View,
)
from engine.errors import (
    OrderAmbiguous,
    OrderError,
    OrderIllegal,
    OrderUnreadable,
    Refused,
)
from engine.positions import Fields, unfit
from engine.reading.lexicon import Lexicon
from engine.reading.text import QUOTED, cut, fold, is_end, statements, with_umlauts

if TYPE_CHECKING:
    from engine.chance import Chance
    from engine.registry import About, Ask

Asks: TypeAlias = frozenset[tuple[Seat, str]]  # who wants to be asked at which kind
NOBODY: Asks = frozenset()
VERB, NO = "ask", "no"
FIELDS = ("asks", "asked")  # of a position
COMMENT = "#"
COLUMNS = 72


def asks_for(state: Any, seat: Seat, kind: str) -> bool:
    """Whether the table waits for the seat at reactions of this kind."""
    return (seat, kind) in state.asks


def is_spent(state: Any, seat: Seat, order: Order) -> bool:
    """Whether the seat has changed its mind about the kind already in this span."""
    return (seat, order.args[-1]) in getattr(state, "asked", NOBODY)


def ask_order(kind: str, wanted: bool = True) -> Order:
    return Order(VERB, (kind,) if wanted else (NO, kind))


@cache
def spellings() -> Mapping[str, Mapping[str, Any]]:
    file = Path(__file__).parent / "asking.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def meaning(table: str) -> frozenset[str]:
    """All words for something, as they are compared."""
    lists = spellings()[table].values()
    return frozenset(fold(w) for words in lists for w in with_umlauts(words))


def wrapped(line: str) -> str:
    """As it stands in a picture's text."""
    return "\n".join(wrap(line, COLUMNS))


def shown(table: str, language: str) -> str:
    found = spellings()[table].get(language) or spellings()[table]["en"]
    return str(found if isinstance(found, str) else found[0])


# -------------------------------------------------------------------------- reading


class Asked(NamedTuple):
    """A line of a text that begins as an `ask` does."""

    line: int
    verb: str  # as it was written
    word: str  # what names no kind; nothing if all do
    orders: tuple[Order, ...]


class AskReader:
    """Finds `ask` lines in a text; the rest of it is the game's."""

    def __init__(self, asks: Mapping[str, Ask]) -> None:
        self.kinds = tuple(asks)
        words = {
            kind: [kind, *chain.from_iterable(ask.words.values())]
            for kind, ask in asks.items()
        }
        self.lexicon = Lexicon({kind: with_umlauts(ws) for kind, ws in words.items()})

    def split(self, text: str) -> tuple[list[Asked], str]:
        """What is asked, and the text without it, its lines where they were."""
        found: list[Asked] = []
        lines = text.splitlines()
        for number, raw in enumerate(lines, start=1):
            if is_end(raw):
                break
            if raw.lstrip().startswith(QUOTED):
                continue
            said, sign, comment = raw.partition(COMMENT)
            parts = [(part, self.read(part, number)) for part in cut(said)]
            found += [asked for _, asked in parts if asked]
            rest = [part for part, asked in parts if not understood(asked)]
            lines[number - 1] = ";".join(rest) + sign + comment
        return found, "\n".join(lines)

    def is_all_asked(self, text: str) -> bool:
        """Whether a text asks, and says nothing else."""
        asked, rest = self.split(text)
        return all(map(understood, asked)) and bool(asked) and is_blank(rest)

    def read(self, part: str, line: int) -> Asked | None:
        words = [
            word for line in statements(part, COMMENT) for word in line.text.split()
        ]
        if not words or fold(words[0]) not in meaning("ask"):
            return None
        verb, *rest = words
        rest = [word for word in rest if fold(word) not in meaning("between")]
        wanted = not (rest and fold(rest[0].rstrip(",")) in meaning("no"))
        names = " ".join(rest if wanted else rest[1:]).rstrip(", ")
        kinds, unknown = self.kinds_of(names, wanted)
        orders = tuple(ask_order(kind, wanted) for kind in kinds)
        return Asked(line, verb, unknown, orders)

    def kinds_of(self, names: str, wanted: bool) -> tuple[Sequence[str], str]:
        """The kinds that are named; `ask all` and `ask none` name them all."""
        if fold(names) in meaning("all") or not (names or wanted):
            return self.kinds, ""
        found: list[str] = []
        for name in re.split(r"\s*,\s*", names):
            kinds = self.lexicon.find(name)
            if len(kinds) != 1:
                kinds = self.words_of(name)
            if not kinds:
                return (), name or "…"
            found += kinds
        return found, ""

    def words_of(self, names: str) -> list[str]:
        """Kinds without commas between them; nothing if one of them is unclear."""
        each = [self.lexicon.find(word) for word in names.split()]
        is_clear = len(each) > 1 and all(len(kinds) == 1 for kinds in each)
        return [kind for kinds in each for kind in kinds] if is_clear else []


def understood(asked: Asked | None) -> bool:
    return asked is not None and not asked.word


def is_blank(text: str) -> bool:
    return not statements(text, COMMENT)


def hands_in(game: Game[Any], text: str) -> bool:
    """Whether a text that was read decides anything: one that only asks does not.

    At tempo `phase` its writer is still to hand in for the span.
    """
    return not (isinstance(game, AskingGame) and game.reader.is_all_asked(text))


# --------------------------------------------------------------------------- plans


def split_plan(plan: Plan) -> tuple[list[Order], Plan]:
    """The `ask` lines of a kept plan, and the game's own lines."""
    lines = plan.splitlines()
    own = [line for line in lines if not is_ask(line)]
    return [Order.read(line) for line in lines if is_ask(line)], "\n".join(own)


def join_plan(asks: Iterable[Order], own: Plan) -> Plan:
    return "\n".join([*(order.text for order in asks), *([own] if own else [])])


def is_ask(line: str) -> bool:
    return line.startswith(f"{VERB} ")


def merged(kept: Iterable[Order], new: Iterable[Order]) -> list[Order]:
    """The newest word on each kind."""
    return list({order.args[-1]: order for order in (*kept, *new)}.values())


# ---------------------------------------------------------------------------- a game


class AskingGame:
    """A game whose seats may want to be asked; what is not said here is its own."""

    def __init__(self, rules: Any, about: About) -> None:
        self.rules = rules
        self.about = about
        self.reader = AskReader(about.asks)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rules, name)

    def changes(self, state: Any, seat: Seat, order: Order) -> bool:
        """Whether the order is one of these, and not so already."""
        if order.verb != VERB or order.args[-1:] == () or not self.is_known(order):
            return False
        return asks_for(state, seat, order.args[-1]) != (len(order.args) == 1)

    def is_known(self, order: Order) -> bool:
        kind = order.args[-1]
        return kind in self.about.asks and order.args in ((kind,), (NO, kind))

    def decides(self, state: Any, seat: Seat) -> bool:
        return any(d.seat == seat for d in self.rules.decisions(state))

    def apply(
        self, state: Any, seat: Seat, order: Order, chance: Chance
    ) -> tuple[Any, list[Event]]:
        if order.verb != VERB:
            found: tuple[Any, list[Event]] = self.rules.apply(
                state, seat, order, chance
            )
            return found
        is_due = self.changes(state, seat, order) and not is_spent(state, seat, order)
        if not (is_due and self.decides(state, seat)):
            raise OrderIllegal(self.about.ask_rule, "E_ASK", word=order.text)
        kind, wanted = order.args[-1], len(order.args) == 1
        new = state.copy()
        new.asks = state.asks ^ {(seat, kind)}
        if hasattr(state, "asked"):
            new.asked = state.asked | {(seat, kind)}
        told = "ask_set" if wanted else "ask_dropped"
        return new, [Event(told, {"seat": seat, "ask": kind})]

    # ------------------------------------------------------------------------ plans

    def parse(
        self,
        state: Any,
        seat: Seat,
        text: str,
        kept: Plan = "",
        names: Sequence[str] = (),
    ) -> Plan:
        asked, rest = self.reader.split(text)
        if not asked:
            return self.kept_with(state, seat, text, kept, names)
        faults = contradictions(asked, self.about.ask_rule)
        plan = kept
        is_all = all(map(understood, asked)) and is_blank(rest)
        if not is_all or not self.rules.decisions(state):
            try:
                plan = self.kept_with(state, seat, rest, kept, names)
            except Refused as refused:
                kinds = self.in_play(state)
                faults += [self.explained(e, asked, kinds) for e in refused.errors]
        if faults:
            raise Refused(sorted(faults, key=lambda fault: fault.line))
        before, own = split_plan(plan)
        new = self.all_asked([order for one in asked for order in one.orders])
        return join_plan(merged(before, new), own)

    def all_asked(self, orders: list[Order]) -> list[Order]:
        """With what is not asked for any more, where a text says all of it."""
        if not self.about.ask_replaces or all(order.args[0] == NO for order in orders):
            return orders
        named = {order.args[-1] for order in orders}
        others = (kind for kind in self.about.asks if kind not in named)
        return [*(ask_order(kind, wanted=False) for kind in others), *orders]

    def kept_with(
        self, state: Any, seat: Seat, text: str, kept: Plan, names: Sequence[str]
    ) -> Plan:
        """What the game keeps of its own text; what was asked before stays."""
        asks, own = split_plan(kept)
        return join_plan(asks, self.rules.parse(state, seat, text, own, names))

    def explained(
        self, error: OrderError, asked: Sequence[Asked], kinds: Sequence[str]
    ) -> OrderError:
        """A line that the game does not know either names no kind of ours."""
        for one in asked:
            is_there = one.word and one.line == error.line
            if is_there and fold(str(error.data.get("word", ""))) == fold(one.verb):
                near = self.reader.lexicon.near_keys(one.word)
                legal = [ask_order(kind).text for kind in near or kinds]
                return OrderUnreadable(
                    self.about.ask_rule,
                    "E_ASK",
                    line=one.line,
                    word=one.word,
                    legal=legal,
                    legal_kind="order",
                    near=bool(near),
                )
        return error

    def answer(self, state: Any, seat: Seat, plan: Plan, mode: str = "each") -> Answer:
        """What was asked comes first, at the seat's next decision of whatever kind."""
        asks, own = split_plan(plan)
        if asks and self.decides(state, seat):
            asks = [order for order in asks if self.changes(state, seat, order)]
            for due in asks:
                if not is_spent(state, seat, due):
                    rest = [order for order in asks if order != due]
                    return Answer(due, join_plan(rest, own))
        found: Answer = self.rules.answer(state, seat, own, mode)
        return found._replace(plan=join_plan(asks, found.plan)) if asks else found

    def coverage(self, state: Any, seat: Seat, plan: Plan) -> Coverage:
        """As if what is asked for were set already."""
        asks, own = split_plan(plan)
        due = {
            (seat, order.args[-1])
            for order in asks
            if self.changes(state, seat, order) and not is_spent(state, seat, order)
        }
        if due:
            state = state.copy()
            state.asks = state.asks ^ due
        covered: Coverage = self.rules.coverage(state, seat, own)
        return covered

    def remarks(
        self, state: Any, seat: Seat, plan: Plan, language: str = "en"
    ) -> list[str]:
        own = split_plan(plan)[1]
        return [*self.rules.remarks(state, seat, own, language)]

    def afterwards(
        self, state: Any, seat: Seat, plan: Plan, language: str = "en"
    ) -> list[str]:
        asks, own = split_plan(plan)
        return [] if asks else [*self.rules.afterwards(state, seat, own, language)]

    # ---------------------------------------------------------------------- showing

    def view(self, state: Any, seat: Seat | None) -> View:
        """Who wants to be asked is public."""
        return {**self.rules.view(state, seat), "asks": sorted(map(list, state.asks))}

    def render(
        self, view: View, language: str = "en", names: Sequence[str] = ()
    ) -> Picture:
        picture: Picture = self.rules.render(view, language, names)
        lines = [
            shown("shown", language).format(name=name, asks=", ".join(kinds))
            for name, kinds in self.asked_by(view, language, names)
        ]
        if not lines:
            return picture
        return picture._replace(
            text="\n".join([picture.text.rstrip("\n"), *map(wrapped, lines)]),
            prose=" ".join([picture.prose, *lines]),
            notes=(*picture.notes, *lines),
        )

    def asked_by(
        self, view: View, language: str, names: Sequence[str]
    ) -> list[tuple[str, list[str]]]:
        from engine.words import seat_name  # which needs the games to be there

        asked: dict[Seat, list[str]] = {}
        for seat, kind in view["asks"]:
            asked.setdefault(seat, []).append(self.about.asks[kind].word(language))
        return [
            (seat_name(seat, names, language), kinds) for seat, kinds in asked.items()
        ]

    def hints(self, state: Any, seat: Seat, language: str = "en") -> list[Hint]:
        """At the end: what else may be asked for."""
        found: list[Hint] = [*self.rules.hints(state, seat, language)]
        if not self.decides(state, seat):
            return found
        kinds = self.in_play(state)
        asked = [kind for kind in kinds if asks_for(state, seat, kind)]
        new = (
            kind
            for kind in kinds
            if kind not in asked and not is_spent(state, seat, ask_order(kind))
        )
        return [*found, *(self.hint(kind, language, asked) for kind in new)]

    def in_play(self, state: Any) -> Sequence[str]:
        """The kinds that can come in this match: all, if the game does not say."""
        found = getattr(self.rules, "asks_in_play", None)
        kinds: Sequence[str] = found(state) if found else tuple(self.about.asks)
        return kinds

    def hint(self, kind: str, language: str, asked: Sequence[str]) -> Hint:
        """With what is asked for already, where a text must say all of it."""
        no = self.in_words(ask_order(kind, wanted=False), language)
        note = shown("notes", language).format(no=no)
        others = asked if self.about.ask_replaces else ()
        words = [self.about.asks[other].word(language) for other in others]
        text = ", ".join([self.in_words(ask_order(kind), language), *words])
        return Hint(text, note)

    def label(self, view: View, kind: str, value: Any, language: str = "en") -> str:
        if kind == VERB:
            return self.about.asks[value].word(language)
        if kind in ("order", "plan") and is_ask(str(value)):
            return self.in_words(Order.read(value), language)
        return str(self.rules.label(view, kind, value, language))

    def in_words(self, order: Order, language: str) -> str:
        kind = order.args[-1]
        word = self.about.asks[kind].word(language) if kind in self.about.asks else kind
        no = [shown("no", language)] if len(order.args) > 1 else []
        return " ".join([shown("ask", language), *no, word])

    # -------------------------------------------------------------------- positions

    def position(self, state: Any) -> Position:
        """With who wants to be asked, if anybody does: older logs know of nobody."""
        own: Position = dict(self.rules.position(state))
        for name in FIELDS:
            if pairs := getattr(state, name, NOBODY):
                own[name] = sorted(map(list, pairs))
        return own

    def from_position(self, position: Position) -> Any:
        fields = Fields(position, self.about.name)
        own = {key: value for key, value in position.items() if key not in FIELDS}
        state = self.rules.from_position(own)
        if not hasattr(state, FIELDS[-1]) and FIELDS[-1] in position:
            raise unfit(FIELDS[-1], "left out in this game", position[FIELDS[-1]])
        seats = len(self.rules.score(state))
        for name in FIELDS:
            if not hasattr(state, name):
                continue
            pairs = fields.list(name)
            found = (self.ask_read(fields, name, pair, seats) for pair in pairs)
            setattr(state, name, frozenset(found))
        return state

    def ask_read(
        self, fields: Fields, name: str, pair: Any, seats: int
    ) -> tuple[Seat, str]:
        if not isinstance(pair, list) or len(pair) != 2:
            raise unfit(name, "a list of pairs [seat, kind]", pair)
        seat, kind = pair
        if kind not in list(self.about.asks):
            raise unfit(name, f"about {', '.join(self.about.asks)}", kind)
        return fields.check_number(name, seat, 0, seats - 1), kind


def contradictions(asked: Sequence[Asked], rule: str) -> list[OrderError]:
    """The same kind wanted and not wanted in one text."""
    first: dict[str, Order] = {}
    faults: list[OrderError] = []
    for one in asked:
        for order in one.orders:
            said = first.setdefault(order.args[-1], order)
            if said != order:
                legal = (said.text, order.text)
                fault = OrderAmbiguous(
                    rule, "E_ASK_TWICE", line=one.line, legal=legal, legal_kind="order"
                )
                faults.append(fault)
    return faults
