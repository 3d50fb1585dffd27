"""A whole sensible turn, found by simple rules of thumb. [SB-17.13]

It is played on a copy as if the opponent never reacted: who is near the enemy gets the
orders, moves up and attacks; who can shoot stays and shoots. Nothing hidden is used.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.chance import Chance
from engine.contract import Order, Seat
from engine.errors import OrderError, ReplayBroken
from engine.samurai_battles.hexes import DISTANCE, INDEX, NAMES, Hex
from engine.samurai_battles.plans.tree import (
    Attack,
    Card,
    Draw,
    Extras,
    Fire,
    Line,
    Move,
    Orders,
    Shot,
    Spot,
    Then,
)
from engine.samurai_battles.rules import apply, decisions, default, options
from engine.samurai_battles.rules.movement import march_of
from engine.samurai_battles.rules.pieces import (
    enemies_of,
    hex_of,
    kind_of,
    piece_on,
)
from engine.samurai_battles.state import LEADER, NOBODY, Piece, State

DONE, PROCEED = Order("done"), Order("proceed")
RICH = 5  # tokens that are enough: then a Dragon card is better
FAR = 99
BATTLES, ORDERS = 4, 1  # what an advised battle and an order are worth
MOST_STEPS = 60


class Advice(NamedTuple):
    worth: int
    lines: tuple[Line, ...]

    @property
    def text(self) -> str:
        return "; ".join(line.text for line in self.lines)


def turns(state: State, seat: Seat) -> list[Advice]:
    """The rest of the turn, best first; in phase 1 one for each card in hand."""
    point = point_of(state, seat)
    if point == "D-01":
        cards = dict.fromkeys(state.command_hands[seat])
        found = [with_card(state, seat, card) for card in cards]
        return sorted(found, key=lambda advice: -advice.worth)
    if point in PHASES:
        return [rest_of_turn(state, seat)]
    return []


PHASES = ("D-02", "D-05", "D-06", "D-08")


def point_of(state: State, seat: Seat) -> str:
    return next((one.point for one in decisions(state) if one.seat == seat), "")


def with_card(state: State, seat: Seat, card: str) -> Advice:
    after = step(state, seat, Order("play", (card,)))
    advice = rest_of_turn(after, seat)
    return Advice(advice.worth, (Line(Card(card)), *advice.lines))


def rest_of_turn(state: State, seat: Seat) -> Advice:
    """Phase by phase; behind the first dice nothing can be foreseen."""
    lines: list[Line] = []
    if point_of(state, seat) == "D-02":
        state = step(state, seat, PROCEED)
    given = len(state.orders)
    if point_of(state, seat) == "D-05":
        state, spots = with_orders(state, seat)
        lines += [Line(Orders(tuple(spots)))] if spots else []
    if point_of(state, seat) == "D-06":
        state, moves = with_moves(state, seat)
        lines += moves
    battles = list(advised_battles(state, seat)) if state.phase == 4 else []
    lines += battles
    what = "tokens" if state.tokens[seat] < RICH else "dragon"
    worth = BATTLES * len(battles) + ORDERS * (len(state.orders) - given)
    return Advice(worth, (*lines, Line(Draw(what))))


def step(state: State, seat: Seat, order: Order) -> State:
    """The table after a step and all that nobody decides; dice end it."""
    try:
        state, _ = apply(state, seat, order, Chance())
        while (other := waiting_for(state, seat)) is not None:
            state, _ = apply(state, other, default(state, other), Chance())
    except (ReplayBroken, OrderError):
        pass
    return state


def waiting_for(state: State, seat: Seat) -> Seat | None:
    """Who is waited for before the seat can go on: a player who set ASK. [SB-17.3]"""
    open = decisions(state)
    is_mine = any(one.seat == seat for one in open)
    return None if is_mine or not open or seat != state.active else open[-1].seat


# ----------------------------------------------------------------------------- orders


def nearest(hex: Hex, enemies: Sequence[Hex]) -> int:
    return min((DISTANCE[hex][enemy] for enemy in enemies), default=FAR)


def with_orders(state: State, seat: Seat) -> tuple[State, list[Spot]]:
    """Units before leaders, the nearest to the enemy first."""
    enemies, spots = enemies_of(state, seat), []
    for _ in range(MOST_STEPS):
        found = [one for one in options(state, seat) if one.verb == "order"]
        units = [one for one in found if is_useful(state, one)]
        if not units:
            break
        best = min(units, key=lambda one: (order_rank(state, one, enemies), one.args))
        spots.append(Spot(best.args[-1], best.args[0] == "leader"))
        state = step(state, seat, best)
    return step(state, seat, DONE), spots


def is_useful(state: State, order: Order) -> bool:
    """No leader is told to leave his unit."""
    hex = INDEX[order.args[-1]]
    return order.args[0] != "leader" or state.unit_at[hex] == NOBODY


def order_rank(state: State, order: Order, enemies: Sequence[Hex]) -> tuple[int, int]:
    hex = INDEX[order.args[-1]]
    away, piece = nearest(hex, enemies), piece_on(state, hex)
    reach = 1
    if piece < LEADER:
        kind = kind_of(state, piece)
        reach = max(kind.ranges, default=kind.move_battle + 1)
    return int(away > reach) + (piece >= LEADER), away


# -------------------------------------------------------------------------- movement


def with_moves(state: State, seat: Seat) -> tuple[State, list[Line]]:
    """Fighters go where they can attack, others a little nearer."""
    lines: list[Line] = []
    for piece in state.orders:
        order = advised_move(state, seat, piece)
        if order is None:
            continue
        hex = NAMES[hex_of(state, piece)]
        spot = Spot(hex, piece >= LEADER)
        lines.append(Line(Move(spot, order.args[-1:])))
        state = step(state, seat, order)
    return step(state, seat, DONE), lines


def advised_move(state: State, seat: Seat, piece: Piece) -> Order | None:
    if piece >= LEADER:
        return None
    enemies, kind = enemies_of(state, seat), kind_of(state, piece)
    here = state.unit_hex[piece]
    away = nearest(here, enemies)
    if away <= max(kind.ranges, default=1):
        return None
    most = march_of(state, piece).battle
    goal = max(kind.ranges, default=1)

    def rank(order: Order) -> tuple[int, int, tuple[str, ...]]:
        end = nearest(INDEX[order.args[-1]], enemies)
        return abs(end - goal), len(order.args), order.args

    ways = [
        order
        for order in options(state, seat)
        if order.verb == "move"
        and order.args[0] == NAMES[here]
        and len(order.args) - 1 <= most
        and nearest(INDEX[order.args[-1]], enemies) < away
    ]
    return min(ways, key=rank, default=None)


# --------------------------------------------------------------------------- battles


def advised_battles(state: State, seat: Seat) -> Iterator[Line]:
    """Each ordered unit once: the weakest enemy it can attack. [SB-4.6]"""
    if point_of(state, seat) != "D-08":
        return
    done: set[str] = set()
    for order in sorted(options(state, seat), key=lambda one: target_rank(state, one)):
        if order.verb == "done" or order.args[2:] or order.args[0] in done:
            continue
        done.add(order.args[0])
        hex, target = order.args
        if order.verb == "aim":
            yield Line(Fire(hex, (Shot((target,)),)))
        else:
            yield Line(Attack(hex, target, Extras(), Then("advance")))


def target_rank(state: State, order: Order) -> tuple[int, int, tuple[str, ...]]:
    """Fire first, then the weakest targets; a lone leader has no figures."""
    if order.verb == "done":
        return FAR, 0, ()
    piece = piece_on(state, INDEX[order.args[1]])
    figures = 0 if piece >= LEADER else state.figures[piece]
    return int(order.verb != "aim"), figures, order.args
