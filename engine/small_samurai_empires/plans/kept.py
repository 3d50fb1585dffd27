"""What is kept of a player's mails, as text and back. [SSE-13.3 to SSE-13.5]

destiny: destiny orange or grey              the next destiny decision
place 1.2: place attack at orange-2          era 1, round 2: the queue, in order
resolve 1.2: resolve grey-2: harvest         the plan of a slot in that phase
neutral 1.2 orange-2: none                   sent with the placement just made
do 1.2 grey-2: move aki harima / done        the action that is under way
step 1.2 grey-2: move aki harima             one step of it, as the log writes it
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.contract import Order, Plan
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
        lines = [f"destiny: {self.destiny.text}"] if self.destiny else []
        lines += [f"place {phase}: {order.text}" for phase, order in self.queue]
        lines += [f"resolve {phase}: {order.text}" for phase, order in self.resolves]
        if self.neutral:
            lines.append(f"neutral {self.neutral[0]}: {self.neutral[1].text}")
        lines += doing_lines(self.doing)
        if self.step:
            lines.append(f"step {self.step[0]}: {self.step[1].text}")
        return "\n".join(lines)


def doing_lines(doing: Doing | None) -> list[str]:
    if doing is None:
        return []
    groups = " | ".join(
        " / ".join(step.text for step in group) for group in doing.groups
    )
    lines = [f"do {doing.key}: {groups}"]
    if doing.move:
        lines.append(f"react {doing.key}: {doing.move.text}")
    if doing.goal:
        further = " further" * doing.further
        lines.append(f"expect {doing.key}: {doing.goal} {doing.there}{further}")
    if doing.broken:
        lines.append(f"broken {doing.key}: yes")
    return lines


@lru_cache(maxsize=2048)
def read_kept(plan: Plan) -> Kept:
    """The plan as it was kept; it was checked then, so it reads."""
    kept = Kept()
    for line in plan.splitlines():
        head, _, text = line.partition(": ")
        word, _, key = head.partition(" ")
        kept = READ[word](kept, key, text)
    return kept


def read_one(text: str) -> Destiny | Place | Resolve | Bare:
    order = read_again(text)
    assert isinstance(order, Destiny | Place | Resolve | Bare)
    return order


def read_destiny(kept: Kept, key: str, text: str) -> Kept:
    order = read_one(text)
    assert isinstance(order, Destiny)
    return kept._replace(destiny=order)


def read_place(kept: Kept, key: str, text: str) -> Kept:
    order = read_one(text)
    assert isinstance(order, Place)
    return kept._replace(queue=(*kept.queue, (key, order)))


def read_resolve(kept: Kept, key: str, text: str) -> Kept:
    order = read_one(text)
    assert isinstance(order, Resolve)
    return kept._replace(resolves=(*kept.resolves, (key, order)))


def read_neutral(kept: Kept, key: str, text: str) -> Kept:
    order = read_one(text)
    assert isinstance(order, Bare)
    return kept._replace(neutral=(key, order.action))


def read_doing(kept: Kept, key: str, text: str) -> Kept:
    groups = tuple(
        tuple(Order.read(step) for step in group.split(" / "))
        for group in text.split(" | ")
        if group
    )
    return kept._replace(doing=Doing(key, groups))


def read_reaction(kept: Kept, key: str, text: str) -> Kept:
    order = read_one(text)
    assert kept.doing
    assert isinstance(order, Bare)
    assert isinstance(order.action, Move)
    return kept._replace(doing=kept.doing._replace(move=order.action))


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
