"""From an action as written to steps: tried on a copy, or not at all. [SSE-13.4]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.chance import Chance
from engine.contract import Order, Seat
from engine.errors import OrderError, OrderIllegal
from engine.flat import changed
from engine.small_samurai_empires.box import HARVEST as HARVEST_TOKEN
from engine.small_samurai_empires.box import KINDS, MASTER, NEUTRALS, NOTHING
from engine.small_samurai_empires.plans.kept import Group
from engine.small_samurai_empires.plans.tree import (
    Action,
    Attack,
    Castle,
    Harvest,
    Move,
    Nothing,
    Path,
    Recruit,
    Ship,
)
from engine.small_samurai_empires.rules import apply, options
from engine.small_samurai_empires.rules.actions import region_for
from engine.small_samurai_empires.rules.control import castle_in
from engine.small_samurai_empires.rules.listing import kind_at
from engine.small_samurai_empires.rules.steps import (
    DECLINE,
    DONE,
    HARVEST,
    PASS,
    REINFORCE,
)
from engine.small_samurai_empires.state import State

PLENTY = 100  # of everything: what is still impossible then is not a matter of means
TOKEN_LIMITS = {
    "recruit": "SSE-5.2.2",
    "move-3": "SSE-5.3.3",
    "move-2-or-3": "SSE-5.4.2",
    "move-2-or-ship": "SSE-5.5.1",
    "attack": "SSE-5.6.2",
    "harvest": "SSE-5.7.1",
    "castle": "SSE-5.8.1",
}
NEUTRAL_LIMITS = {
    "move": "SSE-6.2",
    "attack": "SSE-6.3",
    "recruit": "SSE-6.4",
    "harvest": "SSE-6.5",
}


class Tried(NamedTuple):
    """What an action comes to here, and what speaks against it."""

    groups: tuple[Group, ...]
    fault: OrderError | None = None
    step: Order | None = None  # the one that cannot be done
    before: tuple[Group, ...] = ()  # what could be done up to it


def try_action(
    state: State, seat: Seat, action: Action | Nothing, partly: bool = False
) -> Tried:
    """The steps of an action, all legal one after the other; else the first fault.

    `partly` does as much as is legal: its parts in the order written, each path up to
    its first illegal step. [SSE-13.4] What a mountain hides is not known: it is taken
    to hold up nobody.
    """
    try:
        written = list(written_groups(state, seat, action, partly))
    except OrderError as unclear:
        return Tried((), unclear)
    now = without_secrets(state)
    trail: list[tuple[State, Order]] = []
    done: list[Group] = []
    first: OrderError | None = None
    for group in written:
        now, steps, fault = try_group(now, state, seat, group, trail)
        first = first or fault
        if fault and not partly:
            return Tried((), fault, group[len(steps)], (*done, steps))
        if steps:
            done.append(steps)
    if partly and not done:
        return Tried(((stop_order(state),),), first)
    if is_same_action(state, now) and now.step:
        done.append((DONE,))
    return Tried(tuple(done), first)


def try_group(
    now: State,
    before: State,
    seat: Seat,
    group: Group,
    trail: list[tuple[State, Order]],
) -> tuple[State, Group, OrderError | None]:
    """`trail` holds the steps done so far, each with the state it was taken in."""
    steps: list[Order] = []
    for step in group:
        if not is_same_action(before, now):
            return now, tuple(steps), beyond(before, seat, step, trail)
        try:
            after, _ = apply(now, seat, step, Chance())
        except OrderError as fault:
            return now, tuple(steps), fault
        trail.append((now, step))
        now = after
        steps.append(step)
    return now, tuple(steps), None


def beyond(
    before: State, seat: Seat, step: Order, trail: Sequence[tuple[State, Order]]
) -> OrderError:
    """Why the action was over before this step: no means, or it gives no more."""
    last, done = trail[-1]
    rich = with_means(last, seat, PLENTY)
    after, _ = apply(rich, seat, done, Chance())
    if is_same_action(before, after):
        try:
            apply(with_means(after, seat, -PLENTY), seat, step, Chance())
        except OrderError as fault:
            return fault
    return OrderIllegal(limit_rule(before), "too_many_steps")


def with_means(state: State, seat: Seat, more: int) -> State:
    """A copy in which the seat has so much more, or less, to pay and recruit with."""
    copy = state.copy()
    copy.food = changed(state.food, seat, more)
    copy.bushido = changed(state.bushido, seat, more)
    copy.reserve = changed(state.reserve, seat, more)
    return copy


def limit_rule(state: State) -> str:
    """The rule that says how much the action gives."""
    if state.point == "resolution":
        return TOKEN_LIMITS[KINDS[kind_at(state)]]
    if state.point == "neutral":
        return NEUTRAL_LIMITS[NEUTRALS[state.layout.neutral[state.slot]]]
    return "SSE-10.2.5"


def without_secrets(state: State) -> State:
    """A copy in which no face-down mountain token tells what it is. [SSE-13.2]"""
    copy = state.copy()
    copy.mountains = tuple(
        token if token == NOTHING else MASTER for token in state.mountains
    )
    return copy


def is_same_action(before: State, now: State) -> bool:
    return (before.era, before.round, before.phase, before.seat, before.slot) == (
        now.era,
        now.round,
        now.phase,
        now.seat,
        now.slot,
    ) and now.point not in ("", "placement")


def stop_order(state: State) -> Order:
    """To do nothing, or nothing more."""
    if state.point in ("neutral", "tribe", "journey"):
        return DECLINE
    return DONE if state.step else PASS


# --------------------------------------------------------------- as it was written


def written_groups(
    state: State, seat: Seat, action: Action | Nothing, partly: bool = False
) -> Iterator[Group]:
    """The steps an action says, whether they are legal or not."""
    match action:
        case Recruit(provinces):
            yield from ((Order("recruit", (p,)),) for p in provinces)
        case Move(paths):
            for path in paths:
                yield from [walk(path)] * path.armies
        case Ship(start, goal, armies):
            there = ship_count(state, seat, start)
            count = min(armies or there, there) if partly else armies or there
            yield (Order("ship", (str(count), start, goal)),)
        case Attack(province, players):
            yield from ((Order("attack", (province, of)),) for of in players)
        case Harvest(province):
            yield (harvest_order(state, seat, province),)
        case Castle(province):
            yield (castle_order(state, seat, province),)
        case _:
            yield (stop_order(state),)


def walk(path: Path) -> Group:
    steps, here = [], path.start
    for step in path.steps:
        if step.mountain:
            args = (here, step.mountain, step.province)
            steps.append(Order("expedition", args))
        else:
            steps.append(Order("move", (here, step.province)))
        here = step.province
    return tuple(steps)


def ship_count(state: State, seat: Seat, start: str) -> int:
    """Two armies if two stand there, else one. [SSE-13.8]"""
    province = state.setup.board.index[start]
    return 2 if state.armies[province * state.setup.seats + seat] > 1 else 1


def harvest_order(state: State, seat: Seat, province: str) -> Order:
    """A province only for a neutral action, and there only if need be. [SSE-13.8]"""
    if state.point == "resolution":
        if province and kind_at(state) == HARVEST_TOKEN:
            raise OrderIllegal(
                "SSE-5.7.1", "harvest_province", legal=["harvest"], province=province
            )
        return HARVEST
    return named_or_only(state, seat, "harvest", province)


def castle_order(state: State, seat: Seat, province: str) -> Order:
    """A castle; where one stands already, one more army in it. [SSE-5.8.2]

    Whoever names another province wants a second castle, and that is refused.
    """
    board = state.setup.board
    standing = castle_in(state, seat, board.slot_region[state.slot])
    if standing != NOTHING and province in ("", board.provinces[standing]):
        return REINFORCE
    return named_or_only(state, seat, "castle", province)


def named_or_only(state: State, seat: Seat, verb: str, province: str) -> Order:
    if province:
        return Order(verb, (province,))
    possible = [order for order in options(state, seat) if order.verb == verb]
    if len(possible) == 1:
        return possible[0]
    if not possible:
        region_for(state, verb)  # another action: that rule refuses
        rule = "SSE-6.5" if verb == "harvest" else "SSE-5.8.1"
        raise OrderIllegal(rule, "E_NO_SUCH_ACTION")
    legal = [order.text for order in possible]
    raise OrderIllegal("SSE-13.8", "which_province", legal=legal)
