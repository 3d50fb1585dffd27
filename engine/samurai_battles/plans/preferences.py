"""What PREFER lines answer: choices that the rules force on a player. [SB-17.17]

The lines of the right kind are tried in the order written; the first that fits and
says something legal counts. [SB-17.4]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from engine.contract import Order, Seat
from engine.samurai_battles.hexes import INDEX, NAMES, YELLOW, X
from engine.samurai_battles.plans.tree import Prefer
from engine.samurai_battles.rules.leaders import flight_rank, read_flight
from engine.samurai_battles.rules.pieces import is_empty, symbol_of
from engine.samurai_battles.rules.retreat import rank
from engine.samurai_battles.state import State


def preferred(
    state: State, seat: Seat, legal: Sequence[Order], lines: Sequence[Prefer]
) -> Order | None:
    """The step that the first fitting line wants here; None if there is none."""
    choose = CHOICES.get(verb_of(legal))
    if choose is None:
        return None
    for line in lines:
        found = choose(state, seat, legal, line)
        if found is not None:
            return found
    return None


def verb_of(legal: Sequence[Order]) -> str:
    """By what kind of step the decision is answered."""
    verbs = {order.verb for order in legal}
    return next((verb for verb in CHOICES if verb in verbs), "")


def is_at(line: Prefer, hex: int) -> bool:
    return not line.at or NAMES[hex] in line.at


# ---------------------------------------------------------------- flags and retreat


def ignore(
    state: State, seat: Seat, legal: Sequence[Order], line: Prefer
) -> Order | None:
    """So many, or as many of them as is legal. [SB-9.3]"""
    _, (unit, *_) = state.stack[-1]
    if line.kind != "ignore" or not is_at(line, state.unit_hex[unit]):
        return None
    most = max(int(order.args[0]) for order in legal)
    wanted = most if line.values == ("max",) else min(int(line.values[0]), most)
    return Order("ignore", (str(wanted),))


def retreat(
    state: State, seat: Seat, legal: Sequence[Order], line: Prefer
) -> Order | None:
    """Left or right at each hex, or through the hexes named. [SB-2.6, SB-9.4]"""
    _, (unit, *_) = state.stack[-1]
    if line.kind != "retreat" or not is_at(line, state.unit_hex[unit]):
        return None
    if line.values[0] in ("left", "right"):
        return sideways(seat, legal, line.values[0])
    through = [order for order in legal if set(line.values) & set(order.args)]
    for name in line.values if through else ():
        through = [order for order in through if name in order.args] or through
    ranked = sorted(through, key=lambda order: rank(state, unit, path_of(order)))
    return ranked[0] if ranked else None


def path_of(order: Order) -> tuple[int, ...]:
    return tuple(INDEX[name] for name in order.args)


def sideways(seat: Seat, legal: Sequence[Order], side: str) -> Order:
    """The left of the bottom army is the left of the map. [SB-2.6]"""
    sign = 1 if (side == "left") == (seat == YELLOW) else -1
    return min(legal, key=lambda order: [sign * X[hex] for hex in path_of(order)])


# --------------------------------------------------------------------- lone leaders


def fate(
    state: State, seat: Seat, legal: Sequence[Order], line: Prefer
) -> Order | None:
    """The first fate that is possible. [SB-10.5, SB-10.6]"""
    _, (leader, *_) = state.stack[-1]
    if line.kind != "lone" or not is_at(line, state.leader_hex[leader]):
        return None
    for value in line.values:
        found = list(ways(state, leader, legal, value))
        if found:
            return min(found, key=lambda order: way_rank(state, leader, order))
    return None


def ways(
    state: State, leader: int, legal: Sequence[Order], value: str
) -> Iterator[Order]:
    for order in legal:
        is_exit = "exit" in order.args
        end = order.args[-1] if order.args and not is_exit else ""
        if value in ("seppuku", "exit"):
            fits = order.verb == "seppuku" if value == "seppuku" else is_exit
        elif value in ("unite", "far"):
            fits = bool(end) and is_empty(state, INDEX[end]) == (value == "far")
        else:
            fits = end == value
        if fits:
            yield order


def way_rank(state: State, leader: int, order: Order) -> tuple[object, ...]:
    """Of several ways the one that the default would like best. [SB-17.7]"""
    if order.verb == "seppuku":
        return ()
    return flight_rank(state, leader, *read_flight(state, leader, order.args))


# ------------------------------------------------------------------ losses and cards


def lose(
    state: State, seat: Seat, legal: Sequence[Order], line: Prefer
) -> Order | None:
    """The units named take the loss of such a face, in this order. [SB-9.12]"""
    symbol = symbol_of(state, state.unit_at[INDEX[legal[0].args[0]]])
    if line.kind != "loss" or line.values != (symbol,):
        return None
    wanted = [Order("lose", (name,)) for name in line.at]
    return next((order for order in wanted if order in legal), None)


def keep(
    state: State, seat: Seat, legal: Sequence[Order], line: Prefer
) -> Order | None:
    """Of two cards drawn the one that is named first. [SB-4.7]"""
    if line.kind != "hand":
        return None
    wanted = [Order("keep", (card,)) for card in line.values]
    return next((order for order in wanted if order in legal), None)


Choice = Callable[[State, Seat, Sequence[Order], Prefer], Order | None]
CHOICES: Mapping[str, Choice] = {
    "ignore": ignore,
    "retreat": retreat,
    "flee": fate,
    "seppuku": fate,
    "lose": lose,
    "keep": keep,
}
