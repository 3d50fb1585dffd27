"""How a program answers each decision of its turn. [SB-17, decision points]"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.chance import Seeded
from engine.contract import Order, Seat
from engine.errors import OrderError
from engine.samurai_battles.bots.worth import BANNER, Field
from engine.samurai_battles.cards import COMMAND, DRAGON
from engine.samurai_battles.hexes import DISTANCE, INDEX, NEIGHBOURS, Hex
from engine.samurai_battles.rules import apply, options
from engine.samurai_battles.rules.movement import march_of, unit_journeys
from engine.samurai_battles.rules.pieces import kind_of, leader_with
from engine.samurai_battles.state import LEADER, NOBODY, State

RESERVE = 2  # tokens kept for retreats
LEAST = 0.02  # what a move or an order must bring
DONE = Order("done")
TRIAL = Seeded("00" * 32)  # dice of no match: a card is tried on an imagined table


class Gain(NamedTuple):
    """What a unit would do with an order, and what that brings."""

    worth: float
    hex: Hex
    hexes: int


def best_move(view: Field, unit: int) -> Gain:
    """The best hex in reach and the best battle from there, against staying idle."""
    state, here = view.state, view.state.unit_hex[unit]
    idle = view.place(unit, here)
    best = Gain(view.best_attack(unit, here, 0), here, 0)
    ends = {path[-1]: len(path) - 1 for path in unit_journeys(state, unit).paths}
    for hex, hexes in ends.items():
        if hexes > march_of(state, unit).most:
            continue
        worth = view.place(unit, hex) - idle + view.best_attack(unit, hex, hexes)
        if worth > best.worth:
            best = Gain(worth, hex, hexes)
    return best


@dataclass
class Memory:
    """What units gain at one moment: between two orders nothing of it changes."""

    moment: object = None
    gains: dict[int, float] = field(default_factory=dict)

    def gain(self, view: Field, unit: int) -> float:
        state = view.state
        pieces = (*state.unit_hex, *state.leader_hex, *state.figures)
        moment = (state.setup, view.seat, state.phase, state.effect, pieces)
        if moment != self.moment:
            self.moment, self.gains = moment, {}
        if unit not in self.gains:
            self.gains[unit] = best_move(view, unit).worth
        return self.gains[unit]


MEMORY = Memory()


def unit_on(state: State, name: str) -> int:
    return state.unit_at[INDEX[name]]


def first(found: Sequence[Order], verb: str) -> Order | None:
    return next((order for order in found if order.verb == verb), None)


# ------------------------------------------------------------------ phase 1: the card


def choose_card(state: State, seat: Seat, found: Sequence[Order]) -> Order:
    """The card whose orders bring most. [D-01]"""
    view = Field(state, seat)
    gains = {unit: MEMORY.gain(view, unit) for unit in view.own}
    return max(found, key=lambda order: card_worth(state, seat, order, gains))


def card_worth(
    state: State, seat: Seat, order: Order, gains: Mapping[int, float]
) -> float:
    """The sum of what the units gain that the card can order."""
    card = COMMAND[order.args[0]]
    if card.orders_nobody:
        return -1.0
    if card.dice_per_card:  # nobody knows whom it will order
        return 0.45 * sum(sorted(gains.values())[-5:])
    table, total = state, 0.0
    try:
        for step in (order, Order("proceed")):
            table, _ = apply(table, seat, step, TRIAL.again())
        while True:
            best = best_order(table, seat, gains)
            if best is None:
                break
            total += gains[unit_on(table, best.args[0])]
            table, _ = apply(table, seat, best, TRIAL.again())
    except OrderError:
        pass
    boost = 1 + 0.25 * (card.melee_dice + card.battle_dice + card.shots - 1)
    return total * boost - 0.1 * len(card.orders)


def best_order(state: State, seat: Seat, gains: Mapping[int, float]) -> Order | None:
    """The unit that gains most among those that can be ordered. [D-05]"""
    listed = [
        order
        for order in options(state, seat)
        if order.verb == "order" and len(order.args) == 1
    ]
    useful = [
        (gains[unit], order)
        for order in listed
        if (unit := unit_on(state, order.args[0])) in gains and gains[unit] > LEAST
    ]
    return max(useful, key=lambda pair: pair[0])[1] if useful else None


def choose_order(state: State, seat: Seat, found: Sequence[Order]) -> Order:
    view = Field(state, seat)
    units = {
        unit_on(state, order.args[0])
        for order in found
        if order.verb == "order" and len(order.args) == 1
    } - {NOBODY}
    gains = {unit: MEMORY.gain(view, unit) for unit in units}
    return best_order(state, seat, gains) or DONE


# ----------------------------------------------------------------- phase 3: movement


def choose_move(state: State, seat: Seat, found: Sequence[Order]) -> Order:
    """The move that brings most, until none brings anything. [D-06]"""
    view = Field(state, seat)
    moves = [order for order in found if order.verb == "move"]
    best, worth = DONE, LEAST
    for start in {order.args[0] for order in moves if order.args[0] != "leader"}:
        unit = unit_on(state, start)
        gain = best_move(view, unit)
        better = gain.worth - view.best_attack(unit, INDEX[start], 0)
        if gain.hexes and better > worth:
            goal = gain.hex
            path = next(o for o in moves if is_to(o, start, goal))
            best, worth = path, better
    return best


def is_to(order: Order, start: str, goal: Hex) -> bool:
    return order.args[0] == start and INDEX.get(order.args[-1]) == goal


# ------------------------------------------------------------------ phase 4: battle


def choose_battle(state: State, seat: Seat, found: Sequence[Order]) -> Order:
    """The best battle first; none that costs more than it brings. [D-08]"""
    view = Field(state, seat)

    def worth(order: Order) -> float:
        unit, here = unit_on(state, order.args[0]), INDEX[order.args[0]]
        at = INDEX[order.args[1]]
        if at not in view.enemy_on:
            return -1.0  # who attacks a wavering group drives it away [SB-15.5]
        if order.verb == "aim":
            moved = bool(state.moved.get(unit))
            return view.fire(unit, here, at, DISTANCE[here][at], moved)
        return view.melee(unit, here, at, view.extra_dice(unit))

    battles = [
        order
        for order in found
        if order.verb in ("declare", "aim") and len(order.args) == 2
    ]
    best = max(battles, key=worth, default=None)
    return best if best is not None and worth(best) > 0 else DONE


def choose_ready(state: State, seat: Seat, found: Sequence[Order]) -> Order:
    """Inspiration while tokens last, and a card where much is at stake. [D-11]"""
    tokens, roll = state.tokens[seat], state.roll
    target = roll.target if roll else NOBODY
    is_weak = 0 <= target < LEADER and state.figures[target] <= 2

    def worth(order: Order) -> float:
        inspired = "inspire" in order.args
        cards = [DRAGON[word] for word in order.args if word in DRAGON]
        cost = inspired + sum(card.cost for card in cards)
        if cost and tokens - cost < RESERVE:
            return -1.0
        if any(card.add_dice < 1 for card in cards):
            return 0.1 * is_weak
        return inspired + (sum(c.add_dice for c in cards) if is_weak else -len(cards))

    return max(found, key=worth)


def choose_advance(state: State, seat: Seat, found: Sequence[Order]) -> Order:
    """Into the vacated hex, if it is good there or another battle waits. [D-17]"""
    fight = state.fight
    free = first(found, "dragon")
    if free is not None and DRAGON[free.args[0]].cost == 0:
        return free
    if fight is None or first(found, "advance") is None:
        return Order("remain")
    view = Field(state, seat)
    unit, here, there = fight.attacker, fight.attacker_hex, fight.target_hex
    near = [at for at in NEIGHBOURS[there] if at in view.enemy_on]
    again = kind_of(state, unit).class_ == "cavalry" or (
        leader_with(state, unit) != NOBODY
    )
    bonus = max((view.melee(unit, there, at) for at in near), default=0.0)
    gain = view.place(unit, there) - view.place(unit, here)
    worth = gain + (max(0.0, bonus) if again and fight.kind == "melee" else 0.0)
    return Order("advance") if worth > 0 else Order("remain")


# -------------------------------------------------------------------- Dragon cards


def choose_omen(state: State, seat: Seat, found: Sequence[Order]) -> Order:
    """A Dragon card with the Command card, if it is worth its tokens. [D-02]"""
    view, tokens = Field(state, seat), state.tokens[seat]

    def worth(order: Order) -> float:
        if order.verb != "dragon":
            return 0.0
        card = DRAGON[order.args[0]]
        if card.cost and tokens - card.cost < RESERVE:
            return -1.0
        return omen_worth(view, order) - 0.35 * card.cost

    return max(found, key=worth)


def omen_worth(view: Field, order: Order) -> float:
    state = view.state
    card, at = order.args[0], order.args[1] if len(order.args) > 1 else ""
    unit = unit_on(state, at) if at in INDEX else NOBODY
    if card == "red-dragon" and unit >= 0:
        return 1.33 + BANNER * (state.figures[unit] <= 1) * 0.8
    if card == "physician" and unit >= 0:
        lost = kind_of(state, unit).figures - state.figures[unit]
        return 0.67 * min(1, lost) + 0.3 * (lost >= 2)
    if card == "rice-famine":
        many = sum(kind_of(state, u).symbol == "C" for u in view.enemies)
        return 0.5 * many
    return OMENS.get(card, 0.0)


OMENS = {
    "blue-dragon": 0.8,
    "ninja-assassin": 1.0,
    "ninja-thief": 0.7,
    "tea-ceremony": 0.9,
    "turncoat": 1.2,
}


# ------------------------------------------------------------------- the end of turn


def choose_end(state: State, seat: Seat, found: Sequence[Order]) -> Order:
    """Tokens while they are scarce, else a card; nothing is sold. [D-21]"""
    few = state.tokens[seat] < 5 or len(state.dragon_hands[seat]) > 4
    wanted = Order("draw", ("tokens",) if few else ("dragon",))
    if wanted in found:
        return wanted
    return DONE if DONE in found else found[0]


KEPT = ("shogun", "advance-", "order-3-", "flying-geese", "flank-attack", "line-order")


def choose_kept(state: State, seat: Seat, found: Sequence[Order]) -> Order:
    """The card with more orders. [D-22]"""

    def rank(order: Order) -> int:
        card = order.args[0]
        return next((n for n, name in enumerate(KEPT) if card.startswith(name)), 99)

    return min(found, key=rank)


Choose = Callable[[State, Seat, Sequence[Order]], Order]
CHOICES: Mapping[str, Choose] = {
    "D-01": choose_card,
    "D-02": choose_omen,
    "D-05": choose_order,
    "D-06": choose_move,
    "D-08": choose_battle,
    "D-11": choose_ready,
    "D-17": choose_advance,
    "D-21": choose_end,
    "D-22": choose_kept,
}
