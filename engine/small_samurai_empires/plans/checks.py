"""What the text alone decides beyond one order. [SSE-13.5, SSE-13.8]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.errors import OrderAmbiguous, OrderError, OrderUnreadable
from engine.small_samurai_empires.plans.placement_grammar import Follower
from engine.small_samurai_empires.plans.tree import (
    Action,
    Bare,
    Destiny,
    Harvest,
    Move,
    Nothing,
    Order,
    Place,
    Reaction,
    Resolve,
    Statement,
)


def check_twice(statements: Sequence[Statement]) -> Iterator[OrderError]:
    """Two plans for one slot, or two destinies, in one mail. [SSE-13.5]"""
    first: dict[str, Order] = {}
    for line, order, _ in statements:
        if not isinstance(order, Resolve | Destiny):
            continue
        key = order.slot if isinstance(order, Resolve) else order.verb
        other = first.setdefault(key, order)
        if other is order:
            continue
        legal = dict.fromkeys([other.text, order.text])
        code = "two_plans" if isinstance(order, Resolve) else "two_destinies"
        fault = OrderAmbiguous("SSE-13.5", code, line=line, legal=legal)
        fault.data |= {"slot": key} if isinstance(order, Resolve) else {}
        yield fault


def check_follower(place: Place, order: Order | Follower) -> Place | None:
    """A bare action right after a placement is its neutral action. [SSE-13.8]

    It belongs to the last alternative, as it would on the placement's own line.
    """
    follower = as_follower(order)
    if follower is None:
        return None
    *others, last = place.entries
    if last.neutral is None:
        said = last._replace(neutral=follower.neutral, must=follower.must)
        return Place((*others, said))
    if (last.neutral, last.must) == follower:
        return place
    legal = (last.neutral.text, follower.neutral.text)
    raise OrderAmbiguous("SSE-13.8", "two_neutrals", legal=legal)


def as_follower(order: Order | Follower) -> Follower | None:
    """Castle and ship are no neutral actions; `pass` is `none` here."""
    if isinstance(order, Follower):
        return order
    if not isinstance(order, Bare) or order.others:
        return None
    match order.action.verb:
        case "pass" | "none":
            return Follower(Nothing())
        case "castle" | "ship":
            return None
    return Follower(order.action)


def check_actions(order: Order | Follower) -> None:
    """What one order says of its actions. [SSE-13.8]"""
    for action in actions_of(order):
        if isinstance(action, Move):
            check_reactions(action)
    for action in order.alternatives if isinstance(order, Resolve) else ():
        if isinstance(action, Harvest) and action.province:
            province = action.province
            raise OrderUnreadable("SSE-13.8", "harvest_province", province=province)


def check_reactions(move: Move) -> None:
    """One answer to each event of a move."""
    first: dict[str, Reaction] = {}
    for reaction in move.reactions:
        other = first.setdefault(reaction.event, reaction)
        if other != reaction:
            legal = (other.text, reaction.text)
            raise OrderAmbiguous(
                "SSE-13.8", "two_reactions", legal=legal, statement=reaction.event
            )


def actions_of(order: Order | Follower) -> list[Action | Nothing]:
    match order:
        case Bare(action):
            return [action, *order.others]
        case Follower(action):
            return [action]
        case Resolve(_, alternatives):
            return list(alternatives)
        case Place(entries):
            return [entry.neutral for entry in entries if entry.neutral]
    return []
