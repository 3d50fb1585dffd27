"""What REACT lines play when their trigger comes. [SB-17.4, SB-17.16]

The first line that fits and is legal counts. Whether a line fits depends on what all
can see; whether it is legal, on the hand of its writer, and that shows only when a card
is played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from engine.contract import Order, Seat
from engine.kept import compare
from engine.samurai_battles.box import FLAG
from engine.samurai_battles.cards import DRAGON
from engine.samurai_battles.hexes import DISTANCE, INDEX, NAMES, Hex
from engine.samurai_battles.plans.faces import chosen_dice, hits_of
from engine.samurai_battles.plans.phases import MOVEMENT
from engine.samurai_battles.plans.tree import Count, Dragon, React, Trigger
from engine.samurai_battles.rules.pieces import (
    hex_of,
    kind_of,
    leader_kind,
    leader_with,
    piece_on,
    units_of,
)
from engine.samurai_battles.state import FIRE, LEADER, NOBODY, Piece, State

CHALLENGE, INSULT = "issue-challenge", "insult"
STRIKE = Order("strike")


def fitting(
    state: State, seat: Seat, point: str, lines: Sequence[React]
) -> Iterator[React]:
    """The lines whose trigger has come, in the order written.

    A challenge comes before First strike and Ambush. [SB-8.3]
    """
    kinds = TRIGGERS.get(point, ())
    for line in sorted(lines, key=plays_late):
        if line.trigger.kind in kinds and has_come(state, seat, line.trigger):
            yield line


def plays_late(line: React) -> bool:
    """All but a challenge."""
    return line.play == "strike" or card_of(line) != CHALLENGE


# Which triggers belong to which decision. [SB-17.16]
TRIGGERS: Mapping[str, tuple[str, ...]] = {
    "D-04": ("card",),
    "D-07": ("moved",),
    "D-09": ("attacked",),
    "D-10": ("attacked",),
    "D-11": ("countering",),
    "D-12": ("threatened",),
    "D-13": ("struck", "shot", "rolled"),
    "D-18": ("advanced",),
    "D-19": ("countering",),
}


def has_come(state: State, seat: Seat, trigger: Trigger) -> bool:
    return COMES[trigger.kind](state, seat, trigger)


def is_named(trigger: Trigger, hex: Hex) -> bool:
    return not trigger.names or NAMES[hex] in trigger.names


def kinds_of(state: State, piece: Piece) -> set[str]:
    """By what words of the language a piece is called."""
    if piece >= LEADER:
        kind = leader_kind(state, piece - LEADER)
        return {"leader", kind.id, kind.class_}
    unit, leader = kind_of(state, piece), leader_with(state, piece)
    led = set() if leader == NOBODY else {"leader", leader_kind(state, leader).id}
    return {unit.id, *unit.classes, *led}


def is_kind(state: State, trigger: Trigger, piece: Piece) -> bool:
    return not trigger.kinds or bool(set(trigger.kinds) & kinds_of(state, piece))


# ---------------------------------------------------------------- whether it has come


def card_played(state: State, seat: Seat, trigger: Trigger) -> bool:
    """Counter-attack counts as itself and as what it copies."""
    return not trigger.names or bool({state.card, state.effect} & set(trigger.names))


def moved(state: State, seat: Seat, trigger: Trigger) -> bool:
    return True  # which piece of several it is for: see `on_moved`


def advanced(state: State, seat: Seat, trigger: Trigger) -> bool:
    _, (unit, *_) = state.stack[-1]  # the window is open for it
    return is_named(trigger, state.unit_hex[unit])


def attacked(state: State, seat: Seat, trigger: Trigger) -> bool:
    fight = state.fight
    assert fight is not None
    return is_named(trigger, fight.target_hex) and is_kind(
        state, trigger, fight.attacker
    )


def threatened(state: State, seat: Seat, trigger: Trigger) -> bool:
    roll = state.roll
    assert roll is not None
    return is_named(trigger, roll.target_hex) and counts(state, trigger.counts)


def struck(state: State, seat: Seat, trigger: Trigger) -> bool:
    """The unit was rolled against: in melee, or by fire. [W10, W11]"""
    roll = state.roll
    assert roll is not None
    is_shot = roll.kind == FIRE
    is_mine = not is_roller(state, seat)
    fits = is_shot == (trigger.kind == "shot") and is_mine
    return fits and threatened(state, seat, trigger)


def rolled(state: State, seat: Seat, trigger: Trigger) -> bool:
    """The unit itself has rolled. [W9]"""
    roll = state.roll
    assert roll is not None
    mine = is_roller(state, seat)
    return mine and is_named(trigger, roll.roller_hex) and counts(state, trigger.counts)


def countering(state: State, seat: Seat, trigger: Trigger) -> bool:
    """Before a roll in a battle back, First strike or Ambush."""
    roll = state.roll
    assert roll is not None
    is_counter = is_roller(state, seat) and seat != state.active
    return is_counter and is_named(trigger, roll.roller_hex)


def is_roller(state: State, seat: Seat) -> bool:
    return state.roll is not None and state.unit_seat[state.roll.roller] == seat


def counts(state: State, wanted: Sequence[Count]) -> bool:
    """Dice that are about to be rolled, hits and flags of those that lie."""
    roll = state.roll
    assert roll is not None
    found = {
        "dice": roll.dice,
        "hits": hits_of(state),
        "flags": roll.faces.count(FLAG),
    }
    return all(compare(found[one.what], one.relation, one.number) for one in wanted)


COMES: Mapping[str, Callable[[State, Seat, Trigger], bool]] = {
    "card": card_played,
    "moved": moved,
    "advanced": advanced,
    "attacked": attacked,
    "threatened": threatened,
    "struck": struck,
    "shot": struck,
    "rolled": rolled,
    "countering": countering,
}


# ------------------------------------------------------------------ which step it is


def is_held(state: State, seat: Seat, line: React) -> bool:
    if line.play == "strike":
        return "first-strike" in state.command_hands[seat]
    return card_of(line) in state.dragon_hands[seat]


def card_of(line: React) -> str:
    return line.dragon.card if line.dragon else CHALLENGE


def reaction(
    state: State, seat: Seat, legal: Sequence[Order], line: React
) -> Order | None:
    """The step that the line makes now; None if that is not legal. [SB-17.4]"""
    if line.play == "strike":
        left = state.tokens[seat]
        return STRIKE if STRIKE in legal and left >= line.keep else None
    dragon = line.dragon or Dragon(CHALLENGE)
    if state.tokens[seat] - DRAGON[dragon.card].cost < line.keep:
        return None
    found = [
        order
        for order in legal
        if order.verb == "dragon" and order.args[0] == dragon.card
    ]
    if dragon.on is not None:
        found = [order for order in found if dragon.on.hex in order.args]
    return choose(state, seat, found, line.trigger, dragon) if found else None


def choose(
    state: State, seat: Seat, found: list[Order], trigger: Trigger, dragon: Dragon
) -> Order | None:
    """Of several ways to play the card the one that the line means. [SB-17.16]"""
    if trigger.kind == "moved":
        return on_moved(state, found, trigger)
    if dragon.card == INSULT:
        return min(found, key=lambda order: distance_to(state, seat, order))
    if len(found[0].args) > 1 and trigger.kind in ("shot", "rolled"):
        return chosen_dice(state, found, dragon)
    return found[0]


def on_moved(state: State, found: list[Order], trigger: Trigger) -> Order | None:
    """Of several that stay the one ordered first. [SB-6.9]"""

    def target(order: Order) -> Hex:
        return INDEX[order.args[1]]

    def is_meant(order: Order) -> bool:
        hex = target(order)
        moved = state.moves[-1].piece if state.phase == MOVEMENT else NOBODY
        piece = piece_on(state, hex) if moved == NOBODY else moved
        near = [INDEX[name] for name in trigger.names]
        is_near = not near or any(DISTANCE[hex][one] <= 1 for one in near)
        return is_near and is_kind(state, trigger, piece)

    ordered = [hex_of(state, piece) for piece in state.orders]
    found = [order for order in found if is_meant(order)]
    found.sort(key=lambda order: position_in(ordered, target(order)))
    return found[0] if found else None


def position_in(hexes: Sequence[Hex], hex: Hex) -> int:
    return hexes.index(hex) if hex in hexes else len(hexes)


def distance_to(state: State, seat: Seat, order: Order) -> tuple[int, Hex]:
    """How near an own unit is to the leader; ties by the name of his hex."""
    hex = INDEX[order.args[1]]
    own = [DISTANCE[hex][state.unit_hex[unit]] for unit in units_of(state, seat)]
    return min(own, default=0), hex
