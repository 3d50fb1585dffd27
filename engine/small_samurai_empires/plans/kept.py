"""What is kept of a player's mails, as text and back. [SSE-13.3 to SSE-13.5]

destiny: destiny orange or grey              the next destiny decision
place 1.2: place attack at orange-2          era 1, round 2: the queue, in order
resolve 1.2: resolve grey-2: harvest         the plan of a slot in that phase
neutral 1.2 orange-2: none                   sent with the placement just made
do 1.2 grey-2: move aki harima / done        the action that is under way
step 1.2 grey-2: move aki harima             one step of it, as the log writes it
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, TypeVar

from engine.contract import Order, Plan
from engine.kept import KeptLine, kept_lines, plan_of
from engine.small_samurai_empires.plans.reading import read_again
from engine.small_samurai_empires.plans.tree import (
    Action,
    Bare,
    Destiny,
    Move,
    Nothing,
    Place,
    Resolve,
)

T = TypeVar("T", Destiny, Place, Resolve, Bare)
Group = tuple[Order, ...]  # the steps of one path, or of one part of an action


class Doing(NamedTuple):
    """An action under way: what is still to be done of it."""

    key: str  # which action it is
    groups: tuple[Group, ...] = ()
    move: Move | None = None  # for what it says of mountains
    goal: str = ""  # of an expedition whose outcome is still to be seen
    there: int = 0  # movable armies at the goal if it arrives
    further: bool = False  # the first group is the rest of the expedition's path
    broken: bool = False  # a path lapsed: an ambush, or a tribe's action


class Kept(NamedTuple):
    """A plan, understood. Phases are written as era.round."""

    destiny: Destiny | None = None
    queue: tuple[tuple[str, Place], ...] = ()
    resolves: tuple[tuple[str, Resolve], ...] = ()
    neutral: tuple[str, Action | Nothing] | None = None
    doing: Doing | None = None
    step: tuple[str, Order] | None = None  # key as above, "" for a placement

    @property
    def text(self) -> Plan:
        return plan_of(KeptLine(head, text) for head, text in self.lines())

    def lines(self) -> Iterator[tuple[str, str]]:
        if self.destiny:
            yield "destiny", self.destiny.text
        yield from ((f"place {phase}", order.text) for phase, order in self.queue)
        yield from ((f"resolve {phase}", order.text) for phase, order in self.resolves)
        if self.neutral:
            yield f"neutral {self.neutral[0]}", self.neutral[1].text
        if self.doing:
            yield from doing_lines(self.doing)
        if self.step:
            yield f"step {self.step[0]}", self.step[1].text


def doing_lines(doing: Doing) -> Iterator[tuple[str, str]]:
    groups = (" / ".join(step.text for step in group) for group in doing.groups)
    yield f"do {doing.key}", " | ".join(groups)
    if doing.move:
        yield f"react {doing.key}", doing.move.text
    if doing.goal:
        further = " further" * doing.further
        yield f"expect {doing.key}", f"{doing.goal} {doing.there}{further}"
    if doing.broken:
        yield f"broken {doing.key}", "yes"


@lru_cache(maxsize=2048)
def read_kept(plan: Plan) -> Kept:
    """The plan as it was kept; it was checked then, so it reads."""
    kept = Kept()
    for line in kept_lines(plan):
        kept = READ[line.kind](kept, line.key, line.text)
    return kept


def read_as(kind: type[T], text: str) -> T:
    order = read_again(text)
    assert isinstance(order, kind)
    return order


def read_destiny(kept: Kept, key: str, text: str) -> Kept:
    return kept._replace(destiny=read_as(Destiny, text))


def read_place(kept: Kept, key: str, text: str) -> Kept:
    return kept._replace(queue=(*kept.queue, (key, read_as(Place, text))))


def read_resolve(kept: Kept, key: str, text: str) -> Kept:
    return kept._replace(resolves=(*kept.resolves, (key, read_as(Resolve, text))))


def read_neutral(kept: Kept, key: str, text: str) -> Kept:
    return kept._replace(neutral=(key, read_as(Bare, text).action))


def read_doing(kept: Kept, key: str, text: str) -> Kept:
    groups = tuple(
        tuple(Order.read(step) for step in group.split(" / "))
        for group in text.split(" | ")
        if group
    )
    return kept._replace(doing=Doing(key, groups))


def read_reaction(kept: Kept, key: str, text: str) -> Kept:
    action = read_as(Bare, text).action
    assert kept.doing
    assert isinstance(action, Move)
    return kept._replace(doing=kept.doing._replace(move=action))


def read_expectation(kept: Kept, key: str, text: str) -> Kept:
    assert kept.doing
    goal, there, *further = text.split()
    doing = kept.doing._replace(goal=goal, there=int(there), further=bool(further))
    return kept._replace(doing=doing)


def read_broken(kept: Kept, key: str, text: str) -> Kept:
    assert kept.doing
    return kept._replace(doing=kept.doing._replace(broken=True))


def read_step(kept: Kept, key: str, text: str) -> Kept:
    return kept._replace(step=(key, Order.read(text)))


READ = {
    "destiny": read_destiny,
    "place": read_place,
    "resolve": read_resolve,
    "neutral": read_neutral,
    "do": read_doing,
    "react": read_reaction,
    "expect": read_expectation,
    "broken": read_broken,
    "step": read_step,
}
