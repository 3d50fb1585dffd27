"""What is kept of a player's mails, as text and back. [SHO-18.4, SHO-18.5]

card Y1 spring: battle-a KAI > SUR 3 | hold    a card with its moves, to be laid yet
move Y1 spring: move battle-a SUR 3 | hold     moves of a card that lies
ready Y1 spring: ready                         the plan is sealed
choice Y1 spring: special six > attack         a ranking or a standing answer
ask Y1 spring: ask battle-a                    the writer wants to decide it then
cover Y1 spring: cover actions                 the writer wants no letter for the span
step Y1 spring special: special six            one step for the decision open now

The season is the one in which the line was written; the draft is one, too.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from typing import NamedTuple

from engine.contract import Order as Step
from engine.contract import Plan, Seat
from engine.kept import KeptLine, kept_lines, plan_of, put
from engine.shogun.board import BOARD
from engine.shogun.plans.reading import read_again
from engine.shogun.plans.tree import (
    Ask,
    Card,
    Choice,
    Cover,
    Moves,
    Order,
    Ready,
)
from engine.shogun.plans.vocabulary import MOVERS
from engine.shogun.rules.steps import REACTIONS
from engine.shogun.state import State

DRAFT = "draft"
ALWAYS = (*REACTIONS,)  # standing answers hold until they are changed [SHO-18.20]
IN_DRAFT = ("draft", "group")


def season_of(state: State) -> str:
    """`Y1 spring`, or `draft` before it."""
    return DRAFT if state.phase == DRAFT else state.when


def key_of(state: State) -> str:
    """Which decision is open: one of a kind for each seat, action or throw."""
    details = (state.action, state.throws, len(state.revolts), len(state.deck))
    return " ".join([season_of(state), state.point, *map(str, details)])


class Kept(NamedTuple):
    """A plan, understood: what was written in which season."""

    lines: tuple[tuple[str, Order], ...] = ()
    step: tuple[str, Step] | None = None  # and the key of the decision it answers

    @property
    def text(self) -> Plan:
        lines = [KeptLine(f"{o.verb} {when}", o.text) for when, o in self.lines]
        if self.step:
            lines.append(KeptLine(f"step {self.step[0]}", self.step[1].text))
        return plan_of(lines)

    # ------------------------------------------------------------------ what it has

    @property
    def orders(self) -> tuple[Order, ...]:
        return tuple(order for _, order in self.lines)

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(order for order in self.orders if isinstance(order, Card))

    @property
    def is_ready(self) -> bool:
        return Ready() in self.orders

    @property
    def covers(self) -> tuple[str, ...]:
        return tuple(o.span for o in self.orders if isinstance(o, Cover))

    def asks(self, about: str) -> bool:
        return Ask(about) in self.orders

    def choice(self, point: str) -> Choice | None:
        found = (o for o in self.orders if isinstance(o, Choice) and o.point == point)
        return next(found, None)

    def moves(self, slot: str) -> Moves | None:
        """The moves of a card that lies, or will."""
        for order in self.orders:
            if isinstance(order, Moves) and order.slot == slot:
                return order
            if isinstance(order, Card) and order.slot == slot and order.moves:
                return Moves(slot, order.moves)
        return None

    # ----------------------------------------------------------------- what changes

    def with_orders(self, when: str, new: Iterable[Order]) -> Kept:
        """New lines take the place of those that speak of the same. [SHO-18.5]"""
        pairs = [(when, order) for order in new]
        return self._replace(lines=put(self.lines, pairs, about, ordered=True))

    def without(self, is_gone: Callable[[Order], bool]) -> Kept:
        lines = tuple(line for line in self.lines if not is_gone(line[1]))
        return self._replace(lines=lines)

    def without_order(self, gone: Order) -> Kept:
        return self.without(lambda order: order == gone)


def about(line: tuple[str, Order]) -> Hashable:
    """What a line speaks of. A line and an `ask` for the same exclude each other."""
    order = line[1]
    match order:
        case Card():
            return "card", order.slot
        case Moves():
            return "move", order.slot
        case Choice():
            return "choice", order.point
        case Ask() if order.about in REACTIONS:
            return "ask", order.about  # the standing line only gives way [SHO-18.22]
        case Ask():
            return "move" if order.about in MOVERS else "choice", order.about
        case Cover():
            return "cover", order.span
    return order.verb


@lru_cache(maxsize=2048)
def read_kept(plan: Plan) -> Kept:
    """The plan as it was kept; it was checked then, so it reads."""
    lines: list[tuple[str, Order]] = []
    step = None
    for line in kept_lines(plan):
        if line.kind == "step":
            step = (line.key, Step.read(line.text))
        else:
            lines.append((line.key, read_again(line.text)))
    return Kept(tuple(lines), step)


# -------------------------------------------------------- how long lines hold [18.4]


def kept_now(state: State, seat: Seat, plan: Plan) -> Kept:
    """The plan without what can never be used now."""
    kept = read_kept(plan)
    lines = tuple(line for line in kept.lines if holds_on(state, seat, *line))
    step = kept.step if kept.step and kept.step[0] == key_of(state) else None
    if lines == kept.lines and step == kept.step:
        return kept
    return Kept(lines, step)


def holds_on(state: State, seat: Seat, when: str, order: Order) -> bool:
    """Whether a line still holds that was written then. [SHO-18.4]"""
    now = season_of(state)
    if isinstance(order, Choice):
        return choice_holds(state, when, order.point)
    if isinstance(order, Ask) and order.about in IN_DRAFT:
        return now == DRAFT
    if isinstance(order, Ask | Cover) and state.season_name == BOARD.winter:
        return when in (now, f"Y{state.year} {BOARD.seasons[-1]}")
    return when == now


def choice_holds(state: State, when: str, point: str) -> bool:
    if point in ALWAYS:
        return True
    if point in IN_DRAFT:
        return season_of(state) == DRAFT
    if point == "revolts":  # until the next winter is over
        return year_of(when) == state.year
    if point == "post":  # until the general is placed, at the latest after winter 1;
        is_drafted = when == DRAFT and season_of(state) != DRAFT  # a draft places it
        return year_of(when) == state.year and not is_drafted
    return when == season_of(state)


def year_of(when: str) -> int:
    return 1 if when == DRAFT else int(when[1])
