"""From an action as written to steps: tried on a copy, or not at all. [SSE-13.4]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.chance import Chance
from engine.contract import Order, Seat
from engine.errors import OrderError, OrderIllegal
from engine.small_samurai_empires.box import MASTER, NOTHING
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
from engine.small_samurai_empires.rules.steps import DECLINE, DONE, HARVEST, PASS
from engine.small_samurai_empires.state import State


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
    done: list[Group] = []
    first: OrderError | None = None
    for group in written:
        now, steps, fault = try_group(now, state, seat, group)
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
    now: State, before: State, seat: Seat, group: Group
) -> tuple[State, Group, OrderError | None]:
    steps: list[Order] = []
    for step in group:
        if not is_same_action(before, now):
            return now, tuple(steps), OrderIllegal("SSE-5.1.4", "too_many_steps")
        try:
            now, _ = apply(now, seat, step, Chance())
        except OrderError as fault:
            return now, tuple(steps), fault
        steps.append(step)
    return now, tuple(steps), None


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
        return HARVEST
    return named_or_only(state, seat, "harvest", province)


def castle_order(state: State, seat: Seat, province: str) -> Order:
    """A castle; where one stands already, one more army in it. [SSE-5.8.2]"""
    reinforce = Order("reinforce")
    if reinforce in options(state, seat):
        return reinforce
    return named_or_only(state, seat, "castle", province)


def named_or_only(state: State, seat: Seat, verb: str, province: str) -> Order:
    if province:
        return Order(verb, (province,))
    possible = [order for order in options(state, seat) if order.verb == verb]
    if len(possible) == 1:
        return possible[0]
    legal = [order.text for order in possible]
    raise OrderIllegal("SSE-13.8", "which_province", legal=legal)
