"""Plans as keyed lines, and how what was written decides: alternatives, conditions.

A plan is text with one line for each thing it speaks of. The head of a line has its
kind and perhaps the key of what it is for; the rest is canonical text of the game:

    standing: take D1; auto any
    place 1.2: place attack at orange-2 or harvest at any
    resolve 1.2: resolve grey-2: move aki -> harima else pass

Games keep what they understand of it as they like, and are given and give text.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from engine.contract import Answer, Order, Plan, Skipped
from engine.errors import OrderError

A = TypeVar("A")
T = TypeVar("T")


class KeptLine(NamedTuple):
    """One line of a plan: `KeptLine("place 1.2", "place attack at orange-2")`."""

    head: str
    text: str

    @property
    def kind(self) -> str:
        return self.head.partition(" ")[0]

    @property
    def key(self) -> str:
        return self.head.partition(" ")[2]


def kept_lines(plan: Plan) -> list[KeptLine]:
    parts = (line.partition(": ") for line in plan.splitlines())
    return [KeptLine(head, text) for head, _, text in parts]


def plan_of(lines: Iterable[KeptLine]) -> Plan:
    return "\n".join(f"{line.head}: {line.text}" for line in lines)


def put(
    kept: Iterable[T],
    new: Sequence[T],
    subject: Callable[[T], Hashable],
    ordered: bool = False,
) -> tuple[T, ...]:
    """Replace what speaks of the same as a new line, and nothing else.

    New lines come last; where the order counts they take the place of what they
    replace.
    """
    waiting: dict[Hashable, list[T]] = {}
    for line in new:
        waiting.setdefault(subject(line), []).append(line)
    spoken_of = set(waiting)
    found: list[T] = []
    for line in kept:
        about = subject(line)
        if about not in spoken_of:
            found.append(line)
        elif ordered:
            found += waiting.pop(about, [])
    return (*found, *(line for line in new if subject(line) in waiting))


# ------------------------------------------------------- alternatives and rankings


class Chosen(NamedTuple, Generic[A, T]):
    """The first alternative that can be done, and why those before it cannot."""

    alternative: A | None
    value: T | None
    faults: tuple[OrderError, ...] = ()


def first_possible(
    alternatives: Iterable[A], attempt: Callable[[A], T | None]
) -> Chosen[A, T]:
    """Try what was written in its order, the best liked first.

    An attempt gives what the alternative comes to; None or an OrderError is not that.
    """
    faults: list[OrderError] = []
    for alternative in alternatives:
        try:
            value = attempt(alternative)
        except OrderError as fault:
            faults.append(fault)
            continue
        if value is not None:
            return Chosen(alternative, value, tuple(faults))
    return Chosen(None, None, tuple(faults))


def answer_step(
    step: Order,
    legal: Collection[Order],
    left: Plan,
    lost: Callable[[], Skipped],
    reason: str,
) -> Answer:
    """Give a step as the log writes it: that step and no more, or tell why not."""
    if step in legal:
        return Answer(step, left)
    return Answer(None, left, (lost(),), reason)


# ---------------------------------------------------------------------- conditions


class Condition(Protocol):
    """A test of what was written: `dice <= 3`, `not blue in aki`."""

    @property
    def negated(self) -> bool: ...


C = TypeVar("C", bound=Condition)


def all_hold(tests: Iterable[C], is_true: Callable[[C], bool | None]) -> bool:
    """Whether all hold; of what cannot be told (None) neither it nor its `not` does."""
    for test in tests:
        found = is_true(test)
        if found is None or found == test.negated:
            return False
    return True


def compare(value: float, relation: str, number: float, even: float = 0.0) -> bool:
    """Whether `value relation number` is true; numbers so near count as equal."""
    above, below = value > number + even, value < number - even
    match relation:
        case "<":
            return below
        case "<=":
            return not above
        case "=":
            return not (above or below)
        case ">=":
            return not below
    return above
