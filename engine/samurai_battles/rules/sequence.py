"""The sequence of play: which pending steps are decisions, and whose. [SB-17.1 to 17.3]

The stack of the state holds what is left to do. `settle` carries out everything that
needs no decision, so that a decision is on top when an order has been applied.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

from engine.asking import asks_for
from engine.contract import Decision, Order, Seat
from engine.samurai_battles.rules import (
    battle,
    duels,
    fighting,
    honor,
    leaders,
    movement,
    ordering,
    retreat,
    turn,
    windows,
)
from engine.samurai_battles.rules.ending import look_at_camps, look_at_hexes
from engine.samurai_battles.rules.frames import Battlefield, pop
from engine.samurai_battles.rules.windows import (
    PASS,
    dragon_options,
    is_listed,
    is_possible,
    reaction_options,
)
from engine.samurai_battles.state import ATTACK, FIRE, Frame, State

Numbers = tuple[int, ...]

# ----------------------------------------------------------------- steps without choice

AUTOMATIC: Mapping[str, Callable[..., None]] = {
    "turn": turn.begin_turn,
    "phase2": turn.phase2,
    "phase3": turn.phase3,
    "end": turn.end_turn,
    "close": turn.close_turn,
    "attack": fighting.attack,
    "hits": battle.hits,
    "result": fighting.result,
    "melee_over": fighting.end_melee,
    "fire_over": fighting.fire_over,
    "losses": honor.losses,
    "famine": honor.famine,
    "famine_tokens": honor.famine_tokens,
}


# ---------------------------------------------------------------------------- decisions


class Point(NamedTuple):
    """A kind of decision of SB-17 b."""

    number: str
    seat: Callable[..., Seat]
    options: Callable[..., list[Order]]
    default: Callable[..., Order]
    ask: str = ""  # the table waits only if ASK names this [SB-17.3]
    waits: bool = True
    always: bool = False  # listed even with one legal step


def with_cards(
    frame: str, options: Callable[..., list[Order]]
) -> Callable[..., list[Order]]:
    """A decision of the active player that is also a window of his own."""

    def found(state: State, *numbers: int) -> list[Order]:
        cards = dragon_options(state, POINTS[frame].seat(state, *numbers), frame)
        return [*cards, *options(state, *numbers)]

    return found


def omen_options(state: State) -> list[Order]:
    return [turn.PROCEED]


def moves_options(state: State) -> list[Order]:
    return [*movement.move_options(state), ordering.DONE]


def back_options(state: State) -> list[Order]:
    """`ready` says yes to the battle back. [D-19]"""
    return [*battle.ready_options(state), Order("refrain")]


def stand_options(state: State) -> list[Order]:
    return [battle.STAND]


def success_options(state: State) -> list[Order]:
    stay = [fighting.REMAIN]
    return [fighting.ADVANCE, *stay] if fighting.may_advance(state) else stay


def shogun_options(state: State) -> list[Order]:
    return [battle.ROLL]


def said(order: Order) -> Callable[..., Order]:
    return lambda state, *_: order


ACTIVE = ordering.active_seat
POINTS: Mapping[str, Point] = {
    "play": Point("D-01", ACTIVE, turn.play_options, turn.play_default, always=True),
    "omen": Point(
        "D-02",
        ACTIVE,
        with_cards("omen", omen_options),
        said(turn.PROCEED),
        always=True,
    ),
    "shogun": Point(
        "D-03", ACTIVE, shogun_options, said(battle.ROLL), waits=False, always=True
    ),
    "orders": Point(
        "D-05", ACTIVE, ordering.orders_options, said(ordering.DONE), always=True
    ),
    "moves": Point(
        "D-06",
        ACTIVE,
        with_cards("moves", moves_options),
        said(ordering.DONE),
        always=True,
    ),
    "battles": Point(
        "D-08", ACTIVE, fighting.battle_options, said(ordering.DONE), always=True
    ),
    "duel": Point(
        "D-09", ACTIVE, duels.duel_options, duels.duel_default, waits=False, always=True
    ),
    "ready": Point(
        "D-11",
        battle.roller_seat,
        battle.ready_options,
        battle.ready_default,
        ask="rolls",
        always=True,
    ),
    "roll": Point(
        "D-11",
        battle.roller_seat,
        battle.roll_options,
        battle.roll_default,
        waits=False,
        always=True,
    ),
    "stand": Point(
        "D-13",
        battle.roller_seat,
        with_cards("stand", stand_options),
        said(battle.STAND),
        ask="rolls",
        always=True,
    ),
    "flags": Point(
        "D-14",
        retreat.unit_seat,
        retreat.flags_options,
        retreat.flags_default,
        ask="retreats",
    ),
    "retreat": Point(
        "D-15",
        retreat.unit_seat,
        retreat.retreat_options,
        retreat.retreat_default,
        ask="retreats",
    ),
    "fate": Point(
        "D-16",
        leaders.fate_seat,
        leaders.fate_options,
        leaders.fate_default,
        ask="leaders",
    ),
    "success": Point(
        "D-17", ACTIVE, with_cards("success", success_options), said(fighting.REMAIN)
    ),
    "back": Point(
        "D-19", battle.roller_seat, back_options, battle.ready_default, ask="rolls"
    ),
    "loss": Point(
        "D-20", honor.loss_seat, honor.loss_options, honor.loss_default, ask="retreats"
    ),
    "draw": Point("D-21", ACTIVE, turn.draw_options, turn.draw_default),
    "sale": Point("D-21", ACTIVE, turn.sale_options, said(ordering.DONE)),
    "keep": Point("D-22", ACTIVE, turn.keep_options, turn.keep_default, always=True),
}


def reactive_seat(state: State, *_: int) -> Seat:
    return 1 - state.active


class Reaction(NamedTuple):
    """A window of the other player, over the step by which the game goes on."""

    number: str
    seat: Callable[..., Seat]
    ask: str


REACTIONS: Mapping[str, Reaction] = {
    "answer": Reaction("D-04", reactive_seat, "cards"),
    "trap": Reaction("D-07", reactive_seat, "moves"),
    "challenge": Reaction("D-09", reactive_seat, "melee"),
    "defence": Reaction("D-10", reactive_seat, "melee"),
    "threat": Reaction("D-12", battle.other_seat, "rolls"),
    "reply": Reaction("D-13", battle.other_seat, "rolls"),
    "pit": Reaction("D-18", reactive_seat, "moves"),
}
FLOATING = "answer"  # over whatever step of the active player comes next


@cache
def made(seat: Seat, point: str, turn: int, waits: bool, own: bool) -> Decision:
    """At tempo `phase` nobody is asked in the opponent's turn. [SB-17.3]"""
    return Decision(seat, point, f"turn {turn}", waits, standing=not own)


def decision_of(state: State, frame: Frame) -> Decision:
    name, numbers = frame
    if reaction := REACTIONS.get(name):
        seat = reaction.seat(state, *numbers)
        number = reaction.number
        if name == "defence" and windows.is_challenge_possible(state, seat):
            number = "D-09"
        waits = asks_for(state, seat, reaction.ask)
        return made(seat, number, state.turn, waits, seat == state.active)
    point = POINTS[name]
    seat = point.seat(state, *numbers)
    waits = does_wait(state, name, point, seat)
    return made(seat, point.number, state.turn, waits, seat == state.active)


def does_wait(state: State, name: str, point: Point, seat: Seat) -> bool:
    """In his own attack a player is always asked before his roll. [D-11]"""
    if not point.ask:
        return point.waits
    if name == "ready" and battle.begun(state).kind in (FIRE, ATTACK):
        return True
    return asks_for(state, seat, point.ask)


def decisions(state: State) -> list[Decision]:
    """First the reaction, last the step by which the game goes on. [SB-17.2 (a)]

    [SB-12.8, SB-16.23]
    """
    if not state.stack:
        return []
    first = decision_of(state, state.stack[-1])
    if state.stack[-1][0] not in REACTIONS or first.waits:
        return [first]
    return [first, decision_of(state, state.stack[-2])]


def frame_of(state: State, seat: Seat) -> Frame | None:
    """The pending step that the seat decides."""
    if not state.stack:
        return None
    top = state.stack[-1]
    reaction = REACTIONS.get(top[0])
    if reaction is None:
        is_his = POINTS[top[0]].seat(state, *top[1]) == seat
        return top if is_his else None
    reactor = reaction.seat(state, *top[1])
    if reactor == seat:
        return top
    if asks_for(state, reactor, reaction.ask):
        return None
    below = state.stack[-2]
    return below if POINTS[below[0]].seat(state, *below[1]) == seat else None


def options(state: State, seat: Seat) -> list[Order]:
    frame = frame_of(state, seat)
    if frame is None:
        return []
    name, numbers = frame
    if name in REACTIONS:
        return reaction_options(state, seat, name)
    return POINTS[name].options(state, *numbers)


def default(state: State, seat: Seat) -> Order:
    """SB-17 b, last column"""
    frame = frame_of(state, seat)
    assert frame is not None, "only a seat that decides has a default"
    name, numbers = frame
    return PASS if name in REACTIONS else POINTS[name].default(state, *numbers)


# -------------------------------------------------------------------------- settling


def settle(table: Battlefield) -> None:
    """Carry out what needs no decision, up to the next one. [SB-17 b]"""
    state = table.state
    special = state.setup.scenario.special.victory_hexes
    while True:
        look_at_camps(table)
        if special:
            look_at_hexes(table)
        name, numbers = state.stack[-1]
        if name in AUTOMATIC:
            pop(state)
            AUTOMATIC[name](table, *numbers)
        elif name == FLOATING:
            float_answer(table)
            return
        elif name in REACTIONS:
            if is_listed(state, REACTIONS[name].seat(state, *numbers), name):
                return
            pop(state)
        elif (step := forced(state, name, numbers)) is not None:
            VERBS[step.verb](table, *step.args)
        else:
            return


def float_answer(table: Battlefield) -> None:
    """W2 stays open until the next step of the active player, whichever it is.

    [SB-17.2 (a)] If nobody can be ordered, that is a step of phase 5.
    """
    state = table.state
    frame, turn = state.stack[-1], state.turn
    pop(state)
    settle(table)
    is_on_top = state.stack[-1][0] in POINTS and state.turn == turn
    if is_on_top and is_listed(state, 1 - state.active, FLOATING):
        state.stack = (*state.stack, frame)


def forced(state: State, name: str, numbers: Numbers) -> Order | None:
    """The one legal step of a decision that is not listed. [SB-17 b]"""
    point = POINTS[name]
    if point.always:
        return None
    if name == "success":
        if fighting.may_advance(state) or is_possible(state, state.active, name):
            return None
        return fighting.REMAIN
    found = point.options(state, *numbers)
    return found[0] if len(found) == 1 else None


VERBS: Mapping[str, Callable[..., None]] = {
    "ignore": retreat.ignore,
    "retreat": retreat.retreat,
    "flee": leaders.flee,
    "seppuku": leaders.seppuku,
    "lose": honor.lose,
    "remain": fighting.remain,
    "draw": turn.draw,
    "done": turn.no_sale,
}
